import { CAPTCHA_FIELD, type CurrentUser, resourceKeys } from '@innkeeper/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formBody } from '../testing/call.ts';
import { type TestServer, createTestServer } from './test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

let people = 0;
/** Each test asks for somebody new, from an address of its own. */
function person(more: object = {}) {
  people += 1;
  return {
    name: `New Person ${people}`,
    username: `new.person.${people}`,
    email: `new.person.${people}@example.test`,
    phone_no: '+62 812 3456 7890',
    password: 'seven brown otters',
    password_confirmation: 'seven brown otters',
    ...more,
  };
}
const ask = (payload: object, { headers = {}, remoteAddress = `10.4.${people}.1` } = {}) =>
  server.app.inject({ method: 'POST', url: '/auth/register', payload, headers, remoteAddress });
const find = async (email: string) =>
  (await server.db.kysely.selectFrom('users').selectAll().where('email', '=', email).execute())[0];
const mailsTo = (email: string) => server.mails.filter((mail) => mail.to === email);

/** Somebody who has asked for access. */
async function createPending() {
  const { username, email } = person();
  await ask({ ...person(), username, email });
  const user = await find(email);
  if (!user) throw new Error('Nobody was registered');
  return user;
}
const update = async (body: object, id: number, codes = ['UPDATE_USERS', 'VIEW_USERS']) => {
  const { access_token } = await server.signIn(await server.createUser({ codes }));
  return server.call(access_token, 'POST', `/api/users/${id}`, body);
};

describe('POST /auth/register', () => {
  test('makes a user without a role group, by nobody, and sends a mail', async () => {
    const body = person();
    const answer = await ask(body);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'Your request has been received. A mail is on its way to you.' },
    ]);
    const user = await find(body.email);
    expect(user).toMatchObject({
      name: body.name,
      username: body.username,
      phone_no: body.phone_no,
      role_group_id: null,
      is_active: true,
      created_by_id: null,
    });
    expect(user?.password).toMatch(/^\$argon2id\$/);
    expect(mailsTo(body.email)).toMatchObject([
      { subject: 'Your request for access', text: expect.stringContaining('https://console.test/login') },
    ]);
    const { rows } = await server.db.pool.query(
      `select actor_id, ip, action, request_id is not null as is_traced, after ->> 'password' as password
       from operation where resource = 'users' and record_id = $1`,
      [user?.id],
    );
    expect(rows).toEqual([
      { actor_id: null, ip: `10.4.${people}.1`, action: 'create', is_traced: true, password: '••••••' },
    ]);
  });

  test('writes fixed words: nothing that a stranger typed goes to the address that the stranger named', async () => {
    const lure = 'Visit https://evil.test or win.evil.test +62 811';
    const [body, again] = [person({ name: lure }), person()];
    expect((await ask(body)).statusCode).toBe(200);
    // A second request for the same address, or for another password, writes nothing into a letter either.
    expect((await ask({ ...again, email: body.email })).statusCode).toBe(200);
    await server.app.inject({ method: 'POST', url: '/api/password/email', payload: { email: body.email } });
    const mails = mailsTo(body.email);
    expect(mails).toHaveLength(3);
    for (const { subject, text } of mails) {
      expect(`${subject}\n${text}`).not.toMatch(/evil|win|Visit|811/);
      expect(text).toMatch(/^Hello,\n\n/);
      const links = text.match(/\S+:\/\/\S+|\S+\.\S+\/\S*/g) ?? [];
      for (const link of links) expect(link).toMatch(/^https:\/\/console\.test\//);
    }
  });

  test('greets nobody by name who was not let in, however plain the name', async () => {
    const body = person({ name: 'Sari Dewi' });
    expect((await ask(body)).statusCode).toBe(200);
    expect(mailsTo(body.email).map(({ text }) => text.split('\n')[0])).toEqual(['Hello,']);
  });

  test.each(['evil.test/a', 'Sari www.evil.test', 'call 0811 222 333', 'sari@evil.test', 'a:b', 'Sari\u2028Budi'])(
    'a name that can be a link or number greets nobody, whoever let it in: %s',
    async (name) => {
      const user = await server.createUser();
      await server.db.kysely.updateTable('users').set({ name }).where('id', '=', user.id).execute();
      await server.app.inject({ method: 'POST', url: '/api/password/email', payload: { email: user.email } });
      expect(mailsTo(user.email)).toMatchObject([{ text: expect.stringMatching(/^Hello,\n/) }]);
    },
  );

  test('takes JSON, a form and a multipart form alike, without a phone as well', async () => {
    const { phone_no: _, ...body } = person();
    expect((await ask(body)).statusCode).toBe(200);
    const form = formBody(person({ phone_no: '' }));
    expect((await ask(form.body, { headers: form.headers })).statusCode).toBe(200);
    const encoded = new URLSearchParams(person()).toString();
    const answer = await server.app.inject({
      method: 'POST',
      url: '/auth/register',
      payload: encoded,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      remoteAddress: `10.4.${people}.2`,
    });
    expect(answer.statusCode).toBe(200);
  });

  test('answers the same for a known address in any case, makes nobody, and tells its owner', async () => {
    const known = await server.createUser();
    const body = person({ email: known.email.toUpperCase() });
    const answer = await ask(body);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { message: 'Your request has been received. A mail is on its way to you.' },
    ]);
    expect(mailsTo(known.email)).toMatchObject([{ subject: 'You have an account already' }]);
    const { rows } = await server.db.pool.query('select from users where username = $1', [body.username]);
    expect(rows).toEqual([]);
  });

  test("answers the same for an address that is somebody's user name", async () => {
    const known = await server.createUser();
    const name = `named.${known.id}@example.test`;
    await server.db.kysely.updateTable('users').set({ username: name }).where('id', '=', known.id).execute();
    expect((await ask(person({ email: name }))).statusCode).toBe(200);
    expect(await find(name)).toBeUndefined();
    expect(mailsTo(known.email)).toMatchObject([{ subject: 'You have an account already' }]);
  });

  test('lets a deleted user ask again, and writes in Indonesian to who asks in Indonesian', async () => {
    const gone = await server.createUser();
    await server.db.kysely.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', gone.id).execute();
    const answer = await ask(person({ email: gone.email, username: gone.username }), {
      headers: { 'accept-language': 'id' },
    });
    expect(answer.json().message).toContain('Permintaan Anda telah kami terima');
    expect(mailsTo(gone.email)).toMatchObject([
      { subject: 'Permintaan akses Anda', text: expect.stringContaining('Administrator akan memutuskannya') },
    ]);
  });

  test('refuses a user name that is taken, in any case, also for a known address', async () => {
    const taken = await server.createUser();
    for (const email of [person().email, taken.email]) {
      const answer = await ask(person({ username: taken.username.toUpperCase(), email }));
      expect([answer.statusCode, answer.json().errors]).toEqual([422, { username: ['This is taken.'] }]);
    }
  });

  test.each([
    ['nothing', {}, ['name', 'username', 'email', 'password']],
    ['null', { name: null, username: null, email: null, password: null }, ['name', 'username', 'email', 'password']],
    ['other kinds', { name: 1, username: [], email: {}, password: 7 }, ['name', 'username', 'email', 'password']],
    ['no address', person({ email: 'nobody' }), ['email']],
    ['a user name like an address', person({ username: 'sari@hotel.test' }), ['username']],
    ['a short user name', person({ username: 'abc' }), ['username']],
    ['no phone', person({ phone_no: 'call me' }), ['phone_no']],
    ['a short password', person({ password: 'short', password_confirmation: 'short' }), ['password']],
    ['a common password', person({ password: 'password1234', password_confirmation: 'password1234' }), ['password']],
    ['another confirmation', person({ password_confirmation: 'other' }), ['password_confirmation']],
    ['characters that cannot be stored', person({ name: 'a\0b' }), ['name']],
    ['a role group', person({ role_group_id: 1 }), ['role_group_id']],
    ['a state', person({ is_active: 1, id: 1, created_by_id: 1 }), ['is_active', 'id', 'created_by_id']],
  ])('refuses %s at its fields, all at once', async (_, body, fields) => {
    const answer = await ask(body);
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(answer.json().errors).sort()).toEqual([...fields].sort());
  });

  test('lets one of ten that ask for one name at once through, and one of ten for one address', async () => {
    const name = person();
    const named = await Promise.all(
      Array.from({ length: 10 }, () => ask({ ...person(), username: name.username }, { remoteAddress: '10.5.1.1' })),
    );
    expect(named.map((answer) => answer.statusCode).sort((a, b) => a - b)).toEqual([200, ...Array(9).fill(422)]);
    const { email } = person();
    const addressed = await Promise.all(
      Array.from({ length: 3 }, () => ask({ ...person(), email }, { remoteAddress: '10.5.2.1' })),
    );
    expect(addressed.map((answer) => answer.statusCode)).toEqual([200, 200, 200]);
    const { rows } = await server.db.pool.query('select from users where email = $1', [email]);
    expect(rows).toHaveLength(1);
    expect(
      mailsTo(email)
        .map((mail) => mail.subject)
        .sort(),
    ).toEqual(['You have an account already', 'You have an account already', 'Your request for access']);
  });

  test('lets one address ask twenty times, tries of names included, and sends nobody mail after mail', async () => {
    const taken = await server.createUser();
    for (let i = 0; i < 20; i++)
      expect((await ask(person({ username: taken.username }), { remoteAddress: '10.6.1.1' })).statusCode).toBe(422);
    const early = await ask(person(), { remoteAddress: '10.6.1.1' });
    expect([early.statusCode, early.headers['retry-after']]).toEqual([429, '30']);
    const { email } = person();
    for (let i = 0; i < 3; i++) expect((await ask({ ...person(), email })).statusCode).toBe(200);
    expect((await ask({ ...person(), email })).statusCode).toBe(429);
    expect(mailsTo(email)).toHaveLength(3);
  });

  test('asks for the captcha where one is configured', async () => {
    const guarded = await createTestServer({ CAPTCHA_PROVIDER: 'altcha', CAPTCHA_SECRET: 'a secret of the test' });
    try {
      const answer = await guarded.app.inject({ method: 'POST', url: '/auth/register', payload: person() });
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [CAPTCHA_FIELD]]);
    } finally {
      await guarded.close();
    }
  });
});

describe('a user who waits for a role group', () => {
  test('signs in as a guest, in the language of the request, and sees nothing of anybody', async () => {
    const body = person();
    await ask(body, { headers: { 'accept-language': 'id' } });
    const granted = await server.token({
      grant_type: 'password',
      client_id: '1',
      username: body.username,
      password: body.password,
    });
    const { access_token } = granted.json();
    const { data } = (await server.call(access_token, 'GET', '/api/user')).json<{ data: CurrentUser }>();
    expect(data).toMatchObject({ role: 'guest', roles: [], hotels: [], access_level: null, navigation: [] });
    expect(data.data.settings).toEqual({ language: 'id' });
    await server.createHotel();
    // The calls of every console at sign-in answer empty, as far as they may be asked; the rest is refused.
    const open = new Set<string>(['option', 'region', 'hotel']);
    for (const key of resourceKeys) {
      const list = await server.call(access_token, 'GET', `/api/${key}`);
      expect(list.statusCode, key).toBe(open.has(key) ? 200 : 403);
      if (open.has(key)) expect(list.body).toMatch(/"data":\s*\[\]/);
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

  test('is among those whom the list shows by their empty role group, and on the badge of who can give one', async () => {
    const { id } = await createPending();
    const { access_token } = await server.signIn(await server.createUser({ codes: ['VIEW_USERS', 'UPDATE_USERS'] }));
    const list = await server.call(access_token, 'GET', '/api/users?filter[role_group_id][null]=1&per_page=500');
    const { data } = list.json<{ data: { id: number; role_group_id: number | null; role_group: unknown }[] }>();
    expect(data.map((user) => user.role_group_id)).toEqual(data.map(() => null));
    expect(data).toContainEqual(expect.objectContaining({ id, role_group: null }));

    const badgeOf = async (codes: readonly string[]) => {
      const { access_token: token } = await server.signIn(await server.createUser({ codes }));
      return /"id":"users"[^{}]*"badge":\{"title":"(\d+)"\}/.exec(
        (await server.call(token, 'GET', '/api/user')).body,
      )?.[1];
    };
    expect(await badgeOf(['VIEW_USERS', 'UPDATE_USERS'])).toBe(String(data.length));
    expect(await badgeOf(['VIEW_USERS'])).toBeUndefined();
  });

  test('becomes a user by being given a role group, is told by mail once, and has the rights at once', async () => {
    const user = await createPending();
    const role_group_id = await server.createRoleGroup('property', ['VIEW_USERS']);
    const { access_token } = await server.signIn(user, { password: 'seven brown otters' });
    expect((await update({ name: 'Sari Wulandari' }, user.id)).statusCode).toBe(200);
    expect(mailsTo(user.email)).toHaveLength(1);
    expect((await update({ role_group_id }, user.id)).statusCode).toBe(200);
    expect(mailsTo(user.email).slice(1)).toMatchObject([
      { subject: 'You have access', text: expect.stringMatching(/^Hello Sari Wulandari,[^]+console\.test\/login/) },
    ]);
    expect((await server.call(access_token, 'GET', '/api/users')).statusCode).toBe(200);
    expect((await update({ role_group_id: await server.createRoleGroup('property') }, user.id)).statusCode).toBe(200);
    expect(mailsTo(user.email)).toHaveLength(2);
    const { rows } = await server.db.pool.query(
      `select actor_id is not null as is_known, (after ->> 'role_group_id')::int as given from operation
       where resource = 'users' and record_id = $1 and after ? 'role_group_id' order by id`,
      [user.id],
    );
    expect(rows.slice(0, 2)).toEqual([
      { is_known: false, given: null },
      { is_known: true, given: role_group_id },
    ]);
  });

  test('is given nothing that the giver does not hold, and never nothing at all', async () => {
    const { id } = await createPending();
    const beyond = await update({ role_group_id: await server.createRoleGroup('group', ['VIEW_MEMBER']) }, id);
    expect([beyond.statusCode, Object.keys(beyond.json().errors)]).toEqual([403, ['role_group_id']]);
    for (const none of [null, '', 0]) {
      const answer = await update({ role_group_id: none }, id);
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['role_group_id']]);
    }
  });

  test('is turned away by being deleted', async () => {
    const user = await createPending();
    const { access_token } = await server.signIn(user, { password: 'seven brown otters' });
    const { access_token: admin } = await server.signIn(await server.createUser({ codes: ['DELETE_USERS'] }));
    expect((await server.call(admin, 'DELETE', `/api/users/${user.id}`)).statusCode).toBe(200);
    expect((await server.call(access_token, 'GET', '/api/user')).statusCode).toBe(401);
  });
});
