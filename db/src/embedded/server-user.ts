import { type ChildProcess, type SpawnOptions, execFileSync, spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { dirname } from 'node:path';
import { userInfo } from 'node:os';
import { DatabaseStartError } from './start-error.ts';

/**
 * The user who runs PostgreSQL's programs. PostgreSQL refuses to run as root, so root hands them to an unprivileged user: the
 * owner of the cluster that is there, else `postgres`, else `nobody`. Any other user runs them as themselves.
 */
export interface ServerUser {
  /** The system's name for the user of this process, who will connect. */
  readonly client: string;
  /** Ids to become, when this process is root. */
  readonly ids: { readonly uid: number; readonly gid: number; readonly name: string } | undefined;
}

/** Ordinary accounts that no one signs in with, in order of preference. */
const UNPRIVILEGED = ['postgres', 'nobody'];

/** @param cluster folder of the cluster, which need not exist yet */
export function chooseServerUser(cluster: string): ServerUser {
  const client = userInfo().username;
  if (process.getuid?.() !== 0) return { client, ids: undefined };
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { client, ids: { uid: owner.uid, gid: owner.gid, name: `number ${owner.uid}` } };
  for (const name of UNPRIVILEGED) {
    const [uid, gid] = [idOf(name, '-u'), idOf(name, '-g')];
    if (uid && gid) return { client, ids: { uid, gid, name } };
  }
  throw new DatabaseStartError(
    'PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody to run it; start Innkeeper as an ordinary user',
  );
}

function idOf(name: string, flag: '-u' | '-g'): number | undefined {
  try {
    const id = Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return id > 0 ? id : undefined;
  } catch {
    return undefined; // no such user
  }
}

export type Launch = (command: string, args: readonly string[], options: SpawnOptions) => ChildProcess;

/**
 * Returns the function that starts a program as that user.
 *
 * A user other than root may be unable to get to the programs or to the cluster, as below /root. Then the program keeps
 * one of root's rights, to pass such folders, by util-linux's setpriv; without setpriv there is nothing to be done, and the
 * error names the folder.
 *
 * @param paths everything that the programs must reach; a path that does not exist is judged by its parent
 */
export function launcher(user: ServerUser, paths: readonly string[]): Launch {
  const { ids } = user;
  if (!ids) return (command, args, options) => spawn(command, args, options);
  const barrier = paths.map((path) => findBarrier(path, ids)).find((path) => path !== undefined);
  if (!barrier) return (command, args, options) => spawn(command, args, { ...options, uid: ids.uid, gid: ids.gid });
  if (!canPassBarriers(ids)) {
    throw new DatabaseStartError(
      `${barrier}: the user ${ids.name}, who runs the database because PostgreSQL does not run as root, may not enter this folder; ` +
        'start Innkeeper as an ordinary user, move it to a folder that every user may enter, or set DATABASE_URL',
    );
  }
  return (command, args, options) => spawn('setpriv', [...passing(ids), command, ...args], options);
}

const READ = 4;
const ENTER = 1;

/** The first folder on the way that the user may not enter, or the path itself where it may not be read. */
function findBarrier(path: string, ids: { uid: number; gid: number }): string | undefined {
  const parent = dirname(path);
  const above = parent === path ? undefined : findBarrier(parent, ids);
  if (above) return above;
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return undefined;
  const bits = entry.uid === ids.uid ? entry.mode >> 6 : entry.gid === ids.gid ? entry.mode >> 3 : entry.mode;
  const needed = entry.isDirectory() ? ENTER : READ | ENTER;
  return (bits & needed) === needed ? undefined : path;
}

/** Root's right to pass folders, and nothing else of root's. */
function passing(ids: { uid: number; gid: number }): string[] {
  return [
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    '--inh-caps=-all,+dac_override',
    '--ambient-caps=-all,+dac_override',
    '--no-new-privs',
  ];
}

function canPassBarriers(ids: { uid: number; gid: number }): boolean {
  try {
    execFileSync('setpriv', [...passing(ids), 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // no setpriv here, or a container that holds the right back
  }
}
