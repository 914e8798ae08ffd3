import { signIn } from './app.ts';
import { cpuSeconds, databaseCpuSeconds } from './cpu-time.ts';
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
