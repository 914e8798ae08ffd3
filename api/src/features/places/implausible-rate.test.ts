import { expect, test } from 'vitest';
import { parseWritten } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import type { Input } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createRegion } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const STRICT_HANDLING = { Prefer: 'handling=strict' };
const post = (path: string, body: Input, headers = {}, language = 'en') =>
  call(app, admin.token, 'POST', `/api/${path}`, {
    body,
    headers: { 'Accept-Language': language, ...headers },
  });
const createCountryAt = async (usd_rate: string | null) => {
  const id = await createCountry(db, await createRegion(db));
  expect((await post(`country/${id}`, { usd_rate })).status).toBe(200);
  return id;
};

test.each([
  ['13950.449999', true],
  ['13950.450000', false],
  ['17050.550000', false],
  ['17050.550001', true],
  [null, false],
])('changing a rate of 15500.5 to the dollar to %s needs a confirmation: %s', async (usd_rate, needsConfirmation) => {
  const id = await createCountryAt('15500.5');
  const reply = await post(`country/${id}`, { usd_rate }, STRICT_HANDLING);
  expect(reply.status, reply.text).toBe(needsConfirmation ? 409 : 200);
});

test('the confirmation names both rates in the user’s language, and confirming saves the rate', async () => {
  const id = await createCountryAt('15500.5');
  const setImplausibleRate = (language: string) =>
    post(`country/${id}`, { usd_rate: '17051' }, STRICT_HANDLING, language);
  expect(expectError(await setImplausibleRate('en'), 409, 'confirmation_needed').message).toContain(
    'Set 17,051 per US dollar? The current rate is 15,500.5',
  );
  expect((await setImplausibleRate('id')).body.message).toContain(
    'Tetapkan 17,051 per dolar AS? Kurs saat ini 15,500.5',
  );
  expect(parseWritten(await post(`country/${id}`, { usd_rate: '17051' }))).toMatchObject({ usd_rate: '17051.000000' });
});

test('a bulk edit needs a confirmation too, but the first rate of a country does not', async () => {
  const ids = [await createCountryAt('15500'), await createCountryAt('100')];
  const edit = { ids, set: { usd_rate: '15500' } };
  expectError(await post('country/updateBulk', edit, STRICT_HANDLING), 409, 'confirmation_needed');
  expect((await post('country/updateBulk', edit)).status).toBe(200);
  expect((await post(`country/${await createCountryAt(null)}`, { usd_rate: '15500' }, STRICT_HANDLING)).status).toBe(
    200,
  );
});
