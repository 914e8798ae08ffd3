import { once } from 'node:events';
import { type Db, openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '../user.ts';
import { serve } from './process.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
let token: string;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
  ({ token } = await createUser(db, { level: 'group' }));
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

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
    const serving = await serve('../../main.ts', { DATABASE_URL: database.url, DEMO: '0', PORT: '0' });
    const ended = once(serving.child, 'exit');
    // The write waits in the database for as long as the test wants.
    const holder = await db.pool.connect();
    await holder.query('begin');
    await holder.query('lock table type_input in exclusive mode');
    const write = fetch(`${serving.address}/api/type_input`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
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
