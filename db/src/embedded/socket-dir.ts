import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { ServerUser } from './server-user.ts';

const DIR_PREFIX = 'innkeeper-';
const SOCKET_NAME = '.s.PGSQL.5432';
/** macOS has the shortest limit for a socket path: 104 bytes including the closing NUL. */
const MAX_PARENT_LENGTH = 103 - `/${DIR_PREFIX}XXXXXX/${SOCKET_NAME}`.length;

/** Creates a folder that only the server's user and root may enter. Its path is short even if DATA_DIR's is long. */
export async function createSocketDir({ ids }: ServerUser): Promise<string> {
  const parent = Buffer.byteLength(tmpdir()) > MAX_PARENT_LENGTH ? '/tmp' : tmpdir();
  const dir = await mkdtemp(join(parent, DIR_PREFIX));
  if (ids) await chown(dir, ids.uid, ids.gid);
  return dir;
}

/** Removes the socket files of a dead server. */
export async function clearSocketDir(dir: string): Promise<void> {
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) await rm(join(dir, name), { force: true });
}

/** Removes a folder that createSocketDir created, in this run or an earlier one, and no other. */
export async function removeSocketDir(dir: string): Promise<void> {
  const isOurs = basename(dir).startsWith(DIR_PREFIX) && [tmpdir(), '/tmp'].includes(dirname(dir));
  if (isOurs) await rm(dir, { recursive: true, force: true });
}
