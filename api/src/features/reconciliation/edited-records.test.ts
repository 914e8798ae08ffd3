import { type Field, type ResourceDefinition, bulkFields, resources } from '@innkeeper/contract';
import { checkIntegrity } from '@innkeeper/db/testing';
import { beforeAll, expect, test } from 'vitest';
import { importRow } from '../../engine/import-export/table-helpers.ts';
import { parseWritten } from '../../testing/responses.ts';
import { readDatabaseState } from '../../testing/database-state.ts';
import type { Reply } from '../../testing/call.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { findWritableFields } from '../../testing/resources.ts';
import { expectSameMessages } from '../../testing/same-messages.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/**
 * Edits every field of a guest's records with plausible and extreme values. Accepted edits leave the data consistent;
 * rejected ones change nothing and have the same message at every entry point.
 */

const api = await startTestApp();
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post, visit } = createProgramme(api, admin, inputs, fixtures.h1);

type FixtureKey = 'transaction' | 'transaction_detail' | 'member_card' | 'member_voucher' | 'voucher_redeem' | 'visit';
const FIXTURE_KEYS: Readonly<Record<string, FixtureKey>> = {
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
async function createGuest(): Promise<Record<string, number> & { readonly member: number }> {
  const { member, member_card, member_vouchers, transaction } = (await fixtures.sell()).body.data;
  const createRecord = async (key: FixtureKey, fields: Input) =>
    parseWritten(await post(key, await inputs.createRequired(resources[key], { remark: 'Goodwill', ...fields }))).id;
  const days = { redeem_date: member_card.start_date, valid_until_date: member_card.end_date };
  const createManualVoucher = (voucher_id: number) =>
    createRecord('member_voucher', { member_card_id: member_card.id, voucher_id, ...days });
  const vouchersOfKind = (voucher: number) => member_vouchers.filter(({ voucher_id }) => voucher_id === voucher);
  const [usedVoucher, openVoucher] = vouchersOfKind(fixtures.unrestrictedVoucher);
  const manualVoucher = await createManualVoucher(fixtures.unrestrictedVoucher);
  await fixtures.redeem({ id: manualVoucher });
  const fees = await createRecord('transaction', {
    hotel_id: fixtures.h1,
    member_id: member.id,
    transaction_type_id: await fixtures.findOptionDetail('transaction-type', '4'),
  });
  return {
    member: member.id,
    'a sale': transaction.id,
    fees,
    'a fee': parseWritten(await post('transaction_detail', { transaction_id: fees, unit_price: '10001' })).id,
    'a sold card': member_card.id,
    'a manual card': await createRecord('member_card', {
      member_id: (await inputs.create(resources.member)).id,
      hotel_id: fixtures.h1,
      membership_id: fixtures.gold,
      start_date: member_card.start_date,
      end_date: member_card.end_date,
    }),
    'a redeemed voucher': Number(usedVoucher?.id),
    'an open voucher': Number(openVoucher?.id),
    'a restricted voucher': Number(vouchersOfKind(fixtures.restrictedVoucher)[0]?.id),
    'a manual voucher': await createManualVoucher(fixtures.unrestrictedVoucher),
    'a restricted manual voucher': await createManualVoucher(fixtures.restrictedVoucher),
    'a redeemed manual voucher': manualVoucher,
    'a redemption': await fixtures.redeem(usedVoucher),
    'a bill': parseWritten(await visit({ member_id: member.id, hotel_id: fixtures.h1 })).id,
  };
}

let otherGuest: Awaited<ReturnType<typeof createGuest>>;
beforeAll(async () => {
  await post(`membership/${fixtures.gold}`, { min_visit: 1, min_visit_to_upgrade: 2 });
  otherGuest = await createGuest();
  expect(await checkIntegrity(db)).toEqual([]);
});

/** Records of another guest, by the field that would reference them. */
const otherValueFor = (field: string): number | undefined =>
  ({
    member_id: otherGuest.member,
    member_card_id: otherGuest['a sold card'],
    member_voucher_id: otherGuest['an open voucher'],
    transaction_id: otherGuest['a sale'],
    voucher_id: fixtures.hotelVoucher,
    membership_id: fixtures.platinum,
  })[field];

async function valuesOf(d: ResourceDefinition, field: string, f: Field): Promise<unknown[]> {
  const hoursAgo = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
  if (f.kind === 'date') return Promise.all([-400, -1, 1, 300, 440].map((days) => fixtures.dayFromNow(days)));
  if (f.kind === 'instant') return [hoursAgo(960), hoursAgo(30)];
  if (f.kind === 'flag') return [0, 1];
  if (f.kind === 'money') return ['0', '7'];
  if (f.kind === 'integer') return [0, 7];
  if (f.kind !== 'reference') return [];
  const values = field.endsWith('hotel_id')
    ? [fixtures.h2, fixtures.h3]
    : [(await inputs.createFull(d))[field], otherValueFor(field)];
  return [...values, ...(f.required ? [] : [null])].filter((value) => value !== undefined);
}

const isTaken = ({ status, text }: Reply<unknown>): boolean => {
  expect([200, 201, 409, 422], text).toContain(status);
  return status < 300;
};

/** Uses each entry point in turn; a file gets a dry run first. Returns whether the edit was accepted. */
let editCount = 0;
async function editRecord(d: ResourceDefinition, id: number, set: Input): Promise<boolean> {
  editCount += 1;
  if (editCount % 3 === 1) return isTaken(await post(`${d.key}/${id}`, set));
  const isBulkEditable = Object.keys(set).every((name) => bulkFields(d).includes(name));
  if (editCount % 3 === 2 && isBulkEditable) return isTaken(await post(`${d.key}/updateBulk`, { ids: [id], set }));
  return isTaken(await importRow(api, admin.token, d.key, { id, ...set }));
}

const editableFields = (d: ResourceDefinition) =>
  findWritableFields(d).filter(([, f]) =>
    ['date', 'instant', 'flag', 'money', 'integer', 'reference'].includes(f.kind),
  );

/**
 * Each accepted edit has its own guest, so one reconciliation covers many edits: its queries take longer to plan than
 * to run. A finding names its record, and so its edit.
 */
let guest: Awaited<ReturnType<typeof createGuest>> | undefined;
test.each(Object.entries(FIXTURE_KEYS))(
  'the data reconciles after every accepted or rejected edit of %s',
  async (recordName, key) => {
    const d: ResourceDefinition = resources[key];
    const acceptedEdits: string[] = [];
    for (const [name, f] of editableFields(d))
      for (const value of await valuesOf(d, name, f)) {
        guest ??= await createGuest();
        const before = await readDatabaseState(db);
        const reason = 'remark' in d.fields ? { remark: `Because of ${name}` } : {};
        const id = guest[recordName] ?? 0;
        if (await editRecord(d, id, { [name]: value, ...reason })) {
          acceptedEdits.push(`${name} of ${key} ${id}, of member ${guest.member}: ${String(value)}`);
          guest = undefined;
        } else {
          await expectSameMessages(api, admin.token, d, { id, [name]: value, ...reason });
          expect({ ...(await readDatabaseState(db)), answers: 0 }).toEqual({ ...before, answers: 0 });
        }
      }
    expect(acceptedEdits).not.toEqual([]);
    expect(await checkIntegrity(db), acceptedEdits.join('\n')).toEqual([]);
  },
);
