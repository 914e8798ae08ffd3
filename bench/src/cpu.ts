import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { signIn } from './app.ts';
import { call, reserveNumbers } from './measure.ts';
import type { Row } from './row.ts';
import { type Scale, readContext, withScale } from './scale.ts';
import type { Workload, WorkloadContext } from './workload.ts';
import { workloads } from './workloads.ts';

/**
 * CPU of reads that are sent all day, in milliseconds per request: of the server and of PostgreSQL. Unlike times, it
 * hardly depends on what else the machine does.
 */

/** The calls, each with the most that server and database may take together, in milliseconds. */
const CALLS: Readonly<Record<string, number>> = {
  dashboard: 13,
  'property-dashboard': 6,
  'work-lists': 7,
  'property-work-lists': 7,
  list: 1.4,
  'property-list': 1.8,
  record: 0.5,
};
/** Requests at once, few enough that none waits for long. */
const CONNECTIONS = 2;
const WARM_UP = 60;
/** Enough ticks of the clock, which has a hundred a second. */
const MIN_SECONDS = 2;
const TICKS_PER_SECOND = 100;

/** Measures each call on a database of this scale. */
export const measureCpu = (scale: Scale): Promise<Row[]> =>
  withScale(scale, async (app, db) => {
    const context = await readContext(db);
    const server = { cpu: () => cpuSeconds(app.pid) };
    const database = { cpu: () => databaseCpuSeconds(scale.dataDir) };
    const rows: Row[] = [];
    for (const workload of workloads) {
      const target = CALLS[workload.name];
      if (target === undefined) continue;
      const token = await signIn(app.address, workload.user);
      await send(app.address, token, workload, context, WARM_UP);
      const before = [server.cpu(), database.cpu()] as const;
      let requestCount = 0;
      while (server.cpu() - before[0] + database.cpu() - before[1] < MIN_SECONDS)
        requestCount += await send(app.address, token, workload, context, 100);
      const toMs = (seconds: number) => (1000 * seconds) / requestCount;
      const [serverMs, databaseMs] = [toMs(server.cpu() - before[0]), toMs(database.cpu() - before[1])];
      rows.push({
        name: `${workload.name}-cpu`,
        work: `${workload.label}: CPU of a request`,
        result: `server ${serverMs.toFixed(2)} ms, PostgreSQL ${databaseMs.toFixed(2)} ms`,
        value: serverMs + databaseMs,
        unit: 'ms',
        target,
      });
    }
    return rows;
  });

/** Sends so many requests, and returns their number. */
async function send(
  address: string,
  token: string,
  workload: Workload,
  context: WorkloadContext,
  count: number,
): Promise<number> {
  const from = reserveNumbers(count);
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      for (let n = connection; n < count; n += CONNECTIONS)
        await call(address, token, workload.call(context, from + n));
    }),
  );
  return count;
}

/** Seconds of CPU of a process. */
const cpuSeconds = (pid: number): number => sumTicks(readStatistics(String(pid)), 2);

/** Seconds of CPU of a database server with all its processes, including ended ones. */
function databaseCpuSeconds(dataDir: string): number {
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
