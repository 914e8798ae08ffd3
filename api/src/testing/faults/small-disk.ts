import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A disk for one test that can be filled and emptied again. */
export interface SmallDisk {
  /** A folder on the disk. */
  readonly folder: string;
  /** Command prefix that runs a command on a full disk from the start. */
  readonly onFullDisk: readonly string[];
  /** Leaves no space for the database that runs in `postgres` below the folder. */
  fill(): Promise<void>;
  empty(): Promise<void>;
  remove(): Promise<void>;
}

/** Root gets a file system in memory; for other users a limit applies to the size of the database's files. */
export async function makeSmallDisk(): Promise<SmallDisk> {
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-disk-'));
  return tryMount(folder) ? fillWithBallast(folder) : limitFileSize(folder);
}

function tryMount(folder: string): boolean {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=0755', 'innkeeper-test', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false; // not root, or in a container without this capability
  }
}

/** A filler file takes the free space. */
function fillWithBallast(folder: string): SmallDisk {
  const fillerFile = join(folder, 'ballast');
  const megabyte = Buffer.alloc(1 << 20);
  const writeUntilFull = async (chunk: Buffer) => {
    for (;;) await writeFile(fillerFile, chunk, { flag: 'a' });
  };
  return {
    folder,
    onFullDisk: [],
    async fill() {
      // Writes smaller and smaller blocks until the last byte is used.
      for (const size of [1 << 20, 1 << 12, 1]) await writeUntilFull(megabyte.subarray(0, size)).catch(() => undefined);
    },
    empty: () => rm(fillerFile),
    async remove() {
      execFileSync('umount', [folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Size of a write-ahead log segment, which is allocated in full and never grows. */
const SEGMENT_BYTES = 16 << 20;
/** Not enough to create a database. */
const SMALL_FILE_LIMIT = 100_000;

/** The kernel limits the file size: another error than that of a full disk, at the same places. */
function limitFileSize(folder: string): SmallDisk {
  const setLimit = async (bytes: number | 'unlimited') => {
    const server = (await readFile(join(folder, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0];
    if (!server) return;
    const children = execFileSync('pgrep', ['--parent', server], { encoding: 'utf8' }).trim().split('\n');
    for (const pid of [server, ...children]) execFileSync('prlimit', ['--pid', pid, `--fsize=${bytes}:`]);
  };
  return {
    folder,
    onFullDisk: ['prlimit', `--fsize=${SMALL_FILE_LIMIT}`],
    fill: () => setLimit(SEGMENT_BYTES),
    empty: () => setLimit('unlimited'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
