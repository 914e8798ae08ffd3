import { type Field, type ResourceDefinition, bulkFields, resources } from '@innkeeper/contract';
import { checkBooks } from '@innkeeper/db/testing';
import { beforeAll, expect, test } from 'vitest';
import { bringRow } from '../../engine/exchange/test-tables.ts';
import { writtenIn } from '../../testing/answers.ts';
import { readBooks } from '../../testing/books.ts';
import type { Reply } from '../../testing/call.ts';
import { createHouse } from '../../testing/house.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { writableFields } from '../../testing/resources.ts';
import { expectSameWords } from '../../testing/told.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/**
 * Everything that a guest holds and did is edited, field by field, with values near and far: what is taken leaves the books in
 * agreement, what is refused leaves them as they were, in the same words at every door.
 */

const api = await startTestApp();
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const { post, visit } = createProgramme(api, admin, inputs, house.h1);

type Key = 'transaction' | 'transaction_detail' | 'member_card' | 'member_voucher' | 'voucher_redeem' | 'visit';
const HELD: Readonly<Record<string, Key>> = {
  'a sale': 'transaction',
  fees: 'transaction',
  'a fee': 'transaction_detail',
  'a sold card': 'member_card',
  'a card made by hand': 'member_card',
  'a redeemed voucher': 'member_voucher',
  'an open voucher': 'member_voucher',
  'a restricted voucher': 'member_voucher',
  'a voucher made by hand': 'member_voucher',
  'a restricted voucher made by hand': 'member_voucher',
  'a redeemed voucher made by hand': 'member_voucher',
  'a redemption': 'voucher_redeem',
  'a bill': 'visit',
};

/** The records of a guest, by their words. */
async function guest(): Promise<Record<string, number> & { readonly member: number }> {
  const { member, member_card, member_vouchers, transaction } = (await house.sell()).body.data;
  const made = async (key: Key, fields: Input) =>
    writtenIn(await post(key, await inputs.required(resources[key], { remark: 'Goodwill', ...fields }))).id;
  const days = { redeem_date: member_card.start_date, valid_until_date: member_card.end_date };
  const byHand = (voucher_id: number) =>
    made('member_voucher', { member_card_id: member_card.id, voucher_id, ...days });
  const issued = (voucher: number) => member_vouchers.filter(({ voucher_id }) => voucher_id === voucher);
  const [used, open] = issued(house.d);
  const usedByHand = await byHand(house.d);
  await house.redeem({ id: usedByHand });
  const fees = await made('transaction', {
    hotel_id: house.h1,
    member_id: member.id,
    transaction_type_id: await house.detail('transaction-type', '4'),
  });
  return {
    member: member.id,
    'a sale': transaction.id,
    fees,
    'a fee': writtenIn(await post('transaction_detail', { transaction_id: fees, unit_price: '10001' })).id,
    'a sold card': member_card.id,
    'a card made by hand': await made('member_card', {
      member_id: (await inputs.create(resources.member)).id,
      hotel_id: house.h1,
      membership_id: house.gold,
      start_date: member_card.start_date,
      end_date: member_card.end_date,
    }),
    'a redeemed voucher': Number(used?.id),
    'an open voucher': Number(open?.id),
    'a restricted voucher': Number(issued(house.n)[0]?.id),
    'a voucher made by hand': await byHand(house.d),
    'a restricted voucher made by hand': await byHand(house.n),
    'a redeemed voucher made by hand': usedByHand,
    'a redemption': await house.redeem(used),
    'a bill': writtenIn(await visit({ member_id: member.id, hotel_id: house.h1 })).id,
  };
}

let other: Awaited<ReturnType<typeof guest>>;
beforeAll(async () => {
  await post(`membership/${house.gold}`, { min_visit: 1, min_visit_to_upgrade: 2 });
  other = await guest();
  expect(await checkBooks(db)).toEqual([]);
});

/** Records of another guest, by the field that would name them. */
const othersOf = (field: string): number | undefined =>
  ({
    member_id: other.member,
    member_card_id: other['a sold card'],
    member_voucher_id: other['an open voucher'],
    transaction_id: other['a sale'],
    voucher_id: house.x,
    membership_id: house.platinum,
  })[field];

async function valuesOf(d: ResourceDefinition, field: string, f: Field): Promise<unknown[]> {
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
  if (f.kind === 'date') return Promise.all([-400, -1, 1, 300, 440].map((days) => house.day(days)));
  if (f.kind === 'instant') return [hours(960), hours(30)];
  if (f.kind === 'flag') return [0, 1];
  if (f.kind === 'money') return ['0', '7'];
  if (f.kind === 'integer') return [0, 7];
  if (f.kind !== 'reference') return [];
  const values = field.endsWith('hotel_id') ? [house.h2, house.h3] : [(await inputs.full(d))[field], othersOf(field)];
  return [...values, ...(f.required ? [] : [null])].filter((value) => value !== undefined);
}

const isTaken = ({ status, text }: Reply<unknown>): boolean => {
  expect([200, 201, 409, 422], text).toContain(status);
  return status < 300;
};

/** By each door in turn; a file is tried before. Returns whether it was taken. */
let turn = 0;
async function edit(d: ResourceDefinition, id: number, set: Input): Promise<boolean> {
  turn += 1;
  if (turn % 3 === 1) return isTaken(await post(`${d.key}/${id}`, set));
  const isForMany = Object.keys(set).every((name) => bulkFields(d).includes(name));
  if (turn % 3 === 2 && isForMany) return isTaken(await post(`${d.key}/updateBulk`, { ids: [id], set }));
  return isTaken(await bringRow(api, admin.token, d.key, { id, ...set }));
}

const fieldsOf = (d: ResourceDefinition) =>
  writableFields(d).filter(([, f]) => ['date', 'instant', 'flag', 'money', 'integer', 'reference'].includes(f.kind));

/**
 * Each edit that is taken is made in a guest of its own, so that one audit judges many edits: planning it costs more than all of them. Its
 * findings name their records, and each edit names its own.
 */
let held: Awaited<ReturnType<typeof guest>> | undefined;
test.each(Object.entries(HELD))('%s may be given other values, or not: the books agree', async (words, key) => {
  const d: ResourceDefinition = resources[key];
  const taken: string[] = [];
  for (const [name, f] of fieldsOf(d))
    for (const value of await valuesOf(d, name, f)) {
      held ??= await guest();
      const before = await readBooks(db);
      const reason = 'remark' in d.fields ? { remark: `Because of ${name}` } : {};
      const id = held[words] ?? 0;
      if (await edit(d, id, { [name]: value, ...reason })) {
        taken.push(`${name} of ${key} ${id}, of member ${held.member}: ${String(value)}`);
        held = undefined;
      } else {
        await expectSameWords(api, admin.token, d, { id, [name]: value, ...reason });
        expect({ ...(await readBooks(db)), answers: 0 }).toEqual({ ...before, answers: 0 });
      }
    }
  expect(taken).not.toEqual([]);
  expect(await checkBooks(db), taken.join('\n')).toEqual([]);
});
