import { createWriteStream } from 'node:fs';
import { mkdir, open, opendir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { writeError } from '../http/full-disk.ts';
import type { ListedFile, Store } from './store.ts';

/** The ending of files that are still being written, or were left half written. */
const UNFINISHED = '.part';

/** Bytes that wait for the disk before their maker does: the next ones are made while it takes these. */
const AHEAD = 1 << 18;

/** Files in a folder. It is made with the first of them. */
export const createDiskStore = (folder: string): Store => ({
  async write(name, bytes) {
    await keep(folder, name, (path) => writeFile(path, bytes, { flag: 'wx', flush: true }));
  },
  writeFrom: (name, content) =>
    keep(folder, name, async (path) => {
      const file = createWriteStream(path, { flags: 'wx', flush: true, highWaterMark: AHEAD });
      await pipeline(content, file);
      return file.bytesWritten;
    }),
  async open(name) {
    const file = await unlessMissing(open(join(folder, name)));
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

/** Fills a file under another name, and gives it its own once all of it is on the disk. */
async function keep<T>(folder: string, name: string, fill: (path: string) => Promise<T>): Promise<T> {
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
    throw writeError(error);
  }
}

async function* listFolder(folder: string): AsyncGenerator<ListedFile> {
  const entries = await unlessMissing(opendir(folder));
  if (!entries) return;
  for await (const entry of entries) {
    // Another process may remove one while they are read.
    const status = entry.isFile() ? await unlessMissing(stat(join(folder, entry.name))) : undefined;
    if (status) yield { name: entry.name, writtenAt: status.mtime };
  }
}

/** A name is on the disk only once its folder is. */
async function syncFolder(folder: string): Promise<void> {
  const opened = await open(folder, 'r');
  try {
    await opened.sync();
  } finally {
    await opened.close();
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const unlessMissing = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
