import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { toWriteError } from '../http/full-disk.ts';
import type { ListedFile, Store } from './store.ts';

/** Suffix of files that are incomplete: still being written, or left by an interrupted write. */
const UNFINISHED = '.part';

/** Write buffer in bytes: the producer continues while the disk writes this much. */
const READ_AHEAD_BYTES = 1 << 18;

/** Files in a folder, which is created with the first file. */
export const createDiskStore = (folder: string): Store => ({
  async write(name, bytes) {
    await save(folder, name, (path) => writeFile(path, bytes, { flag: 'wx', flush: true }));
  },
  writeFrom: (name, content) =>
    save(folder, name, async (path) => {
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
async function save<T>(folder: string, name: string, fill: (path: string) => Promise<T>): Promise<T> {
  const path = join(folder, name);
  const unfinished = path + UNFINISHED;
  try {
    await mkdir(folder, { recursive: true });
    const filled = await fill(unfinished);
    await rename(unfinished, path);
    await syncFolder(folder);
    return filled;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw toWriteError(error);
  }
}

async function* listFolder(folder: string): AsyncGenerator<ListedFile> {
  const entries = await undefinedIfMissing(opendir(folder));
  if (!entries) return;
  for await (const entry of entries) {
    // Another process may remove a file during the listing.
    const status = entry.isFile() ? await undefinedIfMissing(stat(join(folder, entry.name))) : undefined;
    if (status) yield { name: entry.name, writtenAt: status.mtime };
  }
}

/** A new name is durable only after its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

const errorCodeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const undefinedIfMissing = <T>(result: Promise<T>): Promise<T | undefined> =>
  result.catch((error: unknown) => {
    if (errorCodeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
