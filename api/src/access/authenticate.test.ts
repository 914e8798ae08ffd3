// Core test: who may do what.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiError } from '../platform/http/api-error.ts';
import { type TestServer, createTestServer } from '../account/server-helpers.ts';
import { withActor } from './authenticate.ts';
import { StalePermissionsError } from './permissions-version.ts';
import { parseBearerToken } from './token.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

describe('requests without a token', () => {
  test.each([
    '/api/user',
    '/api/user?x=1',
    '/api/user/',
    '/api/member',
    '/api/nothing/at/all',
    '/api',
    '/%61pi/user',
    '/api/user/sessions/1',
  ])('%s returns a 401', async (url) => {
    const response = await server.app.inject({ url });
    expect([response.statusCode, response.json().error]).toEqual([401, 'unauthenticated']);
    expect(response.json().message).toBe('Your session has expired, please re-login..');
  });

  test.each(['Bearer', 'Bearer nonsense', 'Basic MTox', 'Bearer a b', `Bearer ${'x'.repeat(5000)}`])(
    'the header "$0" returns a 401',
    async (authorization) => {
      expect((await server.app.inject({ url: '/api/user', headers: { authorization } })).statusCode).toBe(401);
    },
  );

  test('the two password calls and paths outside /api are public', async () => {
    for (const url of ['/api/password/email', '/api/password/reset']) {
      expect((await server.app.inject({ method: 'POST', url, payload: {} })).statusCode).toBe(422);
    }
    expect((await server.app.inject({ url: '/healthz' })).statusCode).toBe(200);
  });
});

test('the word Bearer is case-insensitive', () => {
  expect(parseBearerToken('bearer ink_at_x-Y_1')).toBe('ink_at_x-Y_1');
  expect(parseBearerToken(undefined)).toBeUndefined();
});

describe('a change on another server takes effect immediately for a cached actor', () => {
  test('a deactivated or deleted user is signed out', async () => {
    for (const change of [{ is_active: false }, { deleted_at: new Date() }]) {
      const person = await server.createUser({ codes: ['VIEW_MEMBER'] });
      const { access_token, refresh_token } = await server.signIn(person);
      expect((await server.call(access_token, 'GET', '/api/member')).statusCode).toBe(200);
      await server.db.kysely.updateTable('users').set(change).where('id', '=', person.id).execute();
      expect((await server.call(access_token, 'GET', '/api/member')).statusCode).toBe(401);
      expect((await server.token({ grant_type: 'refresh_token', client_id: '1', refresh_token })).json().error).toBe(
        'invalid_grant',
      );
    }
  });

  test('a user who is activated again has to sign in again', async () => {
    const person = await server.createUser();
    const { access_token } = await server.signIn(person);
    await server.db.kysely.updateTable('users').set({ is_active: false }).where('id', '=', person.id).execute();
    await server.db.kysely.updateTable('users').set({ is_active: true }).where('id', '=', person.id).execute();
    expect((await server.call(access_token, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await server.signIn(person)).access_token).toBeTypeOf('string');
  });

  test('deactivating a module removes its codes, activating it restores them', async () => {
    const { access_token } = await server.signIn(await server.createUser({ codes: ['VIEW_TYPE_INPUT'] }));
    const requestStatus = async () => (await server.call(access_token, 'GET', '/api/type_input')).statusCode;
    expect(await requestStatus()).toBe(200);
    await server.db.kysely.updateTable('module').set({ is_active: false }).where('slug', '=', 'type-input').execute();
    expect(await requestStatus()).toBe(403);
    await server.db.kysely.updateTable('module').set({ is_active: true }).where('slug', '=', 'type-input').execute();
    expect(await requestStatus()).toBe(200);
  });

  test('running sessions lose and gain codes together with their role group', async () => {
    const role_group_id = await server.createRoleGroup('group', ['VIEW_MEMBER']);
    const { access_token } = await server.signIn(await server.createUser({ role_group_id }));
    await server.db.pool.query('delete from role_group_role where role_group_id = $1', [role_group_id]);
    expect((await server.call(access_token, 'GET', '/api/member')).statusCode).toBe(403);
    await server.db.pool.query(`insert into role_group_role select $1, id from roles where name = 'VIEW_MEMBERSHIP'`, [
      role_group_id,
    ]);
    expect((await server.call(access_token, 'GET', '/api/membership')).statusCode).toBe(200);
  });

  test('an assignment makes a hotel visible, deleting it hides the hotel', async () => {
    const [firstHotel, otherHotel] = [await server.createHotel(), await server.createHotel()];
    const person = await server.createUser({ role_group_id: await server.createRoleGroup('property', ['VIEW_HOTEL']) });
    await server.assign(person.id, firstHotel.region_id, firstHotel.hotel_id);
    const { access_token } = await server.signIn(person);
    const listHotels = async () =>
      (await server.call(access_token, 'GET', '/api/hotel?sort=id')).json().data.map(({ id }: { id: number }) => id);
    expect(await listHotels()).toEqual([firstHotel.hotel_id]);
    const assignment = await server.assign(person.id, otherHotel.region_id, otherHotel.hotel_id);
    expect(await listHotels()).toEqual([firstHotel.hotel_id, otherHotel.hotel_id]);
    await server.db.kysely
      .updateTable('region_users')
      .set({ deleted_at: new Date() })
      .where('id', '=', assignment)
      .execute();
    expect(await listHotels()).toEqual([firstHotel.hotel_id]);
  });

  test('a session ended on one server is ended on the other', async () => {
    const { access_token } = await server.signIn(await server.createUser());
    const secondServer = await server.createSecondServer();
    const headers = { authorization: `Bearer ${access_token}` };
    expect((await secondServer.inject({ url: '/api/user', headers })).statusCode).toBe(200);
    await server.call(access_token, 'POST', '/api/user/logout');
    expect((await secondServer.inject({ url: '/api/user', headers })).statusCode).toBe(401);
    const writePromise = await secondServer.inject({
      method: 'POST',
      url: '/api/user/settings',
      headers,
      payload: { settings: '{"a":1}' },
    });
    expect(writePromise.statusCode).toBe(401);
  });

  test('returns a 401 instead of a 403 once the session has ended', async () => {
    const person = await server.createUser();
    const { access_token } = await server.signIn(person);
    expect((await server.call(access_token, 'GET', '/api/member')).statusCode).toBe(403);
    await server.call(access_token, 'POST', '/api/user/logout');
    expect((await server.call(access_token, 'GET', '/api/member')).statusCode).toBe(401);
  });
});

describe('withActor', () => {
  /** A request as it is after the authentication hook, without a server. */
  const toRequest = (authentication: unknown) => ({ authentication }) as Parameters<typeof withActor>[0];

  test('runs the work again for the reloaded actor', async () => {
    const request = toRequest({ actor: 'before', reload: async () => 'after', verify: async () => undefined });
    const actors: unknown[] = [];
    const result = await withActor(request, async (actor) => {
      actors.push(actor);
      if (actors.length === 1) throw new StalePermissionsError();
      return 'done';
    });
    expect([result, actors]).toEqual(['done', ['before', 'after']]);
  });

  test('returns a 503 if rights change during every attempt', async () => {
    let runs = 0;
    const request = toRequest({ actor: 'x', reload: async () => 'x', verify: async () => undefined });
    await expect(
      withActor(request, async () => {
        runs += 1;
        throw new StalePermissionsError();
      }),
    ).rejects.toMatchObject({ code: 'unavailable' });
    expect(runs).toBe(5);
  });

  test('returns an error only if the actor has not changed', async () => {
    let isCurrent = false;
    const request = toRequest({
      actor: 'x',
      reload: async () => ((isCurrent = true), 'y'),
      verify: async () => {
        if (!isCurrent) throw new StalePermissionsError();
      },
    });
    const actors: unknown[] = [];
    await expect(
      withActor(request, async (actor) => {
        actors.push(actor);
        throw apiError('forbidden');
      }),
    ).rejects.toMatchObject({ code: 'forbidden' });
    expect(actors).toEqual(['x', 'y']);
  });

  test('has no actor on a request without a token', async () => {
    await expect(withActor(toRequest(null), async () => 'done')).rejects.toMatchObject({ code: 'unauthenticated' });
  });
});
