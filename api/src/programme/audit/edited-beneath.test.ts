import { type ResourceDefinition, resources } from '@innkeeper/contract';
import { checkBooks } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { bringRow, csvFile, upload } from '../../engine/exchange/test-tables.ts';
import { writtenIn } from '../../testing/answers.ts';
import { expectError } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { createInputs, isTied } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { writableFields } from '../../testing/resources.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createWorld } from '../../testing/world.ts';
import { judgeDue } from '../cards/levels.ts';

/** Places, products and members are edited while sales, bills, vouchers and redemptions stand on them: the books agree all the same. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const { post, visit, remove } = createProgramme(api, admin, inputs, house.h1);

const edited: Record<string, number> = {
  region: house.r1,
  country: house.country,
  hotel: house.h1,
  membership: house.gold,
  voucher: house.d,
};

/** A guest with a bill of the evening before the card's first day, who redeemed a voucher, and one whom two bills lifted. */
beforeAll(async () => {
  await post(`membership/${house.gold}`, { min_visit: 1, min_visit_to_upgrade: 2 });
  const { member, member_vouchers } = (await house.sell()).body.data;
  edited.member = member.id;
  await house.redeem(member_vouchers[0]);
  const { rows } = await sql<{ at: Date }>`
    select start_date::timestamp at time zone zone_of(hotel_id) - interval '30 minutes' as at
    from member_card where member_id = ${member.id}`.execute(db.kysely);
  const late = { visit_date: rows[0]?.at.toISOString(), remark: 'On paper' };
  expect((await visit({ member_id: member.id, hotel_id: house.h1, ...late })).status).toBe(201);
  const risen = (await house.sell()).body.data.member;
  for (const total_fb of ['100000', '200000']) await visit({ member_id: risen.id, hotel_id: house.h1, total_fb });
  expect(await checkBooks(db)).toEqual([]);
});

const valueOf = async (key: string, id: number, name: string): Promise<unknown> =>
  (
    await sql<{ value: unknown }>`
      select to_jsonb(r) -> ${name} as value from ${sql.table(key)} r where id = ${id}`.execute(db.kysely)
  ).rows[0]?.value;

/** The fields of what records stand on; every second one is changed by a file. */
const FIELDS = ['region', 'country', 'hotel', 'membership', 'voucher', 'member'].flatMap((key) => {
  const d = resources[key as keyof typeof resources] as ResourceDefinition; // keys of `edited`
  return writableFields(d)
    .filter(([name, f]) => !isTied(d, name) && !f.fixedBy && f.kind !== 'file' && f.kind !== 'secret')
    .map(([name, f], i) => [key, name, i % 2 === 1 ? 'a file' : 'the form', d, f.kind] as const);
});

test.each(FIELDS)(
  'the books agree when the %s is given another %s by %s, and back',
  async (key, name, door, d, kind) => {
    const id = edited[key] ?? 0;
    const had = await valueOf(key, id, name);
    // A currency changes with its rate.
    const beside = (usd_rate: string) => (name === 'currency' ? { usd_rate } : {});
    const set = { [name]: kind === 'flag' ? Number(!had) : (await inputs.full(d))[name], ...beside('2') };
    const reply = await (door === 'a file'
      ? bringRow(api, admin.token, key, { id, ...set })
      : post(`${key}/${id}`, set));
    expect(reply.status, reply.text).toBeLessThan(300);
    expect(await checkBooks(db)).toEqual([]);
    const back = await post(`${key}/${id}`, { [name]: had, ...beside('15500.5') });
    expect(back.status, back.text).toBe(200);
    expect(await checkBooks(db)).toEqual([]);
  },
);

test.each([
  ['visit-counting', 'per-day', '1'],
  ['visits-per-day', 'per-member', '1'],
  ['renewal-window', 'before', '0'],
  ['renewal-window', 'after', '0'],
  ['free-memberships', 'per-month', '0'],
  ['voucher-extension', 'days', '0'],
])('the books agree when the option %s, %s becomes %s, and back', async (slug, code, value) => {
  const id = await house.detail(slug, code);
  const had = await valueOf('option_detail', id, 'value');
  for (const given of [value, had]) {
    expect((await post(`option_detail/${id}`, { value: given })).status).toBe(200);
    expect(await checkBooks(db)).toEqual([]);
  }
});

test('the books agree when a member who redeemed is deleted, and restored', async () => {
  const id = edited.member ?? 0;
  expect((await remove('member', id)).status).toBe(200);
  expect(await checkBooks(db)).toEqual([]);
  expect((await post(`member/${id}/restore`)).status).toBe(200);
  expect(await checkBooks(db)).toEqual([]);
});

test('the books agree when a voucher is added to a sold card by hand', async () => {
  const { member_card } = (await house.sell()).body.data;
  const days = { redeem_date: member_card.start_date, valid_until_date: member_card.end_date };
  const wanted = { member_card_id: member_card.id, voucher_id: house.d, ...days };
  const reply = await post('member_voucher', await inputs.required(resources.member_voucher, wanted));
  expect(reply.status, reply.text).toBe(201);
  expect(await checkBooks(db)).toEqual([]);
});

test.each([
  ['hotel', 'Pacific/Pago_Pago'],
  ['hotel', 'Pacific/Kiritimati'],
  ['country', 'Pacific/Pago_Pago'],
])('the books agree when, after a redemption on a first day, the %s goes to %s', async (key, time_zone) => {
  await house.redeem((await house.sell()).body.data.member_vouchers[0]);
  const had = await valueOf(key, edited[key] ?? 0, 'time_zone');
  for (const zone of [time_zone, had]) {
    expect((await post(`${key}/${edited[key] ?? 0}`, { time_zone: zone })).status).toBe(200);
    expect(await checkBooks(db)).toEqual([]);
    await db.kysely.transaction().execute(async (tx) => judgeDue({ tx }, async () => {}));
    expect(await checkBooks(db)).toEqual([]);
  }
});

test('the books agree when a regional voucher was redeemed in a country that goes to another region', async () => {
  const country = await createCountry(db, house.r1);
  const abroad = await createHotel(db, country);
  await post(`membership/${house.gold}`, { is_regional: 1 });
  await house.redeem((await house.sell()).body.data.member_vouchers[0], abroad);
  await post(`membership/${house.gold}`, { is_regional: 0 });
  expect((await post(`country/${country}`, { region_id: house.r2 })).status).toBe(200);
  expect(await checkBooks(db)).toEqual([]);
});

test('the books agree when a voucher is made by hand for a card that was sold in the money before', async () => {
  const { member_card } = (await house.sell()).body.data;
  expect((await post(`country/${house.country}`, { currency: 'XTS', usd_rate: '2' })).status).toBe(200);
  const days = { redeem_date: member_card.start_date, valid_until_date: member_card.end_date };
  const wanted = { member_card_id: member_card.id, voucher_id: house.d, ...days };
  const made = writtenIn(await post('member_voucher', await inputs.required(resources.member_voucher, wanted)));
  expect(made).toMatchObject({ currency: 'XTS' });
  expect(await checkBooks(db)).toEqual([]);
  await post(`country/${house.country}`, { currency: 'IDR', usd_rate: '15500.5' });
  expect(await checkBooks(db)).toEqual([]);
});

test('a hotel with sales stays among countries of its currency, at every door; one without goes', async () => {
  const country = await createCountry(db, house.r1);
  await post(`country/${country}`, { currency: 'XTS', usd_rate: null });
  const refused = await post(`hotel/${house.h1}`, { country_id: country });
  expect(expectError(refused, 409, 'settled').message).toContain('in the currency of its country');
  expectError(await post('hotel/updateBulk', { ids: [house.h1], set: { country_id: country } }), 409, 'settled');
  const file = csvFile([
    ['id', 'country_id'],
    [house.h1, country],
  ]);
  expect((await upload(app, admin.token, 'hotel', file, { dry_run: '1' })).body).toMatchObject({
    data: { refused: 1 },
  });
  expect((await upload(app, admin.token, 'hotel', file)).status).toBe(422);
  const empty = await createHotel(db, house.country);
  expect((await post(`hotel/${empty}`, { country_id: country })).status).toBe(200);
});
