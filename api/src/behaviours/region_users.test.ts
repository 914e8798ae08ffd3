import { describe, expect, test } from 'vitest';
import { call } from '../testing/call.ts';
import { expectError } from '../testing/expectations.ts';
import { startTestApp } from '../testing/test-app.ts';
import { createUser } from '../testing/user.ts';
import { createCountry, createHotel, createWorld } from '../testing/world.ts';

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });
const [here, there] = [await createWorld(db), await createWorld(db)];
const REGION_CODES = ['VIEW_REGION', 'STORE_REGION', 'UPDATE_REGION'];

const store = (token: string, body: object) =>
  call<{ data: { id: number } }>(app, token, 'POST', '/api/region_users', { body });
const update = (token: string, id: number, body: object) =>
  call(app, token, 'POST', `/api/region_users/${id}`, { body });
const newcomer = (level: 'region' | 'property' = 'property') => createUser(db, { level, codes: ['VIEW_HOTEL'] });

describe('the hotel of an assignment', () => {
  test('lies in its region', async () => {
    const { id: user_id } = await newcomer();
    const foreign = await store(admin.token, { user_id, region_id: here.region, restrict_hotel_id: there.hotel });
    expect(expectError(foreign, 422).errors).toEqual({ restrict_hotel_id: ['This hotel is not in that region.'] });
    const made = await store(admin.token, { user_id, region_id: here.region, restrict_hotel_id: here.hotel });
    expect(made.status).toBe(201);
    expectError(await update(admin.token, made.body.data.id, { region_id: there.region }), 422);
    expectError(await update(admin.token, made.body.data.id, { restrict_hotel_id: there.hotel }), 422);
    expect(
      (await update(admin.token, made.body.data.id, { region_id: there.region, restrict_hotel_id: there.hotel }))
        .status,
    ).toBe(200);
  });
});

describe('who does not see every hotel', () => {
  test('gives away the own region, whole or in part, and no other', async () => {
    const manager = await createUser(db, {
      level: 'region',
      codes: REGION_CODES,
      assignments: [{ region_id: here.region }],
    });
    const { id: user_id } = await newcomer();
    const made = await store(manager.token, { user_id, region_id: here.region, restrict_hotel_id: here.hotel });
    expect(made.status).toBe(201);
    expect((await update(manager.token, made.body.data.id, { restrict_hotel_id: null })).status).toBe(200);
    expect(expectError(await store(manager.token, { user_id, region_id: there.region }), 422).errors).toEqual({
      region_id: ['Choose a record that exists.'],
    });
    expectError(await store(manager.token, { user_id, region_id: there.region, restrict_hotel_id: there.hotel }), 422);
    expectError(await update(manager.token, made.body.data.id, { region_id: there.region }), 422);
    expectError(await store(manager.token, { user_id: manager.id, region_id: there.region }), 422);
  });

  test('and sees one hotel of a region, gives that hotel, but not the region around it', async () => {
    const sibling = await createHotel(db, await createCountry(db, here.region));
    const host = await createUser(db, {
      level: 'property',
      codes: REGION_CODES,
      assignments: [{ region_id: here.region, restrict_hotel_id: here.hotel }],
    });
    const { id: user_id } = await newcomer();
    const made = await store(host.token, { user_id, region_id: here.region, restrict_hotel_id: here.hotel });
    expect(made.status).toBe(201);
    expectError(await store(host.token, { user_id, region_id: here.region }), 422);
    expectError(await store(host.token, { user_id, region_id: here.region, restrict_hotel_id: sibling }), 422);
    expectError(await update(host.token, made.body.data.id, { restrict_hotel_id: null }), 422);
    // A user of region level sees the whole region, whatever hotel the assignment names.
    const manager = await newcomer('region');
    expectError(
      await store(host.token, { user_id: manager.id, region_id: here.region, restrict_hotel_id: here.hotel }),
      422,
    );
  });
});

test('an assignment counts at once', async () => {
  const user = await newcomer();
  const hotels = async () =>
    (await call<{ data: { id: number }[] }>(app, user.token, 'GET', '/api/hotel')).body.data.map(({ id }) => id);
  expect(await hotels()).toEqual([]);
  const made = await store(admin.token, { user_id: user.id, region_id: there.region, restrict_hotel_id: there.hotel });
  expect(await hotels()).toEqual([there.hotel]);
  expect((await call(app, admin.token, 'DELETE', `/api/region_users/${made.body.data.id}`)).status).toBe(200);
  expect(await hotels()).toEqual([]);
});
