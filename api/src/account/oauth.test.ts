// Core test: sign-in and sessions.
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type TestServer, createTestServer } from './server-helpers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const refresh = (refresh_token: string, from: InjectOptions = {}) =>
  server.token({ grant_type: 'refresh_token', client_id: '1', refresh_token }, from);
const isAlive = async (token: string) => (await server.call(token, 'GET', '/api/user')).statusCode === 200;

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

describe('the password grant', () => {
  test('issues a pair of tokens with caching disabled', async () => {
    const { username } = await server.createUser();
    const response = await server.token({
      grant_type: 'password',
      client_id: '1',
      client_secret: '',
      scope: '',
      username,
      password: PASSWORD,
    });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual({
      token_type: 'Bearer',
      access_token: expect.stringMatching(/^ink_at_[\w-]{43}$/),
      refresh_token: expect.stringMatching(/^ink_rt_[\w-]{43}$/),
      expires_in: 900,
    });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('accepts the user name or the email, in any case and with surrounding spaces', async () => {
    const { username, email } = await server.createUser();
    for (const name of [username.toUpperCase(), email.toUpperCase(), `  ${email} `]) {
      expect(
        (await server.token({ grant_type: 'password', client_id: '1', username: name, password: PASSWORD })).statusCode,
      ).toBe(200);
    }
  });

  test('accepts JSON, a form and a multipart form', async () => {
    const { username } = await server.createUser();
    const form = new URLSearchParams({
      grant_type: 'password',
      client_id: '1',
      username,
      password: PASSWORD,
    }).toString();
    const boundary = 'line';
    const parts = [...new URLSearchParams(form)].map(
      ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
    );
    const bodies = [
      ['application/json', JSON.stringify({ ...Object.fromEntries(new URLSearchParams(form)), client_id: 1 })],
      ['application/x-www-form-urlencoded', form],
      [`multipart/form-data; boundary=${boundary}`, `${parts.join('')}--${boundary}--\r\n`],
    ] as const;
    for (const [type, body] of bodies) {
      const response = await server.token(body, { headers: { 'content-type': type } });
      expect([type, response.statusCode]).toEqual([type, 200]);
    }
  });

  test('returns the same error for a wrong password and an unknown name', async () => {
    const { username } = await server.createUser();
    const wrongReply = await server.token({
      grant_type: 'password',
      client_id: '1',
      username,
      password: 'not the password',
    });
    const unknownReply = await server.token({
      grant_type: 'password',
      client_id: '1',
      username: 'nobody.at.all',
      password: PASSWORD,
    });
    expect(wrongReply.statusCode).toBe(400);
    expect(wrongReply.json()).toEqual({
      error: 'invalid_grant',
      error_description: expect.any(String),
      message: 'Oops! Invalid Username or Password',
      request_id: expect.any(String),
    });
    const { request_id: _, ...errorBody } = unknownReply.json();
    expect(wrongReply.json()).toMatchObject(errorBody);
    expect(unknownReply.statusCode).toBe(400);
  });

  test('responds in Indonesian on request', async () => {
    const response = await server.token(
      { grant_type: 'password', client_id: '1', username: 'siapa', password: 'x' },
      { headers: { 'accept-language': 'id' } },
    );
    expect(response.json().message).toBe('Ups! Nama pengguna atau kata sandi salah');
  });

  test.each([
    ['half an object', 'application/json', '{"grant_type":', 400],
    ['a list', 'application/json', '[]', 400],
    ['plain text', 'text/plain', 'grant_type=password', 415],
    ['too large a body', 'application/json', JSON.stringify({ username: 'x'.repeat(1_100_000) }), 413],
  ])('explains why it cannot read %s', async (_, type, body, status) => {
    const response = await server.token(body, { headers: { 'content-type': type } });
    expect([response.statusCode, response.json()]).toEqual([
      status,
      {
        error: expect.any(String),
        error_description: expect.stringMatching(/\S/),
        message: expect.any(String),
        request_id: expect.any(String),
      },
    ]);
  });

  test('rejects deactivated and deleted users', async () => {
    const [inactive, deletedUser] = [await server.createUser(), await server.createUser()];
    await server.db.kysely.updateTable('users').set({ is_active: false }).where('id', '=', inactive.id).execute();
    await server.db.kysely
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', deletedUser.id)
      .execute();
    for (const { username } of [inactive, deletedUser]) {
      expect(
        (await server.token({ grant_type: 'password', client_id: '1', username, password: PASSWORD })).json().error,
      ).toBe('invalid_grant');
    }
  });

  test('accepts a password of letters and emoji', async () => {
    const response = await server.token({
      grant_type: 'password',
      client_id: '1',
      username: 'nobody 🐴',
      password: 'correct horse 🐴',
    });
    expect(response.json().error).toBe('invalid_grant');
  });

  test.each([
    ['no grant', {}, 'invalid_request'],
    ['no user name', { grant_type: 'password', client_id: '1', password: 'x' }, 'invalid_request'],
    ['no password', { grant_type: 'password', client_id: '1', username: 'somebody', password: '' }, 'invalid_request'],
    ['no client', { grant_type: 'password', username: 'somebody', password: 'x' }, 'invalid_client'],
    [
      'another client',
      { grant_type: 'password', client_id: '2', username: 'somebody', password: 'x' },
      'invalid_client',
    ],
    ['an unknown grant', { grant_type: 'wish', client_id: '1' }, 'unsupported_grant_type'],
    ['a grant of other clients', { grant_type: 'client_credentials', client_id: '1' }, 'unsupported_grant_type'],
    [
      'an object as the name',
      { grant_type: 'password', client_id: '1', username: { a: 1 }, password: 'x' },
      'invalid_request',
    ],
    [
      'a list as the password',
      { grant_type: 'password', client_id: '1', username: 'somebody', password: ['x'] },
      'invalid_request',
    ],
    [
      'a NUL in the name',
      { grant_type: 'password', client_id: '1', username: 'some\0body', password: 'x' },
      'invalid_grant',
    ],
    [
      'half an emoji',
      { grant_type: 'password', client_id: '1', username: 'some\ud83dbody', password: 'x\ud83d' },
      'invalid_grant',
    ],
    [
      'a very long name',
      { grant_type: 'password', client_id: '1', username: 'n'.repeat(100_000), password: 'x'.repeat(100_000) },
      'invalid_grant',
    ],
    ['no refresh token', { grant_type: 'refresh_token', client_id: '1' }, 'invalid_request'],
    [
      'an unknown refresh token',
      { grant_type: 'refresh_token', client_id: '1', refresh_token: 'ink_rt_nothing' },
      'invalid_grant',
    ],
  ])('rejects %s', async (_, body, error) => {
    const response = await server.token(body);
    expect([response.statusCode, response.json().error]).toEqual([400, error]);
    expect(response.json().error_description).toBeTypeOf('string');
  });
});

describe('the refresh grant', () => {
  test('exchanges the refresh token for a new pair; the old access token is valid until it expires', async () => {
    const first = await server.signIn(await server.createUser());
    const response = await refresh(first.refresh_token);
    expect(response.statusCode).toBe(200);
    const second = response.json();
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await isAlive(second.access_token)).toBe(true);
    expect(await isAlive(first.access_token)).toBe(true);
  });

  test('returns the same response for the same token for 30 seconds, on every server', async () => {
    const first = await server.signIn(await server.createUser());
    const lostReply = await refresh(first.refresh_token);
    server.clock.advance(29);
    const secondReply = await refresh(first.refresh_token);
    expect([secondReply.statusCode, secondReply.json()]).toEqual([200, lostReply.json()]);
    const secondServer = await server.createSecondServer();
    const payload = { grant_type: 'refresh_token', client_id: '1', refresh_token: first.refresh_token };
    const otherReply = await secondServer.inject({ method: 'POST', url: '/oauth/token', payload });
    expect(otherReply.json()).toEqual(lostReply.json());
    expect(await isAlive(lostReply.json().access_token)).toBe(true);
    const nextReply = await refresh(lostReply.json().refresh_token);
    expect(nextReply.statusCode).toBe(200);
    expect(nextReply.json().refresh_token).not.toBe(lostReply.json().refresh_token);
  });

  test.each([
    ['another program', { headers: { 'user-agent': 'curl/8.1' } }],
    ['another network', { remoteAddress: '198.51.100.7' }],
  ])('ends the session if the same token comes from %s, within these seconds too', async (_, from) => {
    const first = await server.signIn(await server.createUser());
    const second = (await refresh(first.refresh_token)).json();
    expect((await refresh(first.refresh_token, from)).json().error).toBe('invalid_grant');
    expect(await isAlive(second.access_token)).toBe(false);
  });

  test('does not repeat the response for an ended session', async () => {
    const first = await server.signIn(await server.createUser());
    const { access_token } = (await refresh(first.refresh_token)).json();
    await server.call(access_token, 'POST', '/api/user/logout');
    expect((await refresh(first.refresh_token)).json().error).toBe('invalid_grant');
  });

  test('ends the session if a used refresh token comes again after 30 seconds', async () => {
    const first = await server.signIn(await server.createUser());
    const second = (await refresh(first.refresh_token)).json();
    server.clock.advance(30);
    const secondReply = await refresh(first.refresh_token);
    expect([secondReply.statusCode, secondReply.json().error]).toEqual([400, 'invalid_grant']);
    expect(await isAlive(first.access_token)).toBe(false);
    expect(await isAlive(second.access_token)).toBe(false);
    expect((await refresh(second.refresh_token)).statusCode).toBe(400);
  });

  test('returns one pair to twenty concurrent requests with the same token', async () => {
    const first = await server.signIn(await server.createUser());
    const responses = await Promise.all(Array.from({ length: 20 }, () => refresh(first.refresh_token)));
    expect(new Set(responses.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(await isAlive(responses[0]?.json().access_token)).toBe(true);
    const { rows } = await server.db.pool.query(
      `select count(*)::int as pairs from refresh_token r where r.used_at is null and r.session_id = (
         select session_id from refresh_token where token_hash = sha256($1::bytea))`,
      [Buffer.from(first.refresh_token)],
    );
    expect(rows).toEqual([{ pairs: 1 }]);
  });

  test("does not affect the user's other sessions", async () => {
    const person = await server.createUser();
    const [stolenSession, otherSession] = [await server.signIn(person), await server.signIn(person)];
    await refresh(stolenSession.refresh_token);
    server.clock.advance(30);
    await refresh(stolenSession.refresh_token);
    expect(await isAlive(otherSession.access_token)).toBe(true);
  });
});

describe('the lifetime of tokens and sessions', () => {
  test('an access token is valid for 15 minutes', async () => {
    const { access_token } = await server.signIn(await server.createUser());
    server.clock.advance(15 * MINUTE - 1);
    expect(await isAlive(access_token)).toBe(true);
    server.clock.advance(1);
    expect(await isAlive(access_token)).toBe(false);
  });

  test('a session is valid for 12 hours without a refresh', async () => {
    const person = await server.createUser();
    const [remembered, lostSession] = [await server.signIn(person, { remember_me: 0 }), await server.signIn(person)];
    server.clock.advance(12 * HOUR - 1);
    const nextReply = await refresh(remembered.refresh_token);
    expect(nextReply.statusCode).toBe(200);
    server.clock.advance(1);
    expect((await refresh(lostSession.refresh_token)).json().error).toBe('invalid_grant');
    server.clock.advance(12 * HOUR - 2);
    expect((await refresh(nextReply.json().refresh_token)).statusCode).toBe(200);
  });

  test.each([1, '1', true])(
    'a remembered session (%o) is valid for 30 days without a refresh, and remains remembered',
    async (remember_me) => {
      const person = await server.createUser();
      const [remembered, lostSession] = [
        await server.signIn(person, { remember_me }),
        await server.signIn(person, { remember_me }),
      ];
      server.clock.advance(30 * DAY - 1);
      const nextReply = await refresh(remembered.refresh_token);
      expect(nextReply.statusCode).toBe(200);
      server.clock.advance(1);
      expect((await refresh(lostSession.refresh_token)).json().error).toBe('invalid_grant');
      server.clock.advance(30 * DAY - 2);
      expect((await refresh(nextReply.json().refresh_token)).statusCode).toBe(200);
    },
  );
});

describe('the storage of tokens', () => {
  test('deletes the salt for repeating a response after its 30 seconds', async () => {
    const first = await server.signIn(await server.createUser());
    const second = (await refresh(first.refresh_token)).json();
    server.clock.advance(30);
    await refresh(second.refresh_token);
    const { rows } = await server.db.pool.query(
      'select response_salt is null as is_forgotten from refresh_token where token_hash = sha256($1::bytea)',
      [Buffer.from(first.refresh_token)],
    );
    expect(rows).toEqual([{ is_forgotten: true }]);
  });

  test('stores no token in plain text', async () => {
    const tokens = await server.signIn(await server.createUser());
    const { rows } = await server.db.pool.query(`select string_agg(t::text, ' ') as everything from (
      select to_jsonb(a) as t from access_token a union all select to_jsonb(r) from refresh_token r
      union all select to_jsonb(s) from session s) x`);
    expect(rows[0].everything).not.toContain(tokens.access_token.slice(8));
    expect(rows[0].everything).not.toContain(tokens.refresh_token.slice(8));
  });

  test('a refresh deletes expired tokens', async () => {
    const person = await server.createUser();
    let { refresh_token } = await server.signIn(person);
    for (let round = 0; round < 5; round++) {
      server.clock.advance(6 * HOUR);
      ({ refresh_token } = (await refresh(refresh_token)).json());
    }
    const { rows } = await server.db.pool.query(
      `
      select (select count(*) from access_token a where a.session_id = s.id) as access,
        (select count(*) from refresh_token r where r.session_id = s.id) as refresh
      from session s where user_id = $1`,
      [person.id],
    );
    expect(rows).toEqual([{ access: 1, refresh: 2 }]);
  });
});

test('the sign-in requires the client secret if one is configured', async () => {
  const serverWithSecret = await createTestServer({ OAUTH_CLIENT_SECRET: 'of the client' });
  try {
    const { username } = await serverWithSecret.createUser();
    const body = { grant_type: 'password', client_id: '1', username, password: PASSWORD };
    expect((await serverWithSecret.token(body)).json().error).toBe('invalid_client');
    expect((await serverWithSecret.token({ ...body, client_secret: 'another' })).json().error).toBe('invalid_client');
    expect((await serverWithSecret.token({ ...body, client_secret: 'of the client' })).statusCode).toBe(200);
    const toBasicAuth = (secret: string) => ({
      headers: { authorization: `Basic ${Buffer.from(`1:${secret}`).toString('base64')}` },
    });
    expect((await serverWithSecret.token(body, toBasicAuth('of the client'))).statusCode).toBe(200);
    const rejectedReply = await serverWithSecret.token(body, toBasicAuth('another'));
    expect([rejectedReply.statusCode, rejectedReply.headers['www-authenticate']]).toEqual([
      401,
      'Basic realm="Innkeeper"',
    ]);
  } finally {
    await serverWithSecret.close();
  }
});
