import type { CurrentUser } from '@innkeeper/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, createTestServer } from './server-helpers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const readUser = async (token: string): Promise<CurrentUser> =>
  (await server.call(token, 'GET', '/api/user')).json().data;

describe('GET /api/user', () => {
  test('returns the signed-in user with their rights and places', async () => {
    const person = await server.createUser({
      codes: ['VIEW_MEMBER', 'UPDATE_VOUCHER', 'VIEW_HOTEL'],
      name: 'Ratna Kusuma',
    });
    const { access_token } = await server.signIn(person);
    const response = await server.call(access_token, 'GET', '/api/user');
    expect(response.json()).toEqual({
      data: {
        id: person.id,
        role: 'admin',
        roles: ['UPDATE_VOUCHER', 'VIEW_HOTEL', 'VIEW_MEMBER'],
        displayName: 'Ratna Kusuma',
        photoURL: null,
        email: person.email,
        access_level: 'group',
        hotels: null,
        currencies: {},
        must_change_password: 0,
        must_set_up_second_factor: 0,
        data: {
          username: person.username,
          email: person.email,
          branch: null,
          price_slab: null,
          settings: {},
          shortcuts: [],
        },
        navigation: [
          expect.objectContaining({ id: 'member', type: 'item', url: '/company/member', auth: ['VIEW_MEMBER'] }),
          expect.objectContaining({ id: 'work_lists', type: 'item', url: '/company/work-list', auth: ['VIEW_MEMBER'] }),
          expect.objectContaining({
            id: 'system',
            type: 'group',
            children: [
              // The right to change vouchers alone opens a page on which one is found by its name.
              expect.objectContaining({ id: 'voucher', url: '/system/voucher/find', auth: ['UPDATE_VOUCHER'] }),
              expect.objectContaining({
                id: 'places',
                children: [expect.objectContaining({ id: 'hotel', url: '/system/hotel', auth: ['VIEW_HOTEL'] })],
              }),
            ],
          }),
        ],
      },
    });
  });

  test('lists the currencies of all hotels with their decimals', async () => {
    const { hotel_id } = await server.createHotel();
    await server.db.kysely
      .updateTable('country')
      .set({ currency: 'JPY', decimals: 0 })
      .where('id', '=', (q) => q.selectFrom('hotel').select('country_id').where('id', '=', hotel_id))
      .execute();
    const person = await server.createUser({ codes: [] });
    const { access_token } = await server.signIn(person);
    expect((await readUser(access_token)).currencies).toMatchObject({ JPY: 0 });
  });

  test('lists the hotels of a user who does not see all, and the name and currency of the first', async () => {
    const { region_id, hotel_id } = await server.createHotel();
    await server.db.kysely
      .updateTable('country')
      .set({ currency: 'SGD', decimals: 2 })
      .where('id', '=', (q) => q.selectFrom('hotel').select('country_id').where('id', '=', hotel_id))
      .execute();
    const person = await server.createUser({ role_group_id: await server.createRoleGroup('property') });
    await server.assign(person.id, region_id, hotel_id);
    const { access_token } = await server.signIn(person);
    const { code, name } = await server.db.kysely
      .selectFrom('hotel')
      .selectAll()
      .where('id', '=', hotel_id)
      .executeTakeFirstOrThrow();
    expect(await readUser(access_token)).toMatchObject({
      role: 'user',
      access_level: 'property',
      hotels: [{ id: hotel_id, code, name }],
      data: { branch: name, price_slab: 'SGD' },
    });
    const deletedHotel = await server.createHotel({ region_id });
    const changeSecondHotel = (values: { code: string } | { deleted_at: Date }) =>
      server.db.kysely.updateTable('hotel').set(values).where('id', '=', deletedHotel.hotel_id).execute();
    await changeSecondHotel({ code: `${code}Z` });
    await server.assign(person.id, region_id, deletedHotel.hotel_id);
    const userOfTwo = await readUser(access_token);
    expect(userOfTwo.hotels?.map((hotel) => hotel.id)).toEqual([hotel_id, deletedHotel.hotel_id]);
    expect(userOfTwo.data).toMatchObject({ branch: name, price_slab: 'SGD' });
    await changeSecondHotel({ deleted_at: new Date() });
    expect((await readUser(access_token)).hotels).toHaveLength(1);
  });

  test('returns a guest without rights, hotels or navigation', async () => {
    const role_group_id = await server.createRoleGroup('group', ['VIEW_MEMBER']);
    const { access_token } = await server.signIn(await server.createUser({ role_group_id }));
    await server.db.kysely
      .updateTable('role_group')
      .set({ deleted_at: new Date() })
      .where('id', '=', role_group_id)
      .execute();
    expect(await readUser(access_token)).toMatchObject({
      role: 'guest',
      roles: [],
      access_level: null,
      hotels: [],
      data: { branch: null, price_slab: null },
      navigation: [],
    });
  });
});
