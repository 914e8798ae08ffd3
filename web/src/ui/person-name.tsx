export interface Person {
  readonly name: string;
  readonly username?: string;
}

/** A person with the unique user name, because two names can be alike. An integration has no user name. */
export function PersonName({ person: { name, username } }: { person: Person }) {
  return (
    <>
      {name}
      {username !== undefined && <span className="text-[0.85em] font-normal text-muted"> · {username}</span>}
    </>
  );
}
