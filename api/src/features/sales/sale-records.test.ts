// Core test: every sale.
import { getResource } from '@innkeeper/contract';
import { checkIntegrity } from '@innkeeper/db/testing';
import { sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { parseList, parseMeta, parseWritten } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createCountry, createHotel, createBaseRecords } from '../../testing/base-records.ts';

/** The programme's rules for selling, each quoted above its test. */

const RACERS = 50;
const api = await startTestApp({ connections: RACERS, isMailQueued: true });
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const { get, post, remove } = createProgramme(api, admin, inputs, fixtures.h1);
const clerk = await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r1 }] });

const list = async (key: string, query: string) => {
  const reply = await call(app, admin.token, 'GET', `/api/${key}?${query}`);
  return { rows: parseList(getResource(key), reply), total: parseMeta(getResource(key), reply).total };
};
const countRecords = async () => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from member)::int as members, (select count(*) from transaction)::int as transactions,
           (select count(*) from transaction_detail)::int as lines, (select count(*) from member_card)::int as cards,
           (select count(*) from member_voucher)::int as vouchers,
           (select count(*) from mail_log)::int as mails`.execute(db.kysely);
  return rows[0];
};

// The data reconciles after each test.
afterEach(async () => {
  const violations = await checkIntegrity(db);
  if (violations.length > 0) throw new Error(`The reconciliation found differences: ${JSON.stringify(violations)}`);
});

describe('a sale', () => {
  /**
   * Given Gold with D×2 and N×1, when a sale at H1 is completed in the wizard, then exactly one member, one transaction
   * type 1, one detail with fee type 1, one active card and three member vouchers exist, all linked.
   */
  test('1: creates one member, transaction, line, active card and its vouchers, all linked', async () => {
    const before = await countRecords();
    const reply = await fixtures.sell({ discount: '100000' });
    expect(reply.status, reply.text).toBe(201);
    const { transaction, member, member_card, member_vouchers } = reply.body.data;
    const after = await countRecords();
    expect(after).toEqual({
      members: Number(before?.members) + 1,
      transactions: Number(before?.transactions) + 1,
      lines: Number(before?.lines) + 1,
      cards: Number(before?.cards) + 1,
      vouchers: Number(before?.vouchers) + 3,
      mails: Number(before?.mails) + 1,
    });
    expect(transaction).toMatchObject({
      transaction_type: { code: '1' },
      member_id: member.id,
      membership_id: fixtures.gold,
      hotel_id: fixtures.h1,
      sub_total: '1500000.000',
      discount: '100000.000',
      grand_total: '1400000.000',
      currency: 'IDR',
      reference_no: 'OR-1',
      phone_no: member.phone_no,
    });
    const { rows: lines } = await list('transaction_detail', `transaction_id=${transaction.id}`);
    expect(lines).toMatchObject([{ spend_type: { code: '1' }, quantity: 1, unit_price: '1500000.000' }]);
    expect(member_card).toMatchObject({
      member_id: member.id,
      transaction_id: transaction.id,
      membership_id: fixtures.gold,
      is_active: 1,
      start_date: await fixtures.dayFromNow(0),
      price: '1500000.000',
    });
    expect(member).toMatchObject({
      membership_id: fixtures.gold,
      hotel_id: fixtures.h1,
      register_hotel_id: fixtures.h1,
      standing: 'active',
      valid_until_date: member_card.end_date,
      member_date: member_card.start_date,
    });
    expect(member_vouchers.map((v) => v.voucher_id)).toEqual([
      fixtures.unrestrictedVoucher,
      fixtures.unrestrictedVoucher,
      fixtures.restrictedVoucher,
    ]);
    for (const voucher of member_vouchers)
      expect(voucher).toMatchObject({
        member_id: member.id,
        member_card_id: member_card.id,
        transaction_id: transaction.id,
        redeem_date: member_card.start_date,
        valid_until_date: member_card.end_date,
        restrict_hotel_id: voucher.voucher_id === fixtures.restrictedVoucher ? fixtures.h1 : null,
        state: 'available',
      });
    expect((await list('mail_log', `member_id=${member.id}`)).rows).toMatchObject([{ mail_type: { code: 'welcome' } }]);
  });

  /**
   * Given the same sale, when voucher issue fails midway (forced error), then no member, transaction, card or voucher
   * remains.
   */
  test('2: leaves nothing if issuing vouchers fails', async () => {
    const before = await countRecords();
    await sql`create function break_down() returns trigger language plpgsql as $$
      begin if new.restrict_hotel_id is not null then raise exception 'midway'; end if; return new; end $$`.execute(
      db.kysely,
    );
    await sql`create trigger break_down before insert
        on member_voucher for each row execute function break_down()`.execute(db.kysely);
    const reply = await fixtures.sell();
    await sql`drop function break_down cascade`.execute(db.kysely);
    expectError(reply, 500, 'internal_error');
    expect(await countRecords()).toEqual(before);
  });

  /**
   * Given the wizard’s last step, when the submit request is sent twice with the same idempotency key, then one sale
   * exists and both answers carry the same transaction_no.
   */
  test('3: is created once when sent twice with one idempotency key, with the same response', async () => {
    const order = await fixtures.createSaleInput();
    const send = () =>
      call<{ data: { transaction: { transaction_no: string } } }>(app, admin.token, 'POST', '/api/transaction/wizard', {
        body: order,
        headers: { 'idempotency-key': 'sale-3' },
      });
    const before = await countRecords();
    const replies = [await send(), await send(), ...(await Promise.all([send(), send()]))];
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(replies.map(({ body }) => body.data.transaction.transaction_no)).size).toBe(1);
    expect((await countRecords())?.transactions).toBe(Number(before?.transactions) + 1);
  });

  test('is created once for 50 concurrent requests with the same key', async () => {
    const order = await fixtures.createSaleInput();
    const before = await countRecords();
    const replies = await Promise.all(
      Array.from({ length: RACERS }, () =>
        call(app, admin.token, 'POST', '/api/transaction/wizard', {
          body: order,
          headers: { 'idempotency-key': 'sale-50' },
        }),
      ),
    );
    expect(new Set(replies.filter(({ status }) => status === 201).map(({ text }) => text)).size).toBe(1);
    expect(replies.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect((await countRecords())?.cards).toBe(Number(before?.cards) + 1);
  });

  /** Given a sale at H2, then voucher X is issued as well; given a sale at H1, then X is not. */
  test('4: issues an additional voucher at the hotel that adds it, and nowhere else', async () => {
    const listVoucherIdsAt = async (hotel_id: number) =>
      (await fixtures.sell({ hotel_id })).body.data.member_vouchers.map((v) => v.voucher_id);
    expect(await listVoucherIdsAt(fixtures.h2)).toEqual([
      fixtures.unrestrictedVoucher,
      fixtures.unrestrictedVoucher,
      fixtures.restrictedVoucher,
      fixtures.hotelVoucher,
    ]);
    expect(await listVoucherIdsAt(fixtures.h1)).toEqual([
      fixtures.unrestrictedVoucher,
      fixtures.unrestrictedVoucher,
      fixtures.restrictedVoucher,
    ]);
  });

  /**
   * Given an existing member with the same e-mail or phone, when a seller types it, then the wizard offers that member
   * before creating a second one.
   */
  test('5: offers an existing member with the same e-mail or phone first', async () => {
    const { member } = (await fixtures.sell()).body.data;
    const findDuplicates = async (query: string) =>
      (await call<{ data: { id: number }[] }>(app, clerk.token, 'GET', `/api/member/duplicates?${query}`)).body.data;
    expect(await findDuplicates(`email=${encodeURIComponent(String(member.email).toUpperCase())}`)).toMatchObject([
      { id: member.id },
    ]);
    expect(
      await findDuplicates(`phone_no=${encodeURIComponent(`0${String(member.phone_no).slice(4)}`)}`),
    ).toMatchObject([{ id: member.id }]);
    expectInvalid(
      await fixtures.sell({ member: await fixtures.createGuestInput({ email: member.email }) }),
      'member.email',
    );
  });

  /**
   * Given a sale in IDR with rate r, then sub_total_usd = round(sub_total ÷ r, 2) and it does not change when the
   * country’s rate changes.
   */
  test('6: keeps its sum in dollars at the rate of its day when the rate changes', async () => {
    const { transaction } = (await fixtures.sell()).body.data;
    const readLine = async () => (await list('transaction_detail', `transaction_id=${transaction.id}`)).rows[0];
    // 1,500,000 ÷ 15,500.5
    expect(await readLine()).toMatchObject({ sub_total: '1500000.000', sub_total_usd: '96.77' });
    await sql`update country set usd_rate = 20000 where id = ${fixtures.country}`.execute(db.kysely);
    expect(await readLine()).toMatchObject({ sub_total_usd: '96.77' });
    expect(await get('transaction', transaction.id)).toMatchObject({
      usd_rate: '15500.500000',
      grand_total_usd: '96.77',
    });
    expect((await fixtures.sell()).body.data.transaction).toMatchObject({
      usd_rate: '20000.000000',
      grand_total_usd: '75.00',
    });
    await sql`update country set usd_rate = 15500.5 where id = ${fixtures.country}`.execute(db.kysely);
  });

  /**
   * Given a membership restricted to region R2, when a user of R1 opens the wizard, then it is not offered and a
   * crafted POST is rejected.
   */
  test('7: rejects, and does not offer, a membership of another region', async () => {
    const groupMembership = await inputs.create(getResource('membership'), {
      restrict_region_id: fixtures.r2,
      is_free: 0,
      name: 'Only R2',
      rank: 5,
    });
    const readOffers = async (hotel: number, token: string) =>
      (
        await call<{ data: { offers: { membership: { id: number } }[] } }>(
          app,
          token,
          'GET',
          `/api/transaction/offers?hotel_id=${hotel}&type=1`,
        )
      ).body.data.offers.map(({ membership }) => membership.id);
    expect(await readOffers(fixtures.h1, clerk.token)).toContain(fixtures.gold);
    expect(await readOffers(fixtures.h1, clerk.token)).not.toContain(groupMembership.id);
    expect(await readOffers(fixtures.h3, admin.token)).toContain(groupMembership.id);
    expectInvalid(await fixtures.sell({ membership_id: groupMembership.id }, { token: clerk.token }), 'membership_id');
    expectInvalid(
      await fixtures.sell({ membership_id: groupMembership.id, hotel_id: fixtures.h3 }, { token: clerk.token }),
      'hotel_id',
    );
    expectInvalid(await call(app, clerk.token, 'GET', `/api/transaction/offers?hotel_id=${fixtures.h3}`), 'hotel_id');
    await remove('membership', groupMembership.id);
  });

  /** Given a missing required field, when posted, then 422 with the error keyed to that field and nothing is saved. */
  test.each(['first_name', 'email', 'phone_no', 'type_gender_id', 'origin_country_id'])(
    '8: is rejected without %s at that field, and saves nothing',
    async (field) => {
      const before = await countRecords();
      const { [field]: _, ...fields } = await fixtures.createGuestInput();
      expectInvalid(await fixtures.sell({ member: fields }), `member.${field}`);
      expectInvalid(
        await fixtures.sell({ member: { ...fields, [field]: '' }, type_payment_id: null }),
        `member.${field}`,
        'type_payment_id',
      );
      expect(await countRecords()).toEqual(before);
    },
  );
  /**
   * Given a quantity that is not whole, when posted, then 422 with the error keyed to that field and nothing is saved.
   */
  test.each([-1, 1.5])('8: is rejected at the quantity if that is %s, and saves nothing', async (quantity) => {
    const { transaction } = (await fixtures.sell()).body.data;
    const before = await countRecords();
    expectInvalid(
      await post('transaction_detail', { transaction_id: transaction.id, unit_price: '1000', quantity }),
      'quantity',
    );
    expect(await countRecords()).toEqual(before);
  });

  /**
   * Given a membership with is_free=1, when issued through free membership, then transaction type is 3, grand_total 0,
   * card and vouchers are issued.
   */
  test('9: has type 3 and costs nothing if its membership is free, with card and vouchers issued', async () => {
    const freeMembership = await inputs.create(getResource('membership'), {
      name: 'Friends',
      is_free: 1,
      price: '0.000',
      restrict_region_id: null,
      rank: 1,
    });
    await inputs.create(getResource('voucher'), {
      membership_id: freeMembership.id,
      hotel_id: null,
      quantity: 2,
      is_active: 1,
    });
    const giveMembership = async (overrides: Input) => {
      const {
        type: _,
        type_payment_id: __,
        ...order
      } = await fixtures.createSaleInput({ membership_id: freeMembership.id, ...overrides });
      return post('transaction/free_membership', order);
    };
    const reply = await giveMembership({});
    expect(reply.status, reply.text).toBe(201);
    expect(reply.body.data).toMatchObject({
      transaction: { transaction_type: { code: '3' }, grand_total: '0.000', type_payment_id: null },
      member_card: { membership_id: freeMembership.id },
      member_vouchers: [{}, {}],
    });
    expectInvalid(await giveMembership({ membership_id: fixtures.gold }), 'membership_id');
    expectInvalid(await giveMembership({ discount: '10' }), 'discount');
    expectInvalid(await fixtures.sell({ membership_id: freeMembership.id }), 'membership_id');
    expectInvalid(await fixtures.sell({ type: 3 }), 'type');
  });
});

describe('limits of a sale', () => {
  test('allows a discount up to the limit of the role group, which the seller cannot raise', async () => {
    const desk = await createUser(db, {
      level: 'property',
      assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
    });
    const sell = (discount: string) => fixtures.sell({ discount }, { token: desk.token });
    expect(expectError(await sell('375001'), 409, 'approval_needed').message).toBe(
      'Discounts above 25 % need approval.',
    );
    expect((await sell('375000')).status).toBe(201);
    const setLimit = (body: object, token = admin.token) =>
      call(app, token, 'POST', `/api/role_group/${desk.roleGroupId}`, { body });
    expect((await setLimit({ discount_limit: 40 })).status).toBe(200);
    expect((await sell('600000')).status).toBe(201);
    expectError(await sell('600001'), 409, 'approval_needed');
    expectInvalid(await setLimit({ discount_limit: 101 }), 'discount_limit');
    const manager = await createUser(db, { level: 'region', assignments: [{ region_id: fixtures.r1 }] });
    expectError(await setLimit({ discount_limit: 41 }, manager.token), 403, 'forbidden');
    // The discount limit also applies to other bills.
    const { id } = parseWritten(await post('transaction', { hotel_id: fixtures.h1 }, desk.token));
    await post('transaction_detail', { transaction_id: id, quantity: 1, unit_price: '100' }, desk.token);
    expectInvalid(await post(`transaction/${id}`, { discount: '41' }, desk.token), 'discount');
    expect((await post(`transaction/${id}`, { discount: '40' }, desk.token)).status).toBe(200);
  });

  test('allows a discount up to the price, a day up to 31 days back, and no future day', async () => {
    expectInvalid(await fixtures.sell({ discount: '1500001' }), 'discount');
    expect((await fixtures.sell({ discount: '1500000' })).body.data.transaction).toMatchObject({
      grand_total: '0.000',
    });
    const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    expectInvalid(await fixtures.sell({ transaction_date: daysFromNow(1) }), 'transaction_date');
    expectInvalid(await fixtures.sell({ transaction_date: daysFromNow(-32) }), 'transaction_date');
    expect((await fixtures.sell({ transaction_date: daysFromNow(-31) })).body.data.member_card.start_date).toBe(
      await fixtures.dayFromNow(-31),
    );
  });

  test('reports all invalid and unknown fields together', async () => {
    const order = {
      type: 7,
      hotel_id: 'x',
      membership_id: 'y',
      colour: 'red',
      member: { first_name: '' },
      type_payment_id: '',
    };
    const { errors } = expectError(await post('transaction/wizard', order), 422);
    expect(Object.keys(errors ?? {})).toEqual(
      expect.arrayContaining([
        'type',
        'hotel_id',
        'membership_id',
        'colour',
        'type_payment_id',
        'member.first_name',
        'member.email',
      ]),
    );
  });

  test('accepts a form like JSON', async () => {
    const { member, ...order } = await fixtures.createSaleInput();
    const fields = [
      ...Object.entries(order),
      ...Object.entries(member as Input).map(([name, value]) => [`member[${name}]`, value] as const),
    ];
    const boundary = 'form';
    const body = `${fields.map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`).join('')}--${boundary}--\r\n`;
    const reply = await call(app, admin.token, 'POST', '/api/transaction/wizard', {
      body,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    expect(reply.status, reply.text).toBe(201);
  });

  test('rejects a user without permission to store transactions', async () => {
    const reader = await createUser(db, { level: 'group', codes: ['VIEW_TRANSACTION', 'UPDATE_TRANSACTION'] });
    expectError(await fixtures.sell({}, { token: reader.token }), 403, 'forbidden');
  });

  test('converts a price in one currency at the rates of the day, so it costs the same everywhere', async () => {
    const otherCountry = await createCountry(db, fixtures.r1);
    await sql`update country set currency = 'SGD', usd_rate = 1.35, decimals = 2 where id = ${otherCountry}`.execute(
      db.kysely,
    );
    const hotel_id = await createHotel(db, otherCountry);
    await sql`update membership set currency_country_id = ${fixtures.country} where id = ${fixtures.gold}`.execute(
      db.kysely,
    );
    const { transaction, member_card, member_vouchers } = (await fixtures.sell({ hotel_id })).body.data;
    // 1,500,000 ÷ 15,500.5 × 1.35
    expect(transaction).toMatchObject({ currency: 'SGD', grand_total: '130.640', grand_total_usd: '96.77' });
    expect(member_card).toMatchObject({ price: '130.640', currency: 'SGD' });
    expect(member_vouchers[0]).toMatchObject({ nominal: '21.770', currency: 'SGD' });
    await sql`update membership set currency_country_id = null where id = ${fixtures.gold}`.execute(db.kysely);
    // Without a currency country, the price is in each hotel's own currency.
    expect((await fixtures.sell({ hotel_id })).body.data.transaction).toMatchObject({
      currency: 'SGD',
      grand_total: '1500000.000',
    });
  });
});
