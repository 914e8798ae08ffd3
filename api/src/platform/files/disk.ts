import { type FileHandle, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { writeError } from '../http/full-disk.ts';
import type { ListedFile, Store } from './store.ts';

/** The ending of files that are still being written, or were left half written. */
const UNFINISHED = '.part';

/** Files in a folder. It is made with the first of them. */
export const createDiskStore = (folder: string): Store => ({
  async write(name, bytes) {
    await keep(folder, name, (file) => file.writeFile(bytes));
  },
  writeFrom: (name, content) =>
    keep(folder, name, async (file) => {
      let bytes = 0;
      for await (const chunk of content) {
        const part = typeof chunk === 'string' ? Buffer.from(chunk) : (chunk as Uint8Array); // streams of files consist of such chunks
        await file.writeFile(part);
        bytes += part.length;
      }
      return bytes;
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
async function keep<T>(folder: string, name: string, fill: (file: FileHandle) => Promise<T>): Promise<T> {
  const path = join(folder, name);
  const unfinished = path + UNFINISHED;
  try {
    await mkdir(folder, { recursive: true });
    const filled = await withFile(unfinished, 'wx', async (file) => {
      const result = await fill(file);
      await file.sync();
      return result;
    });
    await rename(unfinished, path);
    // The name itself is on the disk only once its folder is.
    await withFile(folder, 'r', (file) => file.sync());
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

async function withFile<T>(path: string, flags: 'wx' | 'r', work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const unlessMissing = <T>(found: Promise<T>): Promise<T | undefined> =>
  found.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
