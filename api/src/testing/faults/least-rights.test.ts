import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase, startEmbeddedPostgres } from '@innkeeper/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInToDemo } from './demo-session.ts';
import { startServer } from './process.ts';

let folder: string;
let dataDir: string;
let server: Awaited<ReturnType<typeof startEmbeddedPostgres>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'innkeeper-rights-'));
  dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-files-'));
  server = await startEmbeddedPostgres({ dataDir: folder, settings: { fsync: 'off' } });
});
afterAll(async () => {
  await server.stop();
  for (const dir of [folder, dataDir]) await rm(dir, { recursive: true, force: true });
});

/** Runs statements as the operator of the database server, who alone may revoke rights. */
async function runAsSuperuser(...statements: readonly string[]): Promise<void> {
  const url = new URL(server.url);
  url.username = 'postgres';
  const db = openDatabase({ url: url.href, connections: 1 });
  for (const sql of statements) await db.read({ sql, parameters: [] });
  await db.close();
}

test('a role that owns its database and has no other rights is enough to start and run', async () => {
  await runAsSuperuser(
    'alter role innkeeper nosuperuser nocreatedb nocreaterole noreplication',
    'revoke all on database innkeeper, postgres from public',
    'revoke all on schema public from public',
  );
  const program = await startServer('main', {
    DATABASE_URL: server.url,
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: '1',
    DEMO_MEMBERS: '10',
  });
  const request = await signInToDemo(program.address);
  expect((await request('POST', '/api/type_input', { name: 'Stamp', code: 'stamp' })).status).toBe(201);
  expect((await request('GET', '/api/member')).status).toBe(200);
  await program.stop();
});
