import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type TestServer, createTestServer } from './server-helpers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

describe('POST /api/user/password', () => {
  const body = {
    current_password: PASSWORD,
    password: 'eleven grey herons',
    password_confirmation: 'eleven grey herons',
  };

  test('changes the password and ends all other sessions', async () => {
    const person = await server.createUser();
    const [ownSession, otherSession] = [await server.signIn(person), await server.signIn(person)];
    const response = await server.call(ownSession.access_token, 'POST', '/api/user/password', body);
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Password changed.' }]);
    expect((await server.call(ownSession.access_token, 'GET', '/api/user')).statusCode).toBe(200);
    expect((await server.call(otherSession.access_token, 'GET', '/api/user')).statusCode).toBe(401);
    expect(
      (await server.token({ grant_type: 'password', client_id: '1', username: person.username, password: PASSWORD }))
        .statusCode,
    ).toBe(400);
    await server.signIn(person, { password: body.password });
  });

  test('is logged as a change by the user, without the password', async () => {
    const person = await server.createUser();
    const { access_token } = await server.signIn(person);
    await server.call(access_token, 'POST', '/api/user/password', body);
    const { rows } = await server.db.pool.query(
      `select actor_id, action, before, after from audit_log where resource = 'users' and record_id = $1
          and action = 'update'`,
      [person.id],
    );
    expect(rows).toEqual([
      { actor_id: person.id, action: 'update', before: { password: '••••••' }, after: { password: '••••••' } },
    ]);
  });

  test.each([
    [{}, { current_password: ['This field is required.'], password: ['This field is required.'] }],
    [{ ...body, current_password: 'another one of mine' }, { current_password: ['Wrong current password.'] }],
    [{ ...body, password: 'short' }, { password: ['Min character length is 12'] }],
    [
      { ...body, password: 'password1234', password_confirmation: 'password1234' },
      { password: ['This password is too common.'] },
    ],
    [{ ...body, password_confirmation: 'something else' }, { password_confirmation: ['The passwords do not match.'] }],
    [{ ...body, password: 7 }, { password: ['This field is required.'] }],
  ])('rejects %o', async (invalidBody, errors) => {
    const { access_token } = await server.signIn(await server.createUser());
    const response = await server.call(access_token, 'POST', '/api/user/password', invalidBody);
    expect([response.statusCode, response.json().errors]).toEqual([422, errors]);
  });

  test('waits after five wrong current passwords, so that it does not bypass the rate limit', async () => {
    const { access_token } = await server.signIn(await server.createUser());
    for (let i = 0; i < 5; i++) {
      expect(
        (await server.call(access_token, 'POST', '/api/user/password', { ...body, current_password: 'wrong' }))
          .statusCode,
      ).toBe(422);
    }
    const earlyReply = await server.call(access_token, 'POST', '/api/user/password', body);
    expect([earlyReply.statusCode, earlyReply.headers['retry-after']]).toEqual([429, '30']);
  });
});
