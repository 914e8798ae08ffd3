import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Binaries } from './binaries.ts';
import type { LaunchProcess, ServerUser } from './server-user.ts';
import { DatabaseStartError } from './start-error.ts';

/** Major version of the bundled programs. */
const MAJOR_VERSION = '18';

/** Superuser, used only to create the application's own user and database. */
export const SUPERUSER = 'postgres';
/** Name of the application's unprivileged user and of the database it owns. */
export const APPLICATION_NAME = 'innkeeper';

/** Suffix of a cluster that is still being created. A random part follows. */
const INCOMPLETE_SUFFIX = '.incomplete-';

/** Environment for PostgreSQL: none of the caller's PG… variables, and messages in English because we parse them. */
export function createEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

interface ClusterOptions {
  readonly binaries: Binaries;
  readonly launch: LaunchProcess;
  readonly user: ServerUser;
  readonly log: (line: string) => void;
  /** Whether the new cluster must survive a loss of power. */
  readonly isDurable: boolean;
}

/**
 * Creates the cluster if there is none. It is built under a temporary name and renamed when complete, so an interrupted
 * first run leaves nothing that could be mistaken for a database. An existing cluster is never changed or removed.
 */
export async function ensureCluster(cluster: string, options: ClusterOptions): Promise<void> {
  const { binaries, launch, user, log, isDurable } = options;
  if (existsSync(cluster)) return checkCluster(cluster);
  log('Creating the database');
  await removeIncomplete(cluster);
  const incompleteDir = await mkdtemp(`${cluster}${INCOMPLETE_SUFFIX}`);
  if (user.ids) await chown(incompleteDir, user.ids.uid, user.ids.gid);
  // The builtin C.UTF-8 sorts by code point, the same on every machine and in every version, so no index ever needs
  // rebuilding.
  const child = launch(
    binaries.initdb,
    [
      `--pgdata=${incompleteDir}`,
      `--username=${SUPERUSER}`,
      '--auth=reject',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--text-search-config=simple',
      '--no-instructions',
      ...(isDurable ? [] : ['--no-sync']),
    ],
    { cwd: '/', env: createEnvironment(), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const initdbOutput = await readFailureOutput(child);
  if (initdbOutput !== undefined) {
    await removeIncomplete(cluster);
    throw new DatabaseStartError(
      `${cluster}: the database cannot be created: ${findFailureReason(initdbOutput) ?? initdbOutput.trim()}`,
    );
  }
  await rename(incompleteDir, cluster);
}

/**
 * Removes the remains of interrupted runs. A killed run may have left an initdb that is still writing: it exits once
 * its directory is gone, and each attempt has its own directory.
 */
async function removeIncomplete(cluster: string): Promise<void> {
  const prefix = `${basename(cluster)}${INCOMPLETE_SUFFIX}`;
  const leftovers = (await readdir(dirname(cluster))).filter((name) => name.startsWith(prefix));
  const remove = (name: string) =>
    rm(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  await Promise.all(leftovers.map(remove));
}

/** Waits for the program. Returns its error output if it failed. */
async function readFailureOutput(child: ChildProcess): Promise<string | undefined> {
  const exitStatus = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve(status ?? signal ?? 1));
  });
  const [errorOutput, status] = await Promise.all([child.stderr ? text(child.stderr) : '', exitStatus]);
  return status === 0 ? undefined : errorOutput || `initdb ended with ${status}`;
}

function checkCluster(cluster: string): void {
  const version = readVersion(cluster);
  if (version === undefined) {
    throw new DatabaseStartError(
      `${cluster}: this is not a complete PostgreSQL data directory (PG_VERSION is missing or cannot be read); restore it from a backup, or move it away to begin anew`,
    );
  }
  if (version !== MAJOR_VERSION) {
    throw new DatabaseStartError(
      `${cluster}: this database was made by PostgreSQL ${version} and Innkeeper brings ${MAJOR_VERSION}; dump it with the old version, or set DATABASE_URL`,
    );
  }
}

function readVersion(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch {
    return undefined; // absent, unreadable or not a folder
  }
}

/**
 * Writes the access rules: processes of the user that started us, as identified by the kernel, may connect over the
 * socket as the two users above. There is no password to steal. Rewritten at every start, since the starting user may
 * change.
 *
 * @returns settings that point to the rules
 */
export async function writeAccessRules(cluster: string, user: ServerUser): Promise<Record<string, string>> {
  const hba = join(cluster, 'innkeeper_hba.conf');
  const ident = join(cluster, 'innkeeper_ident.conf');
  const names = [SUPERUSER, APPLICATION_NAME];
  await writeFile(hba, names.map((name) => `local all ${name} peer map=starter\n`).join(''));
  await writeFile(ident, names.map((name) => `starter "${user.client}" ${name}\n`).join(''));
  if (user.ids) for (const file of [hba, ident]) await chown(file, user.ids.uid, user.ids.gid);
  return { hba_file: hba, ident_file: ident };
}

/** Extracts from PostgreSQL's output the reason why it gave up. Connections rejected in the meantime are ignored. */
export function findFailureReason(output: string): string | undefined {
  if (/No space left on device|Check free disk space/.test(output))
    return 'the disk is full; free some space and start again';
  const reasons = [
    ...output.matchAll(/(?:FATAL: |PANIC: |initdb: error:) (?!the database system is|role "|database ")(.+)/g),
  ];
  return reasons.at(-1)?.[1];
}
