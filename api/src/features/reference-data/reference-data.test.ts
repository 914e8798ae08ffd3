import type { ReferenceData } from '@innkeeper/contract/calls';
import { expect, test } from 'vitest';
import { createBaseRecords } from '../../testing/base-records.ts';
import { call } from '../../testing/call.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { type TestUser, createUser } from '../../testing/user.ts';

const { app, db } = await startTestApp();
const { region, country, hotel } = await createBaseRecords(db);
const other = await createBaseRecords(db);

const readReferenceData = async ({ token }: TestUser): Promise<ReferenceData> => {
  const { status, body } = await call<{ data: ReferenceData }>(app, token, 'GET', '/api/reference_data');
  expect(status).toBe(200);
  return body.data;
};
const readList = async <T>({ token }: TestUser, path: string): Promise<T> =>
  (await call<T>(app, token, 'GET', path)).body;

test('options, regions and hotels are those of the three lists, reduced to what a choice needs', async () => {
  const admin = await createUser(db, { level: 'group' });
  const { options, regions, hotels } = await readReferenceData(admin);
  const optionList = await readList<{ data: { data: ReferenceData['options'] } }>(admin, '/api/option');
  expect(options).toEqual(optionList.data.data.map(({ slug, option_detail }) => ({ slug, option_detail })));
  const regionList = await readList<{ data: { id: number }[] }>(admin, '/api/region?per_page=500');
  expect(regions.map(({ id }) => id)).toEqual(regionList.data.map(({ id }) => id));
  const hotelList = await readList<{ data: { id: number }[] }>(admin, '/api/hotel?per_page=500');
  expect(hotels.map(({ id }) => id)).toEqual(hotelList.data.map(({ id }) => id));
  expect(hotels.find(({ id }) => id === hotel)).toEqual({
    id: hotel,
    code: expect.any(String) as unknown,
    name: expect.any(String) as unknown,
    country_id: country,
    is_active: 1,
  });
});

test('a user of one hotel gets that hotel only, and without VIEW_HOTEL only its code and name', async () => {
  const desk = await createUser(db, {
    level: 'property',
    codes: [],
    assignments: [{ region_id: region, restrict_hotel_id: hotel }],
  });
  const { options, regions, hotels } = await readReferenceData(desk);
  expect(hotels.map((item) => [item.id, Object.keys(item)])).toEqual([[hotel, ['id', 'code', 'name']]]);
  expect(options.length).toBeGreaterThan(0);
  expect(regions.map(({ id }) => id)).toEqual(expect.arrayContaining([region, other.region]));
});

test('a user who waits for a role group gets none of them', async () => {
  const guest = await createUser(db, { level: 'group' });
  await db.kysely.updateTable('users').set({ role_group_id: null }).where('id', '=', guest.id).execute();
  expect(await readReferenceData(guest)).toEqual({ options: [], regions: [], hotels: [] });
});
