import { SALE_TYPE, resources } from '@innkeeper/contract';
import type { Offers } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { parseWritten } from '../../testing/responses.ts';
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
const foreignCountry = await createCountry(db, fixtures.r1);
await sql`update country set currency = 'SGD', usd_rate = 1.35, decimals = 2 where id = ${foreignCountry}`.execute(
  db.kysely,
);
const hotel = await createHotel(db, foreignCountry);
const setBaseCountry = (country: number | null) =>
  sql`update membership set currency_country_id = ${country} where id = ${fixtures.gold}`.execute(db.kysely);
const postPrice = (values: object) =>
  post('membership_price', {
    membership_id: fixtures.gold,
    currency: 'SGD',
    price: '128',
    renewal_price: '98.5',
    ...values,
  });

async function readOffers(hotel_id: number, type: number = SALE_TYPE.sale) {
  const path = `/api/transaction/offers?${queryString({ hotel_id, type })}`;
  const { data } = (await call<{ data: Offers }>(app, admin.token, 'GET', path)).body;
  return data.offers.find(({ membership }) => membership.id === fixtures.gold);
}

test('sales and renewals use a price in the hotel’s currency; promised prices do not change', async () => {
  await setBaseCountry(fixtures.country);
  const price = parseWritten(await postPrice({}));
  expect(await readOffers(hotel)).toMatchObject({ price: '128.000', price_missing: null });
  expect(await readOffers(hotel, SALE_TYPE.renewal)).toMatchObject({ price: '98.500', price_missing: null });
  expect(await readOffers(fixtures.h1)).toMatchObject({ price: '1500000.000', price_missing: null });
  const { transaction, member_card } = (await fixtures.sell({ hotel_id: hotel })).body.data;
  expect(transaction).toMatchObject({ currency: 'SGD', grand_total: '128.000', grand_total_usd: '94.81' });
  expect(member_card).toMatchObject({ price: '128.000', currency: 'SGD' });
  await post(`membership_price/${price.id}`, { price: '140' });
  expect(await get('member_card', member_card.id)).toMatchObject({ price: '128.000' });
  expect(await get('transaction', transaction.id)).toMatchObject({ grand_total: '128.000' });
  await remove('membership_price', price.id);
});

test('a converted price is never rounded to zero', async () => {
  await setBaseCountry(fixtures.country);
  await post(`membership/${fixtures.gold}`, { price: '1', renewal_price: '0' });
  expect(await readOffers(hotel)).toMatchObject({ price: '0.010', price_missing: 'converted' });
  expect(await readOffers(hotel, SALE_TYPE.renewal)).toMatchObject({ price: '0.000', price_missing: 'converted' });
  await post(`membership/${fixtures.gold}`, { price: '1500000', renewal_price: '1200000' });
});

test('a missing price is converted, and the offer says so', async () => {
  await setBaseCountry(fixtures.country);
  expect(await readOffers(hotel)).toMatchObject({ price: '130.640', price_missing: 'converted' });
  await setBaseCountry(null);
  // Without prices by currency, offers do not mention them.
  expect(await readOffers(hotel)).toMatchObject({ price: '1500000.000', price_missing: null });
  const otherRecord = parseWritten(await postPrice({ currency: 'usd' }));
  expect(otherRecord).toMatchObject({ currency: 'USD' });
  expect(await readOffers(hotel)).toMatchObject({ price: '1500000.000', price_missing: 'as_is' });
  await remove('membership_price', otherRecord.id);
});

test('a membership has one price per valid currency, and none below zero', async () => {
  const { id } = parseWritten(await postPrice({ currency: 'THB' }));
  expectInvalid(await postPrice({ currency: 'thb' }), 'currency');
  expectInvalid(await postPrice({ currency: 'Baht' }), 'currency');
  expectInvalid(await postPrice({ currency: 'MYR', price: '-1' }), 'price');
  expect(
    (await postPrice({ currency: 'MYR', membership_id: (await inputs.create(resources.membership)).id })).status,
  ).toBe(201);
  await remove('membership_price', id);
  expect((await postPrice({ currency: 'THB' })).status).toBe(201);
  expect(resources.membership_price.permission).toBe('MEMBERSHIP');
});
