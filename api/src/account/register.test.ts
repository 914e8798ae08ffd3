import { CAPTCHA_FIELD, type CurrentUser, resourceKeys } from '@innkeeper/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFormBody } from '../testing/call.ts';
import { type TestServer, createTestServer } from './server-helpers.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

let people = 0;
/** Each test registers a new person from its own address. */
function createInput(overrides: object = {}) {
  people += 1;
  return {
    name: `New Person ${people}`,
    username: `new.person.${people}`,
    email: `new.person.${people}@example.test`,
    phone_no: '+62 812 3456 7890',
    password: 'seven brown otters',
    password_confirmation: 'seven brown otters',
    ...overrides,
  };
}
const register = (payload: object, { headers = {}, remoteAddress = `10.4.${people}.1` } = {}) =>
  server.app.inject({ method: 'POST', url: '/auth/register', payload, headers, remoteAddress });
const findUser = async (email: string) =>
  (await server.db.kysely.selectFrom('users').selectAll().where('email', '=', email).execute())[0];
const findMailsTo = (email: string) => server.mails.filter((mail) => mail.to === email);

/** A user who has requested access. */
async function createPendingUser() {
  const { username, email } = createInput();
  await register({ ...createInput(), username, email });
  const user = await findUser(email);
  if (!user) throw new Error('Nobody was registered');
  return user;
}
const updateUserWithCodes = async (body: object, id: number, codes = ['UPDATE_USERS', 'VIEW_USERS']) => {
  const { access_token } = await server.signIn(await server.createUser({ codes }));
  return server.call(access_token, 'POST', `/api/users/${id}`, body);
};

describe('POST /auth/register', () => {
  test('creates a user without role group or creator, and sends a mail', async () => {
    const body = createInput();
    const response = await register(body);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'Request received. A confirmation email is being sent.' },
    ]);
    const user = await findUser(body.email);
    expect(user).toMatchObject({
      name: body.name,
      username: body.username,
      phone_no: body.phone_no,
      role_group_id: null,
      is_active: true,
      created_by_id: null,
    });
    expect(user?.password).toMatch(/^\$argon2id\$/);
    expect(findMailsTo(body.email)).toMatchObject([
      { subject: 'Your access request', text: expect.stringContaining('https://console.test/login') },
    ]);
    const { rows } = await server.db.pool.query(
      `select actor_id, ip, action, request_id is not null as is_traced, after ->> 'password' as password
       from audit_log where resource = 'users' and record_id = $1`,
      [user?.id],
    );
    expect(rows).toEqual([
      { actor_id: null, ip: `10.4.${people}.1`, action: 'create', is_traced: true, password: '••••••' },
    ]);
  });

  test('mails only texts of staff, and nothing that a stranger entered', async () => {
    const lure = 'Visit https://evil.test or win.evil.test +62 811';
    const [body, secondBody] = [createInput({ name: lure }), createInput()];
    expect((await register(body)).statusCode).toBe(200);
    // Repeated requests and password resets do not put entered text into mails either.
    expect((await register({ ...secondBody, email: body.email })).statusCode).toBe(200);
    await server.app.inject({ method: 'POST', url: '/api/password/email', payload: { email: body.email } });
    const mails = findMailsTo(body.email);
    expect(mails).toHaveLength(3);
    for (const { subject, text, html = '' } of mails) {
      expect(`${subject}\n${text}\n${html.replace(/<style>[^]*<\/style>/, '')}`).not.toMatch(/evil|win|Visit|811/);
      expect(text).toMatch(/^Hello,\n\n/);
      const links = text.match(/\S+:\/\/\S+|\S+\.\S+\/\S*/g) ?? [];
      for (const link of links) expect(link).toMatch(/^https:\/\/console\.test\//);
    }
  });

  test('never greets a pending user by name', async () => {
    const body = createInput({ name: 'Sari Dewi' });
    expect((await register(body)).statusCode).toBe(200);
    expect(findMailsTo(body.email).map(({ text }) => text.split('\n')[0])).toEqual(['Hello,']);
  });

  test.each(['evil.test/a', 'Sari www.evil.test', 'call 0811 222 333', 'sari@evil.test', 'a:b', 'Sari\u2028Budi'])(
    'does not greet an approved user by a name that could be a link or number: %s',
    async (name) => {
      const user = await server.createUser();
      await server.db.kysely.updateTable('users').set({ name }).where('id', '=', user.id).execute();
      await server.app.inject({ method: 'POST', url: '/api/password/email', payload: { email: user.email } });
      expect(findMailsTo(user.email)).toMatchObject([{ text: expect.stringMatching(/^Hello,\n/) }]);
    },
  );

  test('accepts JSON, a form and a multipart form, also without a phone number', async () => {
    const { phone_no: _, ...body } = createInput();
    expect((await register(body)).statusCode).toBe(200);
    const form = createFormBody(createInput({ phone_no: '' }));
    expect((await register(form.body, { headers: form.headers })).statusCode).toBe(200);
    const encoded = new URLSearchParams(createInput()).toString();
    const response = await server.app.inject({
      method: 'POST',
      url: '/auth/register',
      payload: encoded,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      remoteAddress: `10.4.${people}.2`,
    });
    expect(response.statusCode).toBe(200);
  });

  test('responds equally for a known address in any case, creates no user, and mails its owner', async () => {
    const knownUser = await server.createUser();
    const body = createInput({ email: knownUser.email.toUpperCase() });
    const response = await register(body);
    expect([response.statusCode, response.json()]).toEqual([
      200,
      { message: 'Request received. A confirmation email is being sent.' },
    ]);
    expect(findMailsTo(knownUser.email)).toMatchObject([{ subject: 'You already have an account' }]);
    const { rows } = await server.db.pool.query('select from users where username = $1', [body.username]);
    expect(rows).toEqual([]);
  });

  test('responds equally for an address that is a user name', async () => {
    const knownUser = await server.createUser();
    const name = `named.${knownUser.id}@example.test`;
    await server.db.kysely.updateTable('users').set({ username: name }).where('id', '=', knownUser.id).execute();
    expect((await register(createInput({ email: name }))).statusCode).toBe(200);
    expect(await findUser(name)).toBeUndefined();
    expect(findMailsTo(knownUser.email)).toMatchObject([{ subject: 'You already have an account' }]);
  });

  test('accepts a new request of a deleted user, and mails in the language of the request', async () => {
    const deletedUser = await server.createUser();
    await server.db.kysely
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', deletedUser.id)
      .execute();
    const response = await register(createInput({ email: deletedUser.email, username: deletedUser.username }), {
      headers: { 'accept-language': 'id' },
    });
    expect(response.json().message).toContain('Permintaan diterima');
    expect(findMailsTo(deletedUser.email)).toMatchObject([
      { subject: 'Permintaan akses Anda', text: expect.stringContaining('Administrator akan memutuskan,') },
    ]);
  });

  test('rejects a taken user name in any case, also for a known address', async () => {
    const takenUser = await server.createUser();
    for (const email of [createInput().email, takenUser.email]) {
      const response = await register(createInput({ username: takenUser.username.toUpperCase(), email }));
      expect([response.statusCode, response.json().errors]).toEqual([422, { username: ['Already in use.'] }]);
    }
  });

  test.each([
    ['nothing', {}, ['name', 'username', 'email', 'password']],
    ['null', { name: null, username: null, email: null, password: null }, ['name', 'username', 'email', 'password']],
    [
      'values of other types',
      { name: 1, username: [], email: {}, password: 7 },
      ['name', 'username', 'email', 'password'],
    ],
    ['no address', createInput({ email: 'nobody' }), ['email']],
    ['a user name like an address', createInput({ username: 'sari@hotel.test' }), ['username']],
    ['a short user name', createInput({ username: 'abc' }), ['username']],
    ['no phone', createInput({ phone_no: 'call me' }), ['phone_no']],
    ['a short password', createInput({ password: 'short', password_confirmation: 'short' }), ['password']],
    [
      'a common password',
      createInput({ password: 'password1234', password_confirmation: 'password1234' }),
      ['password'],
    ],
    ['another confirmation', createInput({ password_confirmation: 'other' }), ['password_confirmation']],
    ['characters that cannot be stored', createInput({ name: 'a\0b' }), ['name']],
    ['a role group', createInput({ role_group_id: 1 }), ['role_group_id']],
    ['a state', createInput({ is_active: 1, id: 1, created_by_id: 1 }), ['is_active', 'id', 'created_by_id']],
  ])('rejects %s, with the errors of all fields in one response', async (_, body, fields) => {
    const response = await register(body);
    expect(response.statusCode).toBe(422);
    expect(Object.keys(response.json().errors).sort()).toEqual([...fields].sort());
  });

  test('creates one user from concurrent requests for one name or one address', async () => {
    const name = createInput();
    const namedReplies = await Promise.all(
      Array.from({ length: 10 }, () =>
        register({ ...createInput(), username: name.username }, { remoteAddress: '10.5.1.1' }),
      ),
    );
    expect(namedReplies.map((response) => response.statusCode).sort((a, b) => a - b)).toEqual([
      200,
      ...Array(9).fill(422),
    ]);
    const { email } = createInput();
    const replies = await Promise.all(
      Array.from({ length: 3 }, () => register({ ...createInput(), email }, { remoteAddress: '10.5.2.1' })),
    );
    expect(replies.map((response) => response.statusCode)).toEqual([200, 200, 200]);
    const { rows } = await server.db.pool.query('select from users where email = $1', [email]);
    expect(rows).toHaveLength(1);
    expect(
      findMailsTo(email)
        .map((mail) => mail.subject)
        .sort(),
    ).toEqual(['You already have an account', 'You already have an account', 'Your access request']);
  });

  test('limits requests per address to twenty, including taken names, and limits mails per recipient', async () => {
    const takenUser = await server.createUser();
    for (let i = 0; i < 20; i++)
      expect(
        (await register(createInput({ username: takenUser.username }), { remoteAddress: '10.6.1.1' })).statusCode,
      ).toBe(422);
    const earlyReply = await register(createInput(), { remoteAddress: '10.6.1.1' });
    expect([earlyReply.statusCode, earlyReply.headers['retry-after']]).toEqual([429, '30']);
    const { email } = createInput();
    for (let i = 0; i < 3; i++) expect((await register({ ...createInput(), email })).statusCode).toBe(200);
    expect((await register({ ...createInput(), email })).statusCode).toBe(429);
    expect(findMailsTo(email)).toHaveLength(3);
  });

  test('requires the captcha if one is configured', async () => {
    const serverWithCaptcha = await createTestServer({
      CAPTCHA_PROVIDER: 'altcha',
      CAPTCHA_SECRET: 'a secret of the test',
    });
    try {
      const response = await serverWithCaptcha.app.inject({
        method: 'POST',
        url: '/auth/register',
        payload: createInput(),
      });
      expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, [CAPTCHA_FIELD]]);
    } finally {
      await serverWithCaptcha.close();
    }
  });
});

describe('a user who waits for a role group', () => {
  test('signs in as a guest, in the language of the request, and sees no data', async () => {
    const body = createInput();
    await register(body, { headers: { 'accept-language': 'id' } });
    const tokenReply = await server.token({
      grant_type: 'password',
      client_id: '1',
      username: body.username,
      password: body.password,
    });
    const { access_token } = tokenReply.json();
    const { data } = (await server.call(access_token, 'GET', '/api/user')).json<{ data: CurrentUser }>();
    expect(data).toMatchObject({ role: 'guest', roles: [], hotels: [], access_level: null, navigation: [] });
    expect(data.data.settings).toEqual({ language: 'id' });
    await server.createHotel();
    // The calls that every console makes at sign-in return empty lists where allowed; the rest is rejected.
    const publicLists = new Set<string>(['option', 'region', 'hotel']);
    for (const key of resourceKeys) {
      const listReply = await server.call(access_token, 'GET', `/api/${key}`);
      expect(listReply.statusCode, key).toBe(publicLists.has(key) ? 200 : 403);
      if (publicLists.has(key)) expect(listReply.body).toMatch(/"data":\s*\[\]/);
      for (const path of [`${key}/choices`, `${key}/1`, `${key}/1/history`])
        expect((await server.call(access_token, 'GET', `/api/${path}`)).statusCode, path).toBe(403);
    }
    for (const path of ['users/destroyBulk', 'member/restoreBulk'])
      expect((await server.call(access_token, 'POST', `/api/${path}`, { ids: [1] })).statusCode, path).toBe(403);
    expect((await server.call(access_token, 'POST', '/api/users', { name: 'x' })).statusCode).toBe(403);
    expect((await server.call(access_token, 'POST', `/api/users/${data.id}`, { role_group_id: 1 })).statusCode).toBe(
      403,
    );
    expect((await server.call(access_token, 'POST', '/api/user/logout')).statusCode).toBe(200);
  });

  test('is listed by the empty role group filter, and counted on the badge of users who can assign one', async () => {
    const { id } = await createPendingUser();
    const { access_token } = await server.signIn(await server.createUser({ codes: ['VIEW_USERS', 'UPDATE_USERS'] }));
    const listReply = await server.call(access_token, 'GET', '/api/users?filter[role_group_id][null]=1&per_page=500');
    const { data } = listReply.json<{ data: { id: number; role_group_id: number | null; role_group: unknown }[] }>();
    expect(data.map((user) => user.role_group_id)).toEqual(data.map(() => null));
    expect(data).toContainEqual(expect.objectContaining({ id, role_group: null }));

    const readBadge = async (codes: readonly string[]) => {
      const { access_token: token } = await server.signIn(await server.createUser({ codes }));
      return /"id":"users"[^{}]*"badge":\{"title":"(\d+)"\}/.exec(
        (await server.call(token, 'GET', '/api/user')).body,
      )?.[1];
    };
    expect(await readBadge(['VIEW_USERS', 'UPDATE_USERS'])).toBe(String(data.length));
    expect(await readBadge(['VIEW_USERS'])).toBeUndefined();
  });

  test('gets the rights immediately and one mail when a role group is assigned', async () => {
    const user = await createPendingUser();
    const role_group_id = await server.createRoleGroup('property', ['VIEW_USERS']);
    const { access_token } = await server.signIn(user, { password: 'seven brown otters' });
    expect((await updateUserWithCodes({ name: 'Sari Wulandari' }, user.id)).statusCode).toBe(200);
    expect(findMailsTo(user.email)).toHaveLength(1);
    expect((await updateUserWithCodes({ role_group_id }, user.id)).statusCode).toBe(200);
    expect(findMailsTo(user.email).slice(1)).toMatchObject([
      {
        subject: 'Your access is ready',
        text: expect.stringMatching(/^Hello Sari Wulandari,[^]+console\.test\/login/),
      },
    ]);
    expect((await server.call(access_token, 'GET', '/api/users')).statusCode).toBe(200);
    expect(
      (await updateUserWithCodes({ role_group_id: await server.createRoleGroup('property') }, user.id)).statusCode,
    ).toBe(200);
    expect(findMailsTo(user.email)).toHaveLength(2);
    const { rows } = await server.db.pool.query(
      `select actor_id is not null as is_known, (after ->> 'role_group_id')::int as given from audit_log
       where resource = 'users' and record_id = $1 and after ? 'role_group_id' order by id`,
      [user.id],
    );
    expect(rows.slice(0, 2)).toEqual([
      { is_known: false, given: null },
      { is_known: true, given: role_group_id },
    ]);
  });

  test("cannot be assigned a role group beyond the assigner's rights, nor set to none", async () => {
    const { id } = await createPendingUser();
    const forbiddenReply = await updateUserWithCodes(
      { role_group_id: await server.createRoleGroup('group', ['VIEW_MEMBER']) },
      id,
    );
    expect([forbiddenReply.statusCode, Object.keys(forbiddenReply.json().errors)]).toEqual([403, ['role_group_id']]);
    for (const emptyValue of [null, '', 0]) {
      const response = await updateUserWithCodes({ role_group_id: emptyValue }, id);
      expect([response.statusCode, Object.keys(response.json().errors)]).toEqual([422, ['role_group_id']]);
    }
  });

  test('is rejected by being deleted', async () => {
    const user = await createPendingUser();
    const { access_token } = await server.signIn(user, { password: 'seven brown otters' });
    const { access_token: admin } = await server.signIn(await server.createUser({ codes: ['DELETE_USERS'] }));
    expect((await server.call(admin, 'DELETE', `/api/users/${user.id}`)).statusCode).toBe(200);
    expect((await server.call(access_token, 'GET', '/api/user')).statusCode).toBe(401);
  });
});
