import { describe, expect, it } from 'vitest';
import { type RefreshDependencies, TIMEOUT_MARGIN, createRefresh } from './refresh.ts';
import type { StoredSession } from './stored-session.ts';

const LIFETIME = 900_000;

const sessionUntil = (expired_at: number, number = 0): StoredSession => ({
  access_token: `access-${number}`,
  refresh_token: `refresh-${number}`,
  expired_at,
  remember_me: true,
});

/** A browser with its own clock, which advances when code waits. `tab()` opens another tab on the same storage. */
function browser({ locks }: { locks: boolean }) {
  let now = 1_000_000;
  let stored: StoredSession | null = sessionUntil(now + LIFETIME);
  let queue: Promise<unknown> = Promise.resolve();
  const flags = new Map<string, string>();
  const renewals: string[] = [];
  const environment: RefreshDependencies = {
    now: () => now,
    wait: async (milliseconds) => {
      now += milliseconds;
      await Promise.resolve();
    },
    read: () => stored,
    write: (session) => {
      stored = session;
    },
    renew: async (session) => {
      renewals.push(session.refresh_token);
      // Like a network response, it takes several microtasks.
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      return sessionUntil(now + LIFETIME, renewals.length);
    },
    announce: () => undefined,
    flags: {
      getItem: (key) => flags.get(key) ?? null,
      setItem: (key, value) => void flags.set(key, value),
      removeItem: (key) => void flags.delete(key),
    },
    locked: locks
      ? (work) => {
          const result = queue.then(work, work);
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
    stored: () => stored,
    signOut: () => {
      stored = null;
    },
  };
}

describe.each([
  ['with locks', { locks: true }],
  ['with the flag alone', { locks: false }],
])('renewing the session, %s', (_how, options) => {
  it('does not renew a session before it is due', async () => {
    const { tab, renewals, pass } = browser(options);
    pass(LIFETIME - TIMEOUT_MARGIN - 1);
    await tab()();
    expect(renewals).toEqual([]);
  });

  it('renews a session within the margin before it expires', async () => {
    const { tab, renewals, pass, stored } = browser(options);
    pass(LIFETIME - TIMEOUT_MARGIN);
    expect((await tab()())?.access_token).toBe('access-1');
    expect(stored()?.refresh_token).toBe('refresh-1');
    expect(renewals).toEqual(['refresh-0']);
  });

  it('sends one request for any number of calls in one tab', async () => {
    const { tab, renewals, pass } = browser(options);
    pass(LIFETIME);
    const refresh = tab();
    const sessions = await Promise.all([refresh(), refresh(), refresh()]);
    expect(renewals).toEqual(['refresh-0']);
    expect(sessions.map((session) => session?.access_token)).toEqual(['access-1', 'access-1', 'access-1']);
  });

  it('sends one request for any number of tabs', async () => {
    const { tab, renewals, pass } = browser(options);
    pass(LIFETIME);
    const sessions = await Promise.all([tab()(), tab()(), tab()()]);
    expect(renewals).toEqual(['refresh-0']);
    expect(sessions.map((session) => session?.access_token)).toEqual(['access-1', 'access-1', 'access-1']);
  });

  it('notifies the other tabs of the used token', async () => {
    const { environment, pass } = browser(options);
    const broadcasts: string[] = [];
    pass(LIFETIME);
    await createRefresh({
      ...environment,
      announce: (from, session) => broadcasts.push(`${from} ${session.refresh_token}`),
    })();
    expect(broadcasts).toEqual(['refresh-0 refresh-1']);
  });

  it('does not restore a session that ended meanwhile', async () => {
    const { environment, pass, signOut, stored } = browser(options);
    pass(LIFETIME);
    const refresh = createRefresh({
      ...environment,
      renew: async (session) => {
        signOut();
        return environment.renew(session);
      },
    });
    expect(await refresh()).toBeNull();
    expect(stored()).toBeNull();
  });

  it('throws on failure and retries on the next call', async () => {
    const { environment, pass, renewals, flags } = browser(options);
    let fail = true;
    const refresh = createRefresh({
      ...environment,
      renew: (session) => (fail ? Promise.reject(new Error('rejected')) : environment.renew(session)),
    });
    pass(LIFETIME);
    await expect(refresh()).rejects.toThrow('rejected');
    expect(flags.size).toBe(0);
    fail = false;
    expect((await refresh())?.access_token).toBe('access-1');
    expect(renewals).toEqual(['refresh-0']);
  });

  it('does not wait forever for a tab that was closed while renewing', async () => {
    const { environment, tab, pass, renewals } = browser(options);
    pass(LIFETIME);
    environment.flags.setItem('innkeeper.refreshing', String(environment.now()));
    expect((await tab()())?.access_token).toBe('access-1');
    expect(renewals).toEqual(['refresh-0']);
  });
});

it('renewing does nothing without a session', async () => {
  const { tab, signOut, renewals } = browser({ locks: true });
  signOut();
  expect(await tab()()).toBeNull();
  expect(renewals).toEqual([]);
});
