import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const TICKS_PER_SECOND = 100;

/** Seconds of CPU of a process. */
export const cpuSeconds = (pid: number): number => sumTicks(readStatistics(String(pid)), 2);

/** Seconds of CPU of a database server with all its processes, including ended ones. */
export function databaseCpuSeconds(dataDir: string): number {
  const [postmaster = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid))
    .map((pid) => ({ pid, statistics: readStatistics(pid) }))
    .filter(({ pid, statistics }) => pid === postmaster || statistics[PARENT] === postmaster)
    .reduce((sum, { pid, statistics }) => sum + sumTicks(statistics, pid === postmaster ? 4 : 2), 0);
}

/** The line that Linux has about a process, without its id and name; empty if the process has just ended. */
function readStatistics(pid: string): readonly string[] {
  try {
    // The name of the process, in parentheses, may contain spaces.
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  } catch {
    return [];
  }
}
const PARENT = 1;

/** Own CPU has two values, of the program and of the system; the next two are those of ended children. */
const sumTicks = (statistics: readonly string[], values: 2 | 4): number =>
  statistics.slice(11, 11 + values).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
