import type { StoredSession } from './stored-session.ts';

/**
 * Renews the access token, once for all tabs.
 *
 * A refresh token can be used once; reusing it after more than 30 s ends the whole session. So only one tab may renew:
 * it holds a browser lock where supported, and always a flag in local storage. A tab that waited reads the stored
 * session again and finds it renewed. A tab with its own session (not remembered) learns of a renewal through a
 * message, because its storage is not shared.
 */

/** Milliseconds before expiry at which the token is renewed, so that it does not expire during a request. */
export const TIMEOUT_MARGIN = 30_000;
/** Milliseconds after a successful response until the next check. */
export const CHECK_DELAY = 5_000;
/** Milliseconds between checks on an idle page. */
export const REFRESH_INTERVAL = 900_000;
/** Milliseconds after which a flag is stale: its tab has been closed. */
const FLAG_LIFETIME = 15_000;
const FLAG_KEY = 'innkeeper.refreshing';
const POLL = 100;

export interface RefreshDependencies {
  now: () => number;
  wait: (milliseconds: number) => Promise<void>;
  read: () => StoredSession | null;
  write: (session: StoredSession) => void;
  /** Calls the server; throws the call's error. */
  renew: (session: StoredSession) => Promise<StoredSession>;
  /** Notifies the other tabs that the refresh token `from` has been used. */
  announce: (from: string, session: StoredSession) => void;
  flags: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Runs exclusively across tabs; undefined if the browser has no locks. */
  locked?: <T>(work: () => Promise<T>) => Promise<T>;
}

export const isDue = (session: StoredSession, now: number): boolean => now >= session.expired_at - TIMEOUT_MARGIN;

/** Creates the function that renews the session if it is due. It returns the current session, or null without one. */
export function createRefresh(environment: RefreshDependencies): () => Promise<StoredSession | null> {
  let running: Promise<StoredSession | null> | undefined;

  async function renewIfDue(): Promise<StoredSession | null> {
    // When the lock is released, messages of the tab that just renewed may still be in transit.
    await environment.wait(0);
    const session = environment.read();
    if (!session || !isDue(session, environment.now())) return session;
    const renewed = await environment.renew(session);
    // The user signed out meanwhile; an ended session must not be restored.
    if (environment.read()?.refresh_token !== session.refresh_token) return environment.read();
    environment.write(renewed);
    environment.announce(session.refresh_token, renewed);
    return renewed;
  }

  const isFlagged = (): boolean =>
    Math.abs(environment.now() - Number(environment.flags.getItem(FLAG_KEY) ?? 0)) < FLAG_LIFETIME;

  async function renewUnderFlag(): Promise<StoredSession | null> {
    // With the lock held, a remaining flag must come from a closed page.
    while (!environment.locked && isFlagged()) await environment.wait(POLL);
    environment.flags.setItem(FLAG_KEY, String(environment.now()));
    try {
      return await renewIfDue();
    } finally {
      environment.flags.removeItem(FLAG_KEY);
    }
  }

  return () => {
    const session = environment.read();
    if (!session || !isDue(session, environment.now())) return Promise.resolve(session);
    running ??= (environment.locked ? environment.locked(renewUnderFlag) : renewUnderFlag()).finally(() => {
      running = undefined;
    });
    return running;
  };
}
