import { type ResourceDefinition, resources } from '@innkeeper/contract';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { importRow, csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { parseWritten } from '../../testing/responses.ts';
import { expectError } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs, isTiedReference } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { findWritableFields } from '../../testing/resources.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createBaseRecords } from '../../testing/base-records.ts';
import { evaluateDueMembers } from '../../domain/tier-changes.ts';

/**
 * Edits places, products and members that sales, bills, vouchers and redemptions depend on. The reconciliation must
 * still find no differences.
 */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post, visit, remove } = createProgramme(api, admin, inputs, fixtures.h1);

const editedIds: Record<string, number> = {
  region: fixtures.r1,
  country: fixtures.country,
  hotel: fixtures.h1,
  membership: fixtures.gold,
  voucher: fixtures.unrestrictedVoucher,
};

/**
 * One guest redeemed a voucher and has a bill of the evening before the card's first day. Another was upgraded by two
 * bills.
 */
beforeAll(async () => {
  await post(`membership/${fixtures.gold}`, { min_visit: 1, min_visit_to_upgrade: 2 });
  const { member, member_vouchers } = (await fixtures.sell()).body.data;
  editedIds.member = member.id;
  await fixtures.redeem(member_vouchers[0]);
  const { rows } = await sql<{ at: Date }>`
    select start_date::timestamp at time zone effective_time_zone(hotel_id) - interval '30 minutes' as at
    from member_card where member_id = ${member.id}`.execute(db.kysely);
  const lateVisit = { visit_date: rows[0]?.at.toISOString(), remark: 'On paper' };
  expect((await visit({ member_id: member.id, hotel_id: fixtures.h1, ...lateVisit })).status).toBe(201);
  const upgradedMember = (await fixtures.sell()).body.data.member;
  for (const total_fb of ['100000', '200000'])
    await visit({ member_id: upgradedMember.id, hotel_id: fixtures.h1, total_fb });
  expect(await checkIntegrity(db)).toEqual([]);
});

const readValue = async (key: string, id: number, name: string): Promise<unknown> =>
  (
    await sql<{ value: unknown }>`
      select to_jsonb(r) -> ${name} as value from ${sql.table(key)} r where id = ${id}`.execute(db.kysely)
  ).rows[0]?.value;

/** Fields that other records depend on. Every second one is changed by a file import. */
const FIELDS = ['region', 'country', 'hotel', 'membership', 'voucher', 'member'].flatMap((key) => {
  const d = resources[key as keyof typeof resources] as ResourceDefinition; // keys of `editedIds`
  return findWritableFields(d)
    .filter(([name, f]) => !isTiedReference(d, name) && !f.fixedBy && f.kind !== 'file' && f.kind !== 'secret')
    .map(([name, f], i) => [key, name, i % 2 === 1 ? 'a file' : 'the form', d, f.kind] as const);
});

test.each(FIELDS)(
  'the data reconciles when the %s is given another %s by %s, and back',
  async (key, name, entryPoint, d, kind) => {
    const id = editedIds[key] ?? 0;
    const oldValue = await readValue(key, id, name);
    // A currency is changed together with its rate.
    const rateFor = (usd_rate: string) => (name === 'currency' ? { usd_rate } : {});
    const set = { [name]: kind === 'flag' ? Number(!oldValue) : (await inputs.createFull(d))[name], ...rateFor('2') };
    const reply = await (entryPoint === 'a file'
      ? importRow(api, admin.token, key, { id, ...set })
      : post(`${key}/${id}`, set));
    expect(reply.status, reply.text).toBeLessThan(300);
    expect(await checkIntegrity(db)).toEqual([]);
    const revertReply = await post(`${key}/${id}`, { [name]: oldValue, ...rateFor('15500.5') });
    expect(revertReply.status, revertReply.text).toBe(200);
    expect(await checkIntegrity(db)).toEqual([]);
  },
);

test.each([
  ['visit-counting', 'per-day', '1'],
  ['visits-per-day', 'per-member', '1'],
  ['renewal-window', 'before', '0'],
  ['renewal-window', 'after', '0'],
  ['free-memberships', 'per-month', '0'],
  ['voucher-extension', 'days', '0'],
])('the data reconciles when the option %s, %s becomes %s, and back', async (slug, code, value) => {
  const id = await fixtures.findOptionDetail(slug, code);
  const oldValue = await readValue('option_detail', id, 'value');
  for (const newValue of [value, oldValue]) {
    expect((await post(`option_detail/${id}`, { value: newValue })).status).toBe(200);
    expect(await checkIntegrity(db)).toEqual([]);
  }
});

test('the data reconciles when a member with a redemption is deleted and restored', async () => {
  const id = editedIds.member ?? 0;
  expect((await remove('member', id)).status).toBe(200);
  expect(await checkIntegrity(db)).toEqual([]);
  expect((await post(`member/${id}/restore`)).status).toBe(200);
  expect(await checkIntegrity(db)).toEqual([]);
});

test('the data reconciles when a voucher is manually added to a sold card', async () => {
  const { member_card } = (await fixtures.sell()).body.data;
  const days = { redeem_date: member_card.start_date, valid_until_date: member_card.end_date };
  const input = { member_card_id: member_card.id, voucher_id: fixtures.unrestrictedVoucher, ...days };
  const reply = await post('member_voucher', await inputs.createRequired(resources.member_voucher, input));
  expect(reply.status, reply.text).toBe(201);
  expect(await checkIntegrity(db)).toEqual([]);
});

test.each([
  ['hotel', 'Pacific/Pago_Pago'],
  ['hotel', 'Pacific/Kiritimati'],
  ['country', 'Pacific/Pago_Pago'],
])('the data reconciles when, after a redemption on a first day, the %s moves to %s', async (key, time_zone) => {
  await fixtures.redeem((await fixtures.sell()).body.data.member_vouchers[0]);
  const oldValue = await readValue(key, editedIds[key] ?? 0, 'time_zone');
  for (const zone of [time_zone, oldValue]) {
    expect((await post(`${key}/${editedIds[key] ?? 0}`, { time_zone: zone })).status).toBe(200);
    expect(await checkIntegrity(db)).toEqual([]);
    await db.kysely.transaction().execute(async (tx) => evaluateDueMembers({ tx }, async () => {}));
    expect(await checkIntegrity(db)).toEqual([]);
  }
});

test("the data reconciles when the country of a regional voucher's redemption changes its region", async () => {
  const country = await createCountry(db, fixtures.r1);
  const foreignHotel = await createHotel(db, country);
  await post(`membership/${fixtures.gold}`, { is_regional: 1 });
  await fixtures.redeem((await fixtures.sell()).body.data.member_vouchers[0], foreignHotel);
  await post(`membership/${fixtures.gold}`, { is_regional: 0 });
  expect((await post(`country/${country}`, { region_id: fixtures.r2 })).status).toBe(200);
  expect(await checkIntegrity(db)).toEqual([]);
});

test('the data reconciles when a voucher is manually added to a card sold in the previous currency', async () => {
  const { member_card } = (await fixtures.sell()).body.data;
  expect((await post(`country/${fixtures.country}`, { currency: 'XTS', usd_rate: '2' })).status).toBe(200);
  const days = { redeem_date: member_card.start_date, valid_until_date: member_card.end_date };
  const input = { member_card_id: member_card.id, voucher_id: fixtures.unrestrictedVoucher, ...days };
  const record = parseWritten(
    await post('member_voucher', await inputs.createRequired(resources.member_voucher, input)),
  );
  expect(record).toMatchObject({ currency: 'XTS' });
  expect(await checkIntegrity(db)).toEqual([]);
  await post(`country/${fixtures.country}`, { currency: 'IDR', usd_rate: '15500.5' });
  expect(await checkIntegrity(db)).toEqual([]);
});

test('a hotel with sales moves only to countries of its currency, at every entry point', async () => {
  const country = await createCountry(db, fixtures.r1);
  await post(`country/${country}`, { currency: 'XTS', usd_rate: null });
  const rejectedReply = await post(`hotel/${fixtures.h1}`, { country_id: country });
  expect(expectError(rejectedReply, 409, 'settled').message).toContain('in its country’s currency');
  expectError(await post('hotel/updateBulk', { ids: [fixtures.h1], set: { country_id: country } }), 409, 'settled');
  const file = csvFile([
    ['id', 'country_id'],
    [fixtures.h1, country],
  ]);
  expect((await upload(app, admin.token, 'hotel', file, { dry_run: '1' })).body).toMatchObject({
    data: { rejected: 1 },
  });
  expect((await upload(app, admin.token, 'hotel', file)).status).toBe(422);
  const empty = await createHotel(db, fixtures.country);
  expect((await post(`hotel/${empty}`, { country_id: country })).status).toBe(200);
});
