// Core test: sign-in and sessions.
import { ACCESS_LEVEL, type TokenResponse } from '@innkeeper/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD, type TestServer, createTestServer } from './server-helpers.ts';

let server: TestServer;
let admin: string;
beforeAll(async () => {
  server = await createTestServer();
  const { rows } = await server.db.pool.query<{ name: string }>('select name from roles');
  const { access_token } = await server.signIn(await server.createUser({ codes: rows.map(({ name }) => name) }));
  admin = access_token;
});
afterAll(() => server.close());

const SET = 'eleven grey herons';
const NEW_PASSWORD = 'nine blue whales swim';
type Person = Awaited<ReturnType<TestServer['createUser']>>;
const newPerson = async () =>
  server.createUser({ role_group_id: await server.createRoleGroup('property', ['VIEW_MEMBER']) });
const change = (id: number, body: object) => server.call(admin, 'POST', `/api/users/${id}`, body);
const roleIds = async (...names: string[]): Promise<number[]> =>
  (await server.db.kysely.selectFrom('roles').select('id').where('name', 'in', names).execute()).map(({ id }) => id);
const groupOf = async (id: number): Promise<number> =>
  (await server.db.kysely.selectFrom('users').select('role_group_id').where('id', '=', id).executeTakeFirstOrThrow())
    .role_group_id ?? 0;
const changeGroup = async (id: number, body: object) =>
  server.call(admin, 'POST', `/api/role_group/${await groupOf(id)}`, body);
const mustChange = async (token: string) =>
  (await server.call(token, 'GET', '/api/user')).json().data.must_change_password;
const level = async (code: keyof typeof ACCESS_LEVEL): Promise<number> =>
  (
    await server.db.pool.query<{ id: number }>(
      `select d.id from option_detail d join option o on o.id = d.option_id where o.slug = 'access-type'
          and d.code = $1`,
      [ACCESS_LEVEL[code]],
    )
  ).rows[0]?.id ?? 0;

/** Reasons why a user must choose a new password, and the password they use until then. */
const ways: Record<string, (person: Person) => Promise<string>> = {
  'whose password another user has set': async ({ id }) => {
    expect((await change(id, { password: SET, must_change_password: 0 })).statusCode).toBe(200);
    return SET;
  },
  'who must choose a new password': async ({ id }) => {
    expect((await change(id, { must_change_password: 1 })).statusCode).toBe(200);
    return PASSWORD;
  },
};

/** Ways in which a user gets more rights. */
const more = () => server.createRoleGroup('property', ['VIEW_MEMBER', 'VIEW_VISIT']);
const privilegeGains: Record<string, (person: Person) => Promise<unknown>> = {
  'was given another role group': async ({ id }) => change(id, { role_group_id: await more() }),
  'was given one by a bulk edit': async ({ id }) =>
    server.call(admin, 'POST', '/api/users/updateBulk', { ids: [id], set: { role_group_id: await more() } }),
  'has a role group with another code': async ({ id }) =>
    changeGroup(id, { rolesId: await roleIds('VIEW_MEMBER', 'VIEW_VISIT') }),
  'has a role group of a wider level': async ({ id }) => changeGroup(id, { access_type_id: await level('group') }),
};

describe('a user', () => {
  test.each(Object.keys(privilegeGains))('has the new rights in running sessions if the user %s', async (gain) => {
    const person = await newPerson();
    const { access_token: token } = await server.signIn(person);
    await privilegeGains[gain]?.(person);
    const { roles, access_level, must_change_password } = (await server.call(token, 'GET', '/api/user')).json().data;
    expect({ roles, access_level, must_change_password }).toEqual(
      gain.endsWith('level')
        ? { roles: ['VIEW_MEMBER'], access_level: 'group', must_change_password: 0 }
        : { roles: ['VIEW_MEMBER', 'VIEW_VISIT'], access_level: 'property', must_change_password: 0 },
    );
    expect((await server.call(token, 'GET', '/api/member')).statusCode).toBe(200);
    expect(await mustChange((await server.signIn(person)).access_token)).toBe(0);
  });

  test.each(Object.keys(privilegeGains))(
    'must change a password set by an administrator if the user %s',
    async (gain) => {
      const role_group_id = await server.createRoleGroup('property', ['VIEW_MEMBER']);
      const username = `entered.${gain.replaceAll(/[^a-z]+/g, '.')}`;
      const body = { name: username, username, email: `${username}@example.test`, password: SET, role_group_id };
      const { id } = (await server.call(admin, 'POST', '/api/users', body)).json().data;
      const person: Person = { id, username, email: body.email };
      const { access_token: token } = await server.signIn(person, { password: SET });
      await privilegeGains[gain]?.(person);
      // The current session continues; the next sign-in requires the change.
      expect(await mustChange(token)).toBe(0);
      expect((await server.call(token, 'GET', '/api/member')).statusCode).toBe(200);
      expect(await mustChange((await server.signIn(person, { password: SET })).access_token)).toBe(1);
    },
  );

  test.each(Object.keys(ways))('%s is signed out and must choose a password first', async (way) => {
    const person = await newPerson();
    const before = await server.signIn(person);
    const password = (await ways[way]?.(person)) ?? '';
    expect((await server.call(before.access_token, 'GET', '/api/user')).statusCode).toBe(401);

    const { access_token: token } = await server.signIn(person, { password });
    expect(await mustChange(token)).toBe(1);
    for (const [method, url] of [
      ['GET', '/api/member'],
      ['GET', '/api/option'],
      ['GET', '/api/search?q=xy'],
      ['POST', '/api/user/profile'],
      ['POST', '/api/user/settings'],
      ['GET', '/api/user/sessions'],
    ] as const) {
      const rejected = await server.call(token, method, url, method === 'POST' ? {} : undefined);
      expect([rejected.statusCode, rejected.json().error], url).toEqual([403, 'password_change_required']);
    }
    // Nobody else can remove the requirement.
    expect((await change(person.id, { must_change_password: 0 })).statusCode).toBe(422);

    const choose = (chosen: string) =>
      server.call(token, 'POST', '/api/user/password', {
        current_password: password,
        password: chosen,
        password_confirmation: chosen,
      });
    expect((await choose(password)).json().errors).toEqual({
      password: ['Choose a password other than your current one.'],
    });
    expect((await choose(NEW_PASSWORD)).statusCode).toBe(200);
    expect(await mustChange(token)).toBe(0);
    expect((await server.call(token, 'GET', '/api/user/sessions')).statusCode).toBe(200);
    expect(await mustChange((await server.signIn(person, { password: NEW_PASSWORD })).access_token)).toBe(0);
  });

  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['is renamed', ({ id }) => change(id, { name: 'Another' })],
    [
      'is given a role group with fewer codes',
      async ({ id }) => change(id, { role_group_id: await server.createRoleGroup('property') }),
    ],
    ['loses a code', ({ id }) => changeGroup(id, { rolesId: [] })],
    ['has a role group that is renamed', ({ id }) => changeGroup(id, { name: 'Another' })],
    [
      'has a role group that is restored',
      async ({ id }) => {
        await changeGroup(id, { _method: 'DELETE' });
        await server.call(admin, 'POST', `/api/role_group/${await groupOf(id)}/restore`);
      },
    ],
  ])('need not change the password if the user %s', async (_, change_) => {
    const person = await newPerson();
    const { access_token } = await server.signIn(person);
    await change_(person);
    expect(await mustChange(access_token)).toBe(0);
  });

  test('need not change the password as an administrator when a new module adds codes', async () => {
    const { rows } = await server.db.pool.query<{ id: number }>('select id from module_group limit 1');
    const body = { group_id: rows[0]?.id, name: 'Spa', slug: 'spa-owed', is_active: 1 };
    expect((await server.call(admin, 'POST', '/api/module', body)).statusCode).toBe(201);
    expect(await mustChange(admin)).toBe(0);
  });

  test('must change the first password only if the request says so', async () => {
    const role_group_id = await server.createRoleGroup('property');
    for (const must_change_password of [0, 1]) {
      const username = `first.password.${must_change_password}`;
      const body = { name: username, username, email: `${username}@example.test`, password: SET, role_group_id };
      expect((await server.call(admin, 'POST', '/api/users', { ...body, must_change_password })).statusCode).toBe(201);
      const signedIn = await server.token({ grant_type: 'password', client_id: '1', username, password: SET });
      expect(await mustChange(signedIn.json<TokenResponse>().access_token)).toBe(must_change_password);
    }
  });
});

describe('a password that another user has set', () => {
  const tryToSignIn = ({ username }: Person, password: string) =>
    server.token({ grant_type: 'password', client_id: '1', username, password });

  /** A user of a hotel, and the manager of its region, who sets their password. */
  async function createRegionalPerson(): Promise<Person> {
    const person = await newPerson();
    const codes = ['VIEW_USERS', 'UPDATE_USERS', 'VIEW_MEMBER'];
    const manager = await server.createUser({ role_group_id: await server.createRoleGroup('region', codes) });
    const { region_id, hotel_id } = await server.createHotel();
    await server.assign(manager.id, region_id);
    await server.assign(person.id, region_id, hotel_id);
    const { access_token } = await server.signIn(manager);
    const reply = await server.call(access_token, 'POST', `/api/users/${person.id}`, { password: SET });
    expect(reply.statusCode, reply.body).toBe(200);
    return person;
  }

  test.each(Object.keys(privilegeGains))('is void once its user %s beyond the rights of the setter', async (gain) => {
    const person = await createRegionalPerson();
    // The manager who set the password signs in with it first and keeps the session.
    const { access_token: token } = await server.signIn(person, { password: SET });
    await privilegeGains[gain]?.(person);
    const body = { current_password: SET, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    expect((await server.call(token, 'POST', '/api/user/password', body)).statusCode).toBe(401);
    const rejected = await tryToSignIn(person, SET);
    expect([rejected.statusCode, rejected.json().error]).toEqual([403, 'password_change_required']);
    expect(rejected.json().message).toContain('Forgot Password?');
    expect((await tryToSignIn(person, NEW_PASSWORD)).statusCode).toBe(400);

    // Only the owner receives the mailed link.
    await server.app.inject({ method: 'POST', url: '/api/password/email', payload: { email: person.email } });
    const link = server.mails.findLast(({ to }) => to === person.email)?.text ?? '';
    const [, key = ''] = /\/auth\/reset-password\/([^/]+)\//.exec(link) ?? [];
    const reset = { email: person.email, token: key, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    const chosen = await server.app.inject({ method: 'POST', url: '/api/password/reset', payload: reset });
    expect(chosen.statusCode, chosen.body).toBe(200);
    expect(await mustChange((await server.signIn(person, { password: NEW_PASSWORD })).access_token)).toBe(0);
  });

  test.each(Object.keys(privilegeGains))(
    'allows one more sign-in if an administrator set it and its user %s',
    async (gain) => {
      const person = await newPerson();
      await change(person.id, { password: SET });
      await privilegeGains[gain]?.(person);
      expect(await mustChange((await server.signIn(person, { password: SET })).access_token)).toBe(1);
    },
  );

  test('can be replaced by an administrator who has all rights of the user, without mail', async () => {
    const person = await createRegionalPerson();
    await change(person.id, { role_group_id: await more() });
    expect((await change(person.id, { password: `${SET} again` })).statusCode).toBe(200);
    expect(await mustChange((await server.signIn(person, { password: `${SET} again` })).access_token)).toBe(1);
    expect((await tryToSignIn(person, SET)).statusCode).toBe(400);
  });

  test('remains valid after an upgrade if the user has changed it since', async () => {
    const person = await createRegionalPerson();
    const { access_token: token } = await server.signIn(person, { password: SET });
    const body = { current_password: SET, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    expect((await server.call(token, 'POST', '/api/user/password', body)).statusCode).toBe(200);
    await change(person.id, { role_group_id: await more() });
    expect(await mustChange(token)).toBe(0);
    expect(await mustChange((await server.signIn(person, { password: NEW_PASSWORD })).access_token)).toBe(0);
  });
});

describe('the mail about a new device', () => {
  const mailsTo = ({ email }: Person) =>
    server.mails.filter(({ to, subject }) => to === email && subject === 'Sign-in on a new device').length;
  const signInFrom = (person: Person, agent: string, remoteAddress = '10.9.0.1') =>
    server.token(
      { grant_type: 'password', client_id: '1', username: person.username, password: PASSWORD },
      { headers: { 'user-agent': agent }, remoteAddress },
    );

  test("is sent at the first sign-in on a device, except the user's very first", async () => {
    const person = await newPerson();
    const sent: number[] = [];
    for (const [agent, address] of [
      ['Firefox/140.0 (Linux)'],
      ['Firefox/141.0 (Linux)'],
      ['Safari/26 (Macintosh)'],
      ['Safari/26 (Macintosh)'],
      ['Safari/26 (Macintosh)', '10.9.0.2'],
    ] as const) {
      expect((await signInFrom(person, agent, address)).statusCode).toBe(200);
      sent.push(mailsTo(person));
    }
    expect(sent).toEqual([0, 0, 1, 1, 2]);
  });
});
