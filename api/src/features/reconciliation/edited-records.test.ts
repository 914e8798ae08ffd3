import { type Field, type ResourceDefinition, bulkFields, resources } from '@innkeeper/contract';
import { checkIntegrity } from '@innkeeper/db/testing';
import { beforeAll, expect, test } from 'vitest';
import { importRow } from '../../engine/import-export/table-helpers.ts';
import { writtenIn } from '../../testing/responses.ts';
import { readDatabaseState } from '../../testing/database-state.ts';
import type { Reply } from '../../testing/call.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { writableFields } from '../../testing/resources.ts';
import { expectSameMessages } from '../../testing/same-messages.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/**
 * Edits every field of a guest's records with plausible and extreme values. An accepted edit leaves the data
 * consistent. A rejected edit changes nothing and gets the same message at every entry point.
 */

const api = await startTestApp();
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post, visit } = createProgramme(api, admin, inputs, fixtures.h1);

type Key = 'transaction' | 'transaction_detail' | 'member_card' | 'member_voucher' | 'voucher_redeem' | 'visit';
const FIXTURE_KEYS: Readonly<Record<string, Key>> = {
  'a sale': 'transaction',
  fees: 'transaction',
  'a fee': 'transaction_detail',
  'a sold card': 'member_card',
  'a manual card': 'member_card',
  'a redeemed voucher': 'member_voucher',
  'an open voucher': 'member_voucher',
  'a restricted voucher': 'member_voucher',
  'a manual voucher': 'member_voucher',
  'a restricted manual voucher': 'member_voucher',
  'a redeemed manual voucher': 'member_voucher',
  'a redemption': 'voucher_redeem',
  'a bill': 'visit',
};

/** The records of a guest, by description. */
async function guest(): Promise<Record<string, number> & { readonly member: number }> {
  const { member, member_card, member_vouchers, transaction } = (await fixtures.sell()).body.data;
  const made = async (key: Key, fields: Input) =>
    writtenIn(await post(key, await inputs.required(resources[key], { remark: 'Goodwill', ...fields }))).id;
  const days = { redeem_date: member_card.start_date, valid_until_date: member_card.end_date };
  const issueManually = (voucher_id: number) =>
    made('member_voucher', { member_card_id: member_card.id, voucher_id, ...days });
  const issued = (voucher: number) => member_vouchers.filter(({ voucher_id }) => voucher_id === voucher);
  const [used, open] = issued(fixtures.d);
  const usedManually = await issueManually(fixtures.d);
  await fixtures.redeem({ id: usedManually });
  const fees = await made('transaction', {
    hotel_id: fixtures.h1,
    member_id: member.id,
    transaction_type_id: await fixtures.detail('transaction-type', '4'),
  });
  return {
    member: member.id,
    'a sale': transaction.id,
    fees,
    'a fee': writtenIn(await post('transaction_detail', { transaction_id: fees, unit_price: '10001' })).id,
    'a sold card': member_card.id,
    'a manual card': await made('member_card', {
      member_id: (await inputs.create(resources.member)).id,
      hotel_id: fixtures.h1,
      membership_id: fixtures.gold,
      start_date: member_card.start_date,
      end_date: member_card.end_date,
    }),
    'a redeemed voucher': Number(used?.id),
    'an open voucher': Number(open?.id),
    'a restricted voucher': Number(issued(fixtures.n)[0]?.id),
    'a manual voucher': await issueManually(fixtures.d),
    'a restricted manual voucher': await issueManually(fixtures.n),
    'a redeemed manual voucher': usedManually,
    'a redemption': await fixtures.redeem(used),
    'a bill': writtenIn(await visit({ member_id: member.id, hotel_id: fixtures.h1 })).id,
  };
}

let other: Awaited<ReturnType<typeof guest>>;
beforeAll(async () => {
  await post(`membership/${fixtures.gold}`, { min_visit: 1, min_visit_to_upgrade: 2 });
  other = await guest();
  expect(await checkIntegrity(db)).toEqual([]);
});

/** Records of another guest, by the field that would reference them. */
const otherValueFor = (field: string): number | undefined =>
  ({
    member_id: other.member,
    member_card_id: other['a sold card'],
    member_voucher_id: other['an open voucher'],
    transaction_id: other['a sale'],
    voucher_id: fixtures.x,
    membership_id: fixtures.platinum,
  })[field];

async function valuesOf(d: ResourceDefinition, field: string, f: Field): Promise<unknown[]> {
  const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
  if (f.kind === 'date') return Promise.all([-400, -1, 1, 300, 440].map((days) => fixtures.day(days)));
  if (f.kind === 'instant') return [hours(960), hours(30)];
  if (f.kind === 'flag') return [0, 1];
  if (f.kind === 'money') return ['0', '7'];
  if (f.kind === 'integer') return [0, 7];
  if (f.kind !== 'reference') return [];
  const values = field.endsWith('hotel_id')
    ? [fixtures.h2, fixtures.h3]
    : [(await inputs.full(d))[field], otherValueFor(field)];
  return [...values, ...(f.required ? [] : [null])].filter((value) => value !== undefined);
}

const isTaken = ({ status, text }: Reply<unknown>): boolean => {
  expect([200, 201, 409, 422], text).toContain(status);
  return status < 300;
};

/** Uses each entry point in turn; a file gets a dry run first. Returns whether the edit was accepted. */
let turn = 0;
async function edit(d: ResourceDefinition, id: number, set: Input): Promise<boolean> {
  turn += 1;
  if (turn % 3 === 1) return isTaken(await post(`${d.key}/${id}`, set));
  const isBulkEditable = Object.keys(set).every((name) => bulkFields(d).includes(name));
  if (turn % 3 === 2 && isBulkEditable) return isTaken(await post(`${d.key}/updateBulk`, { ids: [id], set }));
  return isTaken(await importRow(api, admin.token, d.key, { id, ...set }));
}

const fieldsOf = (d: ResourceDefinition) =>
  writableFields(d).filter(([, f]) => ['date', 'instant', 'flag', 'money', 'integer', 'reference'].includes(f.kind));

/**
 * Each accepted edit has a guest of its own, so one reconciliation covers many edits: planning its query costs more
 * than running it for all. Findings name their records, so each is traced to its edit.
 */
let held: Awaited<ReturnType<typeof guest>> | undefined;
test.each(Object.entries(FIXTURE_KEYS))(
  'the data reconciles after every accepted or rejected edit of %s',
  async (words, key) => {
    const d: ResourceDefinition = resources[key];
    const taken: string[] = [];
    for (const [name, f] of fieldsOf(d))
      for (const value of await valuesOf(d, name, f)) {
        held ??= await guest();
        const before = await readDatabaseState(db);
        const reason = 'remark' in d.fields ? { remark: `Because of ${name}` } : {};
        const id = held[words] ?? 0;
        if (await edit(d, id, { [name]: value, ...reason })) {
          taken.push(`${name} of ${key} ${id}, of member ${held.member}: ${String(value)}`);
          held = undefined;
        } else {
          await expectSameMessages(api, admin.token, d, { id, [name]: value, ...reason });
          expect({ ...(await readDatabaseState(db)), answers: 0 }).toEqual({ ...before, answers: 0 });
        }
      }
    expect(taken).not.toEqual([]);
    expect(await checkIntegrity(db), taken.join('\n')).toEqual([]);
  },
);
