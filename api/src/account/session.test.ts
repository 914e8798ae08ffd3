// Core test: sign-in and sessions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { deleteOldSignIns } from './session.ts';
import { PASSWORD, type TestServer, createTestServer } from './server-helpers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

describe('sessions', () => {
  test('logging out ends this session immediately, and no other', async () => {
    const person = await server.createUser();
    const [firstSession, otherSession] = [await server.signIn(person), await server.signIn(person)];
    expect((await server.call(firstSession.access_token, 'POST', '/api/user/logout')).statusCode).toBe(200);
    expect((await server.call(firstSession.access_token, 'GET', '/api/user')).statusCode).toBe(401);
    expect(
      (await server.token({ grant_type: 'refresh_token', client_id: '1', refresh_token: firstSession.refresh_token }))
        .statusCode,
    ).toBe(400);
    expect((await server.call(otherSession.access_token, 'GET', '/api/user')).statusCode).toBe(200);
  });

  test('are listed with their devices and the current one marked, without ended and expired ones', async () => {
    const person = await server.createUser();
    const signInFrom = async (agent: string, remember_me = 1) =>
      (
        await server.token(
          { grant_type: 'password', client_id: '1', username: person.username, password: PASSWORD, remember_me },
          {
            headers: { 'user-agent': agent },
            remoteAddress: '192.0.2.7',
          },
        )
      ).json();
    const endedSession = await signInFrom('Lapsed');
    await server.call(endedSession.access_token, 'POST', '/api/user/logout');
    await signInFrom('Expired', 0);
    server.clock.advance(13 * 3600);
    const phone = await signInFrom('Phone');
    server.clock.advance(60);
    const desk = await signInFrom('Desk');
    const { data } = (await server.call(desk.access_token, 'GET', '/api/user/sessions')).json();
    const instant = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    expect(data).toEqual([
      {
        id: expect.any(Number),
        created_at: instant,
        last_used_at: instant,
        ip: '192.0.2.7',
        user_agent: 'Desk',
        current: true,
      },
      {
        id: expect.any(Number),
        created_at: instant,
        last_used_at: instant,
        ip: '192.0.2.7',
        user_agent: 'Phone',
        current: false,
      },
    ]);
    expect(
      (await server.call(desk.access_token, 'DELETE', `/api/user/sessions/${data[1].id}`)).json().data,
    ).toMatchObject({ user_agent: 'Phone' });
    expect((await server.call(phone.access_token, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await server.call(desk.access_token, 'GET', '/api/user/sessions')).json().data).toHaveLength(1);
    expect((await server.call(desk.access_token, 'DELETE', `/api/user/sessions/${data[1].id}`)).statusCode).toBe(404);
  });

  test("users cannot end another user's session", async () => {
    const [ownUser, foreignUser] = [
      await server.signIn(await server.createUser()),
      await server.signIn(await server.createUser()),
    ];
    const { data } = (await server.call(foreignUser.access_token, 'GET', '/api/user/sessions')).json();
    for (const id of [data[0].id, 0, -1, 'x', '1e3', '9'.repeat(30)]) {
      expect((await server.call(ownUser.access_token, 'DELETE', `/api/user/sessions/${id}`)).statusCode).toBe(404);
    }
    expect((await server.call(foreignUser.access_token, 'GET', '/api/user')).statusCode).toBe(200);
  });

  test('truncate a user agent that is too long', async () => {
    const { username } = await server.createUser();
    const headers = { 'user-agent': 'x'.repeat(5000) };
    const { access_token } = (
      await server.token({ grant_type: 'password', client_id: '1', username, password: PASSWORD }, { headers })
    ).json();
    expect((await server.call(access_token, 'GET', '/api/user/sessions')).json().data[0].user_agent).toHaveLength(400);
  });
});

describe('an obsolete session, rate limit or link', () => {
  test('is deleted: sessions a month after their end, rate limits and links a day after theirs', async () => {
    const person = await server.createUser();
    await server.signIn(person);
    await server.token({ grant_type: 'password', client_id: '1', username: 'some.stranger', password: 'wrong' });
    await server.app.inject({ method: 'POST', url: '/api/password/email', payload: { email: person.email } });
    const countStored = async () => {
      const { rows } = await server.db.pool.query(`
        select (select count(*) from session) as sessions, (select count(*) from access_token) as access,
               (select count(*) from refresh_token) as refresh, (select count(*) from throttle) as throttles,
               (select count(*) from password_reset) as links`);
      return rows[0];
    };
    server.clock.advance(86_400 - 60);
    await deleteOldSignIns(server.db, server.clock.now());
    expect(await countStored()).toMatchObject({ throttles: expect.toSatisfy((n: number) => n > 0), links: 1 });
    server.clock.advance(2 * 3600);
    await deleteOldSignIns(server.db, server.clock.now());
    expect(await countStored()).toMatchObject({
      sessions: expect.toSatisfy((n: number) => n > 0),
      throttles: 0,
      links: 0,
    });
    server.clock.advance(61 * 86_400);
    await deleteOldSignIns(server.db, server.clock.now());
    // Each user's last session is retained, so that a new device is recognised even after a long absence.
    const { rows } = await server.db.pool.query('select count(distinct user_id) as users from session');
    expect(await countStored()).toEqual({ sessions: rows[0].users, access: 0, refresh: 0, throttles: 0, links: 0 });
  });
});
