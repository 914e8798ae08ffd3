import { getResource } from '@innkeeper/contract';
import { checkIntegrity } from '@innkeeper/db/testing';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Vouchers are worth money: a term gets each set of vouchers once, however often its member is upgraded. */

const api = await startTestApp();
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post, remove } = createProgramme(api, admin, inputs, fixtures.h1);
/** Above Platinum, so that there is more than one upgrade step. */
const diamond = await inputs.create(getResource('membership'), {
  name: 'Diamond',
  rank: 30,
  is_free: 0,
  is_regional: 0,
  restrict_region_id: null,
  currency_country_id: null,
});
await inputs.create(getResource('voucher'), {
  membership_id: diamond.id,
  hotel_id: null,
  is_restricted: 0,
  is_active: 1,
  quantity: 3,
});

const findIds = async (table: string, members: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{
    id: number;
  }>`select id from ${sql.table(table)} where member_id = any(${members}::bigint[]) order by id`.execute(db.kysely);
  return rows.map(({ id }) => id);
};

/** Vouchers that exceed the quantity of their kind, per term from the sold card upwards, or over all paid terms. */
async function findExtraVouchers(members: readonly number[]): Promise<unknown[]> {
  const { rows } = await sql`
    with recursive chain as (
      select id, id as term from member_card where member_id = any(${members}::bigint[]) and upgraded_from_id is null
      union all
      select c.id, chain.term from member_card c join chain on chain.id = c.upgraded_from_id
    )
    select chain.term, w.name, count(*)::int as given
    from member_voucher v join chain on chain.id = v.member_card_id join voucher w on w.id = v.voucher_id
    group by grouping sets ((chain.term, w.id, w.name, w.quantity), (w.id, w.name, w.quantity))
    having count(*) > w.quantity * case when grouping(chain.term) = 0 then 1 else ${members.length}::int end`.execute(
    db.kysely,
  );
  return rows;
}

type Step = (members: readonly number[], pick: (list: readonly number[]) => number) => Promise<unknown>;
const pickRecord = (table: string, performAction: (id: number) => Promise<unknown>): Step => {
  return async (members, pick) => performAction(pick(await findIds(table, members)));
};
const setTier = (membership_id: number): Step => {
  return (members, pick) => post(`member/${pick(members)}/membership`, { membership_id, remark: 'By hand' });
};

let reasons = 0;
const createReason = () => `Reason ${(reasons += 1)}`;

/** Credits this number of complimentary visits, enough for the next tier. */
const creditVisits = async (member: number, n: number) =>
  post(`member/${member}`, { comp_visits_period: n, comp_visits_reason: createReason() });
await post(`option_detail/${await inputs.findOptionDetail('complimentary-visits', 'per-term')}`, { value: '8' });

/** Each step changes a tier by one entry point. A step that does not apply is rejected and issues nothing. */
const STEPS: Readonly<Record<string, Step>> = {
  'to Gold': setTier(fixtures.gold),
  'to Platinum': setTier(fixtures.platinum),
  'to Diamond': setTier(diamond.id),
  'visits enough': (members, pick) => creditVisits(pick(members), 8),
  'visits gone': (members, pick) => creditVisits(pick(members), 0),
  'another membership on a card': pickRecord('member_card', (id) =>
    post(`member_card/${id}`, { membership_id: id % 2 ? fixtures.gold : fixtures.platinum, remark: createReason() }),
  ),
  'a card switched': pickRecord('member_card', (id) => post(`member_card/${id}`, { is_active: id % 2 })),
  'a card deleted': pickRecord('member_card', (id) => remove('member_card', id)),
  'a card restored': pickRecord('member_card', (id) => post(`member_card/${id}/restore`)),
  'a card by hand': async (members, pick) =>
    post('member_card', {
      member_id: pick(members),
      membership_id: fixtures.gold,
      hotel_id: fixtures.h1,
      start_date: await fixtures.dayFromNow(-1),
      end_date: await fixtures.dayFromNow(200),
      is_active: 1,
      remark: 'On paper',
    }),
  'a voucher deleted': pickRecord('member_voucher', (id) => remove('member_voucher', id)),
  'a voucher restored': pickRecord('member_voucher', (id) => post(`member_voucher/${id}/restore`)),
  merge: ([retainedId, otherId]) => post(`member/${retainedId}/merge`, { member_id: otherId, fields: {} }),
  'merge undone': async ([retainedId]) => {
    const { rows } = await sql<{
      id: number;
    }>`select id from member_merge where retained_id = ${retainedId} order by id desc limit 1`.execute(db.kysely);
    return post(`member/${retainedId}/merge/${rows[0]?.id ?? 0}/undo`);
  },
};

test('each set of vouchers is issued once over repeated manual tier changes', async () => {
  const { member } = (await fixtures.sell()).body.data;
  const steps = [
    fixtures.platinum,
    fixtures.gold,
    diamond.id,
    fixtures.gold,
    fixtures.platinum,
    fixtures.gold,
    diamond.id,
  ];
  for (const membership_id of steps) {
    const reply = await post(`member/${member.id}/membership`, { membership_id, remark: 'By hand' });
    expect(reply.status, reply.text).toBe(200);
  }
  expect(await findExtraVouchers([member.id])).toEqual([]);
  // Gold 2 + 1, Platinum 1, Diamond 3.
  expect(await findIds('member_voucher', [member.id])).toHaveLength(7);
});

test('card and vouchers do not change when staff set a tier that visits had earned', async () => {
  const { member } = (await fixtures.sell()).body.data;
  for (const n of [8, 0]) await creditVisits(member.id, n);
  const cards = await findIds('member_card', [member.id]);
  await post(`member/${member.id}/membership`, { membership_id: fixtures.platinum, remark: 'Promised' });
  expect(await findIds('member_card', [member.id])).toEqual(cards);
  const { rows } = await sql`select from member_card where id = ${cards[1]} and is_active and is_tier_manual`.execute(
    db.kysely,
  );
  expect(rows).toHaveLength(1);
});

test('a term never exceeds its number of vouchers, for any change of tiers, cards or vouchers', async () => {
  const stepArbitrary = fc.record({ name: fc.constantFrom(...Object.keys(STEPS)), which: fc.nat(1000) });
  await fc.assert(
    fc.asyncProperty(fc.array(stepArbitrary, { minLength: 10, maxLength: 25 }), async (steps) => {
      const members: number[] = [];
      for (let n = 0; n < 2; n += 1) members.push((await fixtures.sell()).body.data.member.id);
      // Both have reached the highest tier once: any further upgrade would issue a set of vouchers twice.
      for (const [first, to] of [
        [0, diamond.id],
        [1, fixtures.platinum],
        [0, fixtures.gold],
        [1, fixtures.gold],
      ] as const)
        await setTier(to)(members, (list) => list[first] ?? 0);
      for (const { name, which: choice } of steps) {
        await STEPS[name]?.(members, (list) => list[choice % Math.max(list.length, 1)] ?? 0);
        expect(await findExtraVouchers(members), name).toEqual([]);
      }
    }),
    { seed: testSeed(), numRuns: 10 },
  );
  expect(await checkIntegrity(db, ['standings'])).toEqual([]);
});
