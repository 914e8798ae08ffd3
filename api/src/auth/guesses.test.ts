import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { writtenIn } from '../testing/answers.ts';
import { call } from '../testing/call.ts';
import { expectError } from '../testing/expectations.ts';
import { createHouse } from '../testing/house.ts';
import { createInputs } from '../testing/inputs.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createUser } from '../testing/user.ts';
import { createWorld } from '../testing/world.ts';

const api = await startTestApp();
api.setClock(new Date());
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const card = async () => (await house.sell()).body.data.member_card;

const DOORS = {
  'the counter': (q: string) => `/api/voucher_redeem/counter?hotel_id=${house.h1}&q=${encodeURIComponent(q)}`,
  'the search': (q: string) => `/api/search?q=${encodeURIComponent(q)}`,
};
const FREE = 30;

test.each(Object.entries(DOORS))(
  'at %s wrong numbers cost growing waits, a right one too, and other users none',
  async (_, path) => {
    const held = String((await card()).sbec_no);
    const [guesser, other] = [await createUser(db, { level: 'group' }), await createUser(db, { level: 'group' })];
    const ask = (q: string, token = guesser.token) => call(app, token, 'GET', path(q));
    // Names, addresses and short numbers are no guesses, and neither is what finds somebody.
    for (const q of ['nobody at all', 'nobody@nowhere.test', '4711', held]) expect((await ask(q)).status).toBe(200);
    for (let n = 0; n < FREE; n += 1) expect((await ask(`9999 0000 1111 ${1000 + n}`)).status).toBe(200);
    const wait = async (q: string) =>
      Number(expectError(await ask(q), 429, 'too_many_requests') && (await ask(q)).headers['retry-after']);
    expect(await wait('ABCDEFGH1234')).toBe(30);
    expect(await wait(held)).toBe(30);
    expect((await ask('nobody at all')).status).toBe(200);
    expect((await ask(held, other.token)).status).toBe(200);
    api.setClock(new Date(api.clock().getTime() + 30_000));
    expect((await ask(held)).status).toBe(200);
    expect((await ask('999900001111')).status).toBe(200);
    expect(await wait(held)).toBe(60);
  },
);

test('a new card has eight digits that nobody can guess, and a check digit', async () => {
  const made = [await card(), await card()].map(({ sbec_no }) => String(sbec_no));
  for (const number of made) {
    expect(number).toMatch(/^\d{16}$/);
    const { rows } = await sql<{ right: boolean }>`
      select right(${number}, 1) = check_digit(left(${number}, -1), '0123456789') as right`.execute(db.kysely);
    expect(rows).toEqual([{ right: true }]);
  }
  const [one, two] = made.map((number) => [Number(number.slice(0, 7)), number.slice(7, 15)] as const);
  expect(two?.[0]).toBeGreaterThan(one?.[0] ?? 0);
  expect(two?.[1]).not.toBe(one?.[1]);
});

test('a number that was given before, or printed, is still found', async () => {
  for (const sbec_no of ['000000112347', 'SBEC-2611-004821-7']) {
    writtenIn(await call(app, admin.token, 'POST', `/api/member_card/${(await card()).id}`, { body: { sbec_no } }));
    const reply = await call<{ data: { guests: unknown[] } }>(app, admin.token, 'GET', DOORS['the counter'](sbec_no));
    expect(reply.body.data.guests, reply.text).toHaveLength(1);
  }
});
