import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { csvFile, upload } from '../engine/import-export/table-helpers.ts';
import { call } from '../testing/call.ts';
import { expectError, expectInvalid } from '../testing/expectations.ts';
import { createFixtures } from '../testing/fixtures.ts';
import { createInputs } from '../testing/inputs.ts';
import { startTestApp } from '../testing/test-app.ts';
import { type TestUser, createUser } from '../testing/user.ts';
import { createBaseRecords } from '../testing/base-records.ts';

const api = await startTestApp();
api.setClock(new Date());
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const sellCard = async () => (await fixtures.sell()).body.data.member_card;

const ENTRY_POINTS = {
  'the front desk': (q: string) => `/api/voucher_redeem/counter?hotel_id=${fixtures.h1}&q=${encodeURIComponent(q)}`,
  'the search': (q: string) => `/api/search?q=${encodeURIComponent(q)}`,
};
const FREE_LOOKUPS = 30;

test.each(Object.entries(ENTRY_POINTS))(
  'unknown numbers at %s cause growing waits for this user, even for known numbers',
  async (_, path) => {
    const cardNumber = String((await sellCard()).sbec_no);
    const [guesser, otherUser] = [await createUser(db, { level: 'group' }), await createUser(db, { level: 'group' })];
    const lookUp = (q: string, token = guesser.token) => call(app, token, 'GET', path(q));
    // Names, addresses, short numbers and texts with a match do not count as guesses.
    for (const q of ['nobody at all', 'nobody@nowhere.test', '4711', cardNumber])
      expect((await lookUp(q)).status).toBe(200);
    for (let n = 0; n < FREE_LOOKUPS; n += 1) expect((await lookUp(`9999 0000 1111 ${1000 + n}`)).status).toBe(200);
    const readRetryAfter = async (q: string) =>
      Number(expectError(await lookUp(q), 429, 'too_many_requests') && (await lookUp(q)).headers['retry-after']);
    expect(await readRetryAfter('ABCDEFGH1234')).toBe(30);
    expect(await readRetryAfter(cardNumber)).toBe(30);
    expect((await lookUp('nobody at all')).status).toBe(200);
    expect((await lookUp(cardNumber, otherUser.token)).status).toBe(200);
    api.setClock(new Date(api.clock().getTime() + 30_000));
    expect((await lookUp(cardNumber)).status).toBe(200);
    expect((await lookUp('999900001111')).status).toBe(200);
    expect(await readRetryAfter(cardNumber)).toBe(60);
  },
);

describe.each(['group', 'property'] as const)('a user of %s level', (level) => {
  const createClerk = () =>
    createUser(db, {
      level,
      codes: ['STORE_VOUCHER_REDEEM'],
      ...(level === 'property' && { assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }] }),
    });
  /** The number of a voucher of another hotel. */
  const findOtherVoucherNo = async () =>
    String(
      (await fixtures.sell({ hotel_id: fixtures.h3 })).body.data.member_vouchers.find(
        ({ voucher_id }) => voucher_id === fixtures.unrestrictedVoucher,
      )?.voucher_no,
    );
  const redeem = async ({ token }: TestUser, voucher_no: string) =>
    call(app, token, 'POST', '/api/voucher_redeem', {
      body: {
        voucher_no,
        redeem_hotel_id: fixtures.h1,
        redeem_date: api.clock().toISOString(),
        booking_no: 'B-1',
        staff_name: 'Ayu',
      },
    });

  test('redeeming unknown numbers causes growing waits, also for a known one, but not for other users', async () => {
    const [guesser, otherUser] = [await createClerk(), await createClerk()];
    const tryUnknownNumber = async (n: number) =>
      expectInvalid(await redeem(guesser, `ZZZ0 0000 ${1000 + n}`), 'voucher_no');
    const readRetryAfter = async (inputText: string) =>
      Number(
        expectError(await redeem(guesser, inputText), 429, 'too_many_requests') &&
          (await redeem(guesser, inputText)).headers['retry-after'],
      );
    expect((await redeem(guesser, await findOtherVoucherNo())).status).toBe(201);
    for (let n = 0; n < FREE_LOOKUPS; n += 1) await tryUnknownNumber(n);
    expect(await readRetryAfter('ABCDEFGH1234')).toBe(30);
    const voucherNo = await findOtherVoucherNo();
    expect(await readRetryAfter(voucherNo)).toBe(30);
    expect((await redeem(otherUser, await findOtherVoucherNo())).status).toBe(201);
    expectError(
      await call(app, guesser.token, 'GET', ENTRY_POINTS['the front desk']('9999 0000 1111 2222')),
      429,
      'too_many_requests',
    );
    api.setClock(new Date(api.clock().getTime() + 30_000));
    await tryUnknownNumber(FREE_LOOKUPS);
    expect(await readRetryAfter(voucherNo)).toBe(60);
    api.setClock(new Date(api.clock().getTime() + 60_000));
    expect((await redeem(guesser, voucherNo)).status).toBe(201);
  });

  test('file rows that reference hidden records count as guesses, also in a dry run', async () => {
    const guesser = await createClerk();
    const header = ['member_voucher_id', 'redeem_hotel_id', 'redeem_date', 'booking_no', 'staff_name'];
    const toRow = (inputText: string) => [
      inputText,
      fixtures.h1,
      api.clock().toISOString().slice(0, 19).replace('T', ' '),
      'B-1',
      'Ayu',
    ];
    const importFile = (...numbers: string[]) =>
      upload(app, guesser.token, 'voucher_redeem', csvFile([header, ...numbers.map(toRow)]), { dry_run: '1' });
    const invalidNumbers = Array.from({ length: FREE_LOOKUPS }, (_, n) => `ZZZ00000${2000 + n}`);
    expect((await importFile(...invalidNumbers)).status).toBe(200);
    if (level === 'group') expect((await importFile(await findOtherVoucherNo())).status).toBe(200);
    else expectError(await importFile(await findOtherVoucherNo()), 429, 'too_many_requests');
  });
});

test('a new card number has eight random digits and a check digit', async () => {
  const cardNumbers = [await sellCard(), await sellCard()].map(({ sbec_no }) => String(sbec_no));
  for (const number of cardNumbers) {
    expect(number).toMatch(/^\d{16}$/);
    const { rows } = await sql<{ right: boolean }>`
      select right(${number}, 1) = check_digit(left(${number}, -1), '0123456789') as right`.execute(db.kysely);
    expect(rows).toEqual([{ right: true }]);
  }
  const [firstPart, secondPart] = cardNumbers.map(
    (number) => [Number(number.slice(0, 7)), number.slice(7, 15)] as const,
  );
  expect(secondPart?.[0]).toBeGreaterThan(firstPart?.[0] ?? 0);
  expect(secondPart?.[1]).not.toBe(firstPart?.[1]);
});

test('the front desk finds old and printed card numbers', async () => {
  for (const sbec_no of ['000000112347', 'SBEC-2611-004821-7']) {
    // A number from before the server generated them.
    await sql`update member_card set sbec_no = ${sbec_no} where id = ${(await sellCard()).id}`.execute(db.kysely);
    const reply = await call<{ data: { guests: unknown[] } }>(
      app,
      admin.token,
      'GET',
      ENTRY_POINTS['the front desk'](sbec_no),
    );
    expect(reply.body.data.guests, `${sbec_no} ${reply.text}`).toHaveLength(1);
  }
});
