import { checkBooks } from '@innkeeper/db/testing';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Answered } from '../../testing/answers.ts';
import { REASON, type Reply, call } from '../../testing/call.ts';
import { createHouse } from '../../testing/house.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/** Random lives of members, after every step of which the books must agree and nothing may be lost. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const house = await createHouse(api, admin, createInputs(api, admin, await createWorld(db)));
/** Two visits lead to Platinum, so that short lives rise and fall. */
await sql`update membership set min_visit = 1, min_visit_to_upgrade = 2 where id = ${house.gold}`.execute(db.kysely);

const post = (path: string, body: Input = {}): Promise<Reply<{ data: Answered }>> =>
  call(app, admin.token, 'POST', `/api/${path}`, { body });
const remove = (path: string) => call<{ data: Answered }>(app, admin.token, 'DELETE', `/api/${path}`, REASON);
const ids = async (statement: ReturnType<typeof sql<{ id: number }>>): Promise<number[]> =>
  (await statement.execute(db.kysely)).rows.map(({ id }) => id);

/** The test's own knowledge of a life: money by transaction, and the redemptions that stand. */
interface Known {
  readonly members: number[];
  readonly sold: Map<number, number>;
  readonly cancelled: Map<number, number>;
  readonly redeemed: Set<number>;
  readonly merges: { kept: number; id: number }[];
}

type Step = (
  known: Known,
  pick: (list: readonly number[]) => number | undefined,
) => Promise<Reply<unknown> | undefined>;

let bills = 0;
const amountOf = (transaction: Answered): number => Number(transaction.grand_total);

/** Each step acts as a clerk would, with the records there are; the server refuses a step that does not fit, and changes nothing. */
const STEPS: Readonly<Record<string, Step>> = {
  buy: async (known) => {
    const reply = await house.sell();
    known.members.push(reply.body.data.member.id);
    known.sold.set(reply.body.data.transaction.id, amountOf(reply.body.data.transaction));
    return reply;
  },
  'buy again': async (known, pick) => sellTo(known, 1, pick(known.members)),
  renew: async (known, pick) => sellTo(known, 2, pick(known.members)),
  visit: async (known, pick) => {
    const member_id = pick(known.members);
    if (member_id === undefined) return undefined;
    bills += 1;
    return post('visit', {
      hotel_id: house.h1,
      member_id,
      reference_no: `L${bills}`,
      total_fb: '10',
      staff_name: 'Ayu',
    });
  },
  'delete a visit': async (known, pick) => {
    const id = pick(
      await ids(
        sql`select id from visit where deleted_at is null and member_id = any(${known.members}::bigint[]) order by id`,
      ),
    );
    return id === undefined ? undefined : remove(`visit/${id}`);
  },
  'restore a visit': async (known, pick) => {
    const id = pick(
      await ids(
        sql`select id from visit where deleted_at is not null and member_id = any(${known.members}::bigint[]) order by id`,
      ),
    );
    return id === undefined ? undefined : post(`visit/${id}/restore`);
  },
  'move a visit': async (known, pick) => {
    const id = pick(
      await ids(
        sql`select id from visit where deleted_at is null and member_id = any(${known.members}::bigint[]) order by id`,
      ),
    );
    const member_id = pick(known.members);
    return id === undefined || member_id === undefined ? undefined : post(`visit/${id}/move`, { member_id });
  },
  redeem: async (known, pick) => {
    const member_voucher_id = pick(
      await ids(sql`select id from member_voucher where member_id = any(${known.members}::bigint[]) order by id`),
    );
    if (member_voucher_id === undefined) return undefined;
    const redeem_date = new Date().toISOString();
    const reply = await post('voucher_redeem', {
      member_voucher_id,
      redeem_hotel_id: house.h1,
      redeem_date,
      booking_no: 'B',
      staff_name: 'Ayu',
    });
    if (reply.status === 201) known.redeemed.add(reply.body.data.id);
    return reply;
  },
  void: async (known, pick) => {
    const id = pick([...known.redeemed]);
    if (id === undefined) return undefined;
    const reply = await remove(`voucher_redeem/${id}`);
    if (reply.status === 200) known.redeemed.delete(id);
    return reply;
  },
  cancel: async (known, pick) => {
    const id = pick([...known.sold.keys()]);
    if (id === undefined) return undefined;
    const reply = await remove(`transaction/${id}`);
    if (reply.status === 200) swap(id, known.sold, known.cancelled);
    return reply;
  },
  'take the cancelling back': async (known, pick) => {
    const id = pick([...known.cancelled.keys()]);
    if (id === undefined) return undefined;
    const reply = await post(`transaction/${id}/restore`);
    if (reply.status === 200) swap(id, known.cancelled, known.sold);
    return reply;
  },
  merge: async (known, pick) => {
    const [kept, other] = [pick(known.members), pick(known.members.toReversed())];
    if (kept === undefined || other === undefined) return undefined;
    const reply = await post(`member/${kept}/merge`, { member_id: other, fields: {} });
    const merge = kept === other ? undefined : await lastMerge(kept);
    if (reply.status === 200 && merge !== undefined) known.merges.push({ kept, id: merge });
    return reply;
  },
  'undo a merge': async (known, pick) => {
    const at = pick(known.merges.map((_, i) => i));
    const merge = at === undefined ? undefined : known.merges[at];
    return merge && post(`member/${merge.kept}/merge/${merge.id}/undo`);
  },
  'set the level': async (known, pick) => {
    const id = pick(known.members);
    const membership_id = pick([house.gold, house.platinum]);
    return id === undefined ? undefined : post(`member/${id}/membership`, { membership_id, remark: 'By hand' });
  },
  'ten months pass': async (known, pick) => {
    const id = pick(known.members);
    if (id !== undefined) await passTime(id, 300);
    return undefined;
  },
};

async function sellTo(known: Known, type: number, member_id: number | undefined) {
  if (member_id === undefined) return undefined;
  const reply = await house.sell({ type, member_id });
  if (reply.status === 201) known.sold.set(reply.body.data.transaction.id, amountOf(reply.body.data.transaction));
  return reply;
}

function swap(id: number, from: Map<number, number>, to: Map<number, number>): void {
  to.set(id, from.get(id) ?? 0);
  from.delete(id);
}

async function lastMerge(kept: number): Promise<number | undefined> {
  return (await ids(sql`select id from member_merge where kept_id = ${kept} order by id desc limit 1`))[0];
}

/** Everything of a member is as many days older. Cards one after the other: they must not meet on the way. */
async function passTime(member: number, days: number): Promise<void> {
  const ago = sql`make_interval(days => ${days})`;
  for (const id of await ids(sql`select id from member_card where member_id = ${member} order by start_date, id`))
    await sql`update member_card set start_date = start_date - ${days}::integer, end_date = end_date - ${days}::integer where id = ${id}`.execute(
      db.kysely,
    );
  await sql`update member_voucher set redeem_date = redeem_date - ${days}::integer, valid_until_date = valid_until_date - ${days}::integer where member_id = ${member}`.execute(
    db.kysely,
  );
  await sql`update voucher_redeem set redeem_date = redeem_date - ${ago} where member_id = ${member}`.execute(
    db.kysely,
  );
  await sql`update visit set visit_date = visit_date - ${ago}, created_at = created_at - ${ago} where member_id = ${member}`.execute(
    db.kysely,
  );
}

async function check(known: Known, name: string): Promise<void> {
  expect(await checkBooks(db), name).toEqual([]);
  const { rows } = await sql<{ money: number; redeemed: number; unlogged: number }>`
    select (select coalesce(sum(grand_total), 0) from transaction where deleted_at is null and id = any(${[...known.sold.keys(), ...known.cancelled.keys()]}::bigint[]))::float8 as money,
      (select count(*) from voucher_redeem where deleted_at is null and id = any(${[...known.redeemed]}::bigint[]))::int as redeemed,
      (select count(*) from member_card c where not exists (select from operation o where o.resource = 'member_card' and o.record_id = c.id and o.action = 'create'))::int as unlogged`.execute(
    db.kysely,
  );
  const money = [...known.sold.values()].reduce((sum, amount) => sum + amount, 0);
  expect(rows[0], name).toEqual({ money, redeemed: known.redeemed.size, unlogged: 0 });
}

const REFUSED = [404, 409, 422];

test('the books agree after every step in the lives of members', async () => {
  const names = Object.keys(STEPS);
  const step = fc.record({ name: fc.constantFrom(...names), which: fc.nat(1000) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 22 }), async (steps) => {
      const known: Known = { members: [], sold: new Map(), cancelled: new Map(), redeemed: new Set(), merges: [] };
      await STEPS['buy']?.(known, () => undefined);
      await STEPS['buy']?.(known, () => undefined);
      for (const { name, which } of steps) {
        const reply = await STEPS[name]?.(known, (list) => list[which % Math.max(list.length, 1)]);
        if (reply && reply.status >= 300) expect(REFUSED, `${name}: ${reply.text}`).toContain(reply.status);
        await check(known, name);
      }
    }),
    // The records of a life stay: a shorter one would be tried on other ground.
    { numRuns: 12, endOnFailure: true },
  );
}, 240_000);
