import type { Actor } from './actor.ts';

export interface ActorCache {
  find(tokenHash: Buffer): Actor | undefined;
  store(actor: Actor): void;
  remove(tokenHash: Buffer): void;
}

/**
 * Least-recently-used cache of this process's actors, at most `size`. An entry may be outdated, so every statement
 * compares its permissions version with the one in the database.
 */
export function createActorCache(size = 2000): ActorCache {
  const actors = new Map<string, Actor>();
  const keyOf = (tokenHash: Buffer): string => tokenHash.toString('base64');
  const store = (key: string, actor: Actor): void => {
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
      if (actor) store(key, actor);
      return actor;
    },
    store: (actor) => store(keyOf(actor.tokenHash), actor),
    remove: (tokenHash) => void actors.delete(keyOf(tokenHash)),
  };
}
