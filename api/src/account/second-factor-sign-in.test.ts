import type { LightMyRequestResponse } from 'fastify';
import { afterAll, describe, expect, test } from 'vitest';
import { REJECTED_CODE, createTwoFactorHelpers, statusesOf, toOutcome } from './two-factor-helpers.ts';
import { PASSWORD, createTestServer } from './server-helpers.ts';

const server = await createTestServer();
afterAll(() => server.close());
const { newAddress, attempt, post, profileOf, appOf, startTwoFactorSetup, createTwoFactorUser } =
  createTwoFactorHelpers(server);

describe('signing in', () => {
  test('requires a code only after the right password, and returns OAuth’s error code', async () => {
    const { person, code } = await createTwoFactorUser();
    const firstResponse = await attempt(person);
    expect(firstResponse.json()).toMatchObject({
      error: 'two_factor_required',
      message: 'Enter the code from your authenticator app.',
      error_description: 'Enter the code from your authenticator app.',
    });
    expect(firstResponse.headers['cache-control']).toBe('no-store');
    expect((await attempt(person, code())).json()).toMatchObject({ token_type: 'Bearer' });
  });

  test('returns the usual error for a wrong password, whatever the code', async () => {
    const { person, code, recovery } = await createTwoFactorUser();
    const userWithoutTwoFactor = await server.createUser();
    const unknownUser = { ...userWithoutTwoFactor, username: 'no.such.person' };
    const bodyOf = ({ statusCode, headers, body }: LightMyRequestResponse) => [
      statusCode,
      { ...JSON.parse(body), request_id: '' },
      Object.keys(headers).sort(),
    ];
    const expected = bodyOf(await attempt(userWithoutTwoFactor, undefined, 'wrong wrong'));
    for (const [user, otp] of [
      [person, undefined],
      [person, code()],
      [person, '000000'],
      [person, recovery(0)],
      [userWithoutTwoFactor, '000000'],
      [unknownUser, '000000'],
    ] as const)
      expect(bodyOf(await attempt(user, otp, 'wrong wrong'))).toEqual(expected);
    expect((await attempt(person, recovery(0))).statusCode).toBe(200);
  });

  test('ignores a code without two-factor sign-in', async () => {
    expect((await attempt(await server.createUser(), '000000')).statusCode).toBe(200);
  });

  test('accepts codes one step early or late, each once, and none older than the last one used', async () => {
    const { person, code } = await createTwoFactorUser();
    server.clock.advance(60);
    const [before, now, after] = [code(-30), code(), code(30)];
    expect(toOutcome(await attempt(person, code(-60)))).toEqual(REJECTED_CODE);
    expect(toOutcome(await attempt(person, code(60)))).toEqual(REJECTED_CODE);
    expect((await attempt(person, before)).statusCode).toBe(200);
    expect(toOutcome(await attempt(person, before))).toEqual(REJECTED_CODE);
    expect((await attempt(person, after)).statusCode).toBe(200);
    expect(toOutcome(await attempt(person, now))).toEqual(REJECTED_CODE);
    expect(toOutcome(await attempt(person, after))).toEqual(REJECTED_CODE);
  });

  test('rejects the code that switched two-factor sign-in on', async () => {
    const person = await server.createUser();
    const { access_token } = await server.signIn(person);
    const code = appOf(await startTwoFactorSetup(access_token))();
    await post(access_token, '/confirm', { code });
    expect(toOutcome(await attempt(person, code))).toEqual(REJECTED_CODE);
  });

  test('succeeds once for concurrent uses of one code', async () => {
    const { person, code } = await createTwoFactorUser();
    const secondServer = await server.createSecondServer();
    const payload = {
      grant_type: 'password',
      client_id: '1',
      username: person.username,
      password: PASSWORD,
      otp: code(),
    };
    const responses = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        (i % 2 ? secondServer : server.app).inject({
          method: 'POST',
          url: '/oauth/token',
          payload,
          remoteAddress: newAddress(),
        }),
      ),
    );
    expect(statusesOf(responses)).toEqual([200, 422, 422, 422]);
  });

  test.each([
    ['text', 'abcdef'],
    ['too few digits', '12345'],
    ['an unknown recovery code', '00000-00000'],
    ['a text that is far too long', '1'.repeat(10_000)],
    ['digits of another script', '１２３４５６'],
  ])('rejects %s at the field', async (_, otp) => {
    const { person } = await createTwoFactorUser();
    expect(toOutcome(await attempt(person, otp))).toEqual(REJECTED_CODE);
  });

  test('accepts a code as a number', async () => {
    const { person, code } = await createTwoFactorUser();
    while (code().startsWith('0')) server.clock.advance(30);
    const { username } = person;
    const body = { grant_type: 'password', client_id: '1', username, password: PASSWORD, otp: Number(code()) };
    expect((await server.token(body)).statusCode).toBe(200);
  });
});

describe('guessing codes', () => {
  test('causes a growing wait after five codes, which only a right code resets', async () => {
    const { person, code } = await createTwoFactorUser();
    for (let i = 0; i < 5; i++) expect(toOutcome(await attempt(person, '00000'))).toEqual(REJECTED_CODE);
    const earlyReply = await attempt(person, code());
    expect([earlyReply.statusCode, earlyReply.headers['retry-after']]).toEqual([429, '30']);
    expect(toOutcome(await attempt(person))).toEqual([400, 'two_factor_required']);
    await server.app.inject({ method: 'POST', url: '/api/password/email', payload: { email: person.email } });
    expect((await attempt(person, code())).statusCode).toBe(429);
    server.clock.advance(30);
    expect(toOutcome(await attempt(person, '00000'))).toEqual(REJECTED_CODE);
    expect((await attempt(person, code())).headers['retry-after']).toBe('60');
    server.clock.advance(60);
    expect((await attempt(person, code())).statusCode).toBe(200);
    server.clock.advance(60);
    for (let i = 0; i < 5; i++) expect(toOutcome(await attempt(person, '00000'))).toEqual(REJECTED_CODE);
  });

  test('checks only five of thirty concurrent guesses', async () => {
    const { person } = await createTwoFactorUser();
    const responses = await Promise.all(Array.from({ length: 30 }, () => attempt(person, '00000')));
    expect(statusesOf(responses)).toEqual([...Array(5).fill(422), ...Array(25).fill(429)]);
  });

  test('counts against the address as well', async () => {
    const remoteAddress = newAddress();
    for (let i = 0; i < 4; i++) {
      const { person } = await createTwoFactorUser();
      const body = { grant_type: 'password', client_id: '1', username: person.username, password: PASSWORD, otp: 'x' };
      for (let n = 0; n < 5; n++) expect((await server.token(body, { remoteAddress })).statusCode).toBe(422);
    }
    const { username } = await server.createUser();
    const body = { grant_type: 'password', client_id: '1', username, password: PASSWORD };
    expect((await server.token(body, { remoteAddress })).statusCode).toBe(429);
  });
});

describe('a recovery code', () => {
  test('works once, in any notation', async () => {
    const { person, token, recovery } = await createTwoFactorUser();
    const mistypedCode = ` ${recovery(0).toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect((await attempt(person, mistypedCode)).statusCode).toBe(200);
    expect(toOutcome(await attempt(person, recovery(0)))).toEqual(REJECTED_CODE);
    expect((await attempt(person, recovery(1).replace('-', ''))).statusCode).toBe(200);
    expect(await profileOf(token)).toMatchObject({ recovery_codes_left: 8 });
  });

  test('works once for concurrent uses', async () => {
    const { person, recovery } = await createTwoFactorUser();
    const responses = await Promise.all(Array.from({ length: 5 }, () => attempt(person, recovery(3))));
    expect(statusesOf(responses)).toEqual([200, 422, 422, 422, 422]);
  });

  test('does not work for another user', async () => {
    const [firstUser, otherUser] = [await createTwoFactorUser(), await createTwoFactorUser()];
    expect(toOutcome(await attempt(otherUser.person, firstUser.recovery(0)))).toEqual(REJECTED_CODE);
  });

  test('is replaced by new ones, which requires the password', async () => {
    const { person, token, recovery } = await createTwoFactorUser();
    expect(toOutcome(await post(token, '/recovery_codes', { current_password: 'wrong wrong' }))[0]).toBe(422);
    const { recovery_codes } = (await post(token, '/recovery_codes', { current_password: PASSWORD })).json().data;
    expect(recovery_codes).toHaveLength(10);
    expect(toOutcome(await attempt(person, recovery(0)))).toEqual(REJECTED_CODE);
    expect((await attempt(person, recovery_codes[9])).statusCode).toBe(200);
    const { access_token } = await server.signIn(await server.createUser());
    expect(toOutcome(await post(access_token, '/recovery_codes', { current_password: PASSWORD }))).toEqual([
      409,
      'conflict',
    ]);
  });

  test('is not stored in plain text', async () => {
    const { person, recovery } = await createTwoFactorUser();
    const { rows } = await server.db.pool.query(
      `select (select jsonb_agg(f) from two_factor f where user_id = $1)::text || (select jsonb_agg(c)
                  from recovery_code c)::text
              || (select jsonb_agg(o) from audit_log o where record_id = $1)::text as all`,
      [person.id],
    );
    expect(rows[0].all).toContain('"code_hash"');
    for (const text of [recovery(0), recovery(0).replace('-', ''), Buffer.from(recovery(0)).toString('hex')])
      expect(rows[0].all).not.toContain(text);
  });
});
