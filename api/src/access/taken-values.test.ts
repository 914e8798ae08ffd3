import { resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { csvFile, upload } from '../engine/import-export/table-helpers.ts';
import { LOOKUPS_PER_MINUTE } from './lookups.ts';
import { call, queryString } from '../testing/call.ts';
import { expectError, expectInvalid } from '../testing/expectations.ts';
import { createFixtures } from '../testing/fixtures.ts';
import { createInputs } from '../testing/inputs.ts';
import { startTestApp } from '../testing/test-app.ts';
import { TEST_PASSWORD, type TestUser, createUser } from '../testing/user.ts';
import { createBaseRecords } from '../testing/base-records.ts';

/**
 * A uniqueness error reveals that another record has the value. If the user cannot see that record, the error counts as
 * a search for it.
 */

const api = await startTestApp();
api.setClock(new Date());
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const FREE_LOOKUPS = 30;

/** This clerk may create cards manually without approval. */
const createClerk = () =>
  createUser(db, {
    level: 'property',
    discountLimit: 100,
    assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
  });
const sellAt = async (hotel: number) => {
  const reply = await fixtures.sell({ hotel_id: hotel });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
};
const foreignSale = await sellAt(fixtures.h3);
const ownSale = await sellAt(fixtures.h1);
const replacedCard = await sellAt(fixtures.h1);
const post = ({ token }: TestUser, path: string, body: object) =>
  call(app, token, 'POST', `/api/${path}`, { body: { ...body } });
const createPersonInput = async (email: unknown, hotel = fixtures.h1) => ({
  ...(await fixtures.createGuestInput({ email })),
  is_active: 1,
  hotel_id: hotel,
  membership_id: fixtures.gold,
});
const { id: withoutCard } = await inputs.create(resources.member, { hotel_id: fixtures.h1 });
const createCard = async (sbec_no: unknown) =>
  inputs.createFull(resources.member_card, {
    member_id: withoutCard,
    hotel_id: fixtures.h1,
    sbec_no,
    remark: 'Lost card',
  });
const countLookupsOf = async ({ id }: TestUser) =>
  (await sql<{ n: number }>`select count(*)::int as n from member_lookup where actor_id = ${id}`.execute(db.kysely))
    .rows[0]?.n;
const importFile = ({ token }: TestUser, key: string, rows: readonly object[], dryRun = true) =>
  upload(
    app,
    token,
    key,
    csvFile([Object.keys(rows[0] ?? {}), ...rows.map((row) => Object.values(row).map((value) => String(value ?? '')))]),
    dryRun ? { dry_run: '1' } : {},
  );

interface WriteAttempt {
  readonly email: unknown;
  readonly sbec_no: unknown;
  readonly address: string;
}
const addressOf = ({ username }: TestUser) => `${username}@innkeeper.test`;
const visibleValues: WriteAttempt = {
  email: ownSale.member.email,
  sbec_no: ownSale.member_card.sbec_no,
  address: addressOf(await createClerk()),
};
const hiddenValues: WriteAttempt = {
  email: foreignSale.member.email,
  sbec_no: foreignSale.member_card.sbec_no,
  address: addressOf(admin),
};
const freeValues: WriteAttempt = {
  email: 'free@taken.test',
  sbec_no: 'FREE000000000001',
  address: 'free.user@taken.test',
};
const newUser = async (user: TestUser, values: object) =>
  post(user, 'users', await inputs.createFull(resources.users, { role_group_id: user.roleGroupId, ...values }));
const ENTRY_POINTS: Record<
  string,
  (user: TestUser, requested: WriteAttempt) => Promise<{ status: number; text: string }>
> = {
  'replacing a card': (user, { sbec_no }) =>
    post(user, `member_card/${replacedCard.member_card.id}/replace`, { reason: 'Lost card', sbec_no }),
  'creating a card': async (user, { sbec_no }) => post(user, 'member_card', await createCard(sbec_no)),
  'creating a member': async (user, { email }) => post(user, 'member', await createPersonInput(email)),
  'selling to a new guest': async (user, { email }) =>
    post(
      user,
      'transaction/wizard',
      await fixtures.createSaleInput({ member: await fixtures.createGuestInput({ email }) }),
    ),
  'the dry run of a file': async (user, { email }) => importFile(user, 'member', [await createPersonInput(email)]),
  'creating a user with an email': (user, { address }) => newUser(user, { email: address }),
  'creating a user whose user name is an email': (user, { address }) => newUser(user, { username: address }),
  'changing one’s own email': (user, { address }) =>
    post(user, 'user/profile', { email: address, current_password: TEST_PASSWORD }),
};

describe.each(Object.entries(ENTRY_POINTS))('testing for taken values by %s', (_, submit) => {
  test('values of hidden records count as look-ups and guesses, and unused values are delayed too', async () => {
    const [user, otherUser] = [await createClerk(), await createClerk()];
    for (let n = 0; n < FREE_LOOKUPS; n += 1)
      expect((await submit(user, hiddenValues)).text).toMatch(/in use|already uses/);
    expect(await countLookupsOf(user)).toBe(FREE_LOOKUPS);
    for (const values of [hiddenValues, freeValues]) {
      const lateReply = await submit(user, values);
      expect(lateReply).toMatchObject({ status: 429, headers: { 'retry-after': '30' } });
      expect(lateReply.text).not.toMatch(/in use|already uses/);
    }
    expect((await submit(otherUser, hiddenValues)).text).toMatch(/in use|already uses/);
  });

  test('values of visible records do not count', async () => {
    const user = await createClerk();
    for (const { text } of [await submit(user, visibleValues), await submit(user, visibleValues)])
      expect(text).toMatch(/in use|already uses/);
    expect(await countLookupsOf(user)).toBe(0);
  });
});

describe('a file', () => {
  test('does not count if it has hundreds of the hotel’s own guests among new ones', async () => {
    const user = await createClerk();
    const emails = Array.from({ length: 300 }, (_, n) => `known.${n}@taken.test`);
    const guest = await createPersonInput('known@taken.test');
    const toRows = (emailList: readonly string[]) => emailList.map((email) => ({ ...guest, email }));
    const importReply = await importFile(admin, 'member', toRows(emails), false);
    expect(importReply.status, importReply.text).toBe(201);
    const imported = await importFile(user, 'member', toRows([...emails, ...emails.map((email) => `new.${email}`)]));
    expect(imported.body).toMatchObject({ data: { created: 300, rejected: 300 } });
    expect(await countLookupsOf(user)).toBe(0);
  });

  test('does not count if it has only new guests, however many rows it has', async () => {
    const user = await createClerk();
    const guest = await createPersonInput('first@taken.test');
    const rows = Array.from({ length: 300 }, (_, n) => ({ ...guest, email: `guest.${n}@taken.test` }));
    for (let n = 0; n < 2; n += 1) expect((await importFile(user, 'member', rows)).status).toBe(200);
    const { rows: throttleRows } = await sql`select from throttle where subject = ${`guess ${user.id}`}`.execute(
      db.kysely,
    );
    expect(throttleRows).toEqual([]);
  });

  test('reveals at most one minute’s look-ups of guests of other hotels', async () => {
    const guest = await createPersonInput('many@taken.test', fixtures.h3);
    const rows = Array.from({ length: LOOKUPS_PER_MINUTE + 1 }, (_, n) => ({
      ...guest,
      email: `many.${n}@taken.test`,
    }));
    const importReply = await importFile(admin, 'member', rows, false);
    expect(importReply.status, importReply.text).toBe(201);
    const ownRows = rows.map((row) => ({ ...row, hotel_id: fixtures.h1 }));
    const user = await createClerk();
    expectInvalid(await importFile(user, 'member', ownRows), 'file');
    expect(await countLookupsOf(user)).toBe(0);
    expect((await importFile(user, 'member', ownRows.slice(1))).status).toBe(200);
    expectError(await importFile(user, 'member', ownRows.slice(0, 1)), 429, 'too_many_requests');
  });

  test('counts as one guess if it has new card numbers, however many rows it has', async () => {
    const user = await createClerk();
    const card = await createCard('');
    const rows = Array.from({ length: 50 }, (_, n) => ({ ...card, sbec_no: `TRY00000${1000 + n}` }));
    for (let n = 0; n < FREE_LOOKUPS; n += 1)
      expect((await importFile(user, 'member_card', rows.slice(n, n + 20))).status).toBe(200);
    expectError(await importFile(user, 'member_card', rows), 429, 'too_many_requests');
    expectError(await post(user, 'member_card', await createCard('TRY000002000')), 429, 'too_many_requests');
  });
});

describe('the search for duplicates', () => {
  const searchMembers = ({ token }: TestUser, query: Record<string, string>) =>
    call(app, token, 'GET', `/api/member/duplicates?${queryString(query)}`);

  test('counts without a match, so that the rate limit reveals nothing', async () => {
    const user = await createClerk();
    for (let n = 0; n < LOOKUPS_PER_MINUTE; n += 1)
      expect((await searchMembers(user, { identity_no: `KTP-${n}` })).body).toEqual({ data: [] });
    for (const email of ['nobody@taken.test', String(foreignSale.member.email)]) {
      const lateReply = await searchMembers(user, { email });
      expectError(lateReply, 429, 'too_many_requests');
      expect(Number(lateReply.headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await searchMembers(user, { email: String(ownSale.member.email) })).status).toBe(200);
  });

  test('does not count for a user who sees every member', async () => {
    for (let n = 0; n <= LOOKUPS_PER_MINUTE; n += 1)
      expect((await searchMembers(admin, { identity_no: `KTP-${n}` })).status).toBe(200);
  });
});

test('thirty new members in a row, some of them mistyped, stay below the limit', async () => {
  const user = await createClerk();
  for (let n = 0; n < FREE_LOOKUPS; n += 1) {
    if (n % 15 === 0)
      expect((await post(user, 'member', await createPersonInput(foreignSale.member.email))).status).toBe(422);
    const reply = await post(user, 'member', await createPersonInput(`row.${n}@taken.test`));
    expect(reply.status, reply.text).toBe(201);
  }
  const sale = await post(
    user,
    'transaction/wizard',
    await fixtures.createSaleInput({ member: await fixtures.createGuestInput() }),
  );
  expect(sale.status, sale.text).toBe(201);
});
