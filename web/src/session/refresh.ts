import type { StoredSession } from './stored-session.ts';

/**
 * Renews the access token once for all tabs. A refresh token can be used once; reusing it after more than 30 s ends the
 * whole session. So only one tab may renew: it holds a browser lock where supported, and always a flag in local
 * storage. A tab that has waited reads the stored session again and finds it renewed. A tab with its own session (not
 * remembered) gets a renewal through a message, because its storage is not shared.
 */

/** Milliseconds before expiry at which the token is renewed, so that it does not expire during a request. */
export const RENEWAL_MARGIN = 30_000;
/** Milliseconds after a successful response until the next check. */
export const CHECK_DELAY = 5_000;
/** Milliseconds between checks on an idle page. */
export const CHECK_INTERVAL = 900_000;
/** Milliseconds after which a flag is stale, because its tab has been closed. */
const FLAG_LIFETIME = 15_000;
const FLAG_KEY = 'innkeeper.refreshing';
const POLL_INTERVAL = 100;

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
  runExclusive?: <T>(work: () => Promise<T>) => Promise<T>;
}

export const isRenewalDue = (session: StoredSession, now: number): boolean =>
  now >= session.expired_at - RENEWAL_MARGIN;

/** Creates the function that renews the session if it is due. It returns the current session, or null without one. */
export function createRefresh(dependencies: RefreshDependencies): () => Promise<StoredSession | null> {
  let activeRefresh: Promise<StoredSession | null> | undefined;

  async function renewIfDue(): Promise<StoredSession | null> {
    // When the lock is released, messages of the tab that just renewed may still be in transit.
    await dependencies.wait(0);
    const session = dependencies.read();
    if (!session || !isRenewalDue(session, dependencies.now())) return session;
    const renewedSession = await dependencies.renew(session);
    // The user signed out meanwhile; an ended session must not be restored.
    if (dependencies.read()?.refresh_token !== session.refresh_token) return dependencies.read();
    dependencies.write(renewedSession);
    dependencies.announce(session.refresh_token, renewedSession);
    return renewedSession;
  }

  const isFlagged = (): boolean =>
    Math.abs(dependencies.now() - Number(dependencies.flags.getItem(FLAG_KEY) ?? 0)) < FLAG_LIFETIME;

  async function renewUnderFlag(): Promise<StoredSession | null> {
    // While this tab holds the lock, a remaining flag comes from a closed page.
    while (!dependencies.runExclusive && isFlagged()) await dependencies.wait(POLL_INTERVAL);
    dependencies.flags.setItem(FLAG_KEY, String(dependencies.now()));
    try {
      return await renewIfDue();
    } finally {
      dependencies.flags.removeItem(FLAG_KEY);
    }
  }

  return () => {
    const session = dependencies.read();
    if (!session || !isRenewalDue(session, dependencies.now())) return Promise.resolve(session);
    activeRefresh ??= (
      dependencies.runExclusive ? dependencies.runExclusive(renewUnderFlag) : renewUnderFlag()
    ).finally(() => {
      activeRefresh = undefined;
    });
    return activeRefresh;
  };
}
