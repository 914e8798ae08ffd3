import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { ServerUser } from './server-user.ts';

const PREFIX = 'innkeeper-';
const SOCKET = '.s.PGSQL.5432';
/** The shortest limit of a socket's path among the systems is macOS's 104 bytes, with its closing NUL. */
const LONGEST_PARENT = 103 - `/${PREFIX}XXXXXX/${SOCKET}`.length;

/** A new folder that only the server's user and root may enter; its path is short even if that of DATA_DIR is long. */
export async function makeSocketDir({ ids }: ServerUser): Promise<string> {
  const parent = Buffer.byteLength(tmpdir()) > LONGEST_PARENT ? '/tmp' : tmpdir();
  const dir = await mkdtemp(join(parent, PREFIX));
  if (ids) await chown(dir, ids.uid, ids.gid);
  return dir;
}

/** Removes the files that a dead server left there. */
export async function clearSocketDir(dir: string): Promise<void> {
  for (const name of [SOCKET, `${SOCKET}.lock`]) await rm(join(dir, name), { force: true });
}

/** Removes a folder that makeSocketDir made, in this run or in one that was cut off, and nothing else. */
export async function removeSocketDir(dir: string): Promise<void> {
  const ours = basename(dir).startsWith(PREFIX) && [tmpdir(), '/tmp'].includes(dirname(dir));
  if (ours) await rm(dir, { recursive: true, force: true });
}
