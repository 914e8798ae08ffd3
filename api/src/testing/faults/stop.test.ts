import { once } from 'node:events';
import { expect, test } from 'vitest';
import { shareDatabase } from './shared-database.ts';

const { db, admin, start } = await shareDatabase();

/** Resolves when some statement waits for a lock that another session holds. */
async function untilBlocked(): Promise<void> {
  for (;;) {
    const { rows } = await db.pool.query(
      'select from pg_stat_activity where datname = current_database() and wait_event_type = $1',
      ['Lock'],
    );
    if (rows.length > 0) return;
  }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  '%s lets a write in flight be answered, takes no new one, and ends with status 0',
  async (signal) => {
    const serving = await start();
    const ended = once(serving.child, 'exit');
    // The write waits in the database for as long as the test wants.
    const holder = await db.pool.connect();
    await holder.query('begin');
    await holder.query('lock table type_input in exclusive mode');
    const write = fetch(`${serving.address}/api/type_input`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: signal, code: signal }),
    });
    await untilBlocked();

    serving.child.kill(signal);
    const isRefused = async () =>
      (await fetch(`${serving.address}/healthz`).catch((error: unknown) => error)) instanceof Error;
    while (!(await isRefused()));
    expect(serving.child.exitCode).toBeNull();
    await holder.query('rollback');
    holder.release();

    expect((await write).status).toBe(201);
    expect(await ended).toEqual([0, null]);
    const { rows } = await db.pool.query('select code from type_input where code = $1', [signal]);
    expect(rows).toEqual([{ code: signal }]);
  },
);
