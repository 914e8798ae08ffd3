import type { Counter, Duplicate, Offers } from '@innkeeper/contract/calls';
import { checkBooks } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { LOOK_UPS_A_MINUTE } from '../../engine/resources/look-ups.ts';
import { csvFile, upload } from '../../engine/exchange/test-tables.ts';
import { type Answered, writtenIn } from '../../testing/answers.ts';
import { call, queryString } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createHouse } from '../../testing/house.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/** Guests who are members of another hotel: they are shown, and served, and not entered a second time. */

const api = await startTestApp({ isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const { post, get } = createProgramme(api, admin, inputs, house.h1);

/** Somebody at the desk of the second hotel who has looked up nobody yet. */
const newClerk = (options: { codes?: string[] } = {}) =>
  createUser(db, {
    level: 'property',
    assignments: [{ region_id: house.r1, restrict_hotel_id: house.h2 }],
    ...options,
  });
/** A member of the first hotel. */
const sold = async (start?: string) => {
  const reply = await house.sell({ ...(start && { transaction_date: start }) });
  expect(reply.status, reply.text).toBe(201);
  return reply.body.data;
};
const duplicates = async ({ token }: TestUser, query: Readonly<Record<string, unknown>>) => {
  const asked = queryString(Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)])));
  return call<{ data: Duplicate[] }>(app, token, 'GET', `/api/member/duplicates?${asked}`);
};
const secretsOf = ({ email, phone_no }: Answered): string[] =>
  [email, phone_no].filter((one) => typeof one === 'string');
/** Lets the card of a member end in ten days, so that it may be renewed. */
async function nearEnd(memberId: number): Promise<void> {
  const days = (first: string) =>
    sql.raw(
      `${first} = current_date - 355, ${first === 'start_date' ? 'end_date' : 'valid_until_date'} = current_date + 10`,
    );
  await sql`update member_card set ${days('start_date')} where member_id = ${memberId}`.execute(db.kysely);
  await sql`update member_voucher set ${days('redeem_date')} where member_id = ${memberId}`.execute(db.kysely);
}

describe('a member of another hotel', () => {
  test('is shown by email, phone and identity number: name, card and hotel, and nothing else', async () => {
    const { member, member_card } = await sold();
    await sql`update member set identity_no = 'KTP-4711' where id = ${member.id}`.execute(db.kysely);
    const clerk = await newClerk();
    for (const [query, matches] of [
      [{ email: String(member.email).toUpperCase() }, ['email']],
      [{ phone_no: `0${String(member.phone_no).slice(4)}` }, ['phone_no']],
      [{ identity_no: 'KTP-4711' }, ['identity_no']],
    ] as const) {
      const reply = await duplicates(clerk, query);
      expect(reply.body.data).toEqual([
        {
          id: member.id,
          name: expect.stringContaining(String(member.first_name)),
          is_elsewhere: true,
          hotel: expect.objectContaining({ id: house.h1 }),
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
    expect((await duplicates(admin, { email: member.email })).body.data).toMatchObject([
      { id: member.id, is_elsewhere: false, email: member.email },
    ]);
  });

  test('is shown to who sells and may read no members, and then only so', async () => {
    const { member } = await sold();
    const seller = await newClerk({ codes: ['STORE_TRANSACTION'] });
    expect((await duplicates(seller, { phone_no: member.phone_no })).body.data).toMatchObject([
      { id: member.id, is_elsewhere: true, email: null },
    ]);
    const own = (await house.sell({ hotel_id: house.h2 })).body.data.member;
    expect((await duplicates(seller, { phone_no: own.phone_no })).body.data).toMatchObject([
      { id: own.id, email: null, phone_no: null },
    ]);
    const reader = await newClerk({ codes: ['VIEW_VISIT'] });
    expectError(await duplicates(reader, { phone_no: member.phone_no }), 403, 'forbidden');
  });

  test('once deleted is nobody’s duplicate elsewhere, and the email is free', async () => {
    const { member, transaction } = await sold();
    await call(app, admin.token, 'DELETE', `/api/transaction/${transaction.id}`, { body: { reason: 'A test' } });
    expect((await call(app, admin.token, 'DELETE', `/api/member/${member.id}`)).status).toBe(200);
    expect((await duplicates(await newClerk(), { email: member.email })).body.data).toEqual([]);
    const again = await house.sell({ hotel_id: house.h2, member: await house.guest({ email: member.email }) });
    expect(again.status, again.text).toBe(201);
  });

  test('whose email is entered again is refused with what to do, at every door', async () => {
    const { member } = await sold();
    const clerk = await newClerk();
    const guest = await house.guest({ email: member.email });
    const words = /This email is taken by a member: serve/;
    const entered = await post(
      'member',
      { ...guest, is_active: 1, hotel_id: house.h2, membership_id: house.gold },
      clerk.token,
    );
    expect(expectInvalid(entered, 'email').errors?.['email']?.[0]).toMatch(words);
    const order = await house.order({ hotel_id: house.h2, member: guest });
    const wizard = await post('transaction/wizard', order, clerk.token);
    expect(expectInvalid(wizard, 'member.email').errors?.['member.email']?.[0]).toMatch(words);
    const person = { ...guest, is_active: 1, hotel_id: house.h2, membership_id: house.gold };
    const file = csvFile([Object.keys(person), Object.values(person).map(String)]);
    for (const values of [{}, { dry_run: '1' }])
      expect((await upload(app, clerk.token, 'member', file, values)).text).toMatch(words);
    const own = (await house.sell({ hotel_id: house.h2 })).body.data.member;
    const changed = await post(`member/${own.id}`, { email: member.email }, clerk.token);
    expect(expectInvalid(changed, 'email').errors?.['email']?.[0]).toMatch(words);
  });

  test('is renewed here once found, at the price and for the books of this hotel', async () => {
    const { member } = await sold();
    await nearEnd(member.id);
    const clerk = await newClerk();
    const order = {
      type: 2,
      hotel_id: house.h2,
      membership_id: house.gold,
      member_id: member.id,
      type_payment_id: await house.detail('type-payment', 'cash'),
    };
    const offers = () =>
      call<{ data: Offers }>(app, clerk.token, 'GET', `/api/transaction/offers?type=2&member_id=${member.id}`);
    // By its id alone it is not there.
    expectInvalid(await offers(), 'member_id');
    expectInvalid(await post('transaction/wizard', order, clerk.token), 'member_id');
    expect((await duplicates(clerk, { phone_no: member.phone_no })).body.data).toHaveLength(1);
    expect((await offers()).body.data).toMatchObject({ refusal: null, allowed: [2, 6] });
    const reply = await post('transaction/wizard', order, clerk.token);
    expect(reply.status, reply.text).toBe(201);
    const { transaction, member: told, member_card } = Object(reply.body)['data'];
    expect(transaction).toMatchObject({ hotel_id: house.h2, phone_no: null, grand_total: '1200000.000' });
    expect(member_card).toMatchObject({ hotel_id: house.h2, member_id: member.id });
    expect(told).toMatchObject({ id: member.id, hotel_id: house.h1, membership_id: house.gold });
    for (const secret of secretsOf(member)) expect(reply.text).not.toContain(secret);
    expect(await get('member', member.id)).toMatchObject({ hotel_id: house.h1, register_hotel_id: house.h1 });
    expectError(await call(app, clerk.token, 'GET', `/api/member/${member.id}`), 404);
    expect(await checkBooks(db)).toEqual([]);
  });

  test('is served at the counter by its id once found, and not before', async () => {
    const { member } = await sold();
    const clerk = await newClerk();
    const guests = async () =>
      (await call<{ data: Counter }>(app, clerk.token, 'GET', `/api/voucher_redeem/counter?member_id=${member.id}`))
        .body.data.guests;
    expect(await guests()).toEqual([]);
    await duplicates(clerk, { email: member.email });
    expect(await guests()).toMatchObject([{ member: { id: member.id, is_elsewhere: true } }]);
    const bill = {
      hotel_id: house.h2,
      member_id: member.id,
      reference_no: 'K-1',
      total_fb: '100000',
      staff_name: 'Ayu',
    };
    expect(writtenIn(await post('visit', bill, clerk.token)).member_id).toBe(member.id);
  });

  test('is written down as looked up each time, and after sixty in a minute not told any more', async () => {
    const { member } = await sold();
    const clerk = await newClerk();
    for (let n = 0; n < LOOK_UPS_A_MINUTE; n += 1)
      expect((await duplicates(clerk, { email: member.email })).status).toBe(200);
    const late = await duplicates(clerk, { email: member.email });
    expectError(late, 429, 'too_many_requests');
    const { rows } = await sql<{ members: number[] }>`
      select members::integer[] as members from look_up where actor_id = ${clerk.id}`.execute(db.kysely);
    expect(rows).toEqual(Array.from({ length: LOOK_UPS_A_MINUTE }, () => ({ members: [member.id] })));
    // To refuse the known alone would tell them from others.
    expectError(await duplicates(clerk, { email: 'nobody@known.test' }), 429, 'too_many_requests');
  });
});

test('two members may share a phone: it warns, and refuses nobody', async () => {
  const { member } = await sold();
  const clerk = await newClerk();
  const guest = await house.guest({ phone_no: member.phone_no });
  const reply = await post(
    'member',
    { ...guest, is_active: 1, hotel_id: house.h2, membership_id: house.gold },
    clerk.token,
  );
  expect(reply.status, reply.text).toBe(201);
  expect((await duplicates(clerk, { phone_no: member.phone_no })).body.data).toMatchObject([
    { id: writtenIn(reply).id, is_elsewhere: false },
    { id: member.id, is_elsewhere: true },
  ]);
});
