import { describe, expect, it } from 'vitest';
import { type RefreshWorld, TIMEOUT_MARGIN, createRefresh } from './refresh.ts';
import type { StoredSession } from './stored-session.ts';

const LIFE = 900_000;

const sessionUntil = (expired_at: number, number = 0): StoredSession => ({
  access_token: `access-${number}`,
  refresh_token: `refresh-${number}`,
  expired_at,
  remember_me: true,
});

/** A browser with a clock of its own: time passes when somebody waits. `tab()` opens one more tab on the same storage. */
function browser({ locks }: { locks: boolean }) {
  let now = 1_000_000;
  let stored: StoredSession | null = sessionUntil(now + LIFE);
  let queue: Promise<unknown> = Promise.resolve();
  const flags = new Map<string, string>();
  const renewals: string[] = [];
  const world: RefreshWorld = {
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
      // As the network does, the answer takes several turns.
      for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
      return sessionUntil(now + LIFE, renewals.length);
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
    world,
    renewals,
    flags,
    tab: () => createRefresh(world),
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
  it('leaves a session alone that has time left', async () => {
    const { tab, renewals, pass } = browser(options);
    pass(LIFE - TIMEOUT_MARGIN - 1);
    await tab()();
    expect(renewals).toEqual([]);
  });

  it('renews a session within the margin before its end', async () => {
    const { tab, renewals, pass, stored } = browser(options);
    pass(LIFE - TIMEOUT_MARGIN);
    expect((await tab()())?.access_token).toBe('access-1');
    expect(stored()?.refresh_token).toBe('refresh-1');
    expect(renewals).toEqual(['refresh-0']);
  });

  it('asks the server once for any number of calls in one tab', async () => {
    const { tab, renewals, pass } = browser(options);
    pass(LIFE);
    const refresh = tab();
    const sessions = await Promise.all([refresh(), refresh(), refresh()]);
    expect(renewals).toEqual(['refresh-0']);
    expect(sessions.map((session) => session?.access_token)).toEqual(['access-1', 'access-1', 'access-1']);
  });

  it('asks the server once for any number of tabs', async () => {
    const { tab, renewals, pass } = browser(options);
    pass(LIFE);
    const sessions = await Promise.all([tab()(), tab()(), tab()()]);
    expect(renewals).toEqual(['refresh-0']);
    expect(sessions.map((session) => session?.access_token)).toEqual(['access-1', 'access-1', 'access-1']);
  });

  it('tells the other tabs which token was used up', async () => {
    const { world, pass } = browser(options);
    const told: string[] = [];
    pass(LIFE);
    await createRefresh({ ...world, announce: (from, session) => told.push(`${from} ${session.refresh_token}`) })();
    expect(told).toEqual(['refresh-0 refresh-1']);
  });

  it('does not bring back a session that was ended meanwhile', async () => {
    const { world, pass, signOut, stored } = browser(options);
    pass(LIFE);
    const refresh = createRefresh({
      ...world,
      renew: async (session) => {
        signOut();
        return world.renew(session);
      },
    });
    expect(await refresh()).toBeNull();
    expect(stored()).toBeNull();
  });

  it('lets a failure rise and tries again the next time', async () => {
    const { world, pass, renewals, flags } = browser(options);
    let fail = true;
    const refresh = createRefresh({
      ...world,
      renew: (session) => (fail ? Promise.reject(new Error('refused')) : world.renew(session)),
    });
    pass(LIFE);
    await expect(refresh()).rejects.toThrow('refused');
    expect(flags.size).toBe(0);
    fail = false;
    expect((await refresh())?.access_token).toBe('access-1');
    expect(renewals).toEqual(['refresh-0']);
  });

  it('does not wait for ever for a tab that died while renewing', async () => {
    const { world, tab, pass, renewals } = browser(options);
    pass(LIFE);
    world.flags.setItem('innkeeper.refreshing', String(world.now()));
    expect((await tab()())?.access_token).toBe('access-1');
    expect(renewals).toEqual(['refresh-0']);
  });
});

it('has nothing to renew without a session', async () => {
  const { tab, signOut, renewals } = browser({ locks: true });
  signOut();
  expect(await tab()()).toBeNull();
  expect(renewals).toEqual([]);
});
