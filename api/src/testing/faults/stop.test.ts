import { once } from 'node:events';
import { expect, test } from 'vitest';
import { shareDatabase } from './shared-database.ts';

const { db, admin, start } = await shareDatabase();

/** Resolves when a statement waits for another session's lock. */
async function waitUntilBlocked(): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query(
      'select from pg_stat_activity where datname = current_database() and wait_event_type = $1',
      ['Lock'],
    );
    if (rows.length > 0) return;
  }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s finishes a write in flight, accepts no new one, and ends with status 0',
  async (signal) => {
    const server = await start();
    const exit = once(server.child, 'exit');
    // The write waits in the database until the test releases it.
    const holder = await db.pool.connect();
    await holder.query('begin');
    await holder.query('lock table type_input in exclusive mode');
    const write = fetch(`${server.address}/api/type_input`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: signal, code: signal }),
    });
    await waitUntilBlocked();

    server.child.kill(signal);
    const isUnreachable = async () =>
      (await fetch(`${server.address}/healthz`).catch((error: unknown) => error)) instanceof Error;
    while (!(await isUnreachable()));
    expect(server.child.exitCode).toBeNull();
    await holder.query('rollback');
    holder.release();

    expect((await write).status).toBe(201);
    expect(await exit).toEqual([0, null]);
    const { rows } = await db.pool.query('select code from type_input where code = $1', [signal]);
    expect(rows).toEqual([{ code: signal }]);
  },
);

test('with DRAIN_SECONDS a process that is told to stop is not ready, and serves until then', async () => {
  const server = await start({ DRAIN_SECONDS: '2' });
  const exit = once(server.child, 'exit');
  const ask = async (path: string) => (await fetch(`${server.address}${path}`)).status;
  expect(await ask('/readyz')).toBe(200);
  server.child.kill('SIGTERM');
  await expect.poll(() => ask('/readyz')).toBe(503);
  expect(await ask('/healthz')).toBe(200);
  expect(await exit).toEqual([0, null]);
});
