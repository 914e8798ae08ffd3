import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { signInToDemo } from './demo-session.ts';
import { startServer, spawnProgram } from './process.ts';
import { caseShare } from '../case-share.ts';

const MEMBERS = 100;
/** Milliseconds after the process starts: during initdb, migrations and seeding. */
const KILL_DELAYS = caseShare([150, 400, 500, 600, 700, 900, 1400, 2000, 2700]);

let dataDir: string;
beforeEach(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-killed-'))));
afterEach(() => rm(dataDir, { recursive: true, force: true }));

const createEnvironment = () => ({ DATA_DIR: dataDir, PORT: '0', DEMO_MEMBERS: String(MEMBERS) });
const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The first line of a running PostgreSQL's PID file; undefined if none runs. */
async function readDatabasePid(): Promise<number | undefined> {
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
  for (const [n, moment] of KILL_DELAYS.entries()) {
    const child = await spawnProgram('main', createEnvironment());
    const exit = once(child, 'exit');
    await delay(moment);
    const database = await readDatabasePid();
    child.kill('SIGKILL');
    // Every second case simulates a power cut: the database is killed too.
    if (n % 2 === 1 && database !== undefined && isRunning(database)) process.kill(database, 'SIGKILL');
    // The process ended by our signal, not because of remains of an earlier start.
    expect(await exit).toEqual([null, 'SIGKILL']);
  }
  const server = await startServer('main', createEnvironment());
  const request = await signInToDemo(server.address);
  // The demonstration data is complete and was created once.
  const deleteReply = await request('GET', '/api/member?deleted=1&per_page=1');
  expect(deleteReply.headers.get('x-total-count')).toBe(String(MEMBERS));
  const writtenReply = await request('POST', '/api/type_input', { name: 'After', code: 'after' });
  expect(writtenReply.status).toBe(201);

  // Simulates a power cut of the running program, after an acknowledged write.
  const database = await readDatabasePid();
  await server.kill();
  if (database !== undefined) process.kill(database, 'SIGKILL');
  const restarted = await startServer('main', createEnvironment());
  const session = await signInToDemo(restarted.address);
  const storedReply = await session('GET', '/api/type_input?filter[code][exact]=after');
  expect([storedReply.status, storedReply.headers.get('x-total-count')]).toEqual([200, '1']);
  await restarted.stop();
});

test('a stop requested during startup ends it with status 0, and leaves no database running', async () => {
  const child = await spawnProgram('main', createEnvironment());
  const exit = once(child, 'exit');
  while ((await readDatabasePid()) === undefined) await delay(20);
  const database = (await readDatabasePid()) ?? 0;
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
  expect(isRunning(database)).toBe(false);
});
