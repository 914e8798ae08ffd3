// Core test: sign-in and sessions.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type SoftwareAuthenticator, createSoftwareAuthenticator } from '../testing/software-authenticator.ts';
import { deleteUsedChallenges } from './passkey-challenge.ts';
import { findPasskeySite } from './passkeys.ts';
import { type TestServer, createTestServer } from './server-helpers.ts';

const SITE = { host: 'console.test', origin: 'https://console.test' };
type Reply = Awaited<ReturnType<TestServer['call']>>;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

let addresses = 0;
/** Each call comes from its own address, so that rejections limit no other test. */
const createAddress = () => `10.1.${(addresses += 1)}.1`;
const post = (path: string, payload: object = {}, remoteAddress = createAddress()) =>
  server.app.inject({ method: 'POST', url: path, payload, remoteAddress });
const requestChallenge = async (): Promise<string> => (await post('/auth/passkey/start')).json().challenge;
const requestNewChallenge = async (token: string): Promise<string> =>
  (await server.call(token, 'POST', '/api/user/passkeys/start')).json().data.challenge;
const finish = (response: string, remember_me?: 0 | 1) =>
  post('/auth/passkey/finish', { response, ...(remember_me !== undefined && { remember_me }) });
const add = (token: string, response: string, name = 'Laptop') =>
  server.call(token, 'POST', '/api/user/passkeys', { name, response });
const list = async (token: string) => (await server.call(token, 'GET', '/api/user/passkeys')).json().data;

/** A user with a passkey. */
async function createPasskeyUser(role_group_id?: number) {
  const person = await server.createUser(role_group_id === undefined ? {} : { role_group_id });
  const { access_token: token } = await server.signIn(person);
  const device = createSoftwareAuthenticator(SITE);
  const added = await add(token, device.create(await requestNewChallenge(token)));
  expect([added.statusCode, added.json().message]).toEqual([200, undefined]);
  return { person, token, device, passkey: added.json().data };
}

async function signIn(device: SoftwareAuthenticator): Promise<{ access_token: string; refresh_token: string }> {
  const response = await finish(device.get(await requestChallenge()));
  expect([response.statusCode, response.json().message]).toEqual([200, undefined]);
  return response.json();
}

const readUser = async (token: string) => (await server.call(token, 'GET', '/api/user')).json().data;
const expectRejected = (response: Reply) =>
  expect([response.statusCode, response.json().error, response.json().message]).toEqual([
    403,
    'sign_in_rejected',
    'This passkey was not accepted. Try again, or sign in another way.',
  ]);

describe('a passkey', () => {
  test('signs in its user without a name, and the session can be refreshed', async () => {
    const { person, device, token } = await createPasskeyUser();
    const tokens = await signIn(device);
    expect((await readUser(tokens.access_token)).id).toBe(person.id);
    const refreshed = await server.token({
      grant_type: 'refresh_token',
      client_id: '1',
      refresh_token: tokens.refresh_token,
    });
    expect(refreshed.statusCode).toBe(200);
    expect(await list(token)).toEqual([
      { id: expect.any(Number), name: 'Laptop', created_at: expect.any(String), last_used_at: expect.any(String) },
    ]);
  });

  test('counts as both factors, and needs no password', async () => {
    const role_group_id = await server.createRoleGroup('group', []);
    const { person, device } = await createPasskeyUser(role_group_id);
    const { kysely } = server.db;
    await kysely
      .updateTable('role_group')
      .set({ is_second_factor_required: true, is_password_allowed: false })
      .where('id', '=', role_group_id)
      .execute();
    await kysely.updateTable('users').set({ must_change_password: true }).where('id', '=', person.id).execute();
    expect(await readUser((await signIn(device)).access_token)).toMatchObject({
      must_set_up_second_factor: 0,
      must_change_password: 0,
    });
  });

  test('is requested with user verification, and without naming anybody', async () => {
    const options = (await post('/auth/passkey/start')).json();
    expect(options).toMatchObject({ rpId: 'console.test', userVerification: 'required' });
    expect(options.allowCredentials ?? []).toEqual([]);
  });

  test('of an unknown device, or of a user who was deactivated, is rejected', async () => {
    expectRejected(await finish(createSoftwareAuthenticator(SITE).get(await requestChallenge())));
    const { person, device } = await createPasskeyUser();
    await server.db.kysely.updateTable('users').set({ is_active: false }).where('id', '=', person.id).execute();
    expectRejected(await finish(device.get(await requestChallenge())));
  });

  test.each([
    ['from another origin', { origin: 'https://console.test.example' }],
    ['for another site', { host: 'other.test' }],
    ['without checking its user', { isUserVerified: false }],
    ['of which something else is signed', { isSignatureWrong: true }],
  ])('is rejected with a response %s', async (_, deviation) => {
    const { device } = await createPasskeyUser();
    expectRejected(await finish(device.get(await requestChallenge(), deviation)));
  });

  test('is rejected if its number of uses does not grow, because it was copied', async () => {
    const { device } = await createPasskeyUser();
    await signIn(device);
    expectRejected(await finish(device.get(await requestChallenge(), { useCount: 1 })));
  });

  test.each(['', 'no JSON', '[]', '{"id":7}', '{"id":"x"}', '{"id":"x","response":{}}'])(
    'is rejected for the response %j',
    async (response) => expectRejected(await finish(response)),
  );
});

test('an address has to wait after too many rejected passkeys', async () => {
  const remoteAddress = createAddress();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 22; attempt++)
    statuses.push((await post('/auth/passkey/finish', { response: 'no JSON' }, remoteAddress)).statusCode);
  expect([statuses.at(0), statuses.at(-1)]).toEqual([403, 429]);
  expect((await post('/auth/passkey/start', {}, remoteAddress)).statusCode).toBe(200);
});

describe('a challenge', () => {
  test('works once, on every server', async () => {
    const { device } = await createPasskeyUser();
    const response = device.get(await requestChallenge());
    expect((await finish(response)).statusCode).toBe(200);
    expectRejected(await finish(response));
    const secondServer = await server.createSecondServer();
    expectRejected(await secondServer.inject({ method: 'POST', url: '/auth/passkey/finish', payload: { response } }));
  });

  test('works for five minutes, and its mark is deleted afterwards', async () => {
    const { device } = await createPasskeyUser();
    const [challenge, lateChallenge] = [await requestChallenge(), await requestChallenge()];
    server.clock.advance(290);
    expect((await finish(device.get(challenge))).statusCode).toBe(200);
    server.clock.advance(20);
    expectRejected(await finish(device.get(lateChallenge)));
    await deleteUsedChallenges(server.db, server.clock.now());
    expect(await server.db.kysely.selectFrom('used_challenge').selectAll().execute()).toEqual([]);
  });

  test('must be one of ours, and for this purpose', async () => {
    const { device, token } = await createPasskeyUser();
    const challenge = await requestChallenge();
    const forgedChallenge = `${challenge.startsWith('A') ? 'B' : 'A'}${challenge.slice(1)}`;
    for (const wrongChallenge of ['', 'AAAA', forgedChallenge, await requestNewChallenge(token)])
      expectRejected(await finish(device.get(wrongChallenge)));
    const other = await createPasskeyUser();
    const newDevice = createSoftwareAuthenticator(SITE);
    for (const wrongChallenge of [challenge, await requestNewChallenge(other.token)])
      expectRejected(await add(token, newDevice.create(wrongChallenge)));
  });
});

describe('adding a passkey', () => {
  test('is logged, and reported to its user by mail', async () => {
    const { person } = await createPasskeyUser();
    expect(server.mails.filter(({ to }) => to === person.email)).toMatchObject([{ subject: 'Passkey added' }]);
    const { rows } = await server.db.pool.query(
      `select actor_id, action from audit_log where resource = 'passkey' and record_id = $1`,
      [person.id],
    );
    expect(rows).toEqual([{ actor_id: person.id, action: 'create' }]);
  });

  test('is possible for 15 minutes after the sign-in', async () => {
    const { access_token } = await server.signIn(await server.createUser());
    const challenge = await requestNewChallenge(access_token);
    server.clock.advance(14 * 60);
    expect((await server.call(access_token, 'POST', '/api/user/passkeys/start')).statusCode).toBe(200);
    const { access_token: token, refresh_token } = await server.signIn(await server.createUser());
    server.clock.advance(14 * 60);
    const refreshed = await server.token({ grant_type: 'refresh_token', client_id: '1', refresh_token });
    server.clock.advance(61);
    const replies = [
      await server.call(refreshed.json().access_token, 'POST', '/api/user/passkeys/start'),
      await add(refreshed.json().access_token, createSoftwareAuthenticator(SITE).create(challenge)),
    ];
    for (const reply of replies)
      expect([reply.statusCode, reply.json().message]).toEqual([
        403,
        'For your safety, passkeys can be added only within 15 minutes after signing in. Sign in again.',
      ]);
    expect(token).not.toBe(refreshed.json().access_token);
  });

  test('names the passkeys that the user has, and rejects a second one of the same device', async () => {
    const { token, device } = await createPasskeyUser();
    const { data } = (await server.call(token, 'POST', '/api/user/passkeys/start')).json();
    expect(data.excludeCredentials).toMatchObject([{ id: device.credentialId }]);
    expect(data.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' });
    expect((await add(token, device.create(data.challenge))).statusCode).toBe(409);
    expect(await list(token)).toHaveLength(1);
  });

  test('requires a name, and a device that checks its user', async () => {
    const { access_token: token } = await server.signIn(await server.createUser());
    const device = createSoftwareAuthenticator(SITE);
    for (const name of ['', ' ', 'x'.repeat(81)]) {
      const reply = await add(token, device.create(await requestNewChallenge(token)), name);
      expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['name']]);
    }
    expectRejected(await add(token, device.create(await requestNewChallenge(token), { isUserVerified: false })));
  });
});

describe('the passkeys of a user', () => {
  test('can be renamed and removed by nobody else', async () => {
    const { token, passkey } = await createPasskeyUser();
    const stranger = await createPasskeyUser();
    const path = `/api/user/passkeys/${passkey.id}`;
    for (const reply of [
      await server.call(stranger.token, 'POST', path, { name: 'Mine' }),
      await server.call(stranger.token, 'DELETE', path),
      await server.call(token, 'POST', '/api/user/passkeys/0', { name: 'Mine' }),
    ])
      expect(reply.statusCode).toBe(404);
    const renamed = await server.call(token, 'POST', path, { name: ' Phone ' });
    expect(renamed.json().data).toMatchObject({ id: passkey.id, name: 'Phone' });
    expect((await server.call(token, 'DELETE', path)).json().data).toMatchObject({ name: 'Phone' });
    expect(await list(token)).toEqual([]);
  });

  test('end the sessions of other devices when one is removed', async () => {
    const { token, device, passkey } = await createPasskeyUser();
    const [first, second] = [await signIn(device), await signIn(device)];
    const removed = await server.call(first.access_token, 'DELETE', `/api/user/passkeys/${passkey.id}`);
    expect(removed.statusCode).toBe(200);
    const statuses = await Promise.all(
      [token, first.access_token, second.access_token].map(
        async (bearer) => (await server.call(bearer, 'GET', '/api/user')).statusCode,
      ),
    );
    expect(statuses).toEqual([200, 200, 401]);
    expectRejected(await finish(device.get(await requestChallenge())));
  });
});

test.each([
  ['https://console.example', 'console.example'],
  ['https://console.example:8443/innkeeper', 'console.example'],
  ['http://localhost:8000', 'localhost'],
  ['http://console.example', undefined],
  ['http://127.0.0.1:8000', undefined],
  ['https://192.0.2.7', undefined],
  ['https://[2001:db8::1]', undefined],
] as const)('the console at %s has passkeys of $1', (publicUrl, host) => {
  expect(findPasskeySite(publicUrl)?.host).toBe(host);
});

test('a console without a name has no passkeys', async () => {
  const plainServer = await createTestServer({ PUBLIC_URL: 'http://127.0.0.1:8000' });
  onTestFinished(() => plainServer.close());
  expect((await plainServer.app.inject('/sign-in.json')).json().has_passkeys).toBe(false);
  const { access_token } = await plainServer.signIn(await plainServer.createUser());
  for (const path of ['/auth/passkey/start', '/auth/passkey/finish'])
    expect((await plainServer.app.inject({ method: 'POST', url: path, payload: {} })).statusCode).toBe(404);
  expect((await plainServer.call(access_token, 'POST', '/api/user/passkeys/start')).statusCode).toBe(404);
});
