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

test('a redundant update is dropped after the triggers that set values, and before the audit columns', async () => {
  const lastFunctions = new Set([
    'reject_retired_number',
    'set_audit_columns',
    'set_deactivated_at',
    'set_sequence_no',
  ]);
  for (const table of await listAuditedTables()) {
    const names = await listFunctionsInOrder(table, 'update', 'before each row');
    const index = names.indexOf('suppress_redundant_updates_trigger');
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

test.each(['visit', 'transaction', 'voucher_redeem', 'transaction_detail', 'member_card', 'member_voucher'])(
  'the check for closed months on %s runs before triggers that change other rows',
  async (table) => {
    for (const event of ['insert', 'update'] as const) {
      const [first, second] = await listFunctionsInOrder(table, event, 'after each statement');
      const periodCheck = first === 'guard_line_immutable' ? second : first;
      expect(periodCheck, event).toMatch(/^reject_closed_period_of_/);
    }
  },
);

test.each([
  ['transaction_detail', 'insert', 'guard_single_line', 'calculate_totals_on_insert'],
  ['transaction_detail', 'insert', 'calculate_totals_on_insert', 'log_created'],
  ['transaction_detail', 'update', 'calculate_totals_on_update', 'log_updated'],
  ['role_group', 'update', 'require_password_change', 'log_updated'],
  ['role_group_role', 'insert', 'require_password_change', 'log_rights'],
  ['users', 'update', 'end_sessions', 'log_updated'],
  ['country', 'update', 'backfill_usd_amounts', 'log_updated'],
  ['member', 'insert', 'log_created', 'seed_standing'],
  ['member', 'update', 'log_updated', 'recompute_standing_of_members'],
  ['member_card', 'update', 'sync_card_voucher_states', 'log_updated'],
  ['member_card', 'update', 'log_updated', 'set_validity_on_update'],
  ['visit', 'insert', 'log_created', 'recompute_standing_on_visit'],
  ['visit', 'insert', 'recompute_standing_on_visit', 'resolve_held_postings'],
] as const)('after a statement on %s, %s: %s runs before %s', async (table, event, first, second) => {
  const names = await listFunctionsInOrder(table, event, 'after each statement');
  expect(names).toEqual(expect.arrayContaining([first, second]));
  expect(names.indexOf(first)).toBeLessThan(names.indexOf(second));
});

test.each([
  ['transaction', 'insert', 'assign_transaction_type', 'snapshot_rate'],
  ['transaction', 'insert', 'snapshot_rate', 'snapshot_term_share'],
  ['visit', 'insert', 'default_bill_amounts', 'set_visit_tier'],
  ['visit', 'insert', 'set_visit_tier', 'snapshot_rate'],
  ['transaction_detail', 'insert', 'calculate_line', 'guard_line_decimals'],
  ['member_card', 'update', 'guard_card_number', 'guard_manual_card_change'],
  ['member_card', 'update', 'guard_manual_card_change', 'snapshot_new_card_terms'],
  ['member_voucher', 'insert', 'guard_manual_voucher', 'guard_voucher_validity'],
  ['member_voucher', 'insert', 'guard_voucher_validity', 'snapshot_voucher_terms'],
  ['member_voucher', 'update', 'clear_void_reason', 'guard_voucher_validity'],
  ['voucher_redeem', 'update', 'guard_redemption_immutable', 'lock_redeemed_voucher'],
] as const)('before each row of %s, %s: %s runs before %s', async (table, event, first, second) => {
  const names = await listFunctionsInOrder(table, event, 'before each row');
  expect(names).toEqual(expect.arrayContaining([first, second]));
  expect(names.indexOf(first)).toBeLessThan(names.indexOf(second));
});
