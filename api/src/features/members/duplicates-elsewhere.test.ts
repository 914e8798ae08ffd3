import type { FrontDesk, Duplicate, Offers } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { LOOKUPS_PER_MINUTE } from '../../access/lookups.ts';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { call, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Members of another hotel are shown and served here, and not registered a second time. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { post, get } = createProgramme(api, admin, inputs, fixtures.h1);

/** A front-desk user of the second hotel who has looked up nobody yet. */
const createClerk = (options: { codes?: string[] } = {}) =>
  createUser(db, {
    level: 'property',
    assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h2 }],
    ...options,
  });
/** A member of the first hotel. */
const sellMembership = async (start?: string) => {
  const reply = await fixtures.sell({ ...(start && { transaction_date: start }) });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
};
const findDuplicates = async ({ token }: TestUser, query: Readonly<Record<string, unknown>>) => {
  const queryText = queryString(
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])),
  );
  return call<{ data: Duplicate[] }>(app, token, 'GET', `/api/member/duplicates?${queryText}`);
};
const secretsOf = ({ email, phone_no }: ResponseRecord): string[] =>
  [email, phone_no].filter((item) => typeof item === 'string');
/** Makes a member's card expire in ten days, so it can be renewed. */
async function makeRenewable(memberId: number): Promise<void> {
  const toPeriod = (first: string) =>
    sql.raw(
      `${first} = current_date - 355, ${first === 'start_date' ? 'end_date' : 'valid_until_date'} = current_date + 10`,
    );
  await sql`update member_card set ${toPeriod('start_date')} where member_id = ${memberId}`.execute(db.kysely);
  await sql`update member_voucher set ${toPeriod('redeem_date')} where member_id = ${memberId}`.execute(db.kysely);
}

describe('a member of another hotel', () => {
  test('is found by email, phone and identity number, and only name, card and hotel are shown', async () => {
    const { member, member_card } = await sellMembership();
    await sql`update member set identity_no = 'KTP-4711' where id = ${member.id}`.execute(db.kysely);
    const clerk = await createClerk();
    for (const [query, matches] of [
      [{ email: String(member.email).toUpperCase() }, ['email']],
      [{ phone_no: `0${String(member.phone_no).slice(4)}` }, ['phone_no']],
      [{ identity_no: 'KTP-4711' }, ['identity_no']],
    ] as const) {
      const reply = await findDuplicates(clerk, query);
      expect(reply.body.data).toEqual([
        {
          id: member.id,
          name: expect.stringContaining(String(member.first_name)),
          is_elsewhere: true,
          hotel: expect.objectContaining({ id: fixtures.h1 }),
          card: { sbec_no: member_card.sbec_no, end_date: member_card.end_date, membership: 'Gold' },
          email: null,
          phone_no: null,
          identity_no: null,
          deleted_at: null,
          matches,
        },
      ]);
      for (const secret of secretsOf(member)) expect(reply.text).not.toContain(secret);
    }
    expectError(await call(app, clerk.token, 'GET', `/api/member/${member.id}`), 404);
    expect((await findDuplicates(admin, { email: member.email })).body.data).toMatchObject([
      { id: member.id, is_elsewhere: false, email: member.email },
    ]);
  });

  test('is shown in the same reduced form to a seller who may not view members', async () => {
    const { member } = await sellMembership();
    const seller = await createClerk({ codes: ['STORE_TRANSACTION'] });
    expect((await findDuplicates(seller, { phone_no: member.phone_no })).body.data).toMatchObject([
      { id: member.id, is_elsewhere: true, email: null },
    ]);
    const ownMember = (await fixtures.sell({ hotel_id: fixtures.h2 })).body.data.member;
    expect((await findDuplicates(seller, { phone_no: ownMember.phone_no })).body.data).toMatchObject([
      { id: ownMember.id, email: null, phone_no: null },
    ]);
    const reader = await createClerk({ codes: ['VIEW_VISIT'] });
    expectError(await findDuplicates(reader, { phone_no: member.phone_no }), 403, 'forbidden');
  });

  test('is no duplicate once deleted, and the email can be used again', async () => {
    const { member, transaction } = await sellMembership();
    await call(app, admin.token, 'DELETE', `/api/transaction/${transaction.id}`, { body: { reason: 'A test' } });
    expect((await call(app, admin.token, 'DELETE', `/api/member/${member.id}`)).status).toBe(200);
    expect((await findDuplicates(await createClerk(), { email: member.email })).body.data).toEqual([]);
    const secondSale = await fixtures.sell({
      hotel_id: fixtures.h2,
      member: await fixtures.createGuestInput({ email: member.email }),
    });
    expect(secondSale.status, secondSale.text).toBe(201);
  });

  test('causes an error that says what to do when the email is entered again, at every entry point', async () => {
    const { member } = await sellMembership();
    const clerk = await createClerk();
    const guest = await fixtures.createGuestInput({ email: member.email });
    const expectedMessage = /A member already uses this email/;
    const entryResult = await post(
      'member',
      { ...guest, is_active: 1, hotel_id: fixtures.h2, membership_id: fixtures.gold },
      clerk.token,
    );
    expect(expectInvalid(entryResult, 'email').errors?.['email']?.[0]).toMatch(expectedMessage);
    const order = await fixtures.createSaleInput({ hotel_id: fixtures.h2, member: guest });
    const saleReply = await post('transaction/wizard', order, clerk.token);
    expect(expectInvalid(saleReply, 'member.email').errors?.['member.email']?.[0]).toMatch(expectedMessage);
    const person = { ...guest, is_active: 1, hotel_id: fixtures.h2, membership_id: fixtures.gold };
    const file = csvFile([Object.keys(person), Object.values(person).map(String)]);
    for (const values of [{}, { dry_run: '1' }])
      expect((await upload(app, clerk.token, 'member', file, values)).text).toMatch(expectedMessage);
    const ownMember = (await fixtures.sell({ hotel_id: fixtures.h2 })).body.data.member;
    const changeReply = await post(`member/${ownMember.id}`, { email: member.email }, clerk.token);
    expect(expectInvalid(changeReply, 'email').errors?.['email']?.[0]).toMatch(expectedMessage);
  });

  test('can be renewed here after a look-up, at the price and in the records of this hotel', async () => {
    const { member } = await sellMembership();
    await makeRenewable(member.id);
    const clerk = await createClerk();
    const order = {
      type: 2,
      hotel_id: fixtures.h2,
      membership_id: fixtures.gold,
      member_id: member.id,
      type_payment_id: await fixtures.findOptionDetail('type-payment', 'cash'),
    };
    const requestOffers = () =>
      call<{ data: Offers }>(app, clerk.token, 'GET', `/api/transaction/offers?type=2&member_id=${member.id}`);
    // The id alone does not find the member.
    expectInvalid(await requestOffers(), 'member_id');
    expectInvalid(await post('transaction/wizard', order, clerk.token), 'member_id');
    expect((await findDuplicates(clerk, { phone_no: member.phone_no })).body.data).toHaveLength(1);
    expect((await requestOffers()).body.data).toMatchObject({ rejection: null, allowed: [2, 6] });
    const reply = await post('transaction/wizard', order, clerk.token);
    expect(reply.status, reply.text).toBe(201);
    const { transaction, member: shownMember, member_card } = Object(reply.body)['data'];
    expect(transaction).toMatchObject({ hotel_id: fixtures.h2, phone_no: null, grand_total: '1200000.000' });
    expect(member_card).toMatchObject({ hotel_id: fixtures.h2, member_id: member.id });
    expect(shownMember).toMatchObject({ id: member.id, hotel_id: fixtures.h1, membership_id: fixtures.gold });
    for (const secret of secretsOf(member)) expect(reply.text).not.toContain(secret);
    expect(await get('member', member.id)).toMatchObject({ hotel_id: fixtures.h1, register_hotel_id: fixtures.h1 });
    expectError(await call(app, clerk.token, 'GET', `/api/member/${member.id}`), 404);
    expect(await checkIntegrity(db)).toEqual([]);
  });

  test('is served at the front desk by id only after a look-up', async () => {
    const { member } = await sellMembership();
    const clerk = await createClerk();
    const readGuests = async () =>
      (await call<{ data: FrontDesk }>(app, clerk.token, 'GET', `/api/voucher_redeem/counter?member_id=${member.id}`))
        .body.data.guests;
    expect(await readGuests()).toEqual([]);
    await findDuplicates(clerk, { email: member.email });
    expect(await readGuests()).toMatchObject([{ member: { id: member.id, is_elsewhere: true } }]);
    const bill = {
      hotel_id: fixtures.h2,
      member_id: member.id,
      reference_no: 'K-1',
      total_fb: '100000',
      staff_name: 'Ayu',
    };
    expect(parseWritten(await post('visit', bill, clerk.token)).member_id).toBe(member.id);
  });

  test('is logged for each look-up, and is no longer shown after sixty in a minute', async () => {
    const { member } = await sellMembership();
    const clerk = await createClerk();
    for (let n = 0; n < LOOKUPS_PER_MINUTE; n += 1)
      expect((await findDuplicates(clerk, { email: member.email })).status).toBe(200);
    const lateMatches = await findDuplicates(clerk, { email: member.email });
    expectError(lateMatches, 429, 'too_many_requests');
    const { rows } = await sql<{ members: number[] }>`
      select members::integer[] as members from member_lookup where actor_id = ${clerk.id}`.execute(db.kysely);
    expect(rows).toEqual(Array.from({ length: LOOKUPS_PER_MINUTE }, () => ({ members: [member.id] })));
    // Limiting only requests that match would reveal which members exist.
    expectError(await findDuplicates(clerk, { email: 'nobody@known.test' }), 429, 'too_many_requests');
  });
});

test('a shared phone causes a warning but no rejection', async () => {
  const { member } = await sellMembership();
  const clerk = await createClerk();
  const guest = await fixtures.createGuestInput({ phone_no: member.phone_no });
  const reply = await post(
    'member',
    { ...guest, is_active: 1, hotel_id: fixtures.h2, membership_id: fixtures.gold },
    clerk.token,
  );
  expect(reply.status, reply.text).toBe(201);
  expect((await findDuplicates(clerk, { phone_no: member.phone_no })).body.data).toMatchObject([
    { id: parseWritten(reply).id, is_elsewhere: false },
    { id: member.id, is_elsewhere: true },
  ]);
});
