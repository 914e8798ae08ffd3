import { type ImportCheck } from '@innkeeper/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { expectInvalid } from '../../testing/expectations.ts';
import { quickHash } from '../../testing/quick-hash.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { SECRETS_MAX } from './import-secrets.ts';
import { csvFile, upload } from './test-tables.ts';

let hashed: string[] = [];
let atOnce = 0;
let most = 0;
/** Transactions that were open while something was hashed. */
let open = 0;
const { app, db } = await startTestApp({
  hashSecret: async (secret) => {
    most = Math.max(most, (atOnce += 1));
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`.execute(
      db.kysely,
    );
    open += Number(rows[0]?.n);
    hashed.push(secret);
    atOnce -= 1;
    return quickHash(secret);
  },
});
const admin = await createUser(db, { level: 'group' });
beforeEach(() => {
  hashed = [];
  [most, open] = [0, 0];
});

const HEADINGS = ['name', 'username', 'email', 'password', 'role_group_id'];
const SECRET = 'quiet lagoon quartz 7';
const file = (count: number, prefix: string) =>
  csvFile([
    HEADINGS,
    ...Array.from({ length: count }, (_, n) => [
      `${prefix} ${n}`,
      `${prefix}.user${n}`,
      `${prefix}${n}@staff.test`,
      SECRET,
      admin.roleGroupId,
    ]),
  ]);

test('the passwords of a file are hashed before anything is locked, two at once, each by itself', async () => {
  const done = await upload(app, admin.token, 'users', file(20, 'before'));
  expect(done.status, done.text).toBe(201);
  expect([hashed.length, most, open]).toEqual([20, 2, 0]);
  const { rows } = await sql<{ n: number }>`
    select count(distinct password) as n from users where username like 'before.%'`.execute(db.kysely);
  expect(Number(rows[0]?.n)).toBe(20);
});

test('a file that is only tried has no password hashed', async () => {
  const { body } = await upload<{ data: ImportCheck }>(app, admin.token, 'users', file(3, 'tried'), { dry_run: '1' });
  expect(body.data).toMatchObject({ created: 3, refused: 0 });
  expect(hashed).toEqual([]);
});

test('a file of more passwords than are taken is refused in words, and none is hashed', async () => {
  const reply = await upload(app, admin.token, 'users', file(SECRETS_MAX + 1, 'many'));
  const { errors } = expectInvalid(reply, `row ${SECRETS_MAX + 2}: password`);
  expect(Object.values(errors ?? {}).flat()).toEqual([`At most ${SECRETS_MAX} passwords in one file.`]);
  expect(hashed).toEqual([]);
});
