import { type ResourceDefinition, getResource } from '@innkeeper/contract';
import type { SearchResponse } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { matchSql, matchWholeNameSql } from '../../engine/resources/notation.ts';
import { call, queryString } from '../../testing/call.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { createPlace } from '../../testing/places.ts';
import { parseList } from '../../testing/responses.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';

/** The search and the filters of every list find the same guest in the ways in which the search for members does. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const { region, hotels } = await createPlace(db, 2);
const [hotel = 0, otherHotel = 0] = hotels;
const [member, memberCard, memberVoucher] = [
  getResource('member'),
  getResource('member_card'),
  getResource('member_voucher'),
];
const createGuest = async (values: Input, hotel_id: number) =>
  (await inputs.create(member, { hotel_id, register_hotel_id: hotel_id, ...values })).id;
const guest = await createGuest(
  { first_name: 'René Ayu', last_name: 'Ma’ruf-Núñez', phone_no: '+62 857-1234-5678' },
  hotel,
);
const stranger = await createGuest({ first_name: 'Budi', last_name: 'Wijaya', phone_no: '+62 811-9999-0000' }, hotel);
const guestElsewhere = await createGuest(
  { first_name: 'René', last_name: 'Ma’ruf', phone_no: '+62 21 555 0123' },
  otherHotel,
);
const clerkOf = (hotelId: number) =>
  createUser(db, {
    level: 'property',
    codes: ['VIEW_MEMBER', 'VIEW_MEMBER_CARD', 'VIEW_MEMBER_VOUCHER'],
    assignments: [{ region_id: region, restrict_hotel_id: hotelId }],
  });
const [clerk, otherClerk] = await Promise.all([clerkOf(hotel), clerkOf(otherHotel)]);
const CARD_NO = '0000-0048-5953';
const numbers = { card: 0, voucher: 0, voucherNo: '' };

beforeAll(async () => {
  const { id, end_date } = await inputs.create(memberCard, { member_id: guest, hotel_id: hotel, sbec_no: CARD_NO });
  await inputs.create(memberCard, { member_id: stranger, hotel_id: hotel, sbec_no: '0000-0048-6000' });
  const voucher = await inputs.create(memberVoucher, {
    member_card_id: id,
    member_id: guest,
    valid_until_date: end_date,
  });
  Object.assign(numbers, { card: id, voucher: voucher.id, voucherNo: voucher.voucher_no });
});

const find = async (d: ResourceDefinition, parameters: Readonly<Record<string, string>>, { token } = admin) =>
  parseList(d, await call(app, token, 'GET', `/api/${d.key}?${queryString(parameters)}`)).map(({ id }) => id);

const NAMES = ['rene', 'René', 'RENE', "Ma'ruf", 'Ma’ruf', 'maruf', 'nunez', 'Núñez', 'maruf-nunez'];
const PHONES = ['085712345678', '0857-1234-5678', '+6285712345678', '62 857 1234 5678', '12345678'];
const CARD_NUMBERS = [CARD_NO, '000000485953', '0000 0048 5953', '485953', '48-5953'];

describe.each([
  ['an administrator', admin],
  ['a user of the hotel', clerk],
] as const)('%s', (_, user) => {
  test.each([...NAMES, ...PHONES, ...CARD_NUMBERS, 'rene nunez', 'nunez rene'])(
    'finds the guest by the search of the members: $0',
    async (search) => {
      const isCard = CARD_NUMBERS.includes(search);
      expect(await find(member, { search }, user)).toEqual(
        isCard
          ? []
          : user === admin && /rene|René|RENE|ruf$/.test(search) && !/nu/i.test(search)
            ? [guestElsewhere, guest]
            : [guest],
      );
    },
  );

  test.each(NAMES)('finds cards and vouchers by the search for a name: $0', async (search) => {
    expect(await find(memberCard, { search }, user)).toEqual([numbers.card]);
    expect(await find(memberVoucher, { search }, user)).toEqual([numbers.voucher]);
  });

  test.each(CARD_NUMBERS)('finds the card and its vouchers by the number: $0', async (number) => {
    expect(await find(memberCard, { search: number }, user)).toEqual([numbers.card]);
    expect(await find(memberVoucher, { search: number }, user)).toEqual([numbers.voucher]);
    for (const operator of ['contains', 'matches', 'start']) {
      // Some of the zeros at the beginning are no beginning.
      if (operator === 'contains' || number === CARD_NO || !number.startsWith('0') || operator === 'matches')
        expect(await find(memberCard, { [`filter[sbec_no][${operator}]`]: number }, user), operator).toEqual([
          numbers.card,
        ]);
      expect(await find(memberVoucher, { [`filter[member_card.sbec_no][${operator}]`]: number }, user)).toEqual([
        numbers.voucher,
      ]);
    }
  });

  test('finds the voucher by its number with hyphens, in small letters', async () => {
    const number = numbers.voucherNo.toLowerCase().replace(/^(...)/, '$1-');
    for (const operator of ['contains', 'matches', 'start', 'end'])
      expect(await find(memberVoucher, { [`filter[voucher_no][${operator}]`]: number }, user)).toEqual([
        numbers.voucher,
      ]);
    expect(await find(memberVoucher, { search: number }, user)).toEqual([numbers.voucher]);
  });

  test.each(['René Ayu Ma’ruf-Núñez', 'rene ayu maruf nunez'.replace('maruf nunez', "ma'ruf-nunez")])(
    'finds the guest by the whole name: $0',
    async (name) => {
      for (const operator of ['contains', 'matches', 'start', 'end']) {
        expect(await find(member, { [`filter[first_name][${operator}]`]: name }, user)).toEqual([guest]);
        expect(await find(memberCard, { [`filter[member.name][${operator}]`]: name }, user)).toEqual([numbers.card]);
        expect(await find(memberVoucher, { [`filter[member.name][${operator}]`]: name }, user)).toEqual([
          numbers.voucher,
        ]);
      }
    },
  );

  test.each(['nunez', "Ma'ruf-Nu"])('finds the guest by the last name in the filter of the name: $0', async (name) => {
    expect(await find(member, { 'filter[first_name][contains]': name }, user)).toEqual([guest]);
    expect(await find(member, { 'filter[last_name][contains]': name }, user)).toEqual([guest]);
    expect(await find(memberCard, { 'filter[member.name][contains]': name }, user)).toEqual([numbers.card]);
    expect(await find(memberVoucher, { 'filter[member.name][contains]': name }, user)).toEqual([numbers.voucher]);
  });

  test.each(PHONES)('finds the guest by the filters of the phone: $0', async (phone) => {
    for (const operator of ['contains', 'matches', 'end'])
      expect(await find(member, { [`filter[phone_no][${operator}]`]: phone }, user), operator).toEqual([guest]);
    expect(await find(memberCard, { 'filter[member.phone_no][matches]': phone }, user)).toEqual([numbers.card]);
  });

  test('finds the guest by the beginning of the phone, but not by letters', async () => {
    for (const start of ['0857', '+62857', '62 857', '0857-1234'])
      expect(await find(member, { 'filter[phone_no][start]': start }, user), start).toEqual([guest]);
    expect(await find(member, { 'filter[phone_no][contains]': 'ext' }, user)).toEqual([]);
    expect(await find(member, { 'filter[phone_no][exact]': '085712345678' }, user)).toEqual([]);
  });
});

test('a user of another hotel finds neither the guest nor the card', async () => {
  for (const search of ['nunez', '085712345678', CARD_NO])
    for (const d of [member, memberCard, memberVoucher]) expect(await find(d, { search }, otherClerk)).toEqual([]);
  expect(await find(memberCard, { 'filter[sbec_no][matches]': '485953' }, otherClerk)).toEqual([]);
  expect(await find(member, { search: 'maruf' }, otherClerk)).toEqual([guestElsewhere]);
});

test.each([...NAMES, ...PHONES, ...CARD_NUMBERS])('the search for members finds the guest: $0', async (q) => {
  const { body } = await call<{ data: SearchResponse }>(app, admin.token, 'GET', `/api/search?${queryString({ q })}`);
  expect(body.data.members.map(({ id }) => id)).toContain(guest);
});

const column = (name: string) => sql.ref(name);
test.each([
  ['member', 'member_search_idx', matchSql(column('first_name'), 'name', 'contains', 'René')],
  ['member', 'member_search_idx', matchSql(column('phone_no'), 'phone', 'contains', '0857 1234 5678')],
  ['member', 'member_search_idx', matchSql(column('phone_no'), 'phone', 'start', '0857')],
  ['member', 'member_search_idx', matchSql(column('phone_no'), 'phone', 'matches', '0857 1234 5678')],
  [
    'member',
    'member_search_idx',
    matchWholeNameSql([column('first_name'), column('last_name')], 'contains', 'Ayu Núñez'),
  ],
  ['member_card', 'member_card_search_idx', matchSql(column('sbec_no'), 'number', 'matches', '485953')],
  ['member_card', 'member_card_search_idx', matchSql(column('sbec_no'), 'number', 'start', '485953')],
  ['member_voucher', 'member_voucher_search_idx', matchSql(column('voucher_no'), 'number', 'contains', 'abc-123')],
] as const)('a condition on the %s uses the index %s', async (table, index, condition) => {
  const rows = await db.kysely.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx);
    return (await sql<Record<string, string>>`explain select from ${sql.table(table)} where ${condition}`.execute(tx))
      .rows;
  });
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(index);
});
