import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Db, openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type TestUser, createUser } from '../user.ts';
import { type RunningServer, startServer } from './process.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let db: Db;
let admin: TestUser;
let dataDir: string;
let picture: Buffer;
beforeAll(async () => {
  database = await createTestDatabase();
  db = openDatabase({ url: database.url });
  admin = await createUser(db, { level: 'group' });
  dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-upload-'));
  picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();
});
afterAll(async () => {
  await db.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const startMain = () =>
  startServer('main', {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DEMO: '0',
    PORT: '0',
    LOG_LEVEL: 'silent',
  });

async function send({ address }: RunningServer, path: string, values: Readonly<Record<string, string>> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.append(name, value);
  form.append('image_url', new Blob([new Uint8Array(picture)]), 'a.png');
  const headers = { authorization: `Bearer ${admin.token}` };
  const reply = await fetch(`${address}/api/mail_template${path}`, { method: 'POST', headers, body: form });
  return { status: reply.status, body: await reply.json() };
}
const filesFolder = () => join(dataDir, 'files');
const listStoredFiles = async (): Promise<string[]> => (await readdir(filesFolder())).sort();
const readStoredNames = async (): Promise<(string | null)[]> =>
  (await db.kysely.selectFrom('mail_template').select('image_url').where('name', 'like', 'Fault%').execute()).map(
    ({ image_url }) => image_url,
  );
/** Pictures of this size are stored in three sizes. */
const sizesOf = (name: string): string[] => [name.replace('.', '-320.'), name.replace('.', '-96.'), name].sort();

test('a process killed between file and row leaves a file without a row, swept a day later', async () => {
  const killed = await startMain();
  const { status, body } = await send(killed, '', { name: 'Fault', is_active: '1' });
  expect(status, JSON.stringify(body)).toBe(201);
  const { id } = (body as { data: { id: number } }).data;
  const [name] = await readStoredNames();
  const before = sizesOf(name ?? '');
  expect(await listStoredFiles()).toEqual(before);

  // Locks the row, so that the write waits after its file is written.
  const holder = await db.pool.connect();
  await holder.query('begin');
  await holder.query('select from mail_template where id = $1 for update', [id]);
  const lostReply = send(killed, `/${id}`).catch((error: unknown) => error);
  await vi.waitFor(async () => expect(await listStoredFiles()).toHaveLength(6), { timeout: 60_000, interval: 20 });
  await killed.kill();
  expect(await lostReply).toBeInstanceOf(Error);
  await holder.query('rollback');
  holder.release();
  expect(await readStoredNames()).toEqual([name]);
  expect((await db.kysely.selectFrom('stored_file').select('name').execute()).map((row) => row.name)).toEqual([name]);

  const longAgo = new Date(Date.now() - 2 * 86_400_000);
  for (const file of await listStoredFiles()) await utimes(join(filesFolder(), file), longAgo, longAgo);
  const nextServer = await startMain();
  await db.pool.query(`select graphile_worker.add_job('sweep_files')`);
  await vi.waitFor(async () => expect(await listStoredFiles()).toEqual(before), { timeout: 60_000, interval: 20 });
  await nextServer.stop();
});

test('a full disk rejects a file with a message, stores nothing of it, and recovers with new space', async () => {
  const server = await startMain();
  const before = await listStoredFiles();
  // The kernel limits the file size: another error than that of a full disk, at the same place.
  const setFileSizeLimit = (bytes: string) =>
    execFileSync('prlimit', ['--pid', String(server.child.pid), `--fsize=${bytes}:`]);
  setFileSizeLimit('100');
  const rejectedReply = await send(server, '', { name: 'Fault two', is_active: '1' });
  expect(rejectedReply).toMatchObject({
    status: 503,
    body: { error: 'unavailable', message: 'No storage space for this file. Try again later.' },
  });
  expect(await listStoredFiles()).toEqual(before);
  expect(await readStoredNames()).toHaveLength(1);
  setFileSizeLimit('unlimited');
  expect((await send(server, '', { name: 'Fault two', is_active: '1' })).status).toBe(201);
  expect(await listStoredFiles()).toHaveLength(6);
  await server.stop();
});
