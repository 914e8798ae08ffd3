import { resources } from '@innkeeper/contract';
import type { MemberSearchResult, SearchResponse } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { expectError } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
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
const [h1 = 0, h2 = 0] = hotels;
const { card, voucher, get, remove } = createProgramme(api, admin, inputs, h2);

const createUserAtH1 = (...codes: string[]) =>
  createUser(db, { level: 'property', codes, assignments: [{ region_id: region, restrict_hotel_id: h1 }] });
const clerk = await createUserAtH1('VIEW_MEMBER', 'VIEW_MEMBER_VOUCHER', 'VIEW_SEARCH', 'STORE_VOUCHER_REDEEM');
const search = async (q: string, token = clerk.token): Promise<SearchResponse> =>
  (await call<{ data: SearchResponse }>(app, token, 'GET', `/api/search?q=${encodeURIComponent(q)}`)).body.data;

let count = 0;
/** Creates a guest of H2 with a card, a voucher and all identifying data. */
async function createGuest() {
  count += 1;
  const member = await inputs.create(resources.member, {
    first_name: 'Elsbeth',
    last_name: `Farabove`,
    email: `elsbeth.${count}@example.test`,
    phone_no: `+62 811 4400 70${String(count).padStart(2, '0')}`,
    hotel_id: h2,
    register_hotel_id: h2,
  });
  const guestCard = await card({ member_id: member.id });
  const validVoucher = await voucher({ member_card_id: guestCard.id });
  return { member, guestCard, validVoucher };
}

describe('a user of H1', () => {
  test('finds a guest of H2 only by exact card number, voucher number, phone or email', async () => {
    const { member, guestCard, validVoucher } = await createGuest();
    const number = String(guestCard.sbec_no);
    const groupedNumber = `${number.slice(0, 4)} ${number.slice(4, 8)} ${number.slice(8)}`;
    for (const q of [
      number,
      groupedNumber,
      String(validVoucher.voucher_no),
      String(member.email).toUpperCase(),
      '0811-4400-7001',
    ])
      expect(
        (await search(q)).members.map(({ id }) => id),
        q,
      ).toEqual([member.id]);
    for (const q of [
      'elsbeth',
      'farabove elsbeth',
      'elsbet',
      String(member.id),
      'elsbeth.1@example',
      number.slice(0, 8),
      '4400',
    ])
      expect((await search(q)).members, q).toEqual([]);
  });

  test('sees what the front desk needs, but neither email nor phone', async () => {
    const { member, guestCard, validVoucher } = await createGuest();
    const { rows } = await db.pool.query('select id, code, name from hotel where id = $1', [h2]);
    const level = await db.pool.query('select name from membership where id = $1', [guestCard.membership_id]);
    const { members, vouchers } = await search(String(validVoucher.voucher_no));
    const expected: MemberSearchResult = {
      id: member.id,
      name: 'Elsbeth Farabove',
      is_elsewhere: true,
      card: { sbec_no: String(guestCard.sbec_no), end_date: '2099-12-31', membership: level.rows[0].name },
      standing: 'active',
      hotel: rows[0],
      available_vouchers: 1,
      email: null,
      phone_no: null,
      may: { sale: null, redeem: null },
    };
    expect({ ...members[0], standing: 'active' }).toEqual(expected);
    const { name, name_id } = await get('voucher', Number(validVoucher.voucher_id));
    expect(vouchers).toMatchObject([
      { id: validVoucher.id, name, name_id, is_elsewhere: true, state: 'available', member: { id: member.id } },
    ]);
    expect((await search(String(validVoucher.voucher_no), admin.token)).members).toMatchObject([
      { id: member.id, is_elsewhere: false, email: member.email, phone_no: member.phone_no },
    ]);
  });

  test('finds no deleted member, nor anyone by a deleted card or voucher', async () => {
    const { member, guestCard, validVoucher } = await createGuest();
    await remove('member_voucher', validVoucher.id);
    expect(await search(String(validVoucher.voucher_no))).toEqual({ members: [], vouchers: [] });
    await remove('member_card', guestCard.id);
    expect((await search(String(guestCard.sbec_no))).members).toEqual([]);
    expect((await search(String(member.email))).members).toHaveLength(1);
    await remove('member', member.id);
    expect((await search(String(member.email))).members).toEqual([]);
  });
});

describe('permissions', () => {
  test('allow finding by exact numbers if they include search, redeem or view members', async () => {
    const { member, guestCard } = await createGuest();
    for (const code of ['VIEW_SEARCH', 'STORE_VOUCHER_REDEEM', 'VIEW_MEMBER'])
      expect((await search(String(guestCard.sbec_no), (await createUserAtH1(code)).token)).members, code).toMatchObject(
        [{ id: member.id }],
      );
    for (const code of ['STORE_MEMBER', 'VIEW_VOUCHER_REDEEM', 'VIEW_HOTEL'])
      for (const q of [String(guestCard.sbec_no), 'x']) {
        const url = `/api/search?q=${encodeURIComponent(q)}`;
        expectError(await call(app, (await createUserAtH1(code)).token, 'GET', url), 403, 'forbidden');
      }
  });

  test('hide email and phone if only search is granted, even at the user’s own hotel', async () => {
    const ownMember = await inputs.create(resources.member, {
      first_name: 'Homely',
      hotel_id: h1,
      register_hotel_id: h1,
    });
    const searchUser = await createUserAtH1('VIEW_SEARCH');
    expect((await search(String(ownMember.email), searchUser.token)).members).toMatchObject([
      { id: ownMember.id, is_elsewhere: false, email: null, phone_no: null, available_vouchers: null },
    ]);
    expect((await search('homely', searchUser.token)).members).toEqual([]);
  });

  test('have no effect for a user without a hotel', async () => {
    const { guestCard } = await createGuest();
    const unassignedUser = await createUser(db, { level: 'property' });
    expect(await search(String(guestCard.sbec_no), unassignedUser.token)).toEqual({ members: [], vouchers: [] });
  });
});

/** Given a user assigned to a region with restrict_hotel_id H1, search shows only H1 rows but for the exact numbers. */
test('a user of one hotel finds only the hotel’s rows, except by exact numbers', async () => {
  const createMemberOf = (hotel: number) =>
    inputs.create(resources.member, {
      first_name: 'Zwischen',
      last_name: 'Häusern',
      hotel_id: hotel,
      register_hotel_id: hotel,
      phone_no: '0361 909 0808',
    });
  const [ownMember, foreignMember] = [await createMemberOf(h1), await createMemberOf(h2)];
  for (const q of ['zwischen', 'hausern zwi', 'wische', 'zwicshen', 'zwischen 0361'])
    expect(
      (await search(q)).members.map(({ id, is_elsewhere }) => ({ id, is_elsewhere })),
      q,
    ).toEqual([{ id: ownMember.id, is_elsewhere: false }]);
  expect((await search('03619090808')).members.map(({ id, is_elsewhere }) => ({ id, is_elsewhere }))).toEqual([
    { id: foreignMember.id, is_elsewhere: true },
    { id: ownMember.id, is_elsewhere: false },
  ]);
});
