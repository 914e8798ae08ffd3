import { describe, expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { call } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { TEST_PASSWORD, type TestUser, createUser } from '../../testing/user.ts';

/** History, approvals and the audit log show users by name, so nobody may take the name of another user. */

const { app, db } = await startTestApp();
const admin = await createUser(db, { level: 'group' });
const send = (user: TestUser, path: string, body: object = {}) =>
  call<{ data: { id: number } }>(app, user.token, 'POST', `/api/${path}`, { body });
let serial = 0;
const userInput = (name: string) => {
  const username = `named.${(serial += 1)}`;
  const email = `${username}@innkeeper.test`;
  return { name, username, email, password: TEST_PASSWORD, role_group_id: admin.roleGroupId };
};

describe('the name of another user', () => {
  test.each([
    ['unchanged', 'Oscar Biltmore 10'],
    ['in another case', 'oscar BILTMORE 10'],
    ['with other blanks', ' Oscar  Biltmore10'],
    ['with invisible characters', 'Oscar\u200b Biltmore\u2060 10'],
    ['with letters of other alphabets', 'Оѕсar Вiltмοre 10'],
    ['with accents and full-width letters', 'Óscar Ｂiltmore 10'],
    ['with digits in place of letters', '0scar Bi1tmore lO'],
  ])('is rejected %s, at every entry point', async (_title, name) => {
    await db.kysely.updateTable('users').set({ name: 'Oscar Biltmore 10' }).where('id', '=', admin.id).execute();
    const user = await createUser(db, { level: 'group' });
    expectInvalid(await send(admin, 'users', userInput(name)), 'name');
    expectInvalid(await send(admin, `users/${user.id}`, { name }), 'name');
    expectInvalid(await send(user, 'user/profile', { name }), 'name');
    const { role_group_id: _, ...applicant } = userInput(name);
    const registration = { ...applicant, password_confirmation: applicant.password };
    const registrationReply = await app.inject({ method: 'POST', url: '/auth/register', payload: registration });
    expect([registrationReply.statusCode, Object.keys(registrationReply.json().errors ?? {})]).toEqual([422, ['name']]);
    const row = userInput(name);
    const file = csvFile([Object.keys(row), Object.values(row).map(String)]);
    const dryRunReply = await upload<{ data?: { rejected: number } }>(app, admin.token, 'users', file, {
      dry_run: '1',
    });
    expect(dryRunReply.body.data?.rejected, dryRunReply.text).toBe(1);
    expect((await upload(app, admin.token, 'users', file, { dry_run: '0' })).status).toBe(422);
  });

  test('is available while its user is deleted, who then needs another name to be restored', async () => {
    const name = 'Rahel Adiputra';
    const first = (await send(admin, 'users', userInput(name))).body.data.id;
    expect((await call(app, admin.token, 'DELETE', `/api/users/${first}`)).status).toBe(200);
    expect((await send(admin, 'users', userInput(name))).status).toBe(201);
    for (const path of [`users/${first}/restore`, 'users/restoreBulk']) {
      const reply = await send(admin, path, path.endsWith('Bulk') ? { ids: [first] } : {});
      expect([409, 422], reply.text).toContain(reply.status);
    }
  });

  test('remains allowed for users who already had it, even in another case', async () => {
    const name = 'Bagus Wirawan';
    const { id } = (await send(admin, 'users', userInput(name))).body.data;
    expect((await send(admin, `users/${id}`, { name: 'BAGUS Wirawan' })).status).toBe(200);
    expectInvalid(await send(admin, 'users/updateBulk', { ids: [id], set: { name: 'Many' } }), 'name');
  });
});
