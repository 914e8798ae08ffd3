import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { demoAccounts } from '@innkeeper/demo/accounts';
import { APP_COMMAND } from '../../scripts/app-command.mjs';

export interface App {
  readonly address: string;
  readonly pid: number;
  /** Milliseconds from the start of the process to the log line that reports it ready. */
  readonly startupMs: number;
  /** Megabytes of memory that the process currently uses. */
  memory(): number;
  stop(): Promise<void>;
}

/**
 * Starts the server as `npm start` does: as a process of its own, configured by environment variables, on a free port.
 *
 * @param folder the program's; by default this one
 */
export async function startApp(environment: Readonly<Record<string, string>>, folder?: string): Promise<App> {
  const startedAt = performance.now();
  const args =
    folder === undefined ? APP_COMMAND.args : [...APP_COMMAND.args.slice(0, -1), join(folder, 'api', 'src', 'main.ts')];
  const child = spawn(process.execPath, args, {
    env: { ...APP_COMMAND.env, PATH: process.env['PATH'], HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const address = await readAddress(child);
  const startupMs = performance.now() - startedAt;
  return {
    address,
    pid: child.pid ?? 0,
    startupMs,
    memory: () => residentMegabytes(child.pid ?? 0),
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

async function readAddress(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The output is piped');
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /ready at (http:\S+)/.exec(line)?.[1];
    if (!address) continue;
    child.stdout.resume();
    return address;
  }
  throw new Error('The program ended before it was ready');
}

function residentMegabytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kilobytes) / 1024;
}

/** The result of some work, and the peak of the server's memory meanwhile above that before it, in megabytes. */
export async function measurePeakMemory<T>(app: App, work: () => Promise<T>): Promise<T & { peakIncrease: number }> {
  const idleMemory = app.memory();
  let peakMemory = idleMemory;
  const timer = setInterval(() => (peakMemory = Math.max(peakMemory, app.memory())), SAMPLE_INTERVAL_MS);
  const result = await work().finally(() => clearInterval(timer));
  return { ...result, peakIncrease: peakMemory - idleMemory };
}
const SAMPLE_INTERVAL_MS = 50;

const USERS = {
  admin: (demoAccount: (typeof demoAccounts)[number]) => demoAccount.access_level === 'group',
  reporting: (demoAccount: (typeof demoAccounts)[number]) => demoAccount.username === 'bimo.sasongko',
  property: (demoAccount: (typeof demoAccounts)[number]) => demoAccount.access_level === 'property',
} as const;

/** Signs in as a user of the demonstration and returns the access token, good for 15 minutes. */
export function signIn(address: string, user: keyof typeof USERS): Promise<string> {
  const account = demoAccounts.find(USERS[user]);
  if (!account) throw new Error(`The demonstration has no user ${user}`);
  return signInAs(address, account);
}

/** Signs in as any user and returns the access token. */
export async function signInAs(
  address: string,
  { username, password }: Pick<(typeof demoAccounts)[number], 'username' | 'password'>,
): Promise<string> {
  const response = await fetch(`${address}/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'password',
      client_id: '1',
      username,
      password,
    }),
  });
  const body: unknown = await response.json();
  if (!response.ok || typeof body !== 'object' || body === null || !('access_token' in body)) {
    throw new Error(`${username} cannot sign in: ${JSON.stringify(body)}`);
  }
  return String(body.access_token);
}

/** A rate limit, in calls per minute, that never delays a benchmark. */
const UNLIMITED_CALLS = 1_000_000;

/** Creates an integration for a hotel, and returns its access token. */
export async function createIntegration(address: string, hotelId: number): Promise<string> {
  const token = await signIn(address, 'admin');
  const response = await fetch(`${address}/api/integration`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ hotel_id: hotelId, name: 'Bench', is_active: 1, calls_per_minute: UNLIMITED_CALLS }),
  });
  const body = await response.text();
  if (response.status !== 201) throw new Error(`An integration cannot be created: ${response.status} ${body}`);
  const { data } = JSON.parse(body) as { data: { access_token: string } }; // the documented response
  return data.access_token;
}
