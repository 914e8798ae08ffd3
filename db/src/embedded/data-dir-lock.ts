import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { DatabaseStartError, toStartError } from './start-error.ts';

/**
 * Locks a data directory for this process and returns the function that releases it. The kernel also releases it when
 * the process is killed. Child processes do not inherit the lock.
 *
 * Node has no file locks of its own. A PID file is wrong after a kill or a reboot, or when read from another container.
 * SQLite's exclusive lock on an empty file is a kernel lock.
 */
export function lockDataDir(dataDir: string): () => void {
  const lock = openLock(dataDir);
  try {
    // Nothing is ever written: with its journal in memory, the lock needs no disk space.
    lock.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new DatabaseStartError(
        `${dataDir}: another Innkeeper is running on this folder; stop it, or set DATA_DIR to another folder`,
        { cause: error },
      );
    }
    throw error;
  }
  return () => lock.close();
}

const SQLITE_BUSY = 5;

function openLock(dataDir: string): DatabaseSync {
  try {
    return new DatabaseSync(join(dataDir, 'innkeeper.lock'), { timeout: 0 });
  } catch (error) {
    throw toStartError(
      Object.assign(new Error('The lock cannot be opened', { cause: error }), { code: 'EACCES' }),
      dataDir,
    );
  }
}
