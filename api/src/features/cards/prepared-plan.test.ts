import type { Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

// Uses one connection, so the plans cached by the first sales are reused for all others.
const api = await startTestApp({ connections: 1 });
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const fixtures = await createFixtures(api, admin, createInputs(api, admin, await createBaseRecords(db)));

const SALES = 30;

/** Counts card and sale rows read by this transaction, from statistics not yet reported to the server. */
const countReadRows = async (tx: Tx): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as n
    from pg_stat_xact_user_tables where relname in ('member_card', 'transaction')`.execute(tx);
  return rows[0]?.n ?? 0;
};

test('the validity of a member is read from few cards and sales, not from all sales for each card', async () => {
  for (let n = 1; n < SALES; n += 1) await fixtures.sell();
  const { member } = (await fixtures.sell()).body.data;
  const readRows = await db.kysely.transaction().execute(async (tx) => {
    const before = await countReadRows(tx);
    await sql`select set_validity(array[${member.id}::bigint])`.execute(tx);
    return (await countReadRows(tx)) - before;
  });
  expect(readRows).toBeGreaterThan(0);
  // Tables that fit on one page are read in full a few times.
  expect(readRows).toBeLessThan(8 * SALES);
});
