export interface Person {
  readonly name: string;
  readonly username?: string;
}

/** Who did something. Two names may look alike, user names are unique; a hotel's own system has none. */
export function PersonName({ person: { name, username } }: { person: Person }) {
  return (
    <>
      {name}
      {username !== undefined && <span className="text-[0.85em] font-normal text-muted"> · {username}</span>}
    </>
  );
}
