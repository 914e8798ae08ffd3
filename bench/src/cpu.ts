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

/** Seconds of CPU that a process has used; with `hasEnded` also those of its ended children. */
function cpuSeconds(pid: number | string, hasEnded = false): number {
  // The name of the process, in parentheses, may contain spaces.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const ticks = fields.slice(11, hasEnded ? 15 : 13).reduce((sum, value) => sum + Number(value), 0);
  return ticks / TICKS_PER_SECOND;
}

/** Seconds of CPU of a database server with all its processes. */
function databaseCpuSeconds(dataDir: string): number {
  const [postmaster = ''] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  const backends = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === postmaster);
  return backends.reduce((sum, pid) => sum + cpuSeconds(pid), cpuSeconds(postmaster, true));
}

/** Empty if the process has just ended. */
function parentOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1] ?? '';
  } catch {
    return '';
  }
}
