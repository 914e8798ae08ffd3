import { SALE_TYPE, resources } from '@innkeeper/contract';
import type { Offers } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writtenIn } from '../../testing/responses.ts';
import { call, queryString } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { get, post, remove } = createProgramme(api, admin, inputs, fixtures.h1);
const abroad = await createCountry(db, fixtures.r1);
await sql`update country set currency = 'SGD', usd_rate = 1.35, decimals = 2 where id = ${abroad}`.execute(db.kysely);
const hotel = await createHotel(db, abroad);
const baseIs = (country: number | null) =>
  sql`update membership set currency_country_id = ${country} where id = ${fixtures.gold}`.execute(db.kysely);
const priced = (values: object) =>
  post('membership_price', {
    membership_id: fixtures.gold,
    currency: 'SGD',
    price: '128',
    renewal_price: '98.5',
    ...values,
  });

async function offered(hotel_id: number, type: number = SALE_TYPE.sale) {
  const path = `/api/transaction/offers?${queryString({ hotel_id, type })}`;
  const { data } = (await call<{ data: Offers }>(app, admin.token, 'GET', path)).body;
  return data.offers.find(({ membership }) => membership.id === fixtures.gold);
}

test('sales and renewals use a price in the hotel’s currency; promised prices do not change', async () => {
  await baseIs(fixtures.country);
  const price = writtenIn(await priced({}));
  expect(await offered(hotel)).toMatchObject({ price: '128.000', price_missing: null });
  expect(await offered(hotel, SALE_TYPE.renewal)).toMatchObject({ price: '98.500', price_missing: null });
  expect(await offered(fixtures.h1)).toMatchObject({ price: '1500000.000', price_missing: null });
  const { transaction, member_card } = (await fixtures.sell({ hotel_id: hotel })).body.data;
  expect(transaction).toMatchObject({ currency: 'SGD', grand_total: '128.000', grand_total_usd: '94.81' });
  expect(member_card).toMatchObject({ price: '128.000', currency: 'SGD' });
  await post(`membership_price/${price.id}`, { price: '140' });
  expect(await get('member_card', member_card.id)).toMatchObject({ price: '128.000' });
  expect(await get('transaction', transaction.id)).toMatchObject({ grand_total: '128.000' });
  await remove('membership_price', price.id);
});

test('a converted price is never rounded to zero', async () => {
  await baseIs(fixtures.country);
  await post(`membership/${fixtures.gold}`, { price: '1', renewal_price: '0' });
  expect(await offered(hotel)).toMatchObject({ price: '0.010', price_missing: 'converted' });
  expect(await offered(hotel, SALE_TYPE.renewal)).toMatchObject({ price: '0.000', price_missing: 'converted' });
  await post(`membership/${fixtures.gold}`, { price: '1500000', renewal_price: '1200000' });
});

test('a missing price is converted, and the offer says so', async () => {
  await baseIs(fixtures.country);
  expect(await offered(hotel)).toMatchObject({ price: '130.640', price_missing: 'converted' });
  await baseIs(null);
  // Without prices by currency, offers do not mention them.
  expect(await offered(hotel)).toMatchObject({ price: '1500000.000', price_missing: null });
  const other = writtenIn(await priced({ currency: 'usd' }));
  expect(other).toMatchObject({ currency: 'USD' });
  expect(await offered(hotel)).toMatchObject({ price: '1500000.000', price_missing: 'as_is' });
  await remove('membership_price', other.id);
});

test('a membership has one price per valid currency, and none below zero', async () => {
  const { id } = writtenIn(await priced({ currency: 'THB' }));
  expectInvalid(await priced({ currency: 'thb' }), 'currency');
  expectInvalid(await priced({ currency: 'Baht' }), 'currency');
  expectInvalid(await priced({ currency: 'MYR', price: '-1' }), 'price');
  expect(
    (await priced({ currency: 'MYR', membership_id: (await inputs.create(resources.membership)).id })).status,
  ).toBe(201);
  await remove('membership_price', id);
  expect((await priced({ currency: 'THB' })).status).toBe(201);
  expect(resources.membership_price.permission).toBe('MEMBERSHIP');
});
