import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, readdir, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { BackupError } from '@innkeeper/db';
import type { Store } from '../platform/files/store.ts';

/*
 * A bucket with the same files as the folder of backups, under their paths. They never change once they have their name,
 * so a name that the bucket has is complete. See
 * docs/decisions/0120-back-up-the-embedded-database-without-an-archive-command.md.
 */

/** The file with the random name of the database whose backups a folder has. */
const ID_FILE = 'innkeeper-backup';
/** Without this file a base backup does not exist, so it is written last and removed first. */
const MANIFEST = /\/backup\.json$/;
const PARTIAL_SUFFIX = '.part';
/** Larger files are streamed. */
const SMALL_FILE_BYTES = 1 << 22;
/** A data directory has thousands of small files. */
const CONCURRENCY = 8;

export interface MirrorResult {
  readonly uploaded: number;
  readonly removed: number;
}

/**
 * Uploads the files of the folder that the bucket does not have, and removes those that the folder no longer has.
 *
 * @throws BackupError if the bucket has other files, or the backups of another database
 */
export async function mirrorBackups(folder: string, store: Store, signal: AbortSignal): Promise<MirrorResult> {
  const present = await listNames(store);
  await assertSameBackups(folder, store, present);
  const names = await listFiles(folder);
  const isManifest = (name: string): boolean => MANIFEST.test(name);
  const missing = [...names].filter((name) => !present.has(name));
  const obsolete = [...present].filter((name) => !names.has(name));
  const upload = (name: string) => uploadFile(folder, name, store);
  const remove = (name: string) => store.remove(name);
  await forEach(
    missing.filter((name) => !isManifest(name)),
    upload,
    signal,
  );
  await forEach(missing.filter(isManifest), upload, signal);
  await forEach(obsolete.filter(isManifest), remove, signal);
  await forEach(
    obsolete.filter((name) => !isManifest(name)),
    remove,
    signal,
  );
  return { uploaded: missing.length, removed: obsolete.length };
}

/**
 * Downloads the backups of a bucket into a new folder, from which they can be restored. Returns the number of files.
 *
 * @throws BackupError if the bucket has no backups, or the folder has files
 */
export async function fetchBackups(store: Store, folder: string): Promise<number> {
  const names = await listNames(store);
  if (!names.has(ID_FILE)) throw new BackupError('The bucket has no backups of Innkeeper');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0)
    throw new BackupError(`${folder}: backups are fetched into an empty or a new folder only`);
  await forEach([...names], async (name) => {
    const file = await store.open(name);
    if (!file) throw new BackupError(`${name}: this file was removed meanwhile; fetch the backups again`);
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    await pipeline(file.content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
  });
  return names.size;
}

async function listNames(store: Store): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const { name } of store.list()) names.add(name);
  return names;
}

/** The paths of the complete files below a folder, with slashes. */
async function listFiles(folder: string): Promise<Set<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile() && !entry.name.endsWith(PARTIAL_SUFFIX))
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll(sep, '/')),
  );
}

async function assertSameBackups(folder: string, store: Store, present: ReadonlySet<string>): Promise<void> {
  if (present.size === 0) return;
  const file = await store.open(ID_FILE);
  if (!file) throw new BackupError('BACKUP_S3_URL: this bucket has other files; name an empty one');
  if ((await text(file.content)) !== (await readFile(join(folder, ID_FILE), 'utf8')))
    throw new BackupError('BACKUP_S3_URL: this bucket has the backups of another database; name an empty one');
}

/** A file that was removed meanwhile is omitted: a backup by hand removes old ones. */
async function uploadFile(folder: string, name: string, store: Store): Promise<void> {
  const path = join(folder, name);
  try {
    const { size } = await stat(path);
    if (size <= SMALL_FILE_BYTES) await store.write(name, await readFile(path));
    else await store.writeFrom(name, createReadStream(path));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
  }
}

/** Runs work for each name, several at a time. */
async function forEach(
  names: readonly string[],
  work: (name: string) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const queue = names.values();
  const run = async (): Promise<void> => {
    for (const name of queue) {
      signal?.throwIfAborted();
      await work(name);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, run));
}
