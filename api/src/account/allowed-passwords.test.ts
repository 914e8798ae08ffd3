// Core test: sign-in and sessions.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OPENID_CLIENT, type OpenIdProvider, startOpenIdProvider } from '../testing/openid-provider.ts';
import { PASSWORD, type TestServer, createTestServer } from './server-helpers.ts';

let provider: OpenIdProvider;
let server: TestServer;
let administrator: Awaited<ReturnType<TestServer['createUser']>>;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  server = await createTestServer({
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: OPENID_CLIENT.client_id,
    OIDC_CLIENT_SECRET: OPENID_CLIENT.client_secret,
  });
  const { rows } = await server.db.pool.query<{ name: string }>('select name from roles');
  administrator = await server.createUser({ codes: rows.map(({ name }) => name) });
});
afterAll(async () => {
  await server.close();
  await provider.close();
});

const FORBIDDEN = [403, 'password_not_allowed'];
const outcomeOf = (response: Awaited<ReturnType<TestServer['token']>>) => [response.statusCode, response.json().error];
/** An administrator's write. The clock moves on in between, so each signs in again. */
const write = async (path: string, body: object) =>
  server.call((await server.signIn(administrator)).access_token, 'POST', path, body);
const updateGroup = (id: number, body: object) => write(`/api/role_group/${id}`, body);

async function createPerson(is_password_allowed: 0 | 1 = 1) {
  const role_group_id = await server.createRoleGroup('property', ['VIEW_MEMBER']);
  const person = await server.createUser({ role_group_id });
  expect((await updateGroup(role_group_id, { is_password_allowed })).statusCode).toBe(200);
  return { ...person, role_group_id };
}
type Person = Awaited<ReturnType<typeof createPerson>>;

const attempt = ({ username }: Pick<Person, 'username'>, password = PASSWORD) =>
  server.token({ grant_type: 'password', client_id: '1', username, password });
const refresh = (refresh_token: string) => server.token({ grant_type: 'refresh_token', client_id: '1', refresh_token });

async function signInAtProvider(
  person: Pick<Person, 'email'>,
): Promise<{ access_token: string; refresh_token: string }> {
  provider.setPerson(person.email, { email: person.email, email_verified: true, name: 'Somebody' });
  const post = (path: string, payload = {}) =>
    server.app.inject({ method: 'POST', url: `/auth/single-sign-on/${path}`, payload });
  const { url, ...secrets } = (await post('start')).json();
  const response = await post('finish', { ...secrets, query: await provider.visit(url, person.email) });
  expect([response.statusCode, response.json().message]).toEqual([200, undefined]);
  return response.json();
}

describe('a role group that forbids passwords', () => {
  test('rejects the right password with the reason, and a wrong one as usual', async () => {
    const person = await createPerson(0);
    expect(outcomeOf(await attempt(person))).toEqual(FORBIDDEN);
    expect(outcomeOf(await attempt(person, 'five wrong words here'))).toEqual([400, 'invalid_grant']);
    expect((await updateGroup(person.role_group_id, { is_password_allowed: 1 })).statusCode).toBe(200);
    expect((await attempt(person)).statusCode).toBe(200);
  });

  test('does not renew sessions that began with a password', async () => {
    const person = await createPerson();
    const tokens = await server.signIn(person);
    expect((await updateGroup(person.role_group_id, { is_password_allowed: 0 })).statusCode).toBe(200);
    expect(outcomeOf(await refresh(tokens.refresh_token))).toEqual([400, 'invalid_grant']);
    const readStatus = async () => (await server.call(tokens.access_token, 'GET', '/api/user')).statusCode;
    expect(await readStatus()).toBe(200);
    server.clock.advance(15 * 60);
    expect(await readStatus()).toBe(401);
  });

  test('admits single sign-on and renews its sessions', async () => {
    const person = await createPerson(0);
    const tokens = await signInAtProvider(person);
    const refreshed = await refresh(tokens.refresh_token);
    expect(refreshed.statusCode).toBe(200);
    const profile = await server.call(refreshed.json().access_token, 'GET', '/api/user/profile');
    expect(profile.json().data).toMatchObject({ username: person.username, is_password_allowed: false });
  });

  test('mails no link for a forgotten password, and voids one that was mailed before', async () => {
    const person = await createPerson();
    const request = () =>
      server.app.inject({ method: 'POST', url: '/api/password/email', payload: { email: person.email } });
    expect((await request()).statusCode).toBe(200);
    const links = () => server.mails.filter(({ to }) => to === person.email);
    const token = /reset-password\/([\w-]+)\//.exec(links().at(-1)?.text ?? '')?.[1];
    expect((await updateGroup(person.role_group_id, { is_password_allowed: 0 })).statusCode).toBe(200);
    expect((await request()).statusCode).toBe(200);
    expect(links()).toHaveLength(1);
    const password = 'eleven grey herons';
    const reset = await server.app.inject({
      method: 'POST',
      url: '/api/password/reset',
      payload: { email: person.email, token, password, password_confirmation: password },
    });
    expect([reset.statusCode, Object.keys(reset.json().errors)]).toEqual([422, ['token']]);
  });

  test('applies to a user who is moved into it', async () => {
    const [person, target] = [await createPerson(), await createPerson(0)];
    const tokens = await server.signIn(person);
    const moved = await write(`/api/users/${person.id}`, { role_group_id: target.role_group_id });
    expect(moved.statusCode).toBe(200);
    expect(outcomeOf(await attempt(person))).toEqual(FORBIDDEN);
    expect(outcomeOf(await refresh(tokens.refresh_token))).toEqual([400, 'invalid_grant']);
  });
});
