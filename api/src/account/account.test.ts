import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type TestServer, createTestServer } from './test-server.ts';

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

  test('changes the password, keeps this session and ends the others', async () => {
    const person = await server.createUser();
    const [here, there] = [await server.signIn(person), await server.signIn(person)];
    const answer = await server.call(here.access_token, 'POST', '/api/user/password', body);
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Your password was changed.' }]);
    expect((await server.call(here.access_token, 'GET', '/api/user')).statusCode).toBe(200);
    expect((await server.call(there.access_token, 'GET', '/api/user')).statusCode).toBe(401);
    expect(
      (await server.token({ grant_type: 'password', client_id: '1', username: person.username, password: PASSWORD }))
        .statusCode,
    ).toBe(400);
    await server.signIn(person, { password: body.password });
  });

  test('is logged as the act of the user, without the password', async () => {
    const person = await server.createUser();
    const { access_token } = await server.signIn(person);
    await server.call(access_token, 'POST', '/api/user/password', body);
    const { rows } = await server.db.pool.query(
      `select actor_id, action, before, after from operation where resource = 'users' and record_id = $1 and action = 'update'`,
      [person.id],
    );
    expect(rows).toEqual([
      { actor_id: person.id, action: 'update', before: { password: '••••••' }, after: { password: '••••••' } },
    ]);
  });

  test.each([
    [{}, { current_password: ['Please fill this in.'], password: ['Please fill this in.'] }],
    [
      { ...body, current_password: 'another one of mine' },
      { current_password: ['This is not your current password.'] },
    ],
    [{ ...body, password: 'short' }, { password: ['Min character length is 12'] }],
    [
      { ...body, password: 'password1234', password_confirmation: 'password1234' },
      { password: ['This password is too common.'] },
    ],
    [{ ...body, password_confirmation: 'something else' }, { password_confirmation: ['The two do not match.'] }],
    [{ ...body, password: 7 }, { password: ['Please fill this in.'] }],
  ])('refuses %o', async (wrong, errors) => {
    const { access_token } = await server.signIn(await server.createUser());
    const answer = await server.call(access_token, 'POST', '/api/user/password', wrong);
    expect([answer.statusCode, answer.json().errors]).toEqual([422, errors]);
  });

  test('is no way round the wait: after five wrong current passwords it waits, too', async () => {
    const { access_token } = await server.signIn(await server.createUser());
    for (let i = 0; i < 5; i++) {
      expect(
        (await server.call(access_token, 'POST', '/api/user/password', { ...body, current_password: 'wrong' }))
          .statusCode,
      ).toBe(422);
    }
    const early = await server.call(access_token, 'POST', '/api/user/password', body);
    expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '30']);
  });
});
