import type { RecoveryCodes, TwoFactorOffer } from '@innkeeper/contract';
import type { LightMyRequestResponse } from 'fastify';
import { TOTP, URI } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type TestServer, createTestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

type Person = Awaited<ReturnType<TestServer['createUser']>>;
let addresses = 0;
const newAddress = () => `10.1.${(addresses += 1)}.1`;

/** An attempt to sign in, from an address of its own. */
const attempt = ({ username }: Person, otp?: string, password = PASSWORD) =>
  server.token(
    { grant_type: 'password', client_id: '1', username, password, ...(otp !== undefined && { otp }) },
    { remoteAddress: newAddress() },
  );
const post = (token: string, path: string, body: object) =>
  server.call(token, 'POST', `/api/user/two_factor${path}`, body);
const told = (answer: LightMyRequestResponse) => {
  const { error, errors } = answer.json();
  return [answer.statusCode, error, ...(errors ? [errors] : [])];
};
const statusesOf = (answers: readonly LightMyRequestResponse[]) =>
  answers.map((answer) => answer.statusCode).sort((a, b) => a - b);
const WRONG = 'This code is wrong, or was used already.';
const refusedCode = [422, 'validation_failed', { otp: [WRONG] }];
const profileOf = async (token: string) => (await server.call(token, 'GET', '/api/user/profile')).json().data;

/** The app of an offer, with the server's clock; `off` is how many seconds its own is ahead. */
function appOf({ uri }: TwoFactorOffer) {
  const app = URI.parse(uri);
  if (!(app instanceof TOTP)) throw new Error('The offer is no TOTP');
  return (off = 0): string => app.generate({ timestamp: server.clock.now().getTime() + off * 1000 });
}

async function offer(token: string): Promise<TwoFactorOffer> {
  const answer = await post(token, '', { current_password: PASSWORD });
  expect(answer.statusCode).toBe(200);
  return answer.json().data;
}

/** A user with two-factor sign-in on, and the moment past the code that switched it on. */
async function createGuarded(options: Parameters<TestServer['createUser']>[0] = {}) {
  const person = await server.createUser(options);
  const { access_token: token } = await server.signIn(person);
  const code = appOf(await offer(token));
  const answer = await post(token, '/confirm', { code: code() });
  expect(answer.statusCode).toBe(200);
  const { recovery_codes }: RecoveryCodes = answer.json().data;
  server.clock.advance(60);
  return { person, token, code, recovery: (n: number) => recovery_codes[n] ?? '' };
}

describe('switching it on', () => {
  test('takes the password, an offer and a code of it; nothing is asked for before', async () => {
    const person = await server.createUser();
    const { access_token: token } = await server.signIn(person);
    expect(told(await post(token, '', { current_password: 'wrong wrong' }))).toEqual([
      422,
      'validation_failed',
      { current_password: ['This is not your current password.'] },
    ]);
    const first = await offer(token);
    const second = await offer(token);
    expect(second.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(second.uri).toContain(`otpauth://totp/Innkeeper:${person.username}?`);
    expect((await attempt(person)).statusCode).toBe(200);
    expect(await profileOf(token)).toMatchObject({ two_factor: false, recovery_codes_left: 0 });
    const wrong = await post(token, '/confirm', { code: appOf(first)() });
    expect(told(wrong)).toEqual([422, 'validation_failed', { code: [WRONG] }]);
    const answer = await post(token, '/confirm', { code: appOf(second)() });
    const { recovery_codes } = answer.json().data;
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(await profileOf(token)).toMatchObject({ two_factor: true, recovery_codes_left: 10 });
    expect(told(await attempt(person))).toEqual([400, 'two_factor_required']);
  });

  test('ends the other sessions, keeps this one, and is logged as the act of the user', async () => {
    const person = await server.createUser();
    const [here, there] = [await server.signIn(person), await server.signIn(person)];
    const code = appOf(await offer(here.access_token));
    expect((await server.call(there.access_token, 'GET', '/api/user')).statusCode).toBe(200);
    await post(here.access_token, '/confirm', { code: code() });
    expect((await server.call(there.access_token, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await server.call(here.access_token, 'GET', '/api/user')).statusCode).toBe(200);
    const { rows } = await server.db.pool.query(
      `select actor_id, action, before, after from operation where resource = 'two_factor' and record_id = $1`,
      [person.id],
    );
    expect(rows).toEqual([{ actor_id: person.id, action: 'create', before: null, after: null }]);
  });

  test('is refused where it is on, and there is nothing to confirm then or before', async () => {
    const { access_token } = await server.signIn(await server.createUser());
    expect(told(await post(access_token, '/confirm', { code: '123456' }))).toEqual([409, 'conflict']);
    const { token, code } = await createGuarded();
    expect(told(await post(token, '', { current_password: PASSWORD }))).toEqual([409, 'conflict']);
    expect(told(await post(token, '/confirm', { code: code() }))).toEqual([409, 'conflict']);
  });

  test('of two that confirm at once one gets the codes', async () => {
    const { access_token } = await server.signIn(await server.createUser());
    const code = appOf(await offer(access_token))();
    const answers = await Promise.all([1, 2].map(() => post(access_token, '/confirm', { code })));
    expect(statusesOf(answers)).toEqual([200, 409]);
    expect(await profileOf(access_token)).toMatchObject({ recovery_codes_left: 10 });
  });

  test('waits after five wrong codes', async () => {
    const { access_token } = await server.signIn(await server.createUser());
    const code = appOf(await offer(access_token));
    for (let i = 0; i < 5; i++) expect((await post(access_token, '/confirm', { code: 'x' })).statusCode).toBe(422);
    expect((await post(access_token, '/confirm', { code: code() })).statusCode).toBe(429);
    server.clock.advance(30);
    expect((await post(access_token, '/confirm', { code: code() })).statusCode).toBe(200);
  });
});

describe('signing in', () => {
  test('asks for a code only after the right password, in OAuth’s words too', async () => {
    const { person, code } = await createGuarded();
    const asked = await attempt(person);
    expect(asked.json()).toMatchObject({
      error: 'two_factor_required',
      message: 'Enter the code of your authenticator app.',
      error_description: 'Enter the code of your authenticator app.',
    });
    expect(asked.headers['cache-control']).toBe('no-store');
    expect((await attempt(person, code())).json()).toMatchObject({ token_type: 'Bearer' });
  });

  test('with a wrong password is answered as for anybody else, whatever the code', async () => {
    const { person, code, recovery } = await createGuarded();
    const without = await server.createUser();
    const nobody = { ...without, username: 'no.such.person' };
    const bodyOf = ({ statusCode, headers, body }: LightMyRequestResponse) => [
      statusCode,
      { ...JSON.parse(body), request_id: '' },
      Object.keys(headers).sort(),
    ];
    const expected = bodyOf(await attempt(without, undefined, 'wrong wrong'));
    for (const [who, otp] of [
      [person, undefined],
      [person, code()],
      [person, '000000'],
      [person, recovery(0)],
      [without, '000000'],
      [nobody, '000000'],
    ] as const)
      expect(bodyOf(await attempt(who, otp, 'wrong wrong'))).toEqual(expected);
    expect((await attempt(person, recovery(0))).statusCode).toBe(200);
  });

  test('without two-factor sign-in passes over a code', async () => {
    expect((await attempt(await server.createUser(), '000000')).statusCode).toBe(200);
  });

  test('takes the codes of one step before and after, and each once, also in another order', async () => {
    const { person, code } = await createGuarded();
    server.clock.advance(60);
    const [before, now, after] = [code(-30), code(), code(30)];
    expect(told(await attempt(person, code(-60)))).toEqual(refusedCode);
    expect(told(await attempt(person, code(60)))).toEqual(refusedCode);
    expect((await attempt(person, before)).statusCode).toBe(200);
    expect(told(await attempt(person, before))).toEqual(refusedCode);
    expect((await attempt(person, after)).statusCode).toBe(200);
    expect(told(await attempt(person, now))).toEqual(refusedCode);
    expect(told(await attempt(person, after))).toEqual(refusedCode);
  });

  test('does not take the code that switched it on', async () => {
    const person = await server.createUser();
    const { access_token } = await server.signIn(person);
    const code = appOf(await offer(access_token))();
    await post(access_token, '/confirm', { code });
    expect(told(await attempt(person, code))).toEqual(refusedCode);
  });

  test('with one code at several desks at once succeeds at one', async () => {
    const { person, code } = await createGuarded();
    const twin = await server.createTwin();
    const payload = {
      grant_type: 'password',
      client_id: '1',
      username: person.username,
      password: PASSWORD,
      otp: code(),
    };
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) =>
        (i % 2 ? twin : server.app).inject({
          method: 'POST',
          url: '/oauth/token',
          payload,
          remoteAddress: newAddress(),
        }),
      ),
    );
    expect(statusesOf(answers)).toEqual([200, 422, 422, 422]);
  });

  test.each([
    ['text', 'abcdef'],
    ['too few digits', '12345'],
    ['a recovery code of nobody', '00000-00000'],
    ['far too much', '1'.repeat(10_000)],
    ['digits of another script', '１２３４５６'],
  ])('refuses %s at the field', async (_, otp) => {
    const { person } = await createGuarded();
    expect(told(await attempt(person, otp))).toEqual(refusedCode);
  });

  test('takes a code as a number, too', async () => {
    const { person, code } = await createGuarded();
    while (code().startsWith('0')) server.clock.advance(30);
    const { username } = person;
    const body = { grant_type: 'password', client_id: '1', username, password: PASSWORD, otp: Number(code()) };
    expect((await server.token(body)).statusCode).toBe(200);
  });
});

describe('guessing codes', () => {
  test('has to wait after five, longer each time; neither the password nor a new one makes it good, a right code does', async () => {
    const { person, code } = await createGuarded();
    for (let i = 0; i < 5; i++) expect(told(await attempt(person, '00000'))).toEqual(refusedCode);
    const early = await attempt(person, code());
    expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '30']);
    expect(told(await attempt(person))).toEqual([400, 'two_factor_required']);
    await server.app.inject({ method: 'POST', url: '/api/password/email', payload: { email: person.email } });
    expect((await attempt(person, code())).statusCode).toBe(429);
    server.clock.advance(30);
    expect(told(await attempt(person, '00000'))).toEqual(refusedCode);
    expect((await attempt(person, code())).headers['retry-after']).toBe('60');
    server.clock.advance(60);
    expect((await attempt(person, code())).statusCode).toBe(200);
    server.clock.advance(60);
    for (let i = 0; i < 5; i++) expect(told(await attempt(person, '00000'))).toEqual(refusedCode);
  });

  test('of thirty guesses at once five are looked at', async () => {
    const { person } = await createGuarded();
    const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(person, '00000')));
    expect(statusesOf(answers)).toEqual([...Array(5).fill(422), ...Array(25).fill(429)]);
  });

  test('counts against the address, too', async () => {
    const remoteAddress = newAddress();
    for (let i = 0; i < 4; i++) {
      const { person } = await createGuarded();
      const body = { grant_type: 'password', client_id: '1', username: person.username, password: PASSWORD, otp: 'x' };
      for (let n = 0; n < 5; n++) expect((await server.token(body, { remoteAddress })).statusCode).toBe(422);
    }
    const { username } = await server.createUser();
    const body = { grant_type: 'password', client_id: '1', username, password: PASSWORD };
    expect((await server.token(body, { remoteAddress })).statusCode).toBe(429);
  });
});

describe('a recovery code', () => {
  test('serves once, however it is typed', async () => {
    const { person, token, recovery } = await createGuarded();
    const sloppy = ` ${recovery(0).toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect((await attempt(person, sloppy)).statusCode).toBe(200);
    expect(told(await attempt(person, recovery(0)))).toEqual(refusedCode);
    expect((await attempt(person, recovery(1).replace('-', ''))).statusCode).toBe(200);
    expect(await profileOf(token)).toMatchObject({ recovery_codes_left: 8 });
  });

  test('at several desks at once serves one', async () => {
    const { person, recovery } = await createGuarded();
    const answers = await Promise.all(Array.from({ length: 5 }, () => attempt(person, recovery(3))));
    expect(statusesOf(answers)).toEqual([200, 422, 422, 422, 422]);
  });

  test('serves nobody else', async () => {
    const [one, other] = [await createGuarded(), await createGuarded()];
    expect(told(await attempt(other.person, one.recovery(0)))).toEqual(refusedCode);
  });

  test('is replaced by new ones, for the password', async () => {
    const { person, token, recovery } = await createGuarded();
    expect(told(await post(token, '/recovery_codes', { current_password: 'wrong wrong' }))[0]).toBe(422);
    const { recovery_codes } = (await post(token, '/recovery_codes', { current_password: PASSWORD })).json().data;
    expect(recovery_codes).toHaveLength(10);
    expect(told(await attempt(person, recovery(0)))).toEqual(refusedCode);
    expect((await attempt(person, recovery_codes[9])).statusCode).toBe(200);
    const { access_token } = await server.signIn(await server.createUser());
    expect(told(await post(access_token, '/recovery_codes', { current_password: PASSWORD }))).toEqual([
      409,
      'conflict',
    ]);
  });

  test('stands nowhere as it is', async () => {
    const { person, recovery } = await createGuarded();
    const { rows } = await server.db.pool.query(
      `select (select jsonb_agg(f) from two_factor f where user_id = $1)::text || (select jsonb_agg(c) from recovery_code c)::text
              || (select jsonb_agg(o) from operation o where record_id = $1)::text as all`,
      [person.id],
    );
    expect(rows[0].all).toContain('"code_hash"');
    for (const text of [recovery(0), recovery(0).replace('-', ''), Buffer.from(recovery(0)).toString('hex')])
      expect(rows[0].all).not.toContain(text);
  });
});

describe('switching it off', () => {
  test('takes password and code, ends the other sessions and leaves nothing behind', async () => {
    const { person, token, code, recovery } = await createGuarded();
    const there = (await attempt(person, code())).json().access_token;
    server.clock.advance(30);
    for (const [body, field] of [
      [{}, ['current_password', 'code']],
      [{ current_password: 'wrong wrong', code: code() }, ['current_password']],
      [{ current_password: PASSWORD, code: '000000' }, ['code']],
      [{ current_password: PASSWORD, code: ['x'] }, ['code']],
    ] as const) {
      const answer = await post(token, '/remove', body);
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, field]);
    }
    expect((await post(token, '/remove', { current_password: PASSWORD, code: code() })).json()).toEqual({
      message: 'Two-factor sign-in is off.',
    });
    expect(await profileOf(token)).toMatchObject({ two_factor: false, recovery_codes_left: 0 });
    expect((await server.call(there, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await attempt(person)).statusCode).toBe(200);
    expect(told(await post(token, '/remove', { current_password: PASSWORD, code: recovery(0) }))).toEqual([
      409,
      'conflict',
    ]);
  });

  test('is not what a reset of the password does', async () => {
    const { person, code } = await createGuarded();
    await server.app.inject({ method: 'POST', url: '/api/password/email', payload: { email: person.email } });
    const mail = server.mails.at(-1);
    const token = /ink_pr_[\w-]+/.exec(JSON.stringify(mail))?.[0];
    const password = 'eleven grey herons';
    const reset = await server.app.inject({
      method: 'POST',
      url: '/api/password/reset',
      payload: { email: person.email, token, password, password_confirmation: password },
    });
    expect(reset.statusCode).toBe(200);
    expect(told(await attempt(person, undefined, password))).toEqual([400, 'two_factor_required']);
    expect((await attempt(person, code(), password)).statusCode).toBe(200);
  });
});

test('a mail tells when it went on and off, in the user’s language, and nothing of an attempt', async () => {
  const { person, token, code, recovery } = await createGuarded();
  const mails = () => server.mails.filter(({ to }) => to === person.email);
  await post(token, '/remove', { current_password: PASSWORD, code: '000000' });
  expect(mails().map(({ subject }) => subject)).toEqual(['Two-factor sign-in is on']);
  await server.call(token, 'POST', '/api/user/settings', { settings: { language: 'id' } });
  expect((await post(token, '/remove', { current_password: PASSWORD, code: recovery(0) })).statusCode).toBe(200);
  expect(mails().map(({ subject }) => subject)).toEqual([
    'Two-factor sign-in is on',
    'Verifikasi dua langkah dimatikan',
  ]);
  for (const { text } of mails()) for (const secret of [code(), recovery(1)]) expect(text).not.toContain(secret);
});

describe('an administrator', () => {
  const remove = (token: string, id: number | string) =>
    server.call(token, 'POST', `/api/users/${id}/two_factor/remove`, {});
  const createAdministrator = async (codes: readonly string[]) => {
    const role_group_id = await server.createRoleGroup('group', codes);
    const { access_token } = await server.signIn(await server.createUser({ role_group_id }));
    return { role_group_id, token: access_token };
  };

  test('switches it off for somebody who lost everything, which ends all of their sessions and is logged', async () => {
    const admin = await createAdministrator(['UPDATE_USERS', 'VIEW_USERS']);
    const { person, token } = await createGuarded({ codes: ['VIEW_USERS'] });
    expect((await remove(admin.token, person.id)).json()).toEqual({ message: 'Two-factor sign-in is off.' });
    expect((await server.call(token, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await attempt(person)).statusCode).toBe(200);
    expect(server.mails.findLast(({ to }) => to === person.email)?.subject).toBe('Two-factor sign-in is off');
    const { rows } = await server.db.pool.query(
      `select u.role_group_id, o.action from operation o join users u on u.id = o.actor_id where resource = 'two_factor' and record_id = $1 order by o.id desc limit 1`,
      [person.id],
    );
    expect(rows).toEqual([{ role_group_id: admin.role_group_id, action: 'delete' }]);
    expect(told(await remove(admin.token, person.id))).toEqual([409, 'conflict']);
  });

  test('needs UPDATE_USERS, and all that the other one may do', async () => {
    const [admin, clerk] = [await createAdministrator(['UPDATE_USERS']), await createAdministrator(['VIEW_USERS'])];
    const { person } = await createGuarded({ codes: ['VIEW_USERS', 'DELETE_USERS'] });
    expect(told(await remove(clerk.token, person.id))).toEqual([403, 'forbidden']);
    expect(told(await remove(admin.token, person.id)).slice(0, 2)).toEqual([403, 'forbidden']);
    expect(told(await attempt(person))).toEqual([400, 'two_factor_required']);
  });

  test('has to use the profile for oneself', async () => {
    const { person, token } = await createGuarded({ codes: ['UPDATE_USERS'] });
    expect(told(await remove(token, person.id))).toEqual([403, 'forbidden']);
    expect(await profileOf(token)).toMatchObject({ two_factor: true });
  });

  test('finds nobody who does not exist, or was deleted', async () => {
    const { token } = await createAdministrator(['UPDATE_USERS']);
    const gone = await server.createUser();
    await server.db.kysely.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    for (const id of [gone.id, 999_999, 0, 'x', '9'.repeat(40)])
      expect(told(await remove(token, id)), String(id)).toEqual([404, 'record_not_found']);
  });
});
