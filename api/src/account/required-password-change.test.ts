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

const TEMPORARY_PASSWORD = 'eleven grey herons';
const NEW_PASSWORD = 'nine blue whales swim';
type Person = Awaited<ReturnType<TestServer['createUser']>>;
const createPerson = async () =>
  server.createUser({ role_group_id: await server.createRoleGroup('property', ['VIEW_MEMBER']) });
const updateUser = (id: number, body: object) => server.call(admin, 'POST', `/api/users/${id}`, body);
const findRoleIds = async (...names: string[]): Promise<number[]> =>
  (await server.db.kysely.selectFrom('roles').select('id').where('name', 'in', names).execute()).map(({ id }) => id);
const findRoleGroup = async (id: number): Promise<number> =>
  (await server.db.kysely.selectFrom('users').select('role_group_id').where('id', '=', id).executeTakeFirstOrThrow())
    .role_group_id ?? 0;
const changeGroup = async (id: number, body: object) =>
  server.call(admin, 'POST', `/api/role_group/${await findRoleGroup(id)}`, body);
const readMustChange = async (token: string) =>
  (await server.call(token, 'GET', '/api/user')).json().data.must_change_password;
const findAccessLevel = async (code: keyof typeof ACCESS_LEVEL): Promise<number> =>
  (
    await server.db.pool.query<{ id: number }>(
      `select d.id from option_detail d join option o on o.id = d.option_id where o.slug = 'access-type'
          and d.code = $1`,
      [ACCESS_LEVEL[code]],
    )
  ).rows[0]?.id ?? 0;

/** Reasons why a user must choose a new password, and the password they use until then. */
const passwordChanges: Record<string, (person: Person) => Promise<string>> = {
  'whose password another user has set': async ({ id }) => {
    expect((await updateUser(id, { password: TEMPORARY_PASSWORD, must_change_password: 0 })).statusCode).toBe(200);
    return TEMPORARY_PASSWORD;
  },
  'who must choose a new password': async ({ id }) => {
    expect((await updateUser(id, { must_change_password: 1 })).statusCode).toBe(200);
    return PASSWORD;
  },
};

/** Ways in which a user gets more rights. */
const createWiderGroup = () => server.createRoleGroup('property', ['VIEW_MEMBER', 'VIEW_VISIT']);
const privilegeGains: Record<string, (person: Person) => Promise<unknown>> = {
  'was given another role group': async ({ id }) => updateUser(id, { role_group_id: await createWiderGroup() }),
  'was given one by a bulk edit': async ({ id }) =>
    server.call(admin, 'POST', '/api/users/updateBulk', {
      ids: [id],
      set: { role_group_id: await createWiderGroup() },
    }),
  'has a role group with another code': async ({ id }) =>
    changeGroup(id, { rolesId: await findRoleIds('VIEW_MEMBER', 'VIEW_VISIT') }),
  'has a role group of a wider level': async ({ id }) =>
    changeGroup(id, { access_type_id: await findAccessLevel('group') }),
};

describe('a user', () => {
  test.each(Object.keys(privilegeGains))('has the new rights in running sessions if the user %s', async (gainName) => {
    const person = await createPerson();
    const { access_token: token } = await server.signIn(person);
    await privilegeGains[gainName]?.(person);
    const { roles, access_level, must_change_password } = (await server.call(token, 'GET', '/api/user')).json().data;
    expect({ roles, access_level, must_change_password }).toEqual(
      gainName.endsWith('level')
        ? { roles: ['VIEW_MEMBER'], access_level: 'group', must_change_password: 0 }
        : { roles: ['VIEW_MEMBER', 'VIEW_VISIT'], access_level: 'property', must_change_password: 0 },
    );
    expect((await server.call(token, 'GET', '/api/member')).statusCode).toBe(200);
    expect(await readMustChange((await server.signIn(person)).access_token)).toBe(0);
  });

  test.each(Object.keys(privilegeGains))(
    'must change a password set by an administrator if the user %s',
    async (gainName) => {
      const role_group_id = await server.createRoleGroup('property', ['VIEW_MEMBER']);
      const username = `entered.${gainName.replaceAll(/[^a-z]+/g, '.')}`;
      const body = {
        name: username,
        username,
        email: `${username}@example.test`,
        password: TEMPORARY_PASSWORD,
        role_group_id,
      };
      const { id } = (await server.call(admin, 'POST', '/api/users', body)).json().data;
      const person: Person = { id, username, email: body.email };
      const { access_token: token } = await server.signIn(person, { password: TEMPORARY_PASSWORD });
      await privilegeGains[gainName]?.(person);
      // The current session continues; the next sign-in requires the change.
      expect(await readMustChange(token)).toBe(0);
      expect((await server.call(token, 'GET', '/api/member')).statusCode).toBe(200);
      expect(await readMustChange((await server.signIn(person, { password: TEMPORARY_PASSWORD })).access_token)).toBe(
        1,
      );
    },
  );

  test.each(Object.keys(passwordChanges))('%s is signed out and must choose a password first', async (changeName) => {
    const person = await createPerson();
    const before = await server.signIn(person);
    const password = (await passwordChanges[changeName]?.(person)) ?? '';
    expect((await server.call(before.access_token, 'GET', '/api/user')).statusCode).toBe(401);

    const { access_token: token } = await server.signIn(person, { password });
    expect(await readMustChange(token)).toBe(1);
    for (const [method, url] of [
      ['GET', '/api/member'],
      ['GET', '/api/option'],
      ['GET', '/api/search?q=xy'],
      ['POST', '/api/user/profile'],
      ['POST', '/api/user/settings'],
      ['GET', '/api/user/sessions'],
    ] as const) {
      const rejectedReply = await server.call(token, method, url, method === 'POST' ? {} : undefined);
      expect([rejectedReply.statusCode, rejectedReply.json().error], url).toEqual([403, 'password_change_required']);
    }
    // Nobody else can remove the requirement.
    expect((await updateUser(person.id, { must_change_password: 0 })).statusCode).toBe(422);

    const choosePassword = (newPassword: string) =>
      server.call(token, 'POST', '/api/user/password', {
        current_password: password,
        password: newPassword,
        password_confirmation: newPassword,
      });
    expect((await choosePassword(password)).json().errors).toEqual({
      password: ['Choose a password other than your current one.'],
    });
    expect((await choosePassword(NEW_PASSWORD)).statusCode).toBe(200);
    expect(await readMustChange(token)).toBe(0);
    expect((await server.call(token, 'GET', '/api/user/sessions')).statusCode).toBe(200);
    expect(await readMustChange((await server.signIn(person, { password: NEW_PASSWORD })).access_token)).toBe(0);
  });

  test.each<[string, (person: Person) => Promise<unknown>]>([
    ['is renamed', ({ id }) => updateUser(id, { name: 'Another' })],
    [
      'is given a role group with fewer codes',
      async ({ id }) => updateUser(id, { role_group_id: await server.createRoleGroup('property') }),
    ],
    ['loses a code', ({ id }) => changeGroup(id, { rolesId: [] })],
    ['has a role group that is renamed', ({ id }) => changeGroup(id, { name: 'Another' })],
    [
      'has a role group that is restored',
      async ({ id }) => {
        await changeGroup(id, { _method: 'DELETE' });
        await server.call(admin, 'POST', `/api/role_group/${await findRoleGroup(id)}/restore`);
      },
    ],
  ])('need not change the password if the user %s', async (_, applyChange) => {
    const person = await createPerson();
    const { access_token } = await server.signIn(person);
    await applyChange(person);
    expect(await readMustChange(access_token)).toBe(0);
  });

  test('need not change the password as an administrator when a new module adds codes', async () => {
    const { rows } = await server.db.pool.query<{ id: number }>('select id from module_group limit 1');
    const body = { group_id: rows[0]?.id, name: 'Spa', slug: 'spa-owed', is_active: 1 };
    expect((await server.call(admin, 'POST', '/api/module', body)).statusCode).toBe(201);
    expect(await readMustChange(admin)).toBe(0);
  });

  test('must change the first password only if the request says so', async () => {
    const role_group_id = await server.createRoleGroup('property');
    for (const must_change_password of [0, 1]) {
      const username = `first.password.${must_change_password}`;
      const body = {
        name: username,
        username,
        email: `${username}@example.test`,
        password: TEMPORARY_PASSWORD,
        role_group_id,
      };
      expect((await server.call(admin, 'POST', '/api/users', { ...body, must_change_password })).statusCode).toBe(201);
      const signedIn = await server.token({
        grant_type: 'password',
        client_id: '1',
        username,
        password: TEMPORARY_PASSWORD,
      });
      expect(await readMustChange(signedIn.json<TokenResponse>().access_token)).toBe(must_change_password);
    }
  });
});

describe('a password that another user has set', () => {
  const tryToSignIn = ({ username }: Person, password: string) =>
    server.token({ grant_type: 'password', client_id: '1', username, password });

  /** A user of a hotel, and the manager of its region, who sets their password. */
  async function createRegionalPerson(): Promise<Person> {
    const person = await createPerson();
    const codes = ['VIEW_USERS', 'UPDATE_USERS', 'VIEW_MEMBER'];
    const manager = await server.createUser({ role_group_id: await server.createRoleGroup('region', codes) });
    const { region_id, hotel_id } = await server.createHotel();
    await server.assign(manager.id, region_id);
    await server.assign(person.id, region_id, hotel_id);
    const { access_token } = await server.signIn(manager);
    const reply = await server.call(access_token, 'POST', `/api/users/${person.id}`, { password: TEMPORARY_PASSWORD });
    expect(reply.statusCode, reply.body).toBe(200);
    return person;
  }

  test.each(Object.keys(privilegeGains))(
    'is void once its user %s beyond the rights of the setter',
    async (gainName) => {
      const person = await createRegionalPerson();
      // The manager who set the password signs in with it first and keeps the session.
      const { access_token: token } = await server.signIn(person, { password: TEMPORARY_PASSWORD });
      await privilegeGains[gainName]?.(person);
      const body = {
        current_password: TEMPORARY_PASSWORD,
        password: NEW_PASSWORD,
        password_confirmation: NEW_PASSWORD,
      };
      expect((await server.call(token, 'POST', '/api/user/password', body)).statusCode).toBe(401);
      const rejectedReply = await tryToSignIn(person, TEMPORARY_PASSWORD);
      expect([rejectedReply.statusCode, rejectedReply.json().error]).toEqual([403, 'password_change_required']);
      expect(rejectedReply.json().message).toContain('Forgot Password?');
      expect((await tryToSignIn(person, NEW_PASSWORD)).statusCode).toBe(400);

      // Only the owner receives the mailed link.
      await server.app.inject({ method: 'POST', url: '/api/password/email', payload: { email: person.email } });
      const link = server.mails.findLast(({ to }) => to === person.email)?.text ?? '';
      const [, key = ''] = /\/auth\/reset-password\/([^/]+)\//.exec(link) ?? [];
      const resetBody = {
        email: person.email,
        token: key,
        password: NEW_PASSWORD,
        password_confirmation: NEW_PASSWORD,
      };
      const resetReply = await server.app.inject({ method: 'POST', url: '/api/password/reset', payload: resetBody });
      expect(resetReply.statusCode, resetReply.body).toBe(200);
      expect(await readMustChange((await server.signIn(person, { password: NEW_PASSWORD })).access_token)).toBe(0);
    },
  );

  test.each(Object.keys(privilegeGains))(
    'allows one more sign-in if an administrator set it and its user %s',
    async (gainName) => {
      const person = await createPerson();
      await updateUser(person.id, { password: TEMPORARY_PASSWORD });
      await privilegeGains[gainName]?.(person);
      expect(await readMustChange((await server.signIn(person, { password: TEMPORARY_PASSWORD })).access_token)).toBe(
        1,
      );
    },
  );

  test('can be replaced by an administrator who has all rights of the user, without mail', async () => {
    const person = await createRegionalPerson();
    await updateUser(person.id, { role_group_id: await createWiderGroup() });
    expect((await updateUser(person.id, { password: `${TEMPORARY_PASSWORD} again` })).statusCode).toBe(200);
    expect(
      await readMustChange((await server.signIn(person, { password: `${TEMPORARY_PASSWORD} again` })).access_token),
    ).toBe(1);
    expect((await tryToSignIn(person, TEMPORARY_PASSWORD)).statusCode).toBe(400);
  });

  test('remains valid after an upgrade if the user has changed it since', async () => {
    const person = await createRegionalPerson();
    const { access_token: token } = await server.signIn(person, { password: TEMPORARY_PASSWORD });
    const body = { current_password: TEMPORARY_PASSWORD, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD };
    expect((await server.call(token, 'POST', '/api/user/password', body)).statusCode).toBe(200);
    await updateUser(person.id, { role_group_id: await createWiderGroup() });
    expect(await readMustChange(token)).toBe(0);
    expect(await readMustChange((await server.signIn(person, { password: NEW_PASSWORD })).access_token)).toBe(0);
  });
});

describe('the mail about a new device', () => {
  const countMailsTo = ({ email }: Person) =>
    server.mails.filter(({ to, subject }) => to === email && subject === 'Sign-in on a new device').length;
  const signInFrom = (person: Person, agent: string, remoteAddress = '10.9.0.1') =>
    server.token(
      { grant_type: 'password', client_id: '1', username: person.username, password: PASSWORD },
      { headers: { 'user-agent': agent }, remoteAddress },
    );

  test("is sent at the first sign-in on a device, except the user's very first", async () => {
    const person = await createPerson();
    const mailCounts: number[] = [];
    for (const [agent, address] of [
      ['Firefox/140.0 (Linux)'],
      ['Firefox/141.0 (Linux)'],
      ['Safari/26 (Macintosh)'],
      ['Safari/26 (Macintosh)'],
      ['Safari/26 (Macintosh)', '10.9.0.2'],
    ] as const) {
      expect((await signInFrom(person, agent, address)).statusCode).toBe(200);
      mailCounts.push(countMailsTo(person));
    }
    expect(mailCounts).toEqual([0, 0, 1, 1, 2]);
  });
});
