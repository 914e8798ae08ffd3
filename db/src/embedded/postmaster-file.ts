import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseStartError } from './start-error.ts';

/*
 * A running server has a postmaster.pid in its cluster. After an interrupted run the file is in one of three states:
 *
 *   absent the last server shut down cleanly
 *   orphaned our process was killed but the server was not: it is still running and gets stopped
 *   stale the server was killed too: its PID is unused, or belongs to another program or to a dead process whose
 *             parent has not reaped it yet
 *
 * The data directory is already locked here, so a server running on it has lost its Innkeeper.
 */

/**
 * Stops a server that outlived its Innkeeper, and neutralizes a stale file. Returns the server's socket folder, if any.
 */
export async function cleanUpLastServer(cluster: string, log: (line: string) => void): Promise<string | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const lines = readLines(file);
  if (!lines) return undefined;
  const pid = Number(lines[0]);
  if (isServerProcess(cluster, pid)) {
    log('Stopping the database that an earlier run left behind');
    await stopOrphan(cluster, pid);
  }
  if (isAlive(pid) && readLines(file)) {
    // PostgreSQL would take any process with that PID for a server. If the file has its parent's PID (ours), it knows
    // that the file is stale, and still checks that no backend of the dead server is left.
    writeFileSync(file, [process.pid, ...lines.slice(1)].join('\n'));
  }
  return lines[4] || undefined;
}

/** Socket folder of the server running on a cluster. */
export function findRunningSocketDir(cluster: string): string | undefined {
  const lines = readLines(join(cluster, 'postmaster.pid'));
  return lines && isServerProcess(cluster, Number(lines[0])) ? lines[4] || undefined : undefined;
}

function readLines(file: string): string[] | undefined {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch {
    return undefined; // the usual case: the last server stopped cleanly
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

/**
 * Whether the process is a server of this cluster: its working directory is the cluster. Without /proc, its command
 * line names the cluster.
 */
function isServerProcess(cluster: string, pid: number): boolean {
  if (!isAlive(pid)) return false;
  const realPath = realpathSync(cluster);
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realPath;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(`-D ${cluster}`);
  } catch {
    return false; // it has ended meanwhile, or its parent has not reaped it yet
  }
}

/**
 * Shuts the server down cleanly, which rolls back open transactions. If that fails, it is killed and recovers at the
 * next start.
 */
async function stopOrphan(cluster: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    process.kill(pid, signal);
    const deadline = Date.now() + 10_000;
    while (Date.now() < deadline) {
      if (!isServerProcess(cluster, pid)) return;
      await delay(20);
    }
  }
  throw new DatabaseStartError(
    `${cluster}: a PostgreSQL server (process ${pid}) runs on this folder and does not stop; end it first`,
  );
}
