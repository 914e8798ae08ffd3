import { type ChildProcess, type SpawnOptions, execFileSync, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { userInfo } from 'node:os';
import { DatabaseStartError } from './start-error.ts';

/**
 * The user that runs PostgreSQL's programs. PostgreSQL does not run as root, so root runs them as an unprivileged
 * user: the owner of an existing cluster, else `postgres`, else `nobody`. Other users run them as themselves.
 */
export interface ServerUser {
  /** System name of this process's user, who will connect. */
  readonly client: string;
  /** IDs to switch to when this process is root. */
  readonly ids: { readonly uid: number; readonly gid: number; readonly name: string } | undefined;
}

/** System accounts without privileges, in order of preference. */
const UNPRIVILEGED_USERS = ['postgres', 'nobody'];

/** @param cluster folder of the cluster, which need not exist yet */
export function chooseServerUser(cluster: string): ServerUser {
  const client = userInfo().username;
  if (process.getuid?.() !== 0) return { client, ids: undefined };
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { client, ids: { uid: owner.uid, gid: owner.gid, name: `number ${owner.uid}` } };
  for (const name of UNPRIVILEGED_USERS) {
    const [uid, gid] = [readSystemId(name, '-u'), readSystemId(name, '-g')];
    if (uid && gid) return { client, ids: { uid, gid, name } };
  }
  throw new DatabaseStartError(
    'PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody to run it; start Innkeeper as an ordinary user',
  );
}

function readSystemId(name: string, flag: '-u' | '-g'): number | undefined {
  try {
    const id = Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return id > 0 ? id : undefined;
  } catch {
    return undefined; // no such user
  }
}

export type LaunchProcess = (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

/**
 * Returns a function that starts a program as that user.
 *
 * A user other than root may be unable to reach the programs or the cluster, for example below /root. The program then
 * retains one of root's capabilities, to traverse such folders, through util-linux's setpriv. Without setpriv this
 * fails, and the error names the folder.
 *
 * @param paths everything that the programs must reach; for a path that does not exist, its parent is checked
 */
export function createLauncher(user: ServerUser, paths: readonly string[]): LaunchProcess {
  const { ids } = user;
  if (!ids) return (command, args, options) => spawn(command, args, options);
  const blockedPath = paths.map((path) => findBlockedPath(path, ids)).find((path) => path !== undefined);
  if (!blockedPath) return (command, args, options) => spawn(command, args, { ...options, uid: ids.uid, gid: ids.gid });
  if (!canUseSetpriv(ids)) {
    throw new DatabaseStartError(
      `${blockedPath}: the user ${ids.name}, who runs the database because PostgreSQL does not run as root, may not enter this folder; ` +
        'start Innkeeper as an ordinary user, move it to a folder that every user may enter, or set DATABASE_URL',
    );
  }
  return (command, args, options) => spawn('setpriv', [...setprivArguments(ids), command, ...args], options);
}

const READ_BIT = 4;
const SEARCH_BIT = 1;

/** First folder of the path that the user may not enter, or the path itself if the user may not read it. */
function findBlockedPath(path: string, ids: { uid: number; gid: number }): string | undefined {
  const parent = dirname(path);
  const blockedParent = parent === path ? undefined : findBlockedPath(parent, ids);
  if (blockedParent) return blockedParent;
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return undefined;
  const bits = entry.uid === ids.uid ? entry.mode >> 6 : entry.gid === ids.gid ? entry.mode >> 3 : entry.mode;
  const requiredBits = entry.isDirectory() ? SEARCH_BIT : READ_BIT | SEARCH_BIT;
  return (bits & requiredBits) === requiredBits ? undefined : path;
}

/** Root's capability to traverse folders, and no other. */
function setprivArguments(ids: { uid: number; gid: number }): string[] {
  return [
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--no-new-privs',
  ];
}

function canUseSetpriv(ids: { uid: number; gid: number }): boolean {
  try {
    execFileSync('setpriv', [...setprivArguments(ids), 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // no setpriv, or a container that withholds the capability
  }
}
