import { call } from './measure.ts';
import { type App, signIn, startApp } from './app.ts';
import type { Row } from './row.ts';
import { type Scale, fill, readContext, withDatabase, withServer } from './scale.ts';
import { percentile } from './statistics.ts';
import { workloads } from './workloads.ts';
import type { WorkloadContext, Workload } from './workload.ts';

const WORKLOAD_NAMES = new Set(['list', 'contains-rare', 'record']);
const REQUESTS = 300;
const TARGET = 1.3;

interface Side {
  readonly app: App;
  readonly context: WorkloadContext;
  readonly token: string;
}

/** Measures the same requests one at a time, alternating between the full scale and a tenth of it. */
export async function measureTenTimes(big: Scale, small: Scale): Promise<Row[]> {
  await fill(small);
  return withSide(big, (bigSide) =>
    withSide(small, async (smallSide) => {
      const rows: Row[] = [];
      for (const workload of workloads.filter(({ name }) => WORKLOAD_NAMES.has(name))) {
        rows.push(await compare(workload, bigSide, smallSide));
      }
      return rows;
    }),
  );
}

const withSide = <T>({ dataDir }: Scale, work: (side: Side) => Promise<T>): Promise<T> =>
  withServer(dataDir, {}, async (url) => {
    const context = await withDatabase(url, readContext);
    const app = await startApp({ DATABASE_URL: url, DEMO: '0' });
    try {
      return await work({ app, context, token: await signIn(app.address, 'admin') });
    } finally {
      await app.stop();
    }
  });

async function compare(workload: Workload, big: Side, small: Side): Promise<Row> {
  const times = { big: [] as number[], small: [] as number[] };
  for (let n = 0; n < REQUESTS; n++) {
    times.big.push(await time(workload, big, n));
    times.small.push(await time(workload, small, n));
  }
  const [value, floor] = [times.big, times.small].map((all) =>
    percentile(
      all.toSorted((a, b) => a - b),
      0.5,
    ),
  );
  if (value === undefined || floor === undefined) throw new Error('There is no time');
  return {
    name: `ten-times-${workload.name}`,
    work: `${workload.label}: at ten times the members`,
    result: `p50 ${value.toFixed(2)} ms, alone`,
    floor: `p50 ${floor.toFixed(2)} ms`,
    value: value / floor,
    unit: '×',
    target: TARGET,
  };
}

async function time(workload: Workload, { app, token, context }: Side, n: number): Promise<number> {
  const started = performance.now();
  await call(app.address, token, workload.call(context, n));
  return performance.now() - started;
}
