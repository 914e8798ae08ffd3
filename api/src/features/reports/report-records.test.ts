import { type ReportRun, getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { REASON, call } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { allowThousandths, createBaseRecords } from '../../testing/base-records.ts';
import { createRunner, valuesOf } from './report-helpers.ts';

/** The records that each report lists, and the columns that it shows. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
await allowThousandths(db);
const { request, run } = createRunner(app);

const post = (path: string, body: object = {}) =>
  call<{ data: { id: number } }>(app, admin.token, 'POST', `/api/${path}`, { body });
const readHotelCode = async (id: number): Promise<string> =>
  (await db.kysely.selectFrom('hotel').select('code').where('id', '=', id).executeTakeFirstOrThrow()).code;

describe('records of the reports', () => {
  const emailFilter = (email: unknown) => ({ 'filter[member.email][exact]': String(email) });

  test('member-report: lists each member once with the current card, and members without a card', async () => {
    const { member, member_card } = (await fixtures.sell()).body.data;
    await sql`insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active)
      values (${member.id}, ${fixtures.gold}, ${fixtures.h1}, ${await fixtures.dayFromNow(500)}, ${await fixtures.dayFromNow(800)},
          true)`.execute(db.kysely);
    const columns = 'member.first_name,member_card.sbec_no,membership.name,member.standing';
    expect((await run(admin, 'member-report', { columns, ...emailFilter(member['email']) })).data).toEqual([
      {
        'member.first_name': 'Dewi',
        'member_card.sbec_no': member_card['sbec_no'],
        'membership.name': 'Gold',
        'member.standing': 'active',
      },
    ]);
    const guest = await inputs.create(getResource('member'), { hotel_id: fixtures.h1, register_hotel_id: fixtures.h1 });
    const [row, ...otherRows] = (await run(admin, 'member-report', { columns, ...emailFilter(guest['email']) })).data;
    expect(row).toMatchObject({ 'member_card.sbec_no': null, 'member.standing': 'none' });
    expect(otherRows).toEqual([]);
  });

  test('sales-report: lists sold memberships with seller, amount and card, and nothing cancelled', async () => {
    const before = (await run(admin, 'sales-report')).meta.total;
    const { transaction, member_card } = (await fixtures.sell({ discount: '100000', marketing_name: 'Nyoman' })).body
      .data;
    const cancelledSale = (await fixtures.sell()).body.data.transaction;
    expect((await call(app, admin.token, 'DELETE', `/api/transaction/${cancelledSale.id}`, REASON)).status).toBe(200);
    await inputs.create(getResource('transaction'), { hotel_id: fixtures.h1 });
    const columns =
      'transaction.transaction_no,transaction.marketing_name,transaction.sub_total,transaction.discount,transaction.grand_total,member_card.sbec_no,membership.name';
    const { data, meta } = await run(admin, 'sales-report', { columns });
    expect(meta.total).toBe(before + 1);
    expect(data[0]).toEqual({
      'transaction.transaction_no': transaction['transaction_no'],
      'transaction.marketing_name': 'Nyoman',
      'transaction.sub_total': '1500000.000',
      'transaction.discount': '100000.000',
      'transaction.grand_total': '1400000.000',
      'member_card.sbec_no': member_card['sbec_no'],
      'membership.name': 'Gold',
    });
  });

  const VOUCHER_STATES = ['issued', 'redeemed', 'open', 'expired', 'cancelled'];

  test('benefit-report: issued is the sum of the states, including redemptions of deleted members', async () => {
    const { member, member_vouchers } = (await fixtures.sell({ hotel_id: fixtures.h1 })).body.data;
    const [first] = member_vouchers;
    const body = {
      redeem_hotel_id: fixtures.h1,
      redeem_date: new Date().toISOString(),
      booking_no: 'B',
      staff_name: 'Ayu',
    };
    expect((await post('voucher_redeem', { member_voucher_id: first?.id, ...body })).status).toBe(201);
    expect((await call(app, admin.token, 'DELETE', `/api/member/${member.id}`)).status).toBe(200);
    const columns = VOUCHER_STATES.map((state) => `benefit.${state}`).join(',');
    const { totals } = await run(admin, 'benefit-report', {
      columns,
      'filter[hotel.code][exact]': await readHotelCode(fixtures.h1),
    });
    const [issuedCount, ...otherCounts] = VOUCHER_STATES.map((state) => Number(totals[`benefit.${state}`]));
    expect(otherCounts.reduce((sum, n) => sum + n, 0)).toBe(issuedCount);
    const { body: redemptions } = await call<{ meta: { total: number } }>(
      app,
      admin.token,
      'GET',
      `/api/voucher_redeem?redeem_hotel_id=${fixtures.h1}`,
    );
    expect(totals['benefit.redeemed']).toBe(redemptions.meta.total);
  });

  test('benefit-report: groups vouchers by state; unused ones of an inactive card are cancelled', async () => {
    const columns = [
      'voucher.name',
      ...VOUCHER_STATES.flatMap((state) => [`benefit.${state}`, `benefit.${state}_nominal`]),
    ].join(',');
    const hotel = {
      columns,
      'filter[region.name][null]': 0,
      'filter[hotel.code][exact]': await readHotelCode(fixtures.h2),
      sort: 'voucher.name',
    };
    const { member_vouchers } = (await fixtures.sell({ hotel_id: fixtures.h2 })).body.data;
    const [redeemedVoucher, expiredVoucher] = member_vouchers.filter(
      (v) => v['voucher_id'] === fixtures.unrestrictedVoucher,
    );
    const body = {
      member_voucher_id: redeemedVoucher?.id,
      redeem_hotel_id: fixtures.h2,
      redeem_date: new Date().toISOString(),
      booking_no: 'B',
      staff_name: 'Ayu',
    };
    expect((await post('voucher_redeem', body)).status).toBe(201);
    await post(`member_voucher/${expiredVoucher?.id}`, { redeem_date: '2020-01-01', valid_until_date: '2020-12-31' });
    const toRow = (name: string, counts: readonly number[]) => ({
      'voucher.name': name,
      ...Object.fromEntries(
        VOUCHER_STATES.flatMap((state, i) => [
          [`benefit.${state}`, counts[i]],
          [`benefit.${state}_nominal`, `${(counts[i] ?? 0) * 250_000}.000`],
        ]),
      ),
    });
    const benefits = await run(admin, 'benefit-report', hotel);
    expect(benefits.data).toEqual([
      toRow('D', [2, 1, 0, 1, 0]),
      toRow('N', [1, 0, 1, 0, 0]),
      toRow('X', [1, 0, 1, 0, 0]),
    ]);
    expect(benefits.totals).toEqual({
      'benefit.issued': 4,
      'benefit.redeemed': 1,
      'benefit.open': 2,
      'benefit.expired': 1,
      'benefit.cancelled': 0,
      'benefit.issued_nominal': '1000000.000',
      'benefit.redeemed_nominal': '250000.000',
      'benefit.open_nominal': '500000.000',
      'benefit.expired_nominal': '250000.000',
      'benefit.cancelled_nominal': '0.000',
    });
    expect(benefits.meta).toEqual({ page: 1, per_page: 25, total: 3, total_is_estimate: false });
    // A sum is filtered and sorted like any other column.
    const largestRun = await run(admin, 'benefit-report', {
      ...hotel,
      sort: '-benefit.issued,voucher.name',
      'filter[benefit.open][gte]': 1,
      per_page: 1,
      page: 2,
    });
    expect(valuesOf(largestRun, 'voucher.name')).toEqual(['X']);
    expect(largestRun.totals).toMatchObject({ 'benefit.issued': 2, 'benefit.open_nominal': '500000.000' });
    // Without sums each voucher is a row, and a filter on sums has no meaning.
    expect((await run(admin, 'benefit-report', { ...hotel, columns: 'voucher.name', sort: '' })).meta.total).toBe(4);
    expectInvalid(
      await request(admin, 'benefit-report', {
        columns: 'voucher.name',
        sort: 'benefit.open',
        'filter[benefit.open][gte]': 1,
      }),
      'filter[benefit.open][gte]',
      'sort',
    );
    expectInvalid(await request(admin, 'benefit-report', { ...hotel, sort: 'member.last_name' }), 'sort');
    const card = Number(redeemedVoucher?.['member_card_id']);
    expect((await post(`member_card/${card}`, { is_active: 0 })).status).toBe(200);
    expect((await run(admin, 'benefit-report', hotel)).data).toEqual([
      toRow('D', [2, 1, 0, 0, 1]),
      toRow('N', [1, 0, 0, 0, 1]),
      toRow('X', [1, 0, 0, 0, 1]),
    ]);
  });
});

test('the reports show only the name of a member who is not visible, also for filters and sorting', async () => {
  const clerk = await createUser(db, {
    level: 'property',
    assignments: [{ region_id: fixtures.r1, restrict_hotel_id: fixtures.h1 }],
  });
  const { id: report_id } = await db.kysely
    .selectFrom('report')
    .select('id')
    .where('key', '=', 'visit-report')
    .executeTakeFirstOrThrow();
  for (const column_name of ['email', 'hotel.code', 'standing'])
    expect(
      (await post('report_column', { report_id, table_name: 'member', column_name, sort_no: 900, is_checked: 0 }))
        .status,
    ).toBe(201);
  const [foreignSale, ownSale] = [
    (await fixtures.sell({ hotel_id: fixtures.h3 })).body.data.member,
    (await fixtures.sell()).body.data.member,
  ];
  for (const { id } of [foreignSale, ownSale])
    expect(
      (
        await post('visit', {
          hotel_id: fixtures.h1,
          member_id: id,
          reference_no: `Sight-${id}`,
          total_fb: '125.500',
          staff_name: 'Ayu',
        })
      ).status,
    ).toBe(201);
  const params = {
    columns: 'member.last_name,member.email,member.hotel.code,member.standing,visit.grand_total',
    'filter[visit.reference_no][start]': 'Sight',
    sort: 'member.email',
  };
  const rowOf = ({ data }: ReportRun, { last_name }: Readonly<Record<string, unknown>>) =>
    data.find((row) => row['member.last_name'] === last_name);
  const [allRuns, visibleRun] = [await run(admin, 'visit-report', params), await run(clerk, 'visit-report', params)];
  expect(rowOf(allRuns, foreignSale)).toMatchObject({
    'member.email': foreignSale['email'],
    'member.standing': 'active',
  });
  expect(rowOf(visibleRun, foreignSale)).toEqual({
    'member.last_name': foreignSale['last_name'],
    'member.email': null,
    'member.hotel.code': null,
    'member.standing': null,
    'visit.grand_total': '125.500',
  });
  expect(rowOf(visibleRun, ownSale)).toEqual(rowOf(allRuns, ownSale));
  const countMatches = async (name: string, value: string) =>
    [
      await run(admin, 'visit-report', { ...params, [name]: value }),
      await run(clerk, 'visit-report', { ...params, [name]: value }),
    ].map(({ meta }) => meta.total);
  const email = String(foreignSale['email']);
  const texts = { exact: email, matches: email, contains: email.slice(1), start: email, end: email };
  for (const [operator, text] of Object.entries(texts))
    expect(await countMatches(`filter[member.email][${operator}]`, text), operator).toEqual([1, 0]);
  expect(await countMatches('filter[member.standing][includes]', 'active')).toEqual([2, 1]);
  expect(await countMatches('filter[member.last_name][exact]', String(foreignSale['last_name']))).toEqual([1, 1]);
});
