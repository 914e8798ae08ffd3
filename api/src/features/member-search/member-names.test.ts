import { resources } from '@innkeeper/contract';
import type { SearchResponse } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { call } from '../../testing/call.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const { hotels, region } = await createPlace(db, 2);
const [firstHotel = 0, secondHotel = 0] = hotels;

const createMember = async (first_name: string, last_name: string | null = null, input: Input = {}) =>
  (
    await inputs.create(resources.member, {
      first_name,
      last_name,
      hotel_id: firstHotel,
      register_hotel_id: firstHotel,
      ...input,
    })
  ).id;
const searchMembers = async (q: string, token = admin.token): Promise<number[]> => {
  const { body } = await call<{ data: SearchResponse }>(app, token, 'GET', `/api/search?q=${encodeURIComponent(q)}`);
  return body.data.members.map(({ id }) => id);
};

test('the search accepts names in any order', async () => {
  const id = await createMember('Sari Dewi', 'Wijaya');
  for (const q of ['Sari Wijaya', 'Wijaya Sari', 'wijaya dewi sari', 'DEWI Wij', 'wi sa de'])
    expect(await searchMembers(q), q).toEqual([id]);
  expect(await searchMembers('sari nobody')).toEqual([]);
});

test('the search accepts one typing error in each word', async () => {
  const id = await createMember('Ketut Surya', 'Mahendrawati');
  const matchingMember = await createMember('Ketut Surya', 'Mahendra');
  for (const q of [
    'mahendrwati',
    'mahenndrawati',
    'mahendrawari',
    'mahednrawati',
    'ktut mahendrawti',
    'Mahendrawaty Suyra',
    'kteut mahendrawat',
  ])
    expect(await searchMembers(q), q).toEqual([id]);
  expect(await searchMembers('mahendrwti')).toEqual([]);
  expect(await searchMembers('Kteut')).toEqual([matchingMember, id]);
  expect(await searchMembers('mahendra2ati')).toEqual([]);
});

test('the search ranks exact names first, then beginnings, then parts, then mistyped names', async () => {
  const mistypedMember = await createMember('Bambng');
  const innerMatch = await createMember('Abambang');
  const prefixMatch = await createMember('Bambangan');
  const exactMatch = await createMember('Bambang');
  await createMember('Bambino');
  const newestMember = await createMember('Sri', null, { email: 'bambang.sri@example.test' });
  expect(await searchMembers('bambang')).toEqual([exactMatch, prefixMatch, newestMember, innerMatch, mistypedMember]);
});

test('the search finds members with both of two very common names, exact names first', async () => {
  const similarMatch = await createMember('Kusnadi');
  for (const name of ['Kusnadi', 'Partono'])
    await sql`
      insert into member (first_name, email, phone_no, origin_country_id, type_gender_id, is_active, hotel_id,
          membership_id)
      select ${name}, ${name} || n || '@example.test', phone_no, origin_country_id, type_gender_id, true, hotel_id,
        membership_id
      from member, generate_series(1, 1100) n where id = ${similarMatch}`.execute(db.kysely);
  const prefixMatch = await createMember('Partonohadi', 'Kusnadi');
  const olderMember = await createMember('Kusnadi', 'Partono');
  const newerMember = await createMember('I Partono', 'Adi Kusnadi');
  expect(await searchMembers('kusnadi partono')).toEqual([newerMember, olderMember, prefixMatch]);
  expect(await searchMembers('partono kusnadi a')).toEqual([newerMember]);
  const clerk = await createUser(db, {
    level: 'property',
    codes: ['VIEW_MEMBER'],
    assignments: [{ region_id: region, restrict_hotel_id: secondHotel }],
  });
  expect(await searchMembers('kusnadi partono', clerk.token)).toEqual([]);
});

test('the search ignores accents and punctuation within names', async () => {
  const id = await createMember('Renée', "O'Quinlan-Ñoño");
  for (const q of ['renee', 'Renée', 'oquinlan', 'O’Quinlan', 'oquinlan-nono', 'renee oquinlannono'])
    expect(await searchMembers(q), q).toEqual([id]);
});

test('the search finds a member by the current name, and not while deleted', async () => {
  const id = await createMember('Oktavianus', 'Zebaoth');
  await call(app, admin.token, 'POST', `/api/member/${id}`, { body: { last_name: 'Quirinus' } });
  expect(await searchMembers('oktavianus zebaoth')).toEqual([]);
  expect(await searchMembers('quirinsu')).toEqual([id]);
  await call(app, admin.token, 'DELETE', `/api/member/${id}`);
  expect(await searchMembers('quirinus')).toEqual([]);
  await call(app, admin.token, 'POST', `/api/member/${id}/restore`);
  expect(await searchMembers('quirinus')).toEqual([id]);
});

test('the search finds a member who moved at the new hotel, and still at the sign-up hotel', async () => {
  const id = await createMember('Wanderlinde');
  const clerkOf = (hotel: number) =>
    createUser(db, {
      level: 'property',
      codes: ['VIEW_MEMBER'],
      assignments: [{ region_id: region, restrict_hotel_id: hotel }],
    });
  const [ownUser, otherUser] = [await clerkOf(firstHotel), await clerkOf(secondHotel)];
  expect(await searchMembers('wanderlinde', otherUser.token)).toEqual([]);
  await call(app, admin.token, 'POST', `/api/member/${id}`, { body: { hotel_id: secondHotel } });
  for (const clerk of [ownUser, otherUser]) expect(await searchMembers('wanderlnide', clerk.token)).toEqual([id]);
  await call(app, admin.token, 'POST', `/api/member/${id}`, { body: { register_hotel_id: secondHotel } });
  expect(await searchMembers('wanderlinde', ownUser.token)).toEqual([]);
});

test('the search finds a member by more words than a name has if all match', async () => {
  const id = await createMember('Anak Agung Gde Oka', 'Ngurah Putra Wirawan', { email: 'oka.wirawan@example.test' });
  expect(await searchMembers('anak agung gde oka ngurah putra wirawan')).toEqual([id]);
  expect(await searchMembers('anak agung gde oka ngurah putra nobody')).toEqual([]);
});
