import { afterAll, describe, expect, test } from 'vitest';
import { INVALID_CODE, createTwoFactorHelpers, statusesOf, toOutcome } from './two-factor-helpers.ts';
import { PASSWORD, createTestServer } from './server-helpers.ts';

const server = await createTestServer();
afterAll(() => server.close());
const { attempt, post, profileOf, appOf, startTwoFactorSetup, createTwoFactorUser } = createTwoFactorHelpers(server);

describe('switching two-factor sign-in on', () => {
  test('requires the password, an offer and its code; until then sign-in needs no code', async () => {
    const person = await server.createUser();
    const { access_token: token } = await server.signIn(person);
    expect(toOutcome(await post(token, '', { current_password: 'wrong wrong' }))).toEqual([
      422,
      'validation_failed',
      { current_password: ['Wrong current password.'] },
    ]);
    const first = await startTwoFactorSetup(token);
    const second = await startTwoFactorSetup(token);
    expect(second.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(second.uri).toContain(`otpauth://totp/Innkeeper:${person.username}?`);
    expect((await attempt(person)).statusCode).toBe(200);
    expect(await profileOf(token)).toMatchObject({ two_factor: false, recovery_codes_left: 0 });
    const wrongReply = await post(token, '/confirm', { code: appOf(first)() });
    expect(toOutcome(wrongReply)).toEqual([422, 'validation_failed', { code: [INVALID_CODE] }]);
    const response = await post(token, '/confirm', { code: appOf(second)() });
    const { recovery_codes } = response.json().data;
    expect(new Set(recovery_codes).size).toBe(10);
    for (const code of recovery_codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(await profileOf(token)).toMatchObject({ two_factor: true, recovery_codes_left: 10 });
    expect(toOutcome(await attempt(person))).toEqual([400, 'two_factor_required']);
  });

  test('ends the other sessions, retains this one, and is logged as a change by the user', async () => {
    const person = await server.createUser();
    const [ownSession, otherSession] = [await server.signIn(person), await server.signIn(person)];
    const code = appOf(await startTwoFactorSetup(ownSession.access_token));
    expect((await server.call(otherSession.access_token, 'GET', '/api/user')).statusCode).toBe(200);
    await post(ownSession.access_token, '/confirm', { code: code() });
    expect((await server.call(otherSession.access_token, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await server.call(ownSession.access_token, 'GET', '/api/user')).statusCode).toBe(200);
    const { rows } = await server.db.pool.query(
      `select actor_id, action, before, after from audit_log where resource = 'two_factor' and record_id = $1`,
      [person.id],
    );
    expect(rows).toEqual([{ actor_id: person.id, action: 'create', before: null, after: null }]);
  });

  test('is rejected if it is already on; confirming it without an offer is rejected too', async () => {
    const { access_token } = await server.signIn(await server.createUser());
    expect(toOutcome(await post(access_token, '/confirm', { code: '123456' }))).toEqual([409, 'conflict']);
    const { token, code } = await createTwoFactorUser();
    expect(toOutcome(await post(token, '', { current_password: PASSWORD }))).toEqual([409, 'conflict']);
    expect(toOutcome(await post(token, '/confirm', { code: code() }))).toEqual([409, 'conflict']);
  });

  test('returns the codes to one of two concurrent confirmations', async () => {
    const { access_token } = await server.signIn(await server.createUser());
    const code = appOf(await startTwoFactorSetup(access_token))();
    const responses = await Promise.all([1, 2].map(() => post(access_token, '/confirm', { code })));
    expect(statusesOf(responses)).toEqual([200, 409]);
    expect(await profileOf(access_token)).toMatchObject({ recovery_codes_left: 10 });
  });

  test('waits after five wrong codes', async () => {
    const { access_token } = await server.signIn(await server.createUser());
    const code = appOf(await startTwoFactorSetup(access_token));
    for (let i = 0; i < 5; i++) expect((await post(access_token, '/confirm', { code: 'x' })).statusCode).toBe(422);
    expect((await post(access_token, '/confirm', { code: code() })).statusCode).toBe(429);
    server.clock.advance(30);
    expect((await post(access_token, '/confirm', { code: code() })).statusCode).toBe(200);
  });
});

describe('switching two-factor sign-in off', () => {
  test('requires password and code, ends the other sessions and deletes all data', async () => {
    const { person, token, code, recovery } = await createTwoFactorUser();
    const otherToken = (await attempt(person, code())).json().access_token;
    server.clock.advance(30);
    for (const [body, field] of [
      [{}, ['current_password', 'code']],
      [{ current_password: 'wrong wrong', code: code() }, ['current_password']],
      [{ current_password: PASSWORD, code: '000000' }, ['code']],
      [{ current_password: PASSWORD, code: ['x'] }, ['code']],
    ] as const) {
      const response = await post(token, '/remove', body);
      expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, field]);
    }
    expect((await post(token, '/remove', { current_password: PASSWORD, code: code() })).json()).toEqual({
      message: 'Two-factor sign-in is off.',
    });
    expect(await profileOf(token)).toMatchObject({ two_factor: false, recovery_codes_left: 0 });
    expect((await server.call(otherToken, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await attempt(person)).statusCode).toBe(200);
    expect(toOutcome(await post(token, '/remove', { current_password: PASSWORD, code: recovery(0) }))).toEqual([
      409,
      'conflict',
    ]);
  });

  test('is not caused by a password reset', async () => {
    const { person, code } = await createTwoFactorUser();
    await server.app.inject({ method: 'POST', url: '/api/password/email', payload: { email: person.email } });
    const mail = server.mails.at(-1);
    const token = /ink_pr_[\w-]+/.exec(JSON.stringify(mail))?.[0];
    const password = 'eleven grey herons';
    const resetReply = await server.app.inject({
      method: 'POST',
      url: '/api/password/reset',
      payload: { email: person.email, token, password, password_confirmation: password },
    });
    expect(resetReply.statusCode).toBe(200);
    expect(toOutcome(await attempt(person, undefined, password))).toEqual([400, 'two_factor_required']);
    expect((await attempt(person, code(), password)).statusCode).toBe(200);
  });
});

test('switching two-factor sign-in on or off mails the user in their language; a failed attempt does not', async () => {
  const { person, token, code, recovery } = await createTwoFactorUser();
  const receivedMails = () => server.mails.filter(({ to }) => to === person.email);
  await post(token, '/remove', { current_password: PASSWORD, code: '000000' });
  expect(receivedMails().map(({ subject }) => subject)).toEqual(['Two-factor sign-in is on']);
  await server.call(token, 'POST', '/api/user/settings', { settings: { language: 'id' } });
  expect((await post(token, '/remove', { current_password: PASSWORD, code: recovery(0) })).statusCode).toBe(200);
  expect(receivedMails().map(({ subject }) => subject)).toEqual([
    'Two-factor sign-in is on',
    'Verifikasi dua langkah nonaktif',
  ]);
  for (const { text } of receivedMails())
    for (const secret of [code(), recovery(1)]) expect(text).not.toContain(secret);
});

describe('an administrator', () => {
  const removeTwoFactor = (token: string, id: number | string) =>
    server.call(token, 'POST', `/api/users/${id}/two_factor/remove`, {});
  const createAdministrator = async (codes: readonly string[]) => {
    const role_group_id = await server.createRoleGroup('group', codes);
    const { access_token } = await server.signIn(await server.createUser({ role_group_id }));
    return { role_group_id, token: access_token };
  };

  test('can end two-factor sign-in of a user who lost their codes, which ends all sessions and is logged', async () => {
    const admin = await createAdministrator(['UPDATE_USERS', 'VIEW_USERS']);
    const { person, token } = await createTwoFactorUser({ codes: ['VIEW_USERS'] });
    expect((await removeTwoFactor(admin.token, person.id)).json()).toEqual({ message: 'Two-factor sign-in is off.' });
    expect((await server.call(token, 'GET', '/api/user')).statusCode).toBe(401);
    expect((await attempt(person)).statusCode).toBe(200);
    const mailsReceived = server.mails.filter(({ to }) => to === person.email);
    expect(mailsReceived.map(({ subject }) => subject)).toContain('Two-factor sign-in is off');
    const { rows } = await server.db.pool.query(
      `select u.role_group_id, o.action from audit_log o join users u on u.id = o.actor_id where resource = 'two_factor'
          and record_id = $1 order by o.id desc limit 1`,
      [person.id],
    );
    expect(rows).toEqual([{ role_group_id: admin.role_group_id, action: 'delete' }]);
    expect(toOutcome(await removeTwoFactor(admin.token, person.id))).toEqual([409, 'conflict']);
  });

  test('needs UPDATE_USERS and all rights of the other user', async () => {
    const [admin, clerk] = [await createAdministrator(['UPDATE_USERS']), await createAdministrator(['VIEW_USERS'])];
    const { person } = await createTwoFactorUser({ codes: ['VIEW_USERS', 'DELETE_USERS'] });
    expect(toOutcome(await removeTwoFactor(clerk.token, person.id))).toEqual([403, 'forbidden']);
    expect(toOutcome(await removeTwoFactor(admin.token, person.id)).slice(0, 2)).toEqual([403, 'forbidden']);
    expect(toOutcome(await attempt(person))).toEqual([400, 'two_factor_required']);
  });

  test('must use the profile for their own two-factor sign-in', async () => {
    const { person, token } = await createTwoFactorUser({ codes: ['UPDATE_USERS'] });
    expect(toOutcome(await removeTwoFactor(token, person.id))).toEqual([403, 'forbidden']);
    expect(await profileOf(token)).toMatchObject({ two_factor: true });
  });

  test('receives a 404 for a user who does not exist or was deleted', async () => {
    const { token } = await createAdministrator(['UPDATE_USERS']);
    const deletedUser = await server.createUser();
    await server.db.kysely
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', deletedUser.id)
      .execute();
    for (const id of [deletedUser.id, 999_999, 0, 'x', '9'.repeat(40)])
      expect(toOutcome(await removeTwoFactor(token, id)), String(id)).toEqual([404, 'record_not_found']);
  });
});
