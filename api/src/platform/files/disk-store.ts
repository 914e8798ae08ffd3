import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { toWriteError } from '../http/full-disk.ts';
import type { ListedFile, Store } from './store.ts';

/** Suffix of files that are incomplete: still being written, or left by an interrupted write. */
const PARTIAL_SUFFIX = '.part';

/** Write buffer in bytes: the producer continues while the disk writes this much. */
const READ_AHEAD_BYTES = 1 << 18;

/** Files in a folder, which is created with the first file. */
export const createDiskStore = (folder: string): Store => ({
  async write(name, bytes) {
    await writeAtomically(folder, name, (path) => writeFile(path, bytes, { flag: 'wx', flush: true }));
  },
  writeFrom: (name, content) =>
    writeAtomically(folder, name, async (path) => {
      const file = createWriteStream(path, { flags: 'wx', flush: true, highWaterMark: READ_AHEAD_BYTES });
      await pipeline(content, file);
      return file.bytesWritten;
    }),
  async open(name) {
    const file = await undefinedIfMissing(open(join(folder, name)));
    if (!file) return undefined;
    try {
      const { size } = await file.stat();
      return { size, content: file.createReadStream() };
    } catch (error) {
      await file.close();
      throw error;
    }
  },
  remove: (name) => rm(join(folder, name), { force: true }),
  list: () => listFolder(folder),
});

/** Writes a file under a temporary name and renames it once all of it is on disk. */
async function writeAtomically<T>(
  folder: string,
  name: string,
  writeContent: (path: string) => Promise<T>,
): Promise<T> {
  const path = join(folder, name);
  const partialPath = path + PARTIAL_SUFFIX;
  try {
    await mkdir(folder, { recursive: true });
    const writeResult = await writeContent(partialPath);
    await rename(partialPath, path);
    await syncFolder(folder);
    return writeResult;
  } catch (error) {
    await rm(partialPath, { force: true });
    throw toWriteError(error);
  }
}

async function* listFolder(folder: string): AsyncGenerator<ListedFile> {
  const entries = await undefinedIfMissing(opendir(folder));
  if (!entries) return;
  for await (const entry of entries) {
    // Another process may remove a file during the listing.
    const stats = entry.isFile() ? await undefinedIfMissing(stat(join(folder, entry.name))) : undefined;
    if (stats) yield { name: entry.name, writtenAt: stats.mtime };
  }
}

/** A new name is durable only after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const folderHandle = await open(folder, 'r');
  try {
    await folderHandle.sync();
  } finally {
    await folderHandle.close();
  }
}

const errorCodeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const undefinedIfMissing = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
