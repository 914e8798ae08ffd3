import { randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip, gunzipSync, gzipSync } from 'node:zlib';

/** A backup or a restore is impossible for a reason that the operator can fix. The message is one line. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/**
 * A folder with the backups of one database. Files get their names when they are complete and never change afterwards,
 * so that any tool can copy the folder elsewhere while backups go on.
 */
export interface BackupFolder {
  readonly path: string;
  /** Random name of the database whose backups these are. */
  readonly id: string;
  /** A folder for each base backup, named for the moment in which it began. */
  readonly bases: string;
  /** The write-ahead log, in compressed files of 16 MB. */
  readonly wal: string;
  /** The uploaded files. */
  readonly uploads: string;
}

/** A complete base backup: the database's files as of a moment, which the log makes consistent. */
export interface BaseBackup {
  readonly path: string;
  readonly manifest: Manifest;
}

export interface Manifest {
  /** From this moment on the base backup can be restored, in ISO 8601. */
  readonly ended_at: string;
  /** Name of the first file of the log that a restore needs. */
  readonly first_wal_file: string;
  readonly directories: readonly string[];
  /** Bytes of each file before compression, by its path in the data directory. */
  readonly files: Readonly<Record<string, number>>;
}

export const COMPRESSED_SUFFIX = '.gz';
const PARTIAL_SUFFIX = '.part';
const MANIFEST_FILE = 'backup.json';
const ID_FILE = 'innkeeper-backup';

const describeFolder = (path: string, id: string): BackupFolder => ({
  path,
  id,
  bases: join(path, 'base'),
  wal: join(path, 'wal'),
  uploads: join(path, 'files'),
});

/** Opens a folder of backups, or makes an empty folder one. */
export async function openBackupFolder(path: string): Promise<BackupFolder> {
  const absolutePath = resolve(path);
  await mkdir(absolutePath, { recursive: true, mode: 0o700 });
  const existing = await readBackupFolder(absolutePath);
  if (existing) return existing;
  const names = (await readdir(absolutePath)).filter((name) => name !== 'lost+found');
  if (names.length > 0)
    throw new BackupError(`${absolutePath}: this folder has other files; name an empty or a new one`);
  const folder = describeFolder(absolutePath, randomBytes(8).toString('hex'));
  for (const part of [folder.bases, folder.wal, folder.uploads]) await mkdir(part, { mode: 0o700 });
  await writeFile(join(absolutePath, ID_FILE), `${folder.id}\n`, { flush: true, mode: 0o600 });
  return folder;
}

/** The folder of backups at a path; undefined if it is not one. */
export async function readBackupFolder(path: string): Promise<BackupFolder | undefined> {
  const absolutePath = resolve(path);
  const id = await undefinedIfMissing(readFile(join(absolutePath, ID_FILE), 'utf8'));
  return id === undefined ? undefined : describeFolder(absolutePath, id.trim());
}

/** The complete base backups, the oldest first. */
export async function listBaseBackups({ bases }: BackupFolder): Promise<BaseBackup[]> {
  const baseBackups: BaseBackup[] = [];
  for (const name of (await readdir(bases)).sort()) {
    const path = join(bases, name);
    const text = await undefinedIfMissing(readFile(join(path, MANIFEST_FILE), 'utf8'));
    if (text !== undefined) baseBackups.push({ path, manifest: JSON.parse(text) as Manifest });
  }
  return baseBackups;
}

/** Makes a base backup complete. */
export async function writeManifest(path: string, manifest: Manifest): Promise<void> {
  const file = join(path, MANIFEST_FILE);
  await writeFile(file + PARTIAL_SUFFIX, JSON.stringify(manifest, undefined, 1), { flush: true, mode: 0o600 });
  await rename(file + PARTIAL_SUFFIX, file);
}

/** Removes all base backups except the newest `keep`, incomplete ones too, and the log that none of these needs. */
export async function removeOldBackups(folder: BackupFolder, keep: number): Promise<void> {
  const retained = (await listBaseBackups(folder)).slice(-keep);
  const [oldest] = retained;
  if (!oldest) return;
  const retainedPaths = new Set(retained.map(({ path }) => path));
  for (const name of await readdir(folder.bases)) {
    const path = join(folder.bases, name);
    if (retainedPaths.has(path)) continue;
    // Without its manifest it does not count as a backup, even if the removal is interrupted.
    await rm(join(path, MANIFEST_FILE), { force: true });
    await rm(path, { recursive: true, force: true });
  }
  for (const name of await readdir(folder.wal))
    if (WAL_FILE_PATTERN.test(name.slice(0, WAL_NAME_LENGTH)) && name < oldest.manifest.first_wal_file)
      await rm(join(folder.wal, name), { force: true });
}

/** Timeline and position, each in hexadecimal: names of one timeline are in the order of the log. */
export const WAL_FILE_PATTERN = /^[0-9A-F]{24}$/;
const WAL_NAME_LENGTH = 24;

/** A data directory has thousands of small files, for which streams would take most of the time. */
const SMALL_FILE_BYTES = 1 << 18;
const SMALL_COMPRESSED_BYTES = 1 << 16;
const COMPRESSION = { level: 1 };

interface CopyOptions {
  /** Whether the copy is compressed. */
  readonly isCompressed?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Copies a file so that it appears under its name once it is complete and on the disk.
 *
 * @returns its size in bytes before compression; undefined if the source no longer exists
 */
export async function copyFile(
  source: string,
  target: string,
  { isCompressed = false, signal }: CopyOptions = {},
): Promise<number | undefined> {
  signal?.throwIfAborted();
  const file = await undefinedIfMissing(open(source));
  if (!file) return undefined;
  const partialPath = target + PARTIAL_SUFFIX;
  const size = await ((await file.stat()).size <= SMALL_FILE_BYTES
    ? copySmallFile(file, partialPath, isCompressed)
    : copyLargeFile(file, partialPath, isCompressed, signal));
  await rename(partialPath, target);
  return size;
}

async function copySmallFile(file: FileHandle, target: string, isCompressed: boolean): Promise<number> {
  try {
    const bytes = await file.readFile();
    const content = isCompressed ? gzipSync(bytes, COMPRESSION) : bytes;
    await writeFile(target, content, { flush: true, mode: 0o600 });
    return bytes.length;
  } finally {
    await file.close();
  }
}

/** Closes the file. */
async function copyLargeFile(
  file: FileHandle,
  target: string,
  isCompressed: boolean,
  signal: AbortSignal | undefined,
): Promise<number> {
  const content = file.createReadStream();
  const partialFile = createWriteStream(target, { flush: true, mode: 0o600 });
  const options = { ...(signal && { signal }) };
  await (isCompressed
    ? pipeline(content, createGzip(COMPRESSION), partialFile, options)
    : pipeline(content, partialFile, options));
  return content.bytesRead;
}

/** Writes the content of a compressed file to a new file. Returns its size in bytes. */
export async function decompressFile(source: string, target: string): Promise<number> {
  if ((await stat(source)).size <= SMALL_COMPRESSED_BYTES) {
    const bytes = gunzipSync(await readFile(source));
    await writeFile(target, bytes, { flag: 'wx', mode: 0o600 });
    return bytes.length;
  }
  const file = createWriteStream(target, { flags: 'wx', mode: 0o600 });
  await pipeline(createReadStream(source), createGunzip(), file);
  return file.bytesWritten;
}

/** Copies the files of a folder that the other one does not have. Returns their number. */
export async function copyNewFiles(source: string, target: string, signal?: AbortSignal): Promise<number> {
  const present = new Set(await readdir(target));
  let copied = 0;
  for (const entry of (await undefinedIfMissing(readdir(source, { withFileTypes: true }))) ?? []) {
    if (!entry.isFile() || entry.name.endsWith(PARTIAL_SUFFIX) || present.has(entry.name)) continue;
    const size = await copyFile(join(source, entry.name), join(target, entry.name), { signal });
    if (size !== undefined) copied += 1;
  }
  return copied;
}

const undefinedIfMissing = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
