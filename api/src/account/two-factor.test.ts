import { afterAll, describe, expect, test } from 'vitest';
import { WRONG_CODE, createGuards, statusesOf, told } from './test-authenticator.ts';
import { PASSWORD, createTestServer } from './test-server.ts';

const server = await createTestServer();
afterAll(() => server.close());
const { attempt, post, profileOf, appOf, offer, createGuarded } = createGuards(server);

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
    expect(told(wrong)).toEqual([422, 'validation_failed', { code: [WRONG_CODE] }]);
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
    const letters = server.mails.filter(({ to }) => to === person.email);
    expect(letters.map(({ subject }) => subject)).toContain('Two-factor sign-in is off');
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
