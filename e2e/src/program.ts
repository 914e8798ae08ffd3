import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTestDatabase, startTestServer } from '@innkeeper/db/testing';
import { slowDown } from './slow-answers.ts';

const MAIN = join(import.meta.dirname, '../../api/src/main.ts');

export interface Program {
  readonly url: string;
  /** The folder of its files, the captured mails among them. */
  readonly dataDir: string;
  readonly stop: () => Promise<void>;
}

/** Starts the program as people do, with these variables: a process of its own over a database of its own, on a free port. */
export async function runProgram(variables: Readonly<Record<string, string>>): Promise<Program> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-e2e-'));
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url: await readAddress(child.stdout),
    dataDir,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * The program once for the whole run, with a small demonstration programme. Its address goes to the tests as BASE_URL, its folder
 * as PROGRAM_DATA. SLOW_ANSWERS holds its answers back by up to so many milliseconds. Returns a function that stops it.
 */
// Playwright takes the default export of a global setup.
// oxlint-disable-next-line import/no-default-export
export default async function startProgram(): Promise<() => Promise<void>> {
  const stopServer = await startTestServer();
  const { url, dataDir, stop } = await runProgram({ DEMO: '1', DEMO_MEMBERS: '300' });
  const most = Number(process.env.SLOW_ANSWERS ?? 0);
  const front = most > 0 ? await slowDown(url, most) : { url, stop: () => {} };
  process.env.BASE_URL = front.url;
  process.env.PROGRAM_DATA = dataDir;
  return async () => {
    front.stop();
    await stop();
    await stopServer();
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
