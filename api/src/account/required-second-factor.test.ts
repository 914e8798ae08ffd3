// Core test: sign-in and sessions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type TestServer, createTestServer } from './server-helpers.ts';
import { createTwoFactorHelpers } from './two-factor-helpers.ts';

let server: TestServer;
let helpers: ReturnType<typeof createTwoFactorHelpers>;
beforeAll(async () => {
  server = await createTestServer();
  helpers = createTwoFactorHelpers(server);
});
afterAll(() => server.close());

const setRequired = (id: number, is_second_factor_required: boolean) =>
  server.db.kysely.updateTable('role_group').set({ is_second_factor_required }).where('id', '=', id).execute();

async function createGroup(isRequired: boolean): Promise<number> {
  const id = await server.createRoleGroup('group', ['VIEW_REGION']);
  await setRequired(id, isRequired);
  return id;
}

const readFlag = async (token: string) =>
  (await server.call(token, 'GET', '/api/user')).json().data.must_set_up_second_factor;
const REJECTED = [403, 'second_factor_setup_required'];
const outcomeOf = async (token: string, method: 'GET' | 'POST', path: string) => {
  const response = await server.call(token, method, path);
  return [response.statusCode, response.json().error];
};

describe('a required second factor', () => {
  test('allows nothing but its setup, the password and the logout after a password', async () => {
    const person = await server.createUser({ role_group_id: await createGroup(true) });
    const { access_token } = await server.signIn(person);
    expect(await readFlag(access_token)).toBe(1);
    for (const path of ['/api/region', '/api/user/profile', '/api/user/sessions', '/api/saved_view?resource=region'])
      expect(await outcomeOf(access_token, 'GET', path)).toEqual(REJECTED);
    expect(await outcomeOf(access_token, 'POST', '/api/user/bookmark')).toEqual(REJECTED);
    expect(await outcomeOf(access_token, 'POST', '/api/user/password')).toEqual([422, 'validation_failed']);
    expect(await outcomeOf(access_token, 'POST', '/api/user/logout')).toEqual([200, undefined]);
  });

  test('is met by setting it up, in the same session and in later ones', async () => {
    const person = await server.createUser({ role_group_id: await createGroup(true) });
    const { access_token } = await server.signIn(person);
    const code = helpers.appOf(await helpers.startTwoFactorSetup(access_token));
    expect(await outcomeOf(access_token, 'GET', '/api/region')).toEqual(REJECTED);
    expect((await helpers.post(access_token, '/confirm', { code: code() })).statusCode).toBe(200);
    expect(await readFlag(access_token)).toBe(0);
    expect(await outcomeOf(access_token, 'GET', '/api/region')).toEqual([200, undefined]);
    server.clock.advance(60);
    const later = await helpers.attempt(person, code());
    expect(await readFlag(later.json().access_token)).toBe(0);
  });

  test('applies to running sessions at once, on every server, and ends with the requirement', async () => {
    const role_group_id = await createGroup(false);
    const { access_token } = await server.signIn(await server.createUser({ role_group_id }));
    const secondServer = await server.createSecondServer();
    const callBoth = async () => {
      const headers = { authorization: `Bearer ${access_token}` };
      const responses = [server.app, secondServer].map((app) => app.inject({ url: '/api/region', headers }));
      return (await Promise.all(responses)).map(({ statusCode }) => statusCode);
    };
    expect(await callBoth()).toEqual([200, 200]);
    await setRequired(role_group_id, true);
    expect(await callBoth()).toEqual([403, 403]);
    await setRequired(role_group_id, false);
    expect(await callBoth()).toEqual([200, 200]);
  });

  test('survives a refresh', async () => {
    const person = await server.createUser({ role_group_id: await createGroup(true) });
    const { refresh_token } = await server.signIn(person);
    const refreshed = await server.token({ grant_type: 'refresh_token', client_id: '1', refresh_token });
    expect(await readFlag(refreshed.json().access_token)).toBe(1);
  });

  test('cannot be switched off by its user, but by an administrator, who sends the user to the setup again', async () => {
    const role_group_id = await createGroup(true);
    const { person, code, token } = await createRequiredUser(role_group_id);
    const removal = await helpers.post(token, '/remove', { current_password: PASSWORD, code: code() });
    expect([removal.statusCode, removal.json().message]).toEqual([409, 'Your role group requires two-factor sign-in.']);
    await server.db.kysely.deleteFrom('two_factor').where('user_id', '=', person.id).execute();
    expect(await readFlag((await server.signIn(person)).access_token)).toBe(1);
  });

  test('comes after a required new password', async () => {
    const person = await server.createUser({ role_group_id: await createGroup(true) });
    await server.db.kysely
      .updateTable('users')
      .set({ must_change_password: true })
      .where('id', '=', person.id)
      .execute();
    const { access_token } = await server.signIn(person);
    expect(await outcomeOf(access_token, 'GET', '/api/region')).toEqual([403, 'password_change_required']);
    expect(await outcomeOf(access_token, 'POST', '/api/user/two_factor')).toEqual([403, 'password_change_required']);
    const password = 'eleven grey herons';
    const changed = await server.call(access_token, 'POST', '/api/user/password', {
      current_password: PASSWORD,
      password,
      password_confirmation: password,
    });
    expect(changed.statusCode).toBe(200);
    expect(await outcomeOf(access_token, 'GET', '/api/region')).toEqual(REJECTED);
  });
});

async function createRequiredUser(role_group_id: number) {
  const person = await server.createUser({ role_group_id });
  const { access_token: token } = await server.signIn(person);
  const code = helpers.appOf(await helpers.startTwoFactorSetup(token));
  expect((await helpers.post(token, '/confirm', { code: code() })).statusCode).toBe(200);
  server.clock.advance(60);
  return { person, token, code };
}
