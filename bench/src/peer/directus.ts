import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../../../scripts/plain-server.mjs';
import { ROOT, run } from '../../../scripts/prepare.mjs';
import { PEER_TABLES } from './tables.ts';
import { unsearchedColumns } from './copy-tables.ts';

/**
 * The last version without a licence server: from 12 on the free tier requires telemetry, which a benchmark on somebody
 * else's machine must not send.
 */
export const DIRECTUS_VERSION = '11.17.4';

/** Outside the workspaces, so that neither package.json nor the lock file knows of it. Installed once. */
const FOLDER = join(ROOT, '.cache', `directus-${DIRECTUS_VERSION}`);
const INSTALLED_STAMP_FILE = join(FOLDER, 'installed');
/** Its command without the check for updates. */
const COMMAND_FILE = join(FOLDER, 'node_modules', '@directus', 'api', 'dist', 'cli', 'run.js');

/**
 * Of its packages only the sandbox of extensions has no binary in the registry, and there are no extensions here: an
 * empty module replaces it, so that nothing has to be compiled.
 */
const SANDBOX_PACKAGE = 'isolated-vm';

const USER = { email: 'bench@example.com', password: 'bench-of-one-machine' };

/** Installs Directus into its folder, unless it is there. */
export async function installDirectus(): Promise<void> {
  if (existsSync(INSTALLED_STAMP_FILE)) return;
  console.log(`  Installing Directus ${DIRECTUS_VERSION} into ${FOLDER} …`);
  rmSync(FOLDER, { recursive: true, force: true });
  const sandboxFolder = join(FOLDER, 'no-sandbox');
  mkdirSync(sandboxFolder, { recursive: true });
  writeFileSync(join(sandboxFolder, 'package.json'), JSON.stringify({ name: SANDBOX_PACKAGE, version: '5.0.3' }));
  writeFileSync(join(sandboxFolder, 'index.js'), 'module.exports = {};\n');
  const project = {
    private: true,
    dependencies: { directus: DIRECTUS_VERSION },
    overrides: { [SANDBOX_PACKAGE]: 'file:./no-sandbox' },
  };
  writeFileSync(join(FOLDER, 'package.json'), JSON.stringify(project));
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  const status = await run('npm', args, { cwd: FOLDER });
  if (status !== 0 || !existsSync(COMMAND_FILE)) throw new Error('Directus could not be installed; npm says why above');
  writeFileSync(INSTALLED_STAMP_FILE, DIRECTUS_VERSION);
}

/** Settings of all its processes: production, its pool as large as Innkeeper's, and nothing sent to anybody. */
const createEnvironment = (url: string): Readonly<Record<string, string | undefined>> => ({
  PATH: process.env['PATH'],
  HOME: FOLDER,
  NODE_ENV: 'production',
  TELEMETRY: 'false',
  LOG_LEVEL: 'warn',
  SECRET: 'a secret of a server that lives for one benchmark',
  ADMIN_EMAIL: USER.email,
  ADMIN_PASSWORD: USER.password,
  ACCESS_TOKEN_TTL: '1d',
  DB_CLIENT: 'pg',
  DB_CONNECTION_STRING: url,
  DB_POOL__MIN: '10',
  DB_POOL__MAX: '10',
  // It would reject requests under the load of the benchmark.
  PRESSURE_LIMITER_ENABLED: 'false',
});

/** Creates its own tables and its administrator in an empty database. */
export async function bootstrapDirectus(url: string): Promise<void> {
  const status = await run(process.execPath, [COMMAND_FILE, 'bootstrap'], {
    cwd: FOLDER,
    env: createEnvironment(url),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`Directus could not create its tables: status ${status}`);
}

export interface Directus {
  readonly address: string;
  readonly pid: number;
  readonly token: string;
}

/** Runs work with one process of Directus on its database. */
export async function withDirectus<T>(
  url: string,
  { isCached }: { readonly isCached: boolean },
  work: (directus: Directus) => Promise<T>,
): Promise<T> {
  const port = String(await findFreePort());
  const address = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [COMMAND_FILE, 'start'], {
    cwd: FOLDER,
    env: {
      ...createEnvironment(url),
      HOST: '127.0.0.1',
      PORT: port,
      PUBLIC_URL: address,
      // A cache that is not purged would serve old rows after a write.
      ...(isCached && { CACHE_ENABLED: 'true', CACHE_STORE: 'memory', CACHE_AUTO_PURGE: 'true' }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    await waitUntilReady(child, address);
    const token = await signIn(address);
    return await work({ address, pid: child.pid ?? 0, token });
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
}

const START_TIMEOUT_MS = 120_000;

async function waitUntilReady(child: ChildProcess, address: string): Promise<void> {
  for (const end = Date.now() + START_TIMEOUT_MS; ; await delay(200)) {
    const response = await fetch(`${address}/server/ping`).catch(() => undefined);
    if (response?.ok) return;
    if (child.exitCode !== null || Date.now() > end) throw new Error('Directus does not start; it says why above');
  }
}

async function signIn(address: string): Promise<string> {
  const { data } = await send(address, undefined, 'POST', '/auth/login', { ...USER, mode: 'json' });
  return String(data?.['access_token']);
}

/** Lets Directus know the tables, and which texts its search skips. */
export async function registerTables({ address, token }: Directus): Promise<void> {
  for (const table of PEER_TABLES) {
    await send(address, token, 'PATCH', `/collections/${table}`, { meta: {} });
    for (const column of unsearchedColumns(table))
      await send(address, token, 'PATCH', `/fields/${table}/${column}`, { meta: { searchable: false } });
  }
}

async function send(
  address: string,
  token: string | undefined,
  method: string,
  path: string,
  body: unknown,
): Promise<{ readonly data?: Readonly<Record<string, unknown>> }> {
  const response = await fetch(address + path, {
    method,
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`Directus: ${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}
