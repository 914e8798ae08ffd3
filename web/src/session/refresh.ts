import type { StoredSession } from './stored-session.ts';

/**
 * Renewal of the access token, once for all tabs.
 *
 * A refresh token serves once; one that comes again later than 30 s ends the whole session. So only one tab may renew: it holds a lock of
 * the browser where there are locks, and a flag in the local storage in any case. A tab that waited reads the stored session
 * again and finds that nothing is left to do. A tab whose session is its own (not remembered) learns of a renewal by a message,
 * because its storage is not shared.
 */

/** Renewed this long before its end, so that no request meets the end on its way. */
export const TIMEOUT_MARGIN = 30_000;
/** A check follows each successful answer after this time. */
export const CHECK_DELAY = 5_000;
/** An idle page checks this often. */
export const REFRESH_INTERVAL = 900_000;
/** A flag older than this was left by a tab that is gone. */
const FLAG_LIFE = 15_000;
const FLAG_KEY = 'innkeeper.refreshing';
const POLL = 100;

export interface RefreshWorld {
  now: () => number;
  wait: (milliseconds: number) => Promise<void>;
  read: () => StoredSession | null;
  write: (session: StoredSession) => void;
  /** Asks the server; throws the error of the call. */
  renew: (session: StoredSession) => Promise<StoredSession>;
  /** Tells the other tabs that `from` has been used up. */
  announce: (from: string, session: StoredSession) => void;
  flags: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Runs alone among all tabs; undefined where the browser has no locks. */
  locked?: <T>(work: () => Promise<T>) => Promise<T>;
}

export const isDue = (session: StoredSession, now: number): boolean => now >= session.expired_at - TIMEOUT_MARGIN;

/** Makes the one function that renews the session if it is due. It gives the session that now holds, null without one. */
export function createRefresh(world: RefreshWorld): () => Promise<StoredSession | null> {
  let running: Promise<StoredSession | null> | undefined;

  async function renewIfDue(): Promise<StoredSession | null> {
    // Messages of a tab that has just renewed are still on their way when the lock comes free.
    await world.wait(0);
    const session = world.read();
    if (!session || !isDue(session, world.now())) return session;
    const renewed = await world.renew(session);
    // Signed out meanwhile: a session that has been ended must not come back.
    if (world.read()?.refresh_token !== session.refresh_token) return world.read();
    world.write(renewed);
    world.announce(session.refresh_token, renewed);
    return renewed;
  }

  const isFlagged = (): boolean => Math.abs(world.now() - Number(world.flags.getItem(FLAG_KEY) ?? 0)) < FLAG_LIFE;

  async function underFlag(): Promise<StoredSession | null> {
    // The tab that holds the lock knows that a flag still standing was left by a page that is gone.
    while (!world.locked && isFlagged()) await world.wait(POLL);
    world.flags.setItem(FLAG_KEY, String(world.now()));
    try {
      return await renewIfDue();
    } finally {
      world.flags.removeItem(FLAG_KEY);
    }
  }

  return () => {
    const session = world.read();
    if (!session || !isDue(session, world.now())) return Promise.resolve(session);
    running ??= (world.locked ? world.locked(underFlag) : underFlag()).finally(() => {
      running = undefined;
    });
    return running;
  };
}
