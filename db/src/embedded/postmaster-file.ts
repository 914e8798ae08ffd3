import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseStartError } from './start-error.ts';

/*
 * postmaster.pid, which a running server keeps in its cluster, is one of three after a start of ours was cut off:
 *
 *   absent    the last server stopped in order
 *   orphaned  our process was killed, the server was not: it still runs and is told to stop
 *   stale     the server was killed too: its number is nobody's now, or that of another program, or of a process that is
 *             dead but still awaits its parent's notice
 *
 * The lock on the data directory is held by then, so a server that runs on it has lost its Innkeeper.
 */

/** Stops a server that outlived its Innkeeper, and makes a stale file harmless. Returns the socket folder it had, if any. */
export async function clearLastServer(cluster: string, log: (line: string) => void): Promise<string | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const lines = readLines(file);
  if (!lines) return undefined;
  const pid = Number(lines[0]);
  if (isServerOf(cluster, pid)) {
    log('Stopping the database that an earlier run left behind');
    await stopOrphan(cluster, pid);
  }
  if (isAlive(pid) && readLines(file)) {
    // PostgreSQL would take any process with that number for a server. Under its parent's number, ours, it knows that the file
    // is stale, and still checks that no backend of the dead server is left.
    writeFileSync(file, [process.pid, ...lines.slice(1)].join('\n'));
  }
  return lines[4] || undefined;
}

/** The socket folder of the server that runs on a cluster. */
export function socketDirOfRunning(cluster: string): string | undefined {
  const lines = readLines(join(cluster, 'postmaster.pid'));
  return lines && isServerOf(cluster, Number(lines[0])) ? lines[4] || undefined : undefined;
}

function readLines(file: string): string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined; // the usual case: the last server stopped in order
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** A server's working directory is its cluster. Where there is no /proc, its command line names the cluster. */
function isServerOf(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  const real = realpathSync(cluster);
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === real;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(`-D ${cluster}`);
  } catch {
    return false; // it ended in between, or awaits its parent's notice
  }
}

/** First in order, rolling back open transactions; a server that cannot do so is cut off and recovers at the next start. */
async function stopOrphan(cluster: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(pid, signal);
    const deadline = Date.now() + 10_000;
    while (Date.now() < deadline) {
      if (!isServerOf(cluster, pid)) return;
      await delay(20);
    }
  }
  throw new DatabaseStartError(
    `${cluster}: a PostgreSQL server (process ${pid}) runs on this folder and does not stop; end it first`,
  );
}
