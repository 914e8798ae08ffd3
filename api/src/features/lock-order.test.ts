import { getResource } from '@innkeeper/contract';
import { testSeed } from '@innkeeper/contract/testing';
import { checkIntegrity } from '@innkeeper/db/testing';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { REASON, type Reply, call } from '../testing/call.ts';
import { createFixtures } from '../testing/fixtures.ts';
import { createInputs } from '../testing/inputs.ts';
import { startTestApp } from '../testing/test-app.ts';
import { type TestUser, createUser } from '../testing/user.ts';
import { createBaseRecords } from '../testing/base-records.ts';

/**
 * Two users who write to the records of one member at the same time never deadlock. PostgreSQL resolves a deadlock
 * after a second and the server retries, so responses cannot show it. The tests count deadlocks in the database
 * statistics.
 */

const CLIENTS = 12;
const CONNECTIONS = CLIENTS + 4;
const api = await startTestApp({ connections: CONNECTIONS });
const { app, db } = api;
/** Writes of this user stop at the gate; writes of the other user do not. */
const pausedUser = await createUser(db, { level: 'group' });
const activeUser = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, activeUser, baseRecords);
const fixtures = await createFixtures(api, activeUser, inputs);
const cash = await fixtures.findOptionDetail('type-payment', 'cash');
const request = await fixtures.findOptionDetail('refund-reason', 'guest-request');

const TABLES = ['member', 'member_card', 'member_voucher', 'voucher_redeem', 'visit', 'transaction'] as const;
const LOCK_KEY = 360_001;
await sql`
  create function wait_at_gate() returns trigger language plpgsql as $$
  begin
    if current_setting('innkeeper.actor', true) = ${sql.lit(String(pausedUser.id))} then
      perform pg_advisory_xact_lock_shared(${sql.lit(LOCK_KEY)});
    end if;
    return new;
  end $$`.execute(db.kysely);
// This trigger must fire last: updates that change nothing are suppressed earlier and do not stop at the gate.
for (const table of TABLES)
  await sql`create trigger zz_gate before insert
      or update on ${sql.table(table)} for each row execute function wait_at_gate()`.execute(db.kysely);

interface Guest {
  readonly member: number;
  /** A duplicate member, to be merged. */
  readonly duplicate: number;
  readonly card: number;
  readonly sale: number;
  readonly vouchers: readonly number[];
  /** A redemption to void; the next one is for restoring. */
  readonly redemption: number;
  readonly voidedRedemption: number;
  readonly visit: number;
}

async function sellMembership() {
  const reply = await fixtures.sell();
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
}

/** If `isRedeemed` is true, a voucher of the guest's card is redeemed, so the sale of the card cannot be cancelled. */
async function createGuest(isRedeemed: boolean): Promise<Guest> {
  const { transaction, member, member_card, member_vouchers } = await sellMembership();
  const duplicate = await sellMembership();
  const memberVouchers = await Promise.all(
    [1, 2, 3].map(() =>
      inputs.create(getResource('member_voucher'), {
        member_card_id: member_card.id,
        voucher_id: fixtures.unrestrictedVoucher,
        restrict_hotel_id: null,
        transaction_id: null,
        redeem_date: member_card.start_date,
        valid_until_date: member_card.end_date,
      }),
    ),
  );
  const [usedVoucher, otherVoucher, openVoucher] = memberVouchers.map(({ id }) => id);
  const redemption = isRedeemed ? await fixtures.redeem({ id: usedVoucher ?? 0 }) : 0;
  const voidedRedemption = await fixtures.redeem({ id: otherVoucher ?? 0 });
  const deleteReply = await send(activeUser, 'DELETE', `voucher_redeem/${voidedRedemption}`);
  expect(deleteReply.status, deleteReply.text).toBe(200);
  const bill = await postVisit(activeUser, member.id);
  expect(bill.status, bill.text).toBe(201);
  return {
    member: member.id,
    duplicate: duplicate.member.id,
    card: member_card.id,
    sale: transaction.id,
    vouchers: [openVoucher ?? 0, otherVoucher ?? 0, ...member_vouchers.map(({ id }) => id)],
    redemption,
    voidedRedemption,
    visit: bill.body.data.id,
  };
}

type Method = 'POST' | 'DELETE';
type ActionReply = Reply<{ readonly data: { readonly id: number } }>;
const send = (
  user: TestUser,
  method: Method,
  path: string,
  body: Record<string, unknown> = REASON.body,
): Promise<ActionReply> => call(app, user.token, method, `/api/${path}`, { body });

const createRemark = () => ({ remark: `Because of ${crypto.randomUUID()}` });

type Action = (guest: Guest, user: TestUser) => Promise<ActionReply>;
const ACTIONS = {
  redeem: ({ vouchers: [openVoucher] }, user) => redeemAs(user, openVoucher),
  void: ({ redemption }, user) => send(user, 'DELETE', `voucher_redeem/${redemption}`),
  'restore a redemption': ({ voidedRedemption }, user) =>
    send(user, 'POST', `voucher_redeem/${voidedRedemption}/restore`),
  'deactivate a card': ({ card }, user) => send(user, 'POST', `member_card/${card}`, { is_active: 0 }),
  'replace a card': ({ card }, user) =>
    send(user, 'POST', `member_card/${card}/replace`, { reason: 'Lost card', fee: '50000', type_payment_id: cash }),
  'extend a voucher': ({ vouchers: [openVoucher], card }, user) => extendVoucher(user, openVoucher, card),
  'create a voucher': ({ card }, user) => createVoucher(user, card),
  cancel: ({ sale }, user) => send(user, 'DELETE', `transaction/${sale}`),
  merge: ({ member, duplicate }, user) => send(user, 'POST', `member/${member}/merge`, { member_id: duplicate }),
  'merge in the other direction': ({ member, duplicate }, user) =>
    send(user, 'POST', `member/${duplicate}/merge`, { member_id: member }),
  'deactivate a member': ({ member }, user) => send(user, 'POST', `member/${member}`, { is_active: 0 }),
  renew: async ({ member }, user) =>
    send(user, 'POST', 'transaction/wizard', await fixtures.createSaleInput({ type: 2, member_id: member })),
  'buy an upgrade': async ({ member }, user) =>
    send(
      user,
      'POST',
      'transaction/wizard',
      await fixtures.createSaleInput({ type: 6, member_id: member, membership_id: fixtures.platinum }),
    ),
  'refund a sale': ({ sale }, user) =>
    send(user, 'POST', `transaction/${sale}/refund`, {
      amount: '500000',
      refund_reason_id: request,
      type_payment_id: cash,
      ends_membership: 1,
    }),
  'post a visit': ({ member }, user) => postVisit(user, member),
  'edit a visit': ({ visit }, user) => send(user, 'POST', `visit/${visit}`, { total_fb: '700000' }),
} satisfies Record<string, Action>;

const redeemAs = async (user: TestUser, voucher = 0): Promise<ActionReply> =>
  send(user, 'POST', 'voucher_redeem', {
    member_voucher_id: voucher,
    redeem_hotel_id: fixtures.h1,
    redeem_date: api.clock().toISOString(),
    booking_no: 'B',
    staff_name: 'Ayu',
  });

const postVisit = async (user: TestUser, member_id: number): Promise<ActionReply> =>
  send(
    user,
    'POST',
    'visit',
    await inputs.createRequired(getResource('visit'), { member_id, hotel_id: fixtures.h1, total_fb: '500000' }),
  );

async function extendVoucher(user: TestUser, voucher = 0, card = 0): Promise<ActionReply> {
  const { rows } = await sql<{
    day: string;
  }>`select (end_date + 10)::text as day from member_card where id = ${card}`.execute(db.kysely);
  return send(user, 'POST', `member_voucher/${voucher}`, { valid_until_date: rows[0]?.day, ...createRemark() });
}

async function createVoucher(user: TestUser, card: number): Promise<ActionReply> {
  const { rows } = await sql<{ from: string; until: string }>`
    select start_date::text as from, end_date::text as until from member_card where id = ${card}`.execute(db.kysely);
  return send(user, 'POST', 'member_voucher', {
    member_card_id: card,
    voucher_id: fixtures.unrestrictedVoucher,
    restrict_hotel_id: null,
    transaction_id: null,
    redeem_date: rows[0]?.from,
    valid_until_date: rows[0]?.until,
    ...createRemark(),
  });
}

/**
 * Counts deadlocks of this database. Each connection flushes its statistics first; otherwise they are up to a second
 * late.
 */
async function countDeadlocks(): Promise<number> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => db.pool.connect()));
  try {
    for (const client of clients) await client.query('select pg_stat_force_next_flush()');
    const [client] = clients;
    const result = await client?.query<{ n: number }>(
      'select deadlocks::integer as n from pg_stat_database where datname = current_database()',
    );
    const [row] = result?.rows ?? [];
    if (!row) throw new Error('The database has no statistics');
    return row.n;
  } finally {
    for (const client of clients) client.release();
  }
}

/** Number of connections that wait at the gate, and number that wait for a row. */
async function readWaiting(): Promise<{ gate: number; row: number }> {
  const { rows } = await sql<{ gate: number; row: number }>`
    select count(*) filter (where wait_event = 'advisory')::integer as gate,
      count(*) filter (where wait_event <> 'advisory')::integer as row
    from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db.kysely);
  return rows[0] ?? { gate: 0, row: 0 };
}

const POLL_OPTIONS = { interval: 5, timeout: 60_000 };
/** Lets cards that were sold today be renewed. */
const window = await send(
  activeUser,
  'POST',
  `option_detail/${await fixtures.findOptionDetail('renewal-window', 'before')}`,
  {
    value: '365',
  },
);
expect(window.status, window.text).toBe(200);

const EXPECTED_STATUSES = [200, 201, 403, 404, 409, 422];

const ACTION_NAMES = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[]; // Object.keys loses the key type

test.each(ACTION_NAMES)('a user can $0 without concurrent writes', async (name) => {
  const { status, text } = await ACTIONS[name](await createGuest(name === 'void'), activeUser);
  expect([200, 201], text).toContain(status);
});

test.each(ACTION_NAMES)('no action on a member deadlocks with another user’s attempt to $0', async (first) => {
  const guests = await Promise.all(ACTION_NAMES.map((second) => createGuest(first === 'void' || second === 'void')));
  for (const [i, second] of ACTION_NAMES.entries()) {
    const guest = guests[i];
    if (!guest) throw new Error('A guest is missing');
    const before = await countDeadlocks();
    const gateClient = await db.pool.connect();
    try {
      await gateClient.query(`select pg_advisory_lock(${LOCK_KEY})`);
      const firstReply = trackReply(ACTIONS[first](guest, pausedUser));
      await expect.poll(async () => firstReply.isAnswered() || (await readWaiting()).gate > 0, POLL_OPTIONS).toBe(true);
      const secondReply = trackReply(ACTIONS[second](guest, activeUser));
      await expect.poll(async () => secondReply.isAnswered() || (await readWaiting()).row > 0, POLL_OPTIONS).toBe(true);
      await gateClient.query(`select pg_advisory_unlock(${LOCK_KEY})`);
      for (const { reply } of [firstReply, secondReply]) {
        const { status, text } = await reply;
        expect(EXPECTED_STATUSES, `${first}, ${second}: ${text}`).toContain(status);
      }
    } finally {
      await gateClient.query('select pg_advisory_unlock_all()');
      gateClient.release();
    }
    expect.soft((await countDeadlocks()) - before, `${first}, then ${second}`).toBe(0);
  }
});

function trackReply(reply: Promise<ActionReply>) {
  let isAnswered = false;
  return { reply: reply.finally(() => (isAnswered = true)), isAnswered: () => isAnswered };
}

test('hundreds of concurrent actions on three members finish without a deadlock', async () => {
  const guests = await Promise.all([createGuest(true), createGuest(true), createGuest(false)]);
  const before = await countDeadlocks();
  const actionArbitrary = fc.record({ name: fc.constantFrom(...ACTION_NAMES), guest: fc.constantFrom(...guests) });
  const actions = fc.sample(actionArbitrary, { seed: testSeed(), numRuns: 360 });
  const remainingActions = actions.values();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (const { name, guest } of remainingActions) {
        const { status, text } = await ACTIONS[name](guest, activeUser);
        expect(EXPECTED_STATUSES, `${name}: ${text}`).toContain(status);
      }
    }),
  );
  expect((await countDeadlocks()) - before).toBe(0);
  expect(await checkIntegrity(db)).toEqual([]);
});
