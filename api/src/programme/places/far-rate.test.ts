import { expect, test } from 'vitest';
import { writtenIn } from '../../testing/answers.ts';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import type { Input } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createRegion } from '../../testing/world.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const ASKING = { Prefer: 'handling=strict' };
const post = (path: string, body: Input, headers = {}, language = 'en') =>
  call(app, admin.token, 'POST', `/api/${path}`, {
    body,
    headers: { 'Accept-Language': language, ...headers },
  });
const countryAt = async (usd_rate: string | null) => {
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
])('a rate of 15500.5 to the dollar that becomes %s is asked about: %s', async (usd_rate, isAsked) => {
  const id = await countryAt('15500.5');
  const reply = await post(`country/${id}`, { usd_rate }, ASKING);
  expect(reply.status, reply.text).toBe(isAsked ? 409 : 200);
});

test('the question names both rates in the language of who asks, and the rate is taken once it is meant', async () => {
  const id = await countryAt('15500.5');
  const asked = (language: string) => post(`country/${id}`, { usd_rate: '17051' }, ASKING, language);
  expect(expectError(await asked('en'), 409, 'confirmation_needed').message).toContain(
    'A rate of 17,051 for one US dollar? It was 15,500.5',
  );
  expect((await asked('id')).body.message).toContain('Kurs 17,051 untuk satu dolar AS? Sebelumnya 15,500.5');
  expect(writtenIn(await post(`country/${id}`, { usd_rate: '17051' }))).toMatchObject({ usd_rate: '17051.000000' });
});

test('a bulk edit asks as well, and the first rate of a country does not', async () => {
  const ids = [await countryAt('15500'), await countryAt('100')];
  const edit = { ids, set: { usd_rate: '15500' } };
  expectError(await post('country/updateBulk', edit, ASKING), 409, 'confirmation_needed');
  expect((await post('country/updateBulk', edit)).status).toBe(200);
  expect((await post(`country/${await countryAt(null)}`, { usd_rate: '15500' }, ASKING)).status).toBe(200);
});
