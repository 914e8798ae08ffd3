import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { DatabaseStartError, startErrorOf } from './start-error.ts';

/**
 * Takes a data directory for this process alone and returns the function that gives it back. The kernel gives it back too when the
 * process is killed, and children do not inherit it.
 *
 * Node has no file locks of its own, and a file with a process id in it lies after a kill, a reboot, or from inside
 * another container; SQLite's exclusive lock on an empty file is the kernel's own.
 */
export function lockDataDir(dataDir: string): () => void {
  const lock = openLock(dataDir);
  try {
    // Nothing is ever written: with its journal in memory the lock needs no room on the disk.
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
    throw startErrorOf(
      Object.assign(new Error('The lock cannot be opened', { cause: error }), { code: 'EACCES' }),
      dataDir,
    );
  }
}
