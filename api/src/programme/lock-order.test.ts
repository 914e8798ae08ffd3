import { getResource } from '@innkeeper/contract';
import { testSeed } from '@innkeeper/contract/testing';
import { checkBooks } from '@innkeeper/db/testing';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { REASON, type Reply, call } from '../testing/call.ts';
import { createHouse } from '../testing/house.ts';
import { createInputs } from '../testing/inputs.ts';
import { startTestApp } from '../testing/test-app.ts';
import { type TestUser, createUser } from '../testing/user.ts';
import { createWorld } from '../testing/world.ts';

/**
 * Two users who write to the records of one member at the same moment never deadlock. PostgreSQL ends a deadlock after a second and the server
 * retries the write, so no response shows one: these tests count deadlocks in the statistics of the database.
 */

const CLIENTS = 12;
const CONNECTIONS = CLIENTS + 4;
const api = await startTestApp({ connections: CONNECTIONS });
const { app, db } = api;
/** The writes of this user stop at the gate; those of the other do not. */
const paused = await createUser(db, { level: 'group' });
const free = await createUser(db, { level: 'group' });
const world = await createWorld(db);
const inputs = createInputs(api, free, world);
const house = await createHouse(api, free, inputs);
const cash = await house.detail('type-payment', 'cash');
const request = await house.detail('refund-reason', 'guest-request');

const TABLES = ['member', 'member_card', 'member_voucher', 'voucher_redeem', 'visit', 'transaction'] as const;
const GATE = 360_001;
await sql`
  create function wait_at_gate() returns trigger language plpgsql as $$
  begin
    if current_setting('innkeeper.actor', true) = ${sql.lit(String(paused.id))} then
      perform pg_advisory_xact_lock_shared(${sql.lit(GATE)});
    end if;
    return new;
  end $$`.execute(db.kysely);
// Last of a row's triggers: what they leave unchanged is not written, so it does not stop at the gate.
for (const table of TABLES)
  await sql`create trigger zz_gate before insert or update on ${sql.table(table)} for each row execute function wait_at_gate()`.execute(
    db.kysely,
  );

interface Guest {
  readonly member: number;
  /** Somebody who turns out to be the same person. */
  readonly double: number;
  readonly card: number;
  readonly sale: number;
  readonly vouchers: readonly number[];
  /** A redemption that can be voided, and one that can be restored. */
  readonly done: number;
  readonly voided: number;
  readonly visit: number;
}

async function sold() {
  const reply = await house.sell();
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
}

/** `isRedeemed`: a voucher of the guest's card is redeemed. The sale of the card cannot be cancelled then. */
async function createGuest(isRedeemed: boolean): Promise<Guest> {
  const { transaction, member, member_card, member_vouchers } = await sold();
  const double = await sold();
  const made = await Promise.all(
    [1, 2, 3].map(() =>
      inputs.create(getResource('member_voucher'), {
        member_card_id: member_card.id,
        voucher_id: house.d,
        restrict_hotel_id: null,
        transaction_id: null,
        redeem_date: member_card.start_date,
        valid_until_date: member_card.end_date,
      }),
    ),
  );
  const [used, other, open] = made.map(({ id }) => id);
  const done = isRedeemed ? await house.redeem({ id: used ?? 0 }) : 0;
  const voided = await house.redeem({ id: other ?? 0 });
  const gone = await ask(free, 'DELETE', `voucher_redeem/${voided}`);
  expect(gone.status, gone.text).toBe(200);
  const bill = await postVisit(free, member.id);
  expect(bill.status, bill.text).toBe(201);
  return {
    member: member.id,
    double: double.member.id,
    card: member_card.id,
    sale: transaction.id,
    vouchers: [open ?? 0, other ?? 0, ...member_vouchers.map(({ id }) => id)],
    done,
    voided,
    visit: bill.body.data.id,
  };
}

type Method = 'POST' | 'DELETE';
type ActReply = Reply<{ readonly data: { readonly id: number } }>;
const ask = (
  user: TestUser,
  method: Method,
  path: string,
  body: Record<string, unknown> = REASON.body,
): Promise<ActReply> => call(app, user.token, method, `/api/${path}`, { body });

const remark = () => ({ remark: `Because of ${crypto.randomUUID()}` });

type Act = (guest: Guest, user: TestUser) => Promise<ActReply>;
const ACTS = {
  redeem: ({ vouchers: [open] }, user) => redeemBy(user, open),
  void: ({ done }, user) => ask(user, 'DELETE', `voucher_redeem/${done}`),
  'restore a redemption': ({ voided }, user) => ask(user, 'POST', `voucher_redeem/${voided}/restore`),
  'switch a card off': ({ card }, user) => ask(user, 'POST', `member_card/${card}`, { is_active: 0 }),
  'replace a card': ({ card }, user) =>
    ask(user, 'POST', `member_card/${card}/replace`, { reason: 'Lost card', fee: '50000', type_payment_id: cash }),
  'extend a voucher': ({ vouchers: [open], card }, user) => extend(user, open, card),
  'make a voucher': ({ card }, user) => makeVoucher(user, card),
  cancel: ({ sale }, user) => ask(user, 'DELETE', `transaction/${sale}`),
  merge: ({ member, double }, user) => ask(user, 'POST', `member/${member}/merge`, { member_id: double }),
  'merge the other way round': ({ member, double }, user) =>
    ask(user, 'POST', `member/${double}/merge`, { member_id: member }),
  'switch a member off': ({ member }, user) => ask(user, 'POST', `member/${member}`, { is_active: 0 }),
  renew: async ({ member }, user) =>
    ask(user, 'POST', 'transaction/wizard', await house.order({ type: 2, member_id: member })),
  'buy an upgrade': async ({ member }, user) =>
    ask(
      user,
      'POST',
      'transaction/wizard',
      await house.order({ type: 6, member_id: member, membership_id: house.platinum }),
    ),
  'refund a sale': ({ sale }, user) =>
    ask(user, 'POST', `transaction/${sale}/refund`, {
      amount: '500000',
      refund_reason_id: request,
      type_payment_id: cash,
      ends_membership: 1,
    }),
  'post a visit': ({ member }, user) => postVisit(user, member),
  'edit a visit': ({ visit }, user) => ask(user, 'POST', `visit/${visit}`, { total_fb: '700000' }),
} satisfies Record<string, Act>;

const redeemBy = async (user: TestUser, voucher = 0): Promise<ActReply> =>
  ask(user, 'POST', 'voucher_redeem', {
    member_voucher_id: voucher,
    redeem_hotel_id: house.h1,
    redeem_date: api.clock().toISOString(),
    booking_no: 'B',
    staff_name: 'Ayu',
  });

const postVisit = async (user: TestUser, member_id: number): Promise<ActReply> =>
  ask(
    user,
    'POST',
    'visit',
    await inputs.required(getResource('visit'), { member_id, hotel_id: house.h1, total_fb: '500000' }),
  );

async function extend(user: TestUser, voucher = 0, card = 0): Promise<ActReply> {
  const { rows } = await sql<{
    day: string;
  }>`select (end_date + 10)::text as day from member_card where id = ${card}`.execute(db.kysely);
  return ask(user, 'POST', `member_voucher/${voucher}`, { valid_until_date: rows[0]?.day, ...remark() });
}

async function makeVoucher(user: TestUser, card: number): Promise<ActReply> {
  const { rows } = await sql<{ from: string; until: string }>`
    select start_date::text as from, end_date::text as until from member_card where id = ${card}`.execute(db.kysely);
  return ask(user, 'POST', 'member_voucher', {
    member_card_id: card,
    voucher_id: house.d,
    restrict_hotel_id: null,
    transaction_id: null,
    redeem_date: rows[0]?.from,
    valid_until_date: rows[0]?.until,
    ...remark(),
  });
}

/** Deadlocks of this database. Each connection reports its own first: otherwise one would show only a second later. */
async function countDeadlocks(): Promise<number> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => db.pool.connect()));
  try {
    for (const client of clients) await client.query('select pg_stat_force_next_flush()');
    const [client] = clients;
    const found = await client?.query<{ n: number }>(
      'select deadlocks::integer as n from pg_stat_database where datname = current_database()',
    );
    const [row] = found?.rows ?? [];
    if (!row) throw new Error('The database has no statistics');
    return row.n;
  } finally {
    for (const client of clients) client.release();
  }
}

/** How many connections wait at the gate, and how many for a row. */
async function readWaiting(): Promise<{ gate: number; row: number }> {
  const { rows } = await sql<{ gate: number; row: number }>`
    select count(*) filter (where wait_event = 'advisory')::integer as gate, count(*) filter (where wait_event <> 'advisory')::integer as row
    from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db.kysely);
  return rows[0] ?? { gate: 0, row: 0 };
}

const POLL = { interval: 5, timeout: 60_000 };
/** Cards of today can be renewed. */
const window = await ask(free, 'POST', `option_detail/${await house.detail('renewal-window', 'before')}`, {
  value: '365',
});
expect(window.status, window.text).toBe(200);

const ANSWERS = [200, 201, 403, 404, 409, 422];

const NAMES = Object.keys(ACTS) as (keyof typeof ACTS)[]; // Object.keys forgets the key type

test.each(NAMES)('a user can $0 while nobody else writes', async (name) => {
  const { status, text } = await ACTS[name](await createGuest(name === 'void'), free);
  expect([200, 201], text).toContain(status);
});

test.each(NAMES)('no act on a member deadlocks with another user who wants to $0', async (first) => {
  const guests = await Promise.all(NAMES.map((second) => createGuest(first === 'void' || second === 'void')));
  for (const [i, second] of NAMES.entries()) {
    const guest = guests[i];
    if (!guest) throw new Error('A guest is missing');
    const before = await countDeadlocks();
    const gate = await db.pool.connect();
    try {
      await gate.query(`select pg_advisory_lock(${GATE})`);
      const one = watch(ACTS[first](guest, paused));
      await expect.poll(async () => one.isAnswered() || (await readWaiting()).gate > 0, POLL).toBe(true);
      const other = watch(ACTS[second](guest, free));
      await expect.poll(async () => other.isAnswered() || (await readWaiting()).row > 0, POLL).toBe(true);
      await gate.query(`select pg_advisory_unlock(${GATE})`);
      for (const { reply } of [one, other]) {
        const { status, text } = await reply;
        expect(ANSWERS, `${first}, ${second}: ${text}`).toContain(status);
      }
    } finally {
      await gate.query('select pg_advisory_unlock_all()');
      gate.release();
    }
    expect.soft((await countDeadlocks()) - before, `${first}, then ${second}`).toBe(0);
  }
});

function watch(reply: Promise<ActReply>) {
  let isAnswered = false;
  return { reply: reply.finally(() => (isAnswered = true)), isAnswered: () => isAnswered };
}

test('hundreds of concurrent acts on three members end without a deadlock', async () => {
  const guests = await Promise.all([createGuest(true), createGuest(true), createGuest(false)]);
  const before = await countDeadlocks();
  const one = fc.record({ name: fc.constantFrom(...NAMES), guest: fc.constantFrom(...guests) });
  const acts = fc.sample(one, { seed: testSeed(), numRuns: 360 });
  const left = acts.values();
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      for (const { name, guest } of left) {
        const { status, text } = await ACTS[name](guest, free);
        expect(ANSWERS, `${name}: ${text}`).toContain(status);
      }
    }),
  );
  expect((await countDeadlocks()) - before).toBe(0);
  expect(await checkBooks(db)).toEqual([]);
});
