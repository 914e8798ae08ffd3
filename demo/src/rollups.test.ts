import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Db, openDatabase } from '@innkeeper/db';
import { WRITES, TABLE_LOCKING_WRITES, runRandomWrite, arbitraryWrite } from './random-writes.ts';
import { seedDemo } from './seed-demo.ts';
import { checkIntegrity, createTestDatabase } from '@innkeeper/db/testing';

const NOW = new Date('2026-11-21T03:00:00Z');

let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  const { url, drop } = await createTestDatabase();
  db = openDatabase({ url, connections: 8 });
  close = () => db.close().then(drop);
  await seedDemo(db, { members: 60, passwordHash: 'hash', now: NOW });
});
afterAll(() => close());

const findDrift = () => checkIntegrity(db, ['rollups']);
const write = (statement: string, values: readonly [number, number]) => runRandomWrite(db, statement, values);

it('rollups match a recount of the records after any write', async () => {
  const statements = { ...WRITES, ...TABLE_LOCKING_WRITES };
  const completedKinds = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(arbitraryWrite(statements), { minLength: 8, maxLength: 14 }), async (writes) => {
      for (const { kind, values } of writes) {
        if (await write(statements[kind] ?? '', values)) completedKinds.add(kind);
        expect(await findDrift(), kind).toEqual([]);
      }
    }),
    { numRuns: 14, seed: testSeed(17), endOnFailure: true },
  );
  // Guards against a database that always rejects one of the writes.
  for (const kind of Object.keys(statements))
    if (!completedKinds.has(kind)) expect(await tryRepeatedly(statements[kind] ?? ''), kind).toBe(true);
  expect(await findDrift()).toEqual([]);
});

async function tryRepeatedly(statement: string): Promise<boolean> {
  for (let n = 0; n < 400; n += 1) if (await write(statement, [n, n * 7])) return true;
  return false;
}

it('rollups stay correct when the same members, cards and vouchers are written concurrently', async () => {
  const [writes] = fc.sample(fc.array(arbitraryWrite(WRITES), { minLength: 400, maxLength: 400 }), {
    numRuns: 1,
    seed: testSeed(5),
  });
  if (!writes) throw new Error('Nothing was drawn');
  const workers = Array.from({ length: 8 }, async (_, workerIndex) => {
    for (let n = workerIndex; n < writes.length; n += 8) {
      const randomWrite = writes[n];
      if (randomWrite) await write(WRITES[randomWrite.kind] ?? '', randomWrite.values);
    }
  });
  await Promise.all(workers);
  expect(await findDrift()).toEqual([]);
});

describe('rollups after two concurrent writes', () => {
  /**
   * The second write starts after the first one, which is not yet committed. It finishes, or waits for a lock, before
   * the first one commits.
   */
  async function runConcurrently(first: string, second: string): Promise<void> {
    const [firstClient, secondClient] = [await db.pool.connect(), await db.pool.connect()];
    try {
      await firstClient.query('begin');
      await firstClient.query(first);
      const { rows } = await secondClient.query<{ pid: number }>('select pg_backend_pid() as pid');
      const secondWrite = secondClient.query(second);
      const state = { isDone: false };
      const markDone = () => void (state.isDone = true);
      secondWrite.then(markDone, markDone);
      while (!(await isWaitingForLock(rows[0]?.pid ?? 0)) && !state.isDone);
      await firstClient.query('commit');
      await secondWrite;
    } finally {
      await firstClient.query('rollback');
      firstClient.release();
      secondClient.release();
    }
    expect(await findDrift()).toEqual([]);
  }
  const isWaitingForLock = async (pid: number): Promise<boolean> =>
    (await db.pool.query(`select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`, [pid]))
      .rowCount === 1;
  /** An open voucher that no other test here uses. It can be issued again, because it ends with its card or before. */
  async function createOpenVoucher(): Promise<{ id: number; card: number; member: number }> {
    const { rows } = await db.pool.query<{ id: number; card: number; member: number }>(
      `select v.id, v.member_card_id as card, v.member_id as member from voucher_state o
       join member_voucher v on v.id = o.member_voucher_id
       join member_card c on c.id = v.member_card_id
       where o.state = 'open' and v.valid_until_date <= c.end_date order by v.id desc limit 1`,
    );
    const [voucher] = rows;
    if (!voucher) throw new Error('No voucher is open');
    return voucher;
  }
  const insertRedemption = (id: number) =>
    `insert into voucher_redeem (member_voucher_id, redeem_hotel_id, redeem_date, booking_no, staff_name)
     select ${id}, min(id), now(), 'B', 'Somebody' from hotel`;

  it('are correct for a redemption and the deactivation of its card', async () => {
    const { id, card } = await createOpenVoucher();
    await runConcurrently(insertRedemption(id), `update member_card set is_active = false where id = ${card}`);
  });

  it('are correct for the deactivation of a member and a redemption', async () => {
    const { id, member } = await createOpenVoucher();
    await runConcurrently(`update member set is_active = false where id = ${member}`, insertRedemption(id));
  });

  it('are correct for an issued voucher and the deactivation of its card', async () => {
    const { id, card } = await createOpenVoucher();
    await runConcurrently(
      `insert into member_voucher (member_card_id, voucher_id, redeem_date, valid_until_date)
       select member_card_id, voucher_id, redeem_date, valid_until_date from member_voucher where id = ${id}`,
      `update member_card set is_active = false where id = ${card}`,
    );
  });

  it('are correct for an issued voucher and the move of its member to another hotel', async () => {
    const { id, member } = await createOpenVoucher();
    await runConcurrently(
      `insert into member_voucher (member_card_id, voucher_id, redeem_date, valid_until_date)
       select member_card_id, voucher_id, redeem_date, valid_until_date from member_voucher where id = ${id}`,
      `update member m set hotel_id = (select min(id) from hotel h where h.id <> m.hotel_id) where id = ${member}`,
    );
  });

  const insertBill = (member: number) =>
    `insert into transaction (hotel_id, member_id) select max(h.id), m.id from hotel h, member m where m.id = ${member}
      group by m.id`;
  const moveMember = (member: number) =>
    `update member m set hotel_id = (select min(id) from hotel h where h.id <> m.hotel_id),
        register_hotel_id = m.hotel_id where id = ${member}`;

  it('are correct for a bill and the move of its member to another hotel', async () => {
    const { member } = await createOpenVoucher();
    await runConcurrently(insertBill(member), moveMember(member));
    await runConcurrently(moveMember(member), insertBill(member));
  });

  it('are correct for a bill moved to another member and the move of that member to another hotel', async () => {
    const { member } = await createOpenVoucher();
    const { rows } = await db.pool.query<{ id: number; target_member_id: number }>(
      `${insertBill(member)} returning id, (select min(id) from member) as target_member_id`,
    );
    const [{ id, target_member_id: targetMemberId } = { id: 0, target_member_id: 0 }] = rows;
    const moveBill = (memberId: number) => `update transaction set member_id = ${memberId} where id = ${id}`;
    await runConcurrently(moveBill(targetMemberId), moveMember(targetMemberId));
    await runConcurrently(moveMember(member), moveBill(member));
  });
});

it('compaction leaves one row of deltas per rollup without changing any sum', async () => {
  const { rows: rollups } = await db.pool.query<{ rollup: string }>('select rollup from rollup_source');
  const readSums = async () => {
    const sums: Record<string, object | undefined> = {};
    for (const { rollup } of rollups) {
      const { rows: columns } = await db.pool.query<{ sums: string }>(
        `select rollup_statement('select $sums from (select *, 1 as sign from $rollup) r', $1) as sums`,
        [rollup],
      );
      sums[rollup] = (await db.pool.query<object>(columns[0]?.sums ?? '')).rows[0];
    }
    return sums;
  };
  await write(WRITES['visit'] ?? '', [1, 12]);
  const before = await readSums();
  const { rows } = await db.pool.query<{ folded: number }>('select compact_rollups() as folded');
  expect(rows[0]?.folded).toBeGreaterThan(0);
  expect(await readSums()).toEqual(before);
  for (const { rollup } of rollups)
    expect((await db.pool.query(`select from ${rollup}_delta`)).rowCount, rollup).toBe(0);
});
