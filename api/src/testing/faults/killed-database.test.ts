// Core test: an acknowledged write is on the disk.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, migrate, openDatabase, seedReference, startEmbeddedPostgres } from '@innkeeper/db';
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { createServer } from '../../server.ts';
import { createUser } from '../user.ts';

const WRITER_COUNT = 6;
const KILLS = 3;

let dataDir: string;
let postgres: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
let db: Db;
let app: FastifyInstance;
let token: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-faults-'));
  // All settings as in production: an acknowledged write must be on the disk.
  postgres = await startEmbeddedPostgres({ dataDir });
  await migrate(postgres.url);
  db = openDatabase({ url: postgres.url });
  await seedReference(db);
  ({ token } = await createUser(db, { level: 'group' }));
  app = await createServer({
    config: readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' }),
    db,
    outbox: async () => undefined,
  });
});
afterAll(async () => {
  await app.close();
  await db.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const killDatabase = async () => {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
};

const create = (name: string) =>
  app.inject({
    method: 'POST',
    url: '/api/type_input',
    headers: { authorization: `Bearer ${token}` },
    payload: { name, code: name },
  });

test('a repeatedly killed database causes a 503 for a while, and loses no acknowledged write', async () => {
  const createdNames: string[] = [];
  const rejections: { status: number; retryAfter: unknown; error: unknown }[] = [];
  const abortController = new AbortController();
  const writeMembers = async (writer: number) => {
    for (let n = 0; !abortController.signal.aborted; n += 1) {
      const name = `k${writer}-${n}`;
      const reply = await create(name);
      if (reply.statusCode === 201) createdNames.push(name);
      else {
        const { error } = reply.json<{ error: string }>();
        rejections.push({ status: reply.statusCode, retryAfter: reply.headers['retry-after'], error });
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  };
  const writers = Array.from({ length: WRITER_COUNT }, (_, n) => writeMembers(n));
  const waitForMembers = async (count: number) => {
    while (createdNames.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  for (let kill = 0; kill < KILLS; kill += 1) {
    await waitForMembers(createdNames.length + 30);
    await killDatabase();
    const rejectedCount = rejections.length;
    while (rejections.length === rejectedCount) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  // The server recovers without a restart.
  await waitForMembers(createdNames.length + 30);
  abortController.abort();
  await Promise.all(writers);

  expect(
    rejections.every(
      ({ status, retryAfter, error }) => status === 503 && retryAfter !== undefined && error === 'unavailable',
    ),
  ).toBe(true);
  const { rows } = await sql<{ code: string; logged: number }>`
    select t.code, (select count(*) from audit_log o where o.resource = 'type_input' and o.record_id = t.id) as logged
    from type_input t where t.code like 'k%'`.execute(db.kysely);
  expect(rows.map(({ code }) => code)).toEqual(expect.arrayContaining(createdNames));
  expect(rows.every(({ logged }) => logged === 1)).toBe(true);
  const { rows: counts } = await sql<{ stored: number; live: number }>`
    select (select sum(live)::bigint from row_count where resource = 'type_input') as stored, count(*) as live
    from type_input where deleted_at is null`.execute(db.kysely);
  expect(counts[0]?.stored).toBe(counts[0]?.live);
});
