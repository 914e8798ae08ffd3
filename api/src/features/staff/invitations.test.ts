import { INVITATION_DAYS } from '@innkeeper/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type TestServer, createTestServer } from '../../account/server-helpers.ts';

const NEW_PASSWORD = 'eleven grey herons';
const DAY_SECONDS = 24 * 60 * 60;

let server: TestServer;
let administrator: Awaited<ReturnType<TestServer['createUser']>>;
let token: string;
let roleGroupId: number;
beforeAll(async () => {
  server = await createTestServer({ SMTP_URL: 'smtp://127.0.0.1:1' });
  roleGroupId = await server.createRoleGroup('group', ['VIEW_MEMBER']);
  const codes = ['VIEW_USERS', 'STORE_USERS', 'UPDATE_USERS', 'VIEW_MEMBER'];
  administrator = await server.createUser({ role_group_id: await server.createRoleGroup('group', codes) });
  token = (await server.signIn(administrator)).access_token;
});
afterAll(() => server.close());

async function signInAs(codes: readonly string[]): Promise<string> {
  const role_group_id = await server.createRoleGroup('group', codes);
  return (await server.signIn(await server.createUser({ role_group_id }))).access_token;
}

/** No two users may have similar names. */
const NAMES = [
  'Dewi Anggraini',
  'Bagus Santoso',
  'Citra Lestari',
  'Made Wirawan',
  'Ratna Kusuma',
  'Joko Prasetyo',
  'Sri Rahayu',
  'Agus Salim',
  'Hendra Gunawan',
  'Lukas Wibowo',
  'Yohana Sihombing',
];
let count = 0;
/** Invites a new user. */
async function invite(overrides: object = {}) {
  count += 1;
  const username = `invited.person${count}`;
  const email = `${username}@example.test`;
  const body = { name: NAMES[count - 1], username, email, role_group_id: roleGroupId, ...overrides };
  const response = await server.call(token, 'POST', '/api/users/invite', body);
  return { response, id: Number(response.json().data?.id), username, email };
}
const inviteAgain = (id: number, by = token) => server.call(by, 'POST', `/api/users/${id}/invite`, {});
const findMails = (email: string) => server.mails.filter(({ to }) => to === email);
const readLink = (text = '') => /auth\/reset-password\/(ink_pr_[\w-]+)\//.exec(text)?.[1];
const choosePassword = (email: string, link: string | undefined) =>
  server.app.inject({
    method: 'POST',
    url: '/api/password/reset',
    payload: { email, token: link, password: NEW_PASSWORD, password_confirmation: NEW_PASSWORD },
  });
const readInvitedAt = async (id: number) =>
  (await server.call(token, 'GET', `/api/users/${id}`)).json().data.invited_at;

describe('an invited user', () => {
  test('gets a link by mail, chooses a password once, and signs in', async () => {
    const { response, id, username, email } = await invite();
    expect(response.statusCode).toBe(201);
    expect(response.json().data).toMatchObject({ username, must_change_password: 1 });
    expect(response.json().data.invited_at).toMatch(/^\d{4}-/);
    const [mail, ...otherMails] = findMails(email);
    expect(otherMails).toEqual([]);
    expect(mail).toMatchObject({ subject: 'Your Innkeeper account', text: expect.stringContaining('for 7 days') });
    expect(mail?.text).toMatch(/^Hello Dewi Anggraini,/);
    const link = readLink(mail?.text);
    expect(mail?.secret).toBe(link);
    expect((await choosePassword(email, link)).statusCode).toBe(200);
    expect((await choosePassword(email, link)).statusCode).toBe(422);
    await server.signIn({ id, username, email }, { password: NEW_PASSWORD });
    expect(await readInvitedAt(id)).toBeNull();
  });

  test('has a week: the link of the earlier invitation no longer works once another is mailed', async () => {
    const { id, email } = await invite();
    const firstLink = readLink(findMails(email)[0]?.text);
    server.clock.advance(INVITATION_DAYS * DAY_SECONDS);
    token = (await server.signIn(administrator)).access_token;
    expect((await choosePassword(email, firstLink)).json().errors).toHaveProperty('token');
    expect((await inviteAgain(id)).statusCode).toBe(200);
    const secondLink = readLink(findMails(email)[1]?.text);
    expect((await inviteAgain(id)).statusCode).toBe(200);
    expect((await choosePassword(email, secondLink)).statusCode).toBe(422);
    server.clock.advance(INVITATION_DAYS * DAY_SECONDS - 1);
    expect((await choosePassword(email, readLink(findMails(email)[2]?.text))).statusCode).toBe(200);
    token = (await server.signIn(administrator)).access_token;
  });

  test('is not invited again after the first password, nor while inactive', async () => {
    const { id, email } = await invite();
    await server.call(token, 'POST', `/api/users/${id}`, { is_active: 0 });
    const inactive = await inviteAgain(id);
    expect([inactive.statusCode, inactive.json().message]).toEqual([409, expect.stringContaining('inactive')]);
    await server.call(token, 'POST', `/api/users/${id}`, { is_active: 1 });
    // Deactivating a user ends their links.
    expect((await choosePassword(email, readLink(findMails(email)[0]?.text))).statusCode).toBe(422);
    expect((await inviteAgain(id)).statusCode).toBe(200);
    expect((await choosePassword(email, readLink(findMails(email)[1]?.text))).statusCode).toBe(200);
    const again = await inviteAgain(id);
    expect([again.statusCode, again.json().message]).toEqual([409, expect.stringContaining('password already')]);
    expect(findMails(email)).toHaveLength(2);
  });

  test('is no longer invited once an administrator sets a password', async () => {
    const { id } = await invite();
    await server.call(token, 'POST', `/api/users/${id}`, { password: NEW_PASSWORD });
    expect(await readInvitedAt(id)).toBeNull();
  });
});

describe('inviting', () => {
  test('is in the language of the inviting user', async () => {
    const email = 'putu.saraswati@example.test';
    const body = { name: 'Putu Saraswati', username: 'putu.saraswati', email, role_group_id: roleGroupId };
    await server.app.inject({
      method: 'POST',
      url: '/api/users/invite',
      headers: { authorization: `Bearer ${token}`, 'accept-language': 'id' },
      payload: body,
    });
    expect(findMails(email)).toMatchObject([{ subject: 'Akun Innkeeper Anda', text: expect.stringMatching(/^Halo/) }]);
  });

  test('follows the rules of a new user: unique names, all fields, and no rights beyond one’s own', async () => {
    const { email } = await invite();
    const { response: taken } = await invite({ email });
    expect(taken.json().errors).toEqual({ email: [expect.any(String)] });
    const { response: incomplete } = await invite({ name: '', role_group_id: null });
    expect(Object.keys(incomplete.json().errors).toSorted()).toEqual(['name', 'role_group_id']);
    const strongerGroup = await server.createRoleGroup('group', ['DELETE_MEMBER']);
    expect((await invite({ role_group_id: strongerGroup })).response.statusCode).toBe(403);
    expect((await invite({ password: NEW_PASSWORD })).response.statusCode).toBe(422);
  });

  test('needs STORE_USERS, repeating it UPDATE_USERS and the rights of the user', async () => {
    const { id } = await invite();
    expect((await inviteAgain(id, await signInAs(['VIEW_USERS', 'STORE_USERS']))).statusCode).toBe(403);
    expect((await inviteAgain(id, await signInAs(['VIEW_USERS', 'UPDATE_USERS']))).statusCode).toBe(403);
    const reader = await signInAs(['VIEW_USERS', 'UPDATE_USERS']);
    expect((await server.call(reader, 'POST', '/api/users/invite', {})).statusCode).toBe(403);
  });

  test('is rejected without a mail server', async () => {
    const other = await createTestServer();
    const codes = ['STORE_USERS'];
    const role_group_id = await other.createRoleGroup('group', codes);
    const { access_token } = await other.signIn(await other.createUser({ role_group_id }));
    const body = { name: 'Dewi', username: 'dewi.a', email: 'dewi.a@example.test', role_group_id };
    const response = await other.call(access_token, 'POST', '/api/users/invite', body);
    await other.close();
    expect([response.statusCode, response.json().message]).toEqual([409, expect.stringContaining('Set a password')]);
  });
});
