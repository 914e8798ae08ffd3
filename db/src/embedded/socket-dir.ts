import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { ServerUser } from './server-user.ts';

const PREFIX = 'innkeeper-';
const SOCKET_NAME = '.s.PGSQL.5432';
/** macOS has the shortest limit for a socket path: 104 bytes including the closing NUL. */
const MAX_PARENT_LENGTH = 103 - `/${PREFIX}XXXXXX/${SOCKET_NAME}`.length;

/** Creates a folder that only the server's user and root may enter. Its path is short even if DATA_DIR's is long. */
export async function makeSocketDir({ ids }: ServerUser): Promise<string> {
  const parent = Buffer.byteLength(tmpdir()) > MAX_PARENT_LENGTH ? '/tmp' : tmpdir();
  const dir = await mkdtemp(join(parent, PREFIX));
  if (ids) await chown(dir, ids.uid, ids.gid);
  return dir;
}

/** Removes files left there by a dead server. */
export async function clearSocketDir(dir: string): Promise<void> {
  for (const name of [SOCKET_NAME, `${SOCKET_NAME}.lock`]) await rm(join(dir, name), { force: true });
}

/** Removes a folder made by makeSocketDir, in this run or an interrupted one, and nothing else. */
export async function removeSocketDir(dir: string): Promise<void> {
  const ours = basename(dir).startsWith(PREFIX) && [tmpdir(), '/tmp'].includes(dirname(dir));
  if (ours) await rm(dir, { recursive: true, force: true });
}
