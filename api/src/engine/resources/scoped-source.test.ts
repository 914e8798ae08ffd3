import { resources } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { call, queryString } from '../../testing/call.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createPlace } from '../../testing/places.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const { hotels, region } = await createPlace(db, 2);
const [ownHotel = 0, otherHotel = 0] = hotels;

const createClerk = (...codes: string[]) =>
  createUser(db, { level: 'property', codes, assignments: [{ region_id: region, restrict_hotel_id: ownHotel }] });
const clerk = await createClerk('VIEW_VISIT', 'DELETE_VISIT', 'VIEW_MEMBER');

const createVisitOf = async (first_name: string, email: string, hotel: number): Promise<number> => {
  const member = await inputs.create(resources.member, {
    first_name,
    email,
    hotel_id: hotel,
    register_hotel_id: hotel,
  });
  return (await inputs.create(resources.visit, { member_id: member.id, hotel_id: ownHotel })).id;
};
const ownVisit = await createVisitOf('Own', 'known@example.test', ownHotel);
const foreignVisit = await createVisitOf('Foreign', 'secret@example.test', otherHotel);

const findVisits = async (query: Readonly<Record<string, string>>, token = clerk.token): Promise<number[]> => {
  const { body } = await call<{ data: { id: number }[] }>(app, token, 'GET', `/api/visit?${queryString(query)}`);
  return body.data.map(({ id }) => id).toSorted((a, b) => a - b);
};

test('filters can use the name of a foreign guest that the visit shows', async () => {
  expect(await findVisits({ 'filter[member.name][contains]': 'oreig' })).toEqual([foreignVisit]);
  expect(await findVisits({ 'filter[member.first_name][exact]': 'Foreign' })).toEqual([foreignVisit]);
});

test('filters cannot use other fields of that guest, nor guess them letter by letter', async () => {
  const queries: readonly Readonly<Record<string, string>>[] = [
    { 'filter[member.email][start]': 'secret' },
    { 'filter[member.email][null]': '0' },
    { 'filter[member.hotel.code][null]': '0', 'filter[member.email][contains]': 'secret' },
    { 'filter[member.hotel_id][includes]': String(otherHotel) },
    { 'filter[member.standing][includes]': 'none,active,maintained,not_maintained,lapsed' },
  ];
  for (const queryText of queries)
    expect(await findVisits(queryText), JSON.stringify(queryText)).not.toContain(foreignVisit);
  expect(await findVisits({ 'filter[member.email][start]': 'known' })).toEqual([ownVisit]);
  expect(await findVisits({ 'filter[member.email][start]': 'secret' }, admin.token)).toEqual([foreignVisit]);
});

test('sorting does not reveal a hidden field', async () => {
  const listIds = async (sort: string) => {
    const { body } = await call<{ data: { id: number }[] }>(app, clerk.token, 'GET', `/api/visit?sort=${sort}`);
    return body.data.map(({ id }) => id);
  };
  expect(await listIds('member.email')).toEqual([foreignVisit, ownVisit]);
  expect(await listIds('-member.email')).toEqual([ownVisit, foreignVisit]);
});

test('an export of the list does not reveal a hidden field', async () => {
  const { status } = await call(app, clerk.token, 'GET', '/api/visit/export?format=csv&columns=id,member.email');
  expect(status).toBe(422);
  const { text } = await call(app, clerk.token, 'GET', '/api/visit/export?format=csv&columns=id&sort=member.email');
  expect(text.replace('\uFEFF', '').trim().split(/\r?\n/).slice(1)).toEqual([String(foreignVisit), String(ownVisit)]);
});

test('a bulk delete cannot filter by a hidden field', async () => {
  const { body } = await call(app, clerk.token, 'POST', '/api/visit/destroyBulk', {
    body: { filter: { 'filter[member.email][start]': 'secret' }, except: [] },
  });
  expect(body).toEqual({ data: { deleted: 0 } });
});

test('a user who may not view a resource can filter only by its name and code', async () => {
  const { token } = await createClerk('VIEW_VISIT');
  expect(await findVisits({ 'filter[member.email][start]': 'known' }, token)).toEqual([]);
  expect(await findVisits({ 'filter[created_by.email][null]': '0' }, token)).toEqual([]);
  expect(await findVisits({ 'filter[created_by.name][null]': '0' }, token)).toEqual([ownVisit, foreignVisit]);
  expect(await findVisits({ 'filter[hotel.code][null]': '0' }, token)).toEqual([ownVisit, foreignVisit]);
});

test('a text of a hotel is found through its hotel, unless the user may not view hotels', async () => {
  await db.pool.query(`update hotel set zip = '80361' where id = $1`, [ownHotel]);
  const filter = { 'filter[hotel.zip][exact]': '80361' };
  expect(await findVisits(filter, admin.token)).toEqual([ownVisit, foreignVisit]);
  expect(await findVisits({ 'filter[hotel.zip][exact]': '80362' }, admin.token)).toEqual([]);
  expect(await findVisits(filter)).toEqual([]);
});

test('a required column of a hidden guest counts as empty', async () => {
  expect(await findVisits({ 'filter[member.email][null]': '1' })).toEqual([foreignVisit]);
  expect(await findVisits({ 'filter[member.email][null]': '0' })).toEqual([ownVisit]);
});
