import type { ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Binaries } from './binaries.ts';
import type { Launch, ServerUser } from './server-user.ts';
import { DatabaseStartError } from './start-error.ts';

/** The major version of the programs that we bring. */
const MAJOR = '18';

/** The superuser who makes the application's own user and database, and does nothing else. */
export const SUPERUSER = 'postgres';
/** The name of the application's user, without any special right, and of the database that belongs to it. */
export const APPLICATION = 'innkeeper';

/** Follows the name of a cluster that is still being made; something of its own follows this. */
const INCOMPLETE = '.incomplete-';

/** PostgreSQL's environment: none of the caller's PG… variables, messages in English, since we read them. */
export function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

interface ClusterOptions {
  readonly binaries: Binaries;
  readonly launch: Launch;
  readonly user: ServerUser;
  readonly log: (line: string) => void;
  /** Whether the new cluster must survive a loss of power. */
  readonly durable: boolean;
}

/**
 * Makes the cluster where there is none. It is made aside and takes its name when it is complete, so an interrupted first
 * run leaves nothing that a second could mistake for a database. An existing cluster is never changed or removed.
 */
export async function ensureCluster(cluster: string, options: ClusterOptions): Promise<void> {
  const { binaries, launch, user, log, durable } = options;
  if (existsSync(cluster)) return checkCluster(cluster);
  log('Creating the database');
  await removeIncomplete(cluster);
  const aside = await mkdtemp(`${cluster}${INCOMPLETE}`);
  if (user.ids) await chown(aside, user.ids.uid, user.ids.gid);
  // The builtin C.UTF-8 orders by code point, the same on every machine and for good, so no index ever needs rebuilding.
  const child = launch(
    binaries.initdb,
    [
      `--pgdata=${aside}`,
      `--username=${SUPERUSER}`,
      '--auth=reject',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--text-search-config=simple',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    { cwd: '/', env: environment(), stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const complaint = await failureOf(child);
  if (complaint !== undefined) {
    await removeIncomplete(cluster);
    throw new DatabaseStartError(
      `${cluster}: the database cannot be created: ${reasonIn(complaint) ?? complaint.trim()}`,
    );
  }
  await rename(aside, cluster);
}

/**
 * Removes the remains of cut-off runs. A run that was killed may have left its initdb behind, which still writes: it ends
 * when its directory has gone, and each attempt has a directory of its own.
 */
async function removeIncomplete(cluster: string): Promise<void> {
  const prefix = `${basename(cluster)}${INCOMPLETE}`;
  const left = (await readdir(dirname(cluster))).filter((name) => name.startsWith(prefix));
  const remove = (name: string) =>
    rm(join(dirname(cluster), name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  await Promise.all(left.map(remove));
}

/** The program's output, when it did not end well. */
async function failureOf(child: ChildProcess): Promise<string | undefined> {
  const ended = new Promise<number | string>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (status, signal) => resolve(status ?? signal ?? 1));
  });
  const [said, status] = await Promise.all([child.stderr ? text(child.stderr) : '', ended]);
  return status === 0 ? undefined : said || `initdb ended with ${status}`;
}

function checkCluster(cluster: string): void {
  const version = readVersion(cluster);
  if (version === undefined) {
    throw new DatabaseStartError(
      `${cluster}: this is not a complete PostgreSQL data directory (PG_VERSION is missing or cannot be read); restore it from a backup, or move it away to begin anew`,
    );
  }
  if (version !== MAJOR) {
    throw new DatabaseStartError(
      `${cluster}: this database was made by PostgreSQL ${version} and Innkeeper brings ${MAJOR}; dump it with the old version, or set DATABASE_URL`,
    );
  }
}

function readVersion(cluster: string): string | undefined {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch {
    return undefined; // absent, unreadable or not a folder: to the reader it is the same
  }
}

/**
 * Writes who may connect: over the socket, any process that the kernel says is of the user that started us, as the two users above.
 * No password exists that could be stolen. Rewritten at every start, since the starting user may change.
 *
 * @returns settings that point there
 */
export async function writeAccess(cluster: string, user: ServerUser): Promise<Record<string, string>> {
  const hba = join(cluster, 'innkeeper_hba.conf');
  const ident = join(cluster, 'innkeeper_ident.conf');
  const names = [SUPERUSER, APPLICATION];
  await writeFile(hba, names.map((name) => `local all ${name} peer map=starter\n`).join(''));
  await writeFile(ident, names.map((name) => `starter "${user.client}" ${name}\n`).join(''));
  if (user.ids) for (const file of [hba, ident]) await chown(file, user.ids.uid, user.ids.gid);
  return { hba_file: hba, ident_file: ident };
}

/** The reason why PostgreSQL gave up, from its output; connections that it refused meanwhile are no reason. */
export function reasonIn(output: string): string | undefined {
  if (/No space left on device|Check free disk space/.test(output))
    return 'the disk is full; free some space and start again';
  const reasons = [
    ...output.matchAll(/(?:FATAL: |PANIC: |initdb: error:) (?!the database system is|role "|database ")(.+)/g),
  ];
  return reasons.at(-1)?.[1];
}
