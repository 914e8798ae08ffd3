import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTestDatabase, startTestServer } from '@innkeeper/db/testing';

const MAIN = join(import.meta.dirname, '../../api/src/main.ts');

/**
 * The program as people start it, once for the whole run: a process of its own over a database of its own with a small
 * demonstration programme. Its address goes to the tests as BASE_URL. Returns what stops it.
 */
// Playwright takes the default export of a global setup.
// oxlint-disable-next-line import/no-default-export
export default async function startProgram(): Promise<() => Promise<void>> {
  const stopServer = await startTestServer();
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-e2e-'));
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir, DEMO: '1', DEMO_MEMBERS: '300', PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  process.env.BASE_URL = await readAddress(child.stdout);
  return async () => {
    child.kill('SIGTERM');
    await ended;
    await stopServer();
    await rm(dataDir, { recursive: true, force: true });
  };
}

/** The address in the line that the program prints when it is ready. */
async function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const address = /ready at (http:\S+)/.exec(line)?.[1];
    if (address) {
      output.resume();
      return address;
    }
  }
  throw new Error('The program ended before it was ready');
}
