import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, openDatabase } from './database.ts';
import { type TestDatabase, createTestDatabase } from './testing.ts';

/** PostgreSQL fires the triggers of a table and event in the order of their names. */

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
});
afterAll(async () => {
  await db.close();
  await database.drop();
});

type Timing = 'before each row' | 'after each row' | 'after each statement';

/** The functions of a table's triggers in the order in which an event fires them. */
async function listFunctionsInOrder(table: string, event: 'insert' | 'update', timing: Timing): Promise<string[]> {
  const { rows } = await db.pool.query<{ name: string }>(
    `select p.proname as name from pg_trigger t join pg_proc p on p.oid = t.tgfoid
     where t.tgrelid = $1::regclass and not t.tgisinternal and t.tgtype & $2 <> 0 and (t.tgtype & 2 <> 0) = $3
       and (t.tgtype & 1 <> 0) = $4
     order by t.tgname collate "C"`,
    [table, event === 'insert' ? 4 : 16, timing.startsWith('before'), timing.endsWith('row')],
  );
  return rows.map(({ name }) => name);
}

const listAuditedTables = async (): Promise<string[]> =>
  (await db.pool.query<{ name: string }>('select name from audited_table order by name')).rows.map(({ name }) => name);

test('a redundant update is dropped after the triggers that set values', async () => {
  const lastFunctions = new Set(['reject_row', 'set_deactivated_at']);
  for (const table of await listAuditedTables()) {
    const names = await listFunctionsInOrder(table, 'update', 'before each row');
    const index = names.indexOf('stamp_record');
    expect(index, table).toBeGreaterThanOrEqual(0);
    expect(
      names.slice(index + 1).filter((name) => !lastFunctions.has(name)),
      table,
    ).toEqual([]);
    expect(
      names.slice(0, index).filter((name) => lastFunctions.has(name)),
      table,
    ).toEqual([]);
  }
});

// Triggers of a statement run after those of its rows. New vouchers are checked by statement.
test.each(['visit', 'transaction', 'voucher_redeem', 'transaction_detail', 'member_card', 'member_voucher'])(
  'the check for closed months on %s runs before triggers that change other rows',
  async (table) => {
    for (const event of ['insert', 'update'] as const) {
      const isByStatement = table === 'member_voucher' && event === 'insert';
      const names = await listFunctionsInOrder(table, event, isByStatement ? 'after each statement' : 'after each row');
      if (isByStatement) {
        expect(names[0]).toBe('reject_closed_period');
        continue;
      }
      const otherNames = names.filter((name) => name !== 'reject_changed_columns' && name !== 'log_manual_card');
      expect(otherNames, event).toEqual(['reject_closed_period']);
    }
  },
);

test.each([
  ['transaction_detail', 'insert', 'guard_single_line', 'derive_from_new_rows'],
  ['transaction_detail', 'insert', 'derive_from_new_rows', 'log_created'],
  ['transaction_detail', 'update', 'calculate_totals_on_update', 'log_updated'],
  ['role_group', 'update', 'require_password_change', 'log_updated'],
  ['role_group_role', 'insert', 'require_password_change', 'log_rights'],
  ['users', 'update', 'end_sessions', 'log_updated'],
  ['country', 'update', 'backfill_usd_amounts', 'log_updated'],
  ['member', 'insert', 'log_created', 'seed_standing'],
  ['member', 'update', 'log_updated', 'recompute_standing_of_members'],
  ['member_card', 'update', 'sync_card_voucher_states', 'log_updated'],
  ['member_card', 'update', 'log_updated', 'set_validity_on_update'],
  ['visit', 'insert', 'log_created', 'derive_from_new_rows'],
  ['visit', 'insert', 'derive_from_new_rows', 'resolve_held_postings'],
] as const)('after a statement on %s, %s: %s runs before %s', async (table, event, first, second) => {
  const names = await listFunctionsInOrder(table, event, 'after each statement');
  expect(names).toEqual(expect.arrayContaining([first, second]));
  expect(names.indexOf(first)).toBeLessThan(names.indexOf(second));
});

test.each([
  ['transaction', 'insert', 'snapshot_transaction', 'stamp_record'],
  ['visit', 'insert', 'snapshot_visit', 'stamp_record'],
  ['transaction_detail', 'insert', 'calculate_line', 'stamp_record'],
  ['member_card', 'update', 'clear_cancellation', 'snapshot_card'],
  ['member_card', 'update', 'snapshot_card', 'stamp_record'],
  ['member_voucher', 'update', 'clear_cancellation', 'snapshot_voucher'],
  ['member_voucher', 'insert', 'snapshot_voucher', 'stamp_record'],
] as const)('before each row of %s, %s: %s runs before %s', async (table, event, first, second) => {
  const names = await listFunctionsInOrder(table, event, 'before each row');
  expect(names).toEqual(expect.arrayContaining([first, second]));
  expect(names.indexOf(first)).toBeLessThan(names.indexOf(second));
});
