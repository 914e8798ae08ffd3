import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signInToDemo } from './demo-session.ts';
import { serve, spawnProgram } from './process.ts';
import { caseShare } from '../case-share.ts';

const MEMBERS = 100;
/** Milliseconds after the process starts: during initdb, migrations and seeding. */
const MOMENTS = caseShare([150, 400, 500, 600, 700, 900, 1400, 2000, 2700]);

let dataDir: string;
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-killed-'))));
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const environment = () => ({ DATA_DIR: dataDir, PORT: '0', DEMO_MEMBERS: String(MEMBERS) });
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The first line of a running PostgreSQL's PID file; undefined if none runs. */
async function databasePid(): Promise<number | undefined> {
  const [pid] = (await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  return pid ? Number(pid) : undefined;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a first start killed at any moment, alone or with its database, is completed by the next one', async () => {
  for (const [n, moment] of MOMENTS.entries()) {
    const child = await spawnProgram('main', environment());
    const ended = once(child, 'exit');
    await wait(moment);
    const database = await databasePid();
    child.kill('SIGKILL');
    // Every other time, simulate a power cut: the database is killed too.
    if (n % 2 === 1 && database !== undefined && isRunning(database)) process.kill(database, 'SIGKILL');
    // Our signal ended it, not the leftovers of an earlier start.
    expect(await ended).toEqual([null, 'SIGKILL']);
  }
  const server = await serve('main', environment());
  const request = await signInToDemo(server.address);
  // The demonstration data is complete and was created once.
  const deleted = await request('GET', '/api/member?deleted=1&per_page=1');
  expect(deleted.headers.get('x-total-count')).toBe(String(MEMBERS));
  const written = await request('POST', '/api/type_input', { name: 'After', code: 'after' });
  expect(written.status).toBe(201);

  // Cut the power of the running program too, after an acknowledged write.
  const database = await databasePid();
  await server.kill();
  if (database !== undefined) process.kill(database, 'SIGKILL');
  const again = await serve('main', environment());
  const session = await signInToDemo(again.address);
  const stored = await session('GET', '/api/type_input?filter[code][exact]=after');
  expect([stored.status, stored.headers.get('x-total-count')]).toEqual([200, '1']);
  await again.stop();
});

test('a stop requested during startup ends it with status 0, and leaves no database running', async () => {
  const child = await spawnProgram('main', environment());
  const ended = once(child, 'exit');
  while ((await databasePid()) === undefined) await wait(20);
  const database = (await databasePid()) ?? 0;
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  expect(isRunning(database)).toBe(false);
});
