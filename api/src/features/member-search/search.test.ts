import { resources } from '@innkeeper/contract';
import type { SearchResponse } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { parseRecord } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { UNSTORABLE, STORABLE } from '../../testing/hostile-values.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const { hotels, region } = await createPlace(db, 3);
const [firstHotel = 0, secondHotel = 0] = hotels;

const createMember = (input: Input) =>
  inputs.create(resources.member, { hotel_id: firstHotel, register_hotel_id: firstHotel, ...input });
const search = (q: string, token: string | null = admin.token) =>
  call<{ data: SearchResponse }>(app, token, 'GET', `/api/search?q=${encodeURIComponent(q)}`);
const searchMembers = async (q: string, token?: string): Promise<number[]> => {
  const { status, body } = await search(q, token);
  expect(status).toBe(200);
  return body.data.members.map(({ id }) => id);
};

describe('finding a member', () => {
  test('returns the identifying fields and nothing more', async () => {
    const member = await createMember({
      first_name: 'Wayan',
      last_name: 'Sudiarta',
      email: 'wayan.s@example.test',
      phone_no: '+62 361 5550 123',
    });
    const { rows } = await db.pool.query('select code, name from hotel where id = $1', [firstHotel]);
    expect((await search('wayan sudiarta')).body).toEqual({
      data: {
        members: [
          {
            id: member.id,
            name: 'Wayan Sudiarta',
            is_elsewhere: false,
            card: null,
            standing: 'none',
            hotel: { id: firstHotel, ...rows[0] },
            available_vouchers: 0,
            email: 'wayan.s@example.test',
            phone_no: '+62 361 5550 123',
            may: {
              sale: {
                sell: null,
                renew: expect.stringContaining('no card to renew'),
                give: null,
                upgrade: expect.stringContaining('no active card'),
                next: 'sell',
              },
              redeem: 'No voucher is redeemable now.',
            },
          },
        ],
        vouchers: [],
      },
    });
  });

  test('matches parts of name, email and identity in any order and case, if all match', async () => {
    const { id } = await createMember({
      first_name: 'Ketut',
      last_name: 'Mahendrawati',
      email: 'km77@lagoon.example',
      identity_no: 'KTP-5171-QZ',
    });
    for (const q of ['mahendra', 'HENDRAWATI ketut', '  km77@LAGOON  ', 'lagoon.ex mahen', 'ktp-5171-qz', 'ketut 5171'])
      expect(await searchMembers(q), q).toEqual([id]);
    expect(await searchMembers('mahendra nobody')).toEqual([]);
    expect(await searchMembers('mahendr_wati')).toEqual([]);
  });

  test('matches one or two letters only at the beginning of a word', async () => {
    const { id } = await createMember({ first_name: 'Zygmunt', last_name: 'van Qvist', email: 'z.q@nordic.example' });
    for (const q of ['zy', 'Qv', 'va', 'z q', 'zygmunt q', 'q vist', 'z.q'])
      expect(await searchMembers(q), q).toContain(id);
    for (const q of ['yg', 'vi', 'zygmunt u', 'nt']) expect(await searchMembers(q), q).not.toContain(id);
    for (const q of ['@@', '%%', '...', 'zygmunt -']) expect(await searchMembers(q), q).toEqual([]);
  });

  test('matches a whole telephone number in any format', async () => {
    const { id } = await createMember({ phone_no: '+62 812-3377-9911' });
    for (const q of ['0812 3377 9911', '081233779911', '+62 (812) 3377.9911', '62812-33779911', '3377-9911'])
      expect(await searchMembers(q), q).toEqual([id]);
    expect(await searchMembers('0812 3377 9912')).toEqual([]);
    expect(await searchMembers('0812 3377 9911 ketut')).toEqual([]);
  });

  test('ranks the member with that id before members whose other fields contain the digits', async () => {
    await db.pool.query('alter sequence member_id_seq restart with 50712');
    const member = await createMember({ first_name: 'Numbered' });
    const otherNames = [
      await createMember({ marketing_name: `M${member.id}0` }),
      await createMember({ last_name: `${member.id}` }),
    ];
    expect(await searchMembers('50712')).toEqual([member.id, ...otherNames.map(({ id }) => id).reverse()]);
  });

  test('returns each member once, newest first, at most ten', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n++)
      ids.push(
        (await createMember({ first_name: 'Puspita', phone_no: '021 7788 5544', email: `puspita${n}@x.test` })).id,
      );
    expect(await searchMembers('puspita')).toEqual(ids.reverse().slice(0, 10));
    expect(await searchMembers('02177885544')).toEqual(ids.slice(0, 10));
  });

  test('never returns a deleted member', async () => {
    const { id } = await createMember({ first_name: 'Vanished', phone_no: '0361 4433 2211' });
    await call(app, admin.token, 'DELETE', `/api/member/${id}`);
    for (const q of ['vanished', '036144332211', String(id)]) expect(await searchMembers(q), q).not.toContain(id);
  });
});

describe('finding by number', () => {
  const { card, voucher, redeem, remove } = createProgramme(api, admin, inputs, firstHotel);

  test('finds a member by card number in any grouping, ranked first', async () => {
    const guestCard = await card({ sbec_no: '8800 1234 5678' });
    await createMember({ last_name: '880012345678' });
    for (const q of ['8800 1234 5678', '8800-1234-5678'])
      expect((await searchMembers(q))[0], q).toBe(guestCard.member_id);
    const generatedCard = await card({ sbec_no: '' });
    expect(await searchMembers(String(generatedCard.sbec_no))).toEqual([generatedCard.member_id]);
    await remove('member_card', generatedCard.id);
    expect(await searchMembers(String(generatedCard.sbec_no))).toEqual([]);
  });

  test('finds a voucher by its number, with its owner and value', async () => {
    const memberVoucher = await voucher();
    const number = String(memberVoucher.voucher_no);
    const kind = parseRecord(
      resources.voucher,
      await call(app, admin.token, 'GET', `/api/voucher/${Number(memberVoucher.voucher_id)}`),
    );
    const spokenNumber = number.replaceAll('0', 'o').replaceAll('1', 'l').toLowerCase();
    for (const q of [number, spokenNumber, `${number.slice(0, 4)}-${number.slice(4, 8)}-${number.slice(8)}`]) {
      expect((await search(q)).body.data.vouchers, q).toEqual([
        {
          id: memberVoucher.id,
          voucher_no: number,
          name: kind.name,
          name_id: kind.name_id,
          is_elsewhere: false,
          member: { id: memberVoucher.member_id, name: expect.any(String) },
          valid_until_date: memberVoucher.valid_until_date,
          state: 'available',
          may: { redeem: null },
        },
      ]);
    }
    const seller = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER'] });
    expect((await search(number, seller.token)).body.data.vouchers).toEqual([]);
  });

  test('applies the redemption rule to a voucher, and returns its reason', async () => {
    const createDeskUser = (hotel: number) =>
      createUser(db, { level: 'property', assignments: [{ region_id: region, restrict_hotel_id: hotel }] });
    const [ownUser, otherUser] = [await createDeskUser(firstHotel), await createDeskUser(secondHotel)];
    const localVoucher = await voucher({ restrict_hotel_id: firstHotel });
    const readEligibility = async (voucherNo: unknown, token?: string) =>
      (await search(String(voucherNo), token)).body.data.vouchers[0]?.may.redeem;
    const rejectedReply = await redeem(localVoucher, { redeem_hotel_id: secondHotel });
    expect(rejectedReply.status).toBe(409);
    expect(await readEligibility(localVoucher.voucher_no, otherUser.token)).toBe(rejectedReply.body['message']);
    // A user of several hotels gets the result for the hotel to which the voucher is restricted.
    expect(await readEligibility(localVoucher.voucher_no, ownUser.token)).toBeNull();
    expect(await readEligibility(localVoucher.voucher_no)).toBeNull();
    const viewer = await createUser(db, { level: 'group', codes: ['VIEW_MEMBER_VOUCHER'] });
    expect(await readEligibility(localVoucher.voucher_no, viewer.token)).toBeNull();
  });
});

describe('search results', () => {
  test('contain only records visible to the caller, however they are found', async () => {
    const ownMember = await createMember({ first_name: 'Scoped', phone_no: '0361 1212 3434' });
    const otherMember = await createMember({
      first_name: 'Scoped',
      phone_no: '0361 1212 3434',
      hotel_id: secondHotel,
      register_hotel_id: secondHotel,
    });
    const clerk = await createUser(db, {
      level: 'property',
      codes: ['VIEW_MEMBER'],
      assignments: [{ region_id: region, restrict_hotel_id: firstHotel }],
    });
    for (const q of ['scoped', 'cope', 'scopde', 'scoped 0361']) {
      expect(await searchMembers(q), q).toEqual([otherMember.id, ownMember.id]);
      expect(await searchMembers(q, clerk.token), q).toEqual([ownMember.id]);
    }
    expect(await searchMembers(String(otherMember.id), clerk.token)).not.toContain(otherMember.id);
    expect(await searchMembers(String(ownMember.id), clerk.token)).toContain(ownMember.id);
  });

  test('are empty without the permission to view, and for a text that is too short', async () => {
    const { id } = await createMember({ first_name: 'Xavierine' });
    const seller = await createUser(db, { level: 'group', codes: ['STORE_MEMBER', 'UPDATE_MEMBER', 'VIEW_SEARCH'] });
    expect((await search('xavierine', seller.token)).body).toEqual({ data: { members: [], vouchers: [] } });
    for (const q of ['', ' ', 'x', ' x ']) expect(await searchMembers(q), JSON.stringify(q)).toEqual([]);
    expect(await searchMembers('xa')).toContain(id);
  });

  test('require a signed-in caller', async () => {
    for (const q of ['', 'xavierine']) expectError(await search(q, null), 401, 'unauthenticated');
  });
});

test('an invalid query is rejected at its field', async () => {
  const get = (query: string) => call(app, admin.token, 'GET', `/api/search${query}`);
  expectInvalid(await get(''), 'q');
  expectInvalid(await get('?q=a&q=b'), 'q');
  expectInvalid(await get(`?q=${Array(21).keys().toArray().join('+')}`), 'q');
  expectInvalid(await get(`?q=${'x'.repeat(201)}`), 'q');
  expectInvalid(await get('?q=a%00b'), 'q');
  for (const text of [...STORABLE, ...UNSTORABLE, '9'.repeat(15), '9'.repeat(40), '%%', '__'])
    expect((await get(`?q=${encodeURIComponent(text.toWellFormed())}`)).status, text).toBeLessThan(500);
});
