import { describe, expect, it } from 'vitest';
import { type RefreshDependencies, RENEWAL_MARGIN, createRefresh } from './refresh.ts';
import type { StoredSession } from './stored-session.ts';

const SESSION_LIFETIME = 900_000;

const createSession = (expired_at: number, renewal = 0): StoredSession => ({
  access_token: `access-${renewal}`,
  refresh_token: `refresh-${renewal}`,
  expired_at,
  remember_me: true,
});

/** A browser with its own clock, which advances when code waits. `tab()` opens another tab on the same storage. */
function createBrowser({ locks }: { locks: boolean }) {
  let now = 1_000_000;
  let storedSession: StoredSession | null = createSession(now + SESSION_LIFETIME);
  let queue: Promise<unknown> = Promise.resolve();
  const flags = new Map<string, string>();
  const renewals: string[] = [];
  const environment: RefreshDependencies = {
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds;
      await Promise.resolve();
    },
    read: () => storedSession,
    write: (session) => {
      storedSession = session;
    },
    renew: async (session) => {
      renewals.push(session.refresh_token);
      // A network response takes several microtasks, too.
      for (let microtask = 0; microtask < 20; microtask += 1) await Promise.resolve();
      return createSession(now + SESSION_LIFETIME, renewals.length);
    },
    announce: () => undefined,
    flags: {
      getItem: (key) => flags.get(key) ?? null,
      setItem: (key, value) => void flags.set(key, value),
      removeItem: (key) => void flags.delete(key),
    },
    runExclusive: locks
      ? (task) => {
          const result = queue.then(task, task);
          queue = result.catch(() => undefined);
          return result;
        }
      : undefined,
  };
  return {
    environment,
    renewals,
    flags,
    tab: () => createRefresh(environment),
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    stored: () => storedSession,
    signOut: () => {
      storedSession = null;
    },
  };
}

describe.each([
  ['with locks', { locks: true }],
  ['with the flag alone', { locks: false }],
])('renewing the session, %s', (_mode, options) => {
  it('does not renew a session before it is due', async () => {
    const { tab, renewals, pass: advanceTime } = createBrowser(options);
    advanceTime(SESSION_LIFETIME - RENEWAL_MARGIN - 1);
    await tab()();
    expect(renewals).toEqual([]);
  });

  it('renews a session within the margin before it expires', async () => {
    const { tab, renewals, pass: advanceTime, stored: storedSession } = createBrowser(options);
    advanceTime(SESSION_LIFETIME - RENEWAL_MARGIN);
    expect((await tab()())?.access_token).toBe('access-1');
    expect(storedSession()?.refresh_token).toBe('refresh-1');
    expect(renewals).toEqual(['refresh-0']);
  });

  it('sends one request for any number of calls in one tab', async () => {
    const { tab, renewals, pass: advanceTime } = createBrowser(options);
    advanceTime(SESSION_LIFETIME);
    const refresh = tab();
    const sessions = await Promise.all([refresh(), refresh(), refresh()]);
    expect(renewals).toEqual(['refresh-0']);
    expect(sessions.map((session) => session?.access_token)).toEqual(['access-1', 'access-1', 'access-1']);
  });

  it('sends one request for any number of tabs', async () => {
    const { tab, renewals, pass: advanceTime } = createBrowser(options);
    advanceTime(SESSION_LIFETIME);
    const sessions = await Promise.all([tab()(), tab()(), tab()()]);
    expect(renewals).toEqual(['refresh-0']);
    expect(sessions.map((session) => session?.access_token)).toEqual(['access-1', 'access-1', 'access-1']);
  });

  it('notifies the other tabs of the used token', async () => {
    const { environment, pass: advanceTime } = createBrowser(options);
    const broadcasts: string[] = [];
    advanceTime(SESSION_LIFETIME);
    await createRefresh({
      ...environment,
      announce: (oldToken, session) => broadcasts.push(`${oldToken} ${session.refresh_token}`),
    })();
    expect(broadcasts).toEqual(['refresh-0 refresh-1']);
  });

  it('does not restore a session that ended meanwhile', async () => {
    const { environment, pass: advanceTime, signOut, stored: storedSession } = createBrowser(options);
    advanceTime(SESSION_LIFETIME);
    const refresh = createRefresh({
      ...environment,
      renew: async (session) => {
        signOut();
        return environment.renew(session);
      },
    });
    expect(await refresh()).toBeNull();
    expect(storedSession()).toBeNull();
  });

  it('throws on failure and retries on the next call', async () => {
    const { environment, pass: advanceTime, renewals, flags } = createBrowser(options);
    let isFailing = true;
    const refresh = createRefresh({
      ...environment,
      renew: (session) => (isFailing ? Promise.reject(new Error('rejected')) : environment.renew(session)),
    });
    advanceTime(SESSION_LIFETIME);
    await expect(refresh()).rejects.toThrow('rejected');
    expect(flags.size).toBe(0);
    isFailing = false;
    expect((await refresh())?.access_token).toBe('access-1');
    expect(renewals).toEqual(['refresh-0']);
  });

  it('renews the session itself if another tab was closed while renewing it', async () => {
    const { environment, tab, pass: advanceTime, renewals } = createBrowser(options);
    advanceTime(SESSION_LIFETIME);
    environment.flags.setItem('innkeeper.refreshing', String(environment.now()));
    expect((await tab()())?.access_token).toBe('access-1');
    expect(renewals).toEqual(['refresh-0']);
  });
});

it('renewing does nothing without a session', async () => {
  const { tab, signOut, renewals } = createBrowser({ locks: true });
  signOut();
  expect(await tab()()).toBeNull();
  expect(renewals).toEqual([]);
});
