export interface Person {
  readonly name: string;
  readonly username?: string;
}

/**
 * Shows a person with the unique user name, because two people can have the same name. An integration has no user name.
 */
export function PersonName({ person: { name, username } }: { person: Person }) {
  return (
    <>
      {name}
      {username !== undefined && <span className="text-[0.85em] font-normal text-muted"> · {username}</span>}
    </>
  );
}
