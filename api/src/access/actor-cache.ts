import type { Actor } from './actor.ts';

export interface ActorCache {
  find(tokenHash: Buffer): Actor | undefined;
  keep(actor: Actor): void;
  forget(tokenHash: Buffer): void;
}

/**
 * The actors last seen by this process, at most `size`; the one unseen longest goes first. A kept actor is a guess: it
 * counts only together with its stamp, which every statement compares with the one in the database.
 */
export function createActorCache(size = 2000): ActorCache {
  const actors = new Map<string, Actor>();
  const keyOf = (tokenHash: Buffer): string => tokenHash.toString('base64');
  const keep = (key: string, actor: Actor): void => {
    actors.delete(key);
    actors.set(key, actor);
    if (actors.size <= size) return;
    for (const oldest of actors.keys()) {
      actors.delete(oldest);
      break;
    }
  };
  return {
    find(tokenHash) {
      const key = keyOf(tokenHash);
      const actor = actors.get(key);
      if (actor) keep(key, actor);
      return actor;
    },
    keep: (actor) => keep(keyOf(actor.tokenHash), actor),
    forget: (tokenHash) => void actors.delete(keyOf(tokenHash)),
  };
}
