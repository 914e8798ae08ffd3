/**
 * The database cannot be started, for a reason that the operator can fix. The message is one line with the problem and
 * the remedy. A program prints it unchanged and exits with status 1.
 */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError';
}

/**
 * Converts common system errors, such as a full disk or a read-only folder, to a DatabaseStartError. Returns other
 * errors unchanged.
 */
export function toStartError(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const reason = typeof code === 'string' ? REASON_BY_CODE[code] : undefined;
  return reason ? new DatabaseStartError(`${path}: ${reason}`, { cause: error }) : error;
}

const REASON_BY_CODE: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full; free some space and start again',
  EDQUOT: 'the disk quota is used up; free some space and start again',
  EACCES: 'this user may not read and write here; change the rights of the folder or set DATA_DIR to another one',
  EPERM: 'this user may not read and write here; change the rights of the folder or set DATA_DIR to another one',
  EROFS: 'the file system is read-only; set DATA_DIR to a folder that can be written',
  ENOTDIR: 'a part of this path is a file; set DATA_DIR to a folder',
  EEXIST: 'this is a file where a folder is needed; move it away or set DATA_DIR to a folder',
};
