// Core test: sign-in and sessions.
import type { SingleSignOnStart } from '@innkeeper/contract';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { OPENID_CLIENT, type OpenIdProvider, startOpenIdProvider } from '../testing/openid-provider.ts';
import { startSilentServer } from '../testing/silent-server.ts';
import { createIdentityProvider } from './identity-provider.ts';
import { PASSWORD, type TestServer, createTestServer } from './server-helpers.ts';
import { createTwoFactorHelpers } from './two-factor-helpers.ts';

let provider: OpenIdProvider;
let server: TestServer;
/** Its provider decides about role groups and hotels. */
let claimServer: TestServer;
const environment = () => ({
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: OPENID_CLIENT.client_id,
  OIDC_CLIENT_SECRET: OPENID_CLIENT.client_secret,
  OIDC_NAME: 'Hotel Group',
});
beforeAll(async () => {
  provider = await startOpenIdProvider();
  [server, claimServer] = await Promise.all([
    createTestServer(environment()),
    createTestServer({ ...environment(), OIDC_ROLE_CLAIM: 'groups', OIDC_HOTEL_CLAIM: 'hotels' }),
  ]);
});
afterAll(async () => {
  await Promise.all([server.close(), claimServer.close()]);
  await provider.close();
});

let addresses = 0;
/** Each call comes from its own address, so that rejections limit no other test. */
const post = ({ app }: TestServer, path: string, payload?: object) =>
  app.inject({
    method: 'POST',
    url: `/auth/single-sign-on/${path}`,
    remoteAddress: `10.1.${(addresses += 1)}.1`,
    ...(payload && { payload }),
  });

let serial = 0;
/** A new person at the provider, with a verified address. */
function createPerson(claims: Readonly<Record<string, unknown>> = {}) {
  serial += 1;
  const subject = `subject-${serial}`;
  const person = {
    subject,
    email: `sso${serial}@example.test`,
    name: `Directory Person ${serial}`,
    preferred_username: `sso.person${serial}`,
    email_verified: true,
    ...claims,
  };
  provider.setPerson(subject, person);
  return person;
}

async function finish(on: TestServer, subject: string | undefined, body: object = {}) {
  const { url, ...attempt } = (await post(on, 'start')).json<SingleSignOnStart>();
  return post(on, 'finish', { ...attempt, query: await provider.visit(url, subject), ...body });
}

async function signIn(on: TestServer, subject: string): Promise<{ access_token: string; refresh_token: string }> {
  const response = await finish(on, subject);
  expect([response.statusCode, response.json().message]).toEqual([200, undefined]);
  return response.json();
}

const readUser = async (on: TestServer, token: string) => (await on.call(token, 'GET', '/api/user')).json().data;
const expectRejection = (response: Awaited<ReturnType<typeof finish>>, message: string) =>
  expect([response.statusCode, response.json().error, response.json().message]).toEqual([
    403,
    'sign_in_rejected',
    message,
  ]);

const OUTDATED = 'This sign-in is out of date. Start again.';

describe('single sign-on', () => {
  test('is announced to the sign-in page with the name of the provider', async () => {
    expect((await server.app.inject('/sign-in.json')).json().single_sign_on).toEqual({ name: 'Hotel Group' });
  });

  test('requests a code with PKCE, state and nonce, and returns to the console', async () => {
    const { url, ...attempt } = (await post(server, 'start')).json<SingleSignOnStart>();
    const parameters = Object.fromEntries(new URL(url).searchParams);
    expect(parameters).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'https://console.test/auth/single-sign-on',
      state: attempt.state,
      nonce: attempt.nonce,
    });
    expect(url).not.toContain(attempt.code_verifier);
    expect(url).not.toContain(OPENID_CLIENT.client_secret);
  });

  test('creates a user without a role group at the first sign-in, and finds it at the next', async () => {
    const person = createPerson();
    const first = await readUser(server, (await signIn(server, person.subject)).access_token);
    expect(first).toMatchObject({
      role: 'guest',
      displayName: person.name,
      email: person.email,
      data: { username: person.preferred_username },
    });
    provider.setPerson(person.subject, { ...person, email: 'moved@example.test' });
    const second = await readUser(server, (await signIn(server, person.subject)).access_token);
    expect(second.id).toBe(first.id);
    expect(second.email).toBe(person.email);
  });

  test('returns tokens that can be refreshed and end at the logout', async () => {
    const tokens = await signIn(server, createPerson().subject);
    const refreshed = (
      await server.token({ grant_type: 'refresh_token', client_id: '1', refresh_token: tokens.refresh_token })
    ).json();
    const logout = await server.call(refreshed.access_token, 'POST', '/api/user/logout');
    expect(logout.statusCode).toBe(200);
    const signOutUrl = new URL(logout.json().sign_out_url);
    expect(signOutUrl.href.startsWith(`${provider.issuer}/session/end?`)).toBe(true);
    expect(signOutUrl.searchParams.get('post_logout_redirect_uri')).toBe('https://console.test/login');
    expect(signOutUrl.searchParams.get('id_token_hint')).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    expect((await server.call(refreshed.access_token, 'GET', '/api/user')).statusCode).toBe(401);
  });

  test('leaves the logout of a password’s session as it is', async () => {
    const { access_token } = await server.signIn(await server.createUser());
    expect((await server.call(access_token, 'POST', '/api/user/logout')).json()).toEqual({
      message: 'You are signed out.',
    });
  });

  test('links a person to the user with the verified address, once and for good', async () => {
    const user = await server.createUser();
    const person = createPerson({ email: user.email.toUpperCase() });
    expect((await readUser(server, (await signIn(server, person.subject)).access_token)).id).toBe(user.id);
    const other = createPerson({ email: user.email });
    expectRejection(
      await finish(server, other.subject),
      'Your email address belongs to another account. Ask an administrator.',
    );
    const { rows } = await server.db.pool.query(
      `select action from audit_log where resource = 'user_identity' and record_id = $1`,
      [user.id],
    );
    expect(rows).toEqual([{ action: 'create' }]);
  });

  test.each([
    ['an address that is not verified', { email_verified: false }],
    ['an address of which nothing is said', { email_verified: undefined }],
    ['no address', { email: undefined }],
  ])('rejects a person with %s', async (_, claims) => {
    const user = await server.createUser();
    const person = createPerson({ email: user.email, ...claims });
    expectRejection(
      await finish(server, person.subject),
      'Single sign-on does not confirm your email address. Ask an administrator.',
    );
  });

  test('rejects an address that another user has as user name', async () => {
    const person = createPerson();
    const { id } = await server.createUser();
    await server.db.kysely.updateTable('users').set({ username: person.email }).where('id', '=', id).execute();
    expectRejection(
      await finish(server, person.subject),
      'Your email address belongs to another account. Ask an administrator.',
    );
  });

  test.each([
    ['deactivated', { is_active: false }],
    ['deleted', { deleted_at: new Date() }],
  ])('rejects a person whose user was %s, and creates no other one', async (_, change) => {
    const person = createPerson();
    const { id } = await readUser(server, (await signIn(server, person.subject)).access_token);
    await server.db.kysely.updateTable('users').set(change).where('id', '=', id).execute();
    expectRejection(await finish(server, person.subject), 'Your account is not active. Ask an administrator.');
    const { rows } = await server.db.pool.query('select id from users where lower(email) = $1', [person.email]);
    expect(rows).toEqual([{ id }]);
  });

  test('gives persons of one name and user name a name and a user name of their own', async () => {
    const claims = { name: 'Ni Made Sari', preferred_username: 'made.sari' };
    const [first, second] = [createPerson(claims), createPerson(claims)];
    await signIn(server, first.subject);
    const user = await readUser(server, (await signIn(server, second.subject)).access_token);
    expect([user.displayName, user.data.username]).toEqual(['Ni Made Sari (made.sari2)', 'made.sari2']);
  });

  test('creates one user for two sign-ins at the same moment', async () => {
    const { subject } = createPerson();
    const ids = await Promise.all(
      [1, 2].map(async () => (await readUser(server, (await signIn(server, subject)).access_token)).id),
    );
    expect(ids[0]).toBe(ids[1]);
  });

  test('requests no second factor of its own, and no new password', async () => {
    const { person } = await createTwoFactorHelpers(server).createTwoFactorUser();
    await server.db.kysely
      .updateTable('users')
      .set({ must_change_password: true })
      .where('id', '=', person.id)
      .execute();
    const { subject } = createPerson({ email: person.email });
    const user = await readUser(server, (await signIn(server, subject)).access_token);
    expect([user.id, user.must_change_password]).toEqual([person.id, 0]);
  });
});

describe('an attempt', () => {
  test.each([
    ['a state of another attempt', { state: 'other' }],
    ['no state', { state: '' }],
  ])('is rejected with %s', async (_, change) => {
    expectRejection(await finish(server, createPerson().subject, change), OUTDATED);
  });

  test.each([
    ['verifier', 'code_verifier'],
    ['nonce', 'nonce'],
  ])('starts no session with the %s of another attempt', async (_, name) => {
    const other = (await post(server, 'start')).json();
    const response = await finish(server, createPerson().subject, { [name]: other[name] });
    expect([403, 503]).toContain(response.statusCode);
    expect(response.json().access_token).toBeUndefined();
  });

  test('works once', async () => {
    const { url, ...attempt } = (await post(server, 'start')).json<SingleSignOnStart>();
    const body = { ...attempt, query: await provider.visit(url, createPerson().subject) };
    expect((await post(server, 'finish', body)).statusCode).toBe(200);
    expectRejection(await post(server, 'finish', body), OUTDATED);
  });

  test('ends with a message if the person cancels it at the provider', async () => {
    expectRejection(await finish(server, undefined), 'Single sign-on was cancelled or rejected.');
  });

  test('is an unknown path without a provider', async () => {
    const plainServer = await createTestServer();
    onTestFinished(() => plainServer.close());
    for (const path of ['start', 'finish']) expect((await post(plainServer, path, {})).statusCode).toBe(404);
    expect((await plainServer.app.inject('/sign-in.json')).json().single_sign_on).toBeNull();
  });
});

describe('a provider', () => {
  test('that does not respond is reported within the time limit, and tried again', async () => {
    const silentServer = await startSilentServer();
    onTestFinished(() => silentServer.close());
    const settings = {
      issuer: `http://127.0.0.1:${silentServer.port}`,
      clientId: 'innkeeper',
      clientSecret: undefined,
      name: 'Silent',
      scope: 'openid',
      roleClaim: undefined,
      hotelClaim: undefined,
      isEmailTrusted: false,
    };
    const silentProvider = createIdentityProvider(settings, 'https://console.test', 0.2);
    await expect(silentProvider.start()).rejects.toMatchObject({ code: 'unavailable' });
    await expect(silentProvider.start()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await silentProvider.findSignOutUrl('token')).toBeUndefined();
  });

  test('that is away is a 503 with a message for the sign-in page', async () => {
    const closedServer = await startSilentServer();
    await closedServer.close();
    const lonelyServer = await createTestServer({
      ...environment(),
      OIDC_ISSUER: `http://127.0.0.1:${closedServer.port}`,
    });
    onTestFinished(() => lonelyServer.close());
    const response = await post(lonelyServer, 'start');
    expect([response.statusCode, response.headers['retry-after'], response.json().message]).toEqual([
      503,
      '5',
      'Single sign-on is unavailable. Try again in a moment.',
    ]);
  });
});

describe('a provider that decides about rights', () => {
  const createGroup = async (name: string, level: 'group' | 'property' = 'property') => {
    const id = await claimServer.createRoleGroup(level, ['VIEW_MEMBER', 'UPDATE_USERS', 'UPDATE_ROLE_GROUP']);
    await claimServer.db.kysely.updateTable('role_group').set({ name }).where('id', '=', id).execute();
    return id;
  };
  const readAccess = async (subject: string) => {
    const { access_level, hotels } = await readUser(claimServer, (await signIn(claimServer, subject)).access_token);
    return [access_level, hotels?.map(({ id }: { id: number }) => id)];
  };
  const codeOf = async (hotelId: number) =>
    (await claimServer.db.kysely.selectFrom('hotel').select('code').where('id', '=', hotelId).executeTakeFirstOrThrow())
      .code;

  test('assigns role group and hotels at each sign-in, and withdraws them', async () => {
    await createGroup('Front desk of claims');
    const [hotel, otherHotel] = [await claimServer.createHotel(), await claimServer.createHotel()];
    const person = createPerson({
      groups: ['unknown', 'FRONT DESK of claims'],
      hotels: [(await codeOf(hotel.hotel_id)).toLowerCase()],
    });
    expect(await readAccess(person.subject)).toEqual(['property', [hotel.hotel_id]]);
    provider.setPerson(person.subject, { ...person, hotels: await codeOf(otherHotel.hotel_id) });
    expect(await readAccess(person.subject)).toEqual(['property', [otherHotel.hotel_id]]);
    provider.setPerson(person.subject, { ...person, groups: undefined, hotels: undefined });
    expect(await readAccess(person.subject)).toEqual([null, []]);
  });

  test('assigns all hotels of a region by its code', async () => {
    await createGroup('Regional staff of claims');
    const { region_id, hotel_id } = await claimServer.createHotel();
    const { code } = await claimServer.db.kysely
      .selectFrom('region')
      .select('code')
      .where('id', '=', region_id)
      .executeTakeFirstOrThrow();
    const second = await claimServer.createHotel({ region_id });
    const person = createPerson({ groups: 'Regional staff of claims', hotels: [code] });
    expect(await readAccess(person.subject)).toEqual(['property', [hotel_id, second.hotel_id]]);
  });

  test('does not take the rights of the last administrator', async () => {
    const administrators = await createGroup('Administrators of claims', 'group');
    const user = await claimServer.createUser({ role_group_id: administrators });
    const person = createPerson({ email: user.email, groups: [] });
    expect(await readAccess(person.subject)).toEqual(['group', undefined]);
    await claimServer.createUser({ role_group_id: administrators });
    expect(await readAccess(person.subject)).toEqual([null, []]);
  });
});

test('a user of single sign-on can still set a password by mail and sign in with it', async () => {
  const person = createPerson();
  await signIn(server, person.subject);
  await server.app.inject({ method: 'POST', url: '/api/password/email', payload: { email: person.email } });
  const link = /\/auth\/reset-password\/([^/]+)\/(\S+)/.exec(server.mails.at(-1)?.text ?? '');
  const reset = await server.app.inject({
    method: 'POST',
    url: '/api/password/reset',
    payload: { email: person.email, token: link?.[1], password: PASSWORD, password_confirmation: PASSWORD },
  });
  expect(reset.statusCode).toBe(200);
  const tokens = await server.signIn({ id: 0, username: person.email, email: person.email });
  expect(tokens.token_type).toBe('Bearer');
});
