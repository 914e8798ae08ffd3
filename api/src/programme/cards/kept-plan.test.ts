import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createHouse } from '../../testing/house.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

// One connection: the plans that its first sales make serve all others.
const api = await startTestApp({ connections: 1 });
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const house = await createHouse(api, admin, createInputs(api, admin, await createWorld(db)));

const SALES = 30;

/** Records of cards and sales that the connection has read and not yet told the server's statistics of. */
const readSoFar = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n
    from pg_stat_xact_user_tables where relname in ('member_card', 'transaction')`.execute(tx);
  return rows[0]?.n ?? 0;
};

test('the validity of a member asks for few cards and sales, not for all sales again with every card', async () => {
  for (let n = 1; n < SALES; n += 1) await house.sell();
  const { member } = (await house.sell()).body.data;
  const read = await db.kysely.transaction().execute(async (tx) => {
    const before = await readSoFar(tx);
    await sql`select set_validity(array[${member.id}::bigint])`.execute(tx);
    return (await readSoFar(tx)) - before;
  });
  expect(read).toBeGreaterThan(0);
  // Tables of a page are read whole, a few times.
  expect(read).toBeLessThan(8 * SALES);
});
