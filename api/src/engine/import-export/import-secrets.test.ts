import { type ImportCheck } from '@innkeeper/contract';
import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { expectInvalid } from '../../testing/expectations.ts';
import { fastHash } from '../../testing/fast-hash.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { MAX_SECRETS } from './import-secrets.ts';
import { csvFile, upload } from './table-helpers.ts';

let hashed: string[] = [];
let maxConcurrent = 0;
let mostConcurrent = 0;
/** Open transactions while something was hashed. */
let concurrent = 0;
const { app, db } = await startTestApp({
  hashSecret: async (secret) => {
    mostConcurrent = Math.max(mostConcurrent, (maxConcurrent += 1));
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from pg_stat_activity where datname = current_database()
        and state like 'idle in transaction%'`.execute(db.kysely);
    concurrent += Number(rows[0]?.n);
    hashed.push(secret);
    maxConcurrent -= 1;
    return fastHash(secret);
  },
});
const admin = await createUser(db, { level: 'group' });
beforeEach(() => {
  hashed = [];
  [mostConcurrent, concurrent] = [0, 0];
});

const HEADINGS = ['name', 'username', 'email', 'password', 'role_group_id'];
const SECRET = 'quiet lagoon quartz 7';
const createFile = (count: number, prefix: string) =>
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

test('an import hashes passwords before any lock, two at a time, each with its own salt', async () => {
  const importReply = await upload(app, admin.token, 'users', createFile(20, 'before'));
  expect(importReply.status, importReply.text).toBe(201);
  expect([hashed.length, mostConcurrent, concurrent]).toEqual([20, 2, 0]);
  const { rows } = await sql<{ n: number }>`
    select count(distinct password) as n from users where username like 'before.%'`.execute(db.kysely);
  expect(Number(rows[0]?.n)).toBe(20);
});

test('a dry run hashes no passwords', async () => {
  const { body } = await upload<{ data: ImportCheck }>(app, admin.token, 'users', createFile(3, 'tried'), {
    dry_run: '1',
  });
  expect(body.data).toMatchObject({ created: 3, rejected: 0 });
  expect(hashed).toEqual([]);
});

test('an import with too many passwords is rejected, and hashes none', async () => {
  const reply = await upload(app, admin.token, 'users', createFile(MAX_SECRETS + 1, 'many'));
  const { errors } = expectInvalid(reply, `row ${MAX_SECRETS + 2}: password`);
  expect(Object.values(errors ?? {}).flat()).toEqual([`At most ${MAX_SECRETS} passwords per file.`]);
  expect(hashed).toEqual([]);
});
