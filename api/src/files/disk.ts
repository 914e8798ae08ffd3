import { randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail } from '../http/fail.ts';

/*
 * Files in a folder, under names that nobody has chosen: 32 random hexadecimal digits and an ending that tells the type. A
 * file is written before the row that names it, and removed after the row has let go of it: a crash in between leaves a file
 * that no row names, never a row without its file.
 */

/** What is kept, by the ending of its name. */
const TYPES = { webp: 'image/webp' } as const;
export type Ending = keyof typeof TYPES;

const NAME = /^[0-9a-f]{32}\.([a-z]+)$/;

/** The content type of a file, by its name; undefined for a name that is none of ours. */
export function typeOf(name: string): string | undefined {
  const ending = NAME.exec(name)?.[1] ?? '';
  return Object.hasOwn(TYPES, ending) ? TYPES[ending as Ending] : undefined; // hasOwn has just shown that it is one
}

/** Writes a file so that it is there as a whole or not at all, and stays there. Returns its name. */
export async function writeFile(folder: string, bytes: Uint8Array, ending: Ending): Promise<string> {
  const name = `${randomBytes(16).toString('hex')}.${ending}`;
  const path = join(folder, name);
  const unfinished = `${path}.part`;
  try {
    await mkdir(folder, { recursive: true });
    await withFile(unfinished, 'wx', async (file) => {
      await file.writeFile(bytes);
      await file.sync();
    });
    await rename(unfinished, path);
    // The name itself is on the disk only once its folder is.
    await withFile(folder, 'r', (file) => file.sync());
    return name;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw isFull(error)
      ? fail('unavailable', { message: FULL, headers: { 'retry-after': '60' }, cause: error })
      : error;
  }
}

async function withFile(path: string, flags: 'wx' | 'r', work: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(path, flags);
  try {
    await work(file);
  } finally {
    await file.close();
  }
}

const FULL = {
  en: 'There is no room for this file at the moment.',
  id: 'Saat ini tidak ada ruang untuk berkas ini.',
};
const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Opens a file for reading; undefined where there is none. Whoever opens it closes it. */
export async function openFile(folder: string, name: string): Promise<FileHandle | undefined> {
  try {
    return await open(join(folder, name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Removes a file that no row names any more. */
export const removeFile = (folder: string, name: string): Promise<void> => rm(join(folder, name), { force: true });
