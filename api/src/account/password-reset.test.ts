import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, createTestServer } from './server-helpers.ts';

const NEW = 'eleven grey herons';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

let addresses = 0;
/** Each test uses its own address. */
const createAddress = () => `10.1.${(addresses += 1)}.1`;

const requestReset = (email: unknown, remoteAddress: string, headers = {}) =>
  server.app.inject({
    method: 'POST',
    url: '/api/password/email',
    payload: { email, 'g-recaptcha-response': '' },
    headers,
    remoteAddress,
  });
const findMailsTo = (email: string) => server.mails.filter((mail) => mail.to === email);

/** Makes the call behind the link that was mailed to an address. */
async function requestResetCall(email: string) {
  const remoteAddress = createAddress();
  await requestReset(email, remoteAddress);
  const token = /reset-password\/([\w-]+)\//.exec(findMailsTo(email).at(-1)?.text ?? '')?.[1];
  const body = { email, token, password: NEW, password_confirmation: NEW, 'g-recaptcha-response': '' };
  return (overrides = {}) =>
    server.app.inject({
      method: 'POST',
      url: '/api/password/reset',
      payload: { ...body, ...overrides },
      remoteAddress,
    });
}

describe('POST /api/password/email', () => {
  test('responds equally for known, unknown, inactive and deleted addresses, and mails only the known', async () => {
    const knownUser = await server.createUser({ name: 'Sari Wulandari' });
    const [inactive, deletedUser] = [await server.createUser(), await server.createUser()];
    await server.db.kysely.updateTable('users').set({ is_active: false }).where('id', '=', inactive.id).execute();
    await server.db.kysely
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', deletedUser.id)
      .execute();
    const before = server.mails.length;
    for (const email of [knownUser.email.toUpperCase(), 'nobody@example.test', inactive.email, deletedUser.email]) {
      const response = await requestReset(email, createAddress());
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({
        message: 'If this address has an account, an email with a link is being sent.',
      });
    }
    expect(server.mails.slice(before)).toEqual([
      {
        from: { name: 'Innkeeper', address: 'no-reply@console.test' },
        to: knownUser.email,
        subject: 'Choose a new password',
        text: expect.stringMatching(
          new RegExp(
            `^Hello Sari Wulandari,[^]+https://console\\.test/auth/reset-password/ink_pr_[\\w-]{43}/${encodeURIComponent(knownUser.email)}\n`,
          ),
        ),
        html: expect.stringMatching(/href="https:\/\/console\.test\/auth\/reset-password\/ink_pr_[\w-]{43}\//),
        secret: expect.stringMatching(/^ink_pr_[\w-]{43}$/),
      },
    ]);
  });

  test('writes in Indonesian if the request is in Indonesian', async () => {
    const { email } = await server.createUser();
    const response = await requestReset(email, createAddress(), { 'accept-language': 'id-ID,id' });
    expect(response.json().message).toContain('email berisi tautan');
    expect(findMailsTo(email)).toMatchObject([
      { subject: 'Pilih kata sandi baru', text: expect.stringContaining('berlaku satu kali') },
    ]);
  });

  test.each([
    '',
    undefined,
    'nothing',
    7,
    { a: 1 },
    'a@b.test\r\nBcc: c@d.test',
    'a\0@b.test',
    `${'x'.repeat(300)}@b.test`,
  ])('rejects %o, which is not an address', async (email) => {
    const response = await requestReset(email, createAddress());
    expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, ['email']]);
  });

  test('delays the fourth mail to an address, also to an unknown one', async () => {
    const { email } = await server.createUser();
    for (const address of [email, 'unknown.person@example.test']) {
      for (let i = 0; i < 3; i++) expect((await requestReset(address, createAddress())).statusCode).toBe(200);
      const earlyReply = await requestReset(address.toUpperCase(), createAddress());
      expect([earlyReply.statusCode, earlyReply.headers['retry-after']]).toEqual([429, '60']);
    }
    server.clock.advance(60);
    expect((await requestReset(email, createAddress())).statusCode).toBe(200);
    expect(findMailsTo(email)).toHaveLength(4);
  });

  test('accepts requests for at most twenty people from one address', async () => {
    const address = createAddress();
    for (let i = 0; i < 20; i++)
      expect((await requestReset(`person.no.${i}@example.test`, address)).statusCode).toBe(200);
    expect((await requestReset('person.no.20@example.test', address)).statusCode).toBe(429);
    expect((await requestReset('person.no.20@example.test', createAddress())).statusCode).toBe(200);
  });
});

describe('POST /api/password/reset', () => {
  test("sets the password once, ends all sessions and clears the account's wait", async () => {
    const person = await server.createUser();
    const { access_token, refresh_token } = await server.signIn(person);
    const requestToken = (password: string) =>
      server.token(
        { grant_type: 'password', client_id: '1', username: person.username, password },
        { remoteAddress: createAddress() },
      );
    for (let i = 0; i < 5; i++) await requestToken('wrong');
    const reset = await requestResetCall(person.email);
    const response = await reset();
    expect([response.statusCode, response.json()]).toEqual([200, { message: 'Password changed.' }]);
    expect((await server.call(access_token, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await server.token({ grant_type: 'refresh_token', client_id: '1', refresh_token })).statusCode).toBe(400);
    expect((await requestToken(NEW)).statusCode).toBe(200);
    const secondReply = await reset({
      password: 'nine blue whales swim',
      password_confirmation: 'nine blue whales swim',
    });
    expect(secondReply.statusCode).toBe(422);
    expect(secondReply.json().errors).toEqual({ token: ['This link has expired or is already used.'] });
  });

  test('is logged as a change by the user', async () => {
    const person = await server.createUser();
    await (
      await requestResetCall(person.email)
    )();
    const { rows } = await server.db.pool.query(
      `select actor_id from audit_log where resource = 'users' and record_id = $1 and action = 'update'`,
      [person.id],
    );
    expect(rows).toEqual([{ actor_id: person.id }]);
  });

  test('accepts one of ten concurrent requests', async () => {
    const reset = await requestResetCall((await server.createUser()).email);
    const responses = await Promise.all(Array.from({ length: 10 }, () => reset()));
    expect(responses.map((response) => response.statusCode).sort((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(422),
    ]);
  });

  test('rejects a link after 60 minutes', async () => {
    const reset = await requestResetCall((await server.createUser()).email);
    server.clock.advance(3600);
    expect((await reset()).json().errors).toHaveProperty('token');
  });

  test('accepts a link up to the last second; a rejected password does not use it up', async () => {
    const reset = await requestResetCall((await server.createUser()).email);
    server.clock.advance(3599);
    const short = await reset({ password: 'short', password_confirmation: 'short' });
    expect(short.json().errors).toEqual({ password: ['Min character length is 12'] });
    const unconfirmedReply = await reset({ password_confirmation: 'other' });
    expect(unconfirmedReply.json().errors).toEqual({ password_confirmation: ['The passwords do not match.'] });
    expect((await reset()).statusCode).toBe(200);
  });

  test('rejects a token of another address or in a wrong format', async () => {
    const [person, otherUser] = [await server.createUser(), await server.createUser()];
    const reset = await requestResetCall(person.email);
    for (const invalidBody of [
      { email: otherUser.email },
      { email: '' },
      { email: 7 },
      { token: 'ink_pr_nothing' },
      { token: '' },
      { token: ['x'] },
      { token: 'a\0b' },
    ]) {
      const response = await reset(invalidBody);
      expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, ['token']]);
    }
    expect((await reset()).statusCode).toBe(200);
  });

  test('a new password invalidates all open links', async () => {
    const person = await server.createUser();
    const reset = await requestResetCall(person.email);
    await server.db.kysely.updateTable('users').set({ password: 'another hash' }).where('id', '=', person.id).execute();
    expect((await reset()).statusCode).toBe(422);
  });

  test('accepts at most twenty attempts from one address', async () => {
    const reset = await requestResetCall((await server.createUser()).email);
    for (let i = 0; i < 20; i++) expect((await reset({ token: `guess ${i}` })).statusCode).toBe(422);
    expect((await reset()).statusCode).toBe(429);
  });
});
