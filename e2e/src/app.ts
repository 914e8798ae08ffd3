import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createTestDatabase, startTestServer } from '@innkeeper/db/testing';
import { startDelayProxy } from './delay-proxy.ts';

const MAIN = join(import.meta.dirname, '../../api/src/main.ts');

export interface App {
  readonly url: string;
  /** The data folder, including the captured mails. */
  readonly dataDir: string;
  readonly stop: () => Promise<void>;
}

/**
 * Starts the server as operators do, with these environment variables: as a separate process with its own database, on
 * a free port.
 */
export async function startApp(variables: Readonly<Record<string, string>>): Promise<App> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'innkeeper-e2e-'));
  const child = spawn(process.execPath, [MAIN], {
    env: { ...process.env, DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return {
    url: await readAddress(child.stdout),
    dataDir,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Starts one server for the whole run, with a demonstration programme of 300 members. Sets BASE_URL to its address and
 * APP_DATA_DIR to its data folder. SLOW_ANSWERS delays its responses by up to that many milliseconds.
 *
 * @returns a function that stops the server
 */
// Playwright takes the default export of a global setup.
// oxlint-disable-next-line import/no-default-export
export default async function startSharedApp(): Promise<() => Promise<void>> {
  const stopServer = await startTestServer();
  const { url, dataDir, stop } = await startApp({ DEMO: '1', DEMO_MEMBERS: '300' });
  const maxDelayMs = Number(process.env.SLOW_ANSWERS ?? 0);
  const publicServer = maxDelayMs > 0 ? await startDelayProxy(url, maxDelayMs) : { url, stop: () => {} };
  process.env.BASE_URL = publicServer.url;
  process.env.APP_DATA_DIR = dataDir;
  return async () => {
    publicServer.stop();
    await stop();
    await stopServer();
  };
}

/** Reads the address from the line that the server prints once it is ready. */
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
