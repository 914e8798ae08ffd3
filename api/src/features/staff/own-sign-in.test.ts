import { type ImportCheck, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { csvFile, upload } from '../../engine/import-export/table-helpers.ts';
import { call } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { TEST_PASSWORD, createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** One's own email and password can be changed only with the current password, by whichever call. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const post = (path: string, body: object, token = admin.token) =>
  call(app, token, 'POST', `/api/users/${path}`, { body });

const rowOf = async (id: number) => {
  const { rows } = await sql<{ email: string; password: string }>`
    select email, password from users where id = ${id}`.execute(db.kysely);
  return rows[0] ?? { email: '', password: '' };
};
const PASSWORD = 'eleven quiet herons';

test.each([
  ['email', 'mine.elsewhere@staff.test'],
  ['password', PASSWORD],
])('an update of one’s own %s is rejected, and the error says where to change it', async (field, value) => {
  const before = await rowOf(admin.id);
  const { errors } = expectInvalid(await post(String(admin.id), { [field]: value }), field);
  expect(errors?.[field]).toEqual([expect.stringContaining('in your profile')]);
  expect(await rowOf(admin.id)).toEqual(before);
});

test('an update of one’s own other fields succeeds if the email is sent unchanged', async () => {
  const { email } = await rowOf(admin.id);
  expect((await post(String(admin.id), { name: 'Ratna K.', email })).status).toBe(200);
});

test('an update of the same fields of other users succeeds', async () => {
  const { id } = await inputs.create(resources.users);
  expect((await post(String(id), { email: 'theirs.elsewhere@staff.test', password: PASSWORD })).status).toBe(200);
});

test('an import that changes one’s own email is rejected, also in a dry run', async () => {
  const before = await rowOf(admin.id);
  const file = csvFile([
    ['id', 'email'],
    [admin.id, 'mine.by.file@staff.test'],
  ]);
  const dryRunReply = await upload<{ data: ImportCheck }>(app, admin.token, 'users', file, { dry_run: '1' });
  expect(dryRunReply.body.data).toMatchObject({
    rejected: 1,
    errors: [{ errors: { email: [expect.stringContaining('in your profile')] } }],
  });
  expect((await upload(app, admin.token, 'users', file)).status).toBe(422);
  expect(await rowOf(admin.id)).toEqual(before);
});

test('undoing a change of one’s own profile does not restore a former email', async () => {
  const colleague = await createUser(db, { level: 'group' });
  const body = { email: 'colleague.now@staff.test', current_password: TEST_PASSWORD };
  const changeReply = await call(app, colleague.token, 'POST', '/api/user/profile', { body });
  expect(changeReply.status, changeReply.text).toBe(200);
  const after = await rowOf(colleague.id);
  expect(after.email).toBe('colleague.now@staff.test');
  const undoReply = await post(
    'undoBulk',
    { request_id: String(changeReply.headers['x-request-id']) },
    colleague.token,
  );
  expectInvalid(undoReply, 'email', 'ids');
  expect(await rowOf(colleague.id)).toEqual(after);
});
