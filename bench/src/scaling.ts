import { call } from './measure.ts';
import { type App, signIn } from './app.ts';
import type { Row } from './row.ts';
import { type Scale, fillScale, readContext, withScale } from './scale.ts';
import { percentile } from './statistics.ts';
import { workloads } from './workloads.ts';
import type { WorkloadContext, Workload } from './workload.ts';

const WORKLOAD_NAMES = new Set(['list', 'contains-rare', 'record']);
const REQUEST_COUNT = 300;
const TARGET_RATIO = 1.3;

interface ScaledApp {
  readonly app: App;
  readonly context: WorkloadContext;
  readonly token: string;
}

/** Measures the same requests one at a time, alternating between the full scale and a tenth of it. */
export async function measureTenTimes(large: Scale, small: Scale): Promise<Row[]> {
  await fillScale(small);
  return withScaledApp(large, (largeApp) =>
    withScaledApp(small, async (smallApp) => {
      const rows: Row[] = [];
      for (const workload of workloads.filter(({ name }) => WORKLOAD_NAMES.has(name))) {
        rows.push(await compareScales(workload, largeApp, smallApp));
      }
      return rows;
    }),
  );
}

const withScaledApp = <T>(scale: Scale, work: (scaledApp: ScaledApp) => Promise<T>): Promise<T> =>
  withScale(scale, async (app, db) =>
    work({ app, context: await readContext(db), token: await signIn(app.address, 'admin') }),
  );

async function compareScales(workload: Workload, large: ScaledApp, small: ScaledApp): Promise<Row> {
  const times = { large: [] as number[], small: [] as number[] };
  for (let n = 0; n < REQUEST_COUNT; n++) {
    times.large.push(await measureTime(workload, large, n));
    times.small.push(await measureTime(workload, small, n));
  }
  const [value, floor] = [times.large, times.small].map((scaleTimes) =>
    percentile(
      scaleTimes.toSorted((a, b) => a - b),
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
    target: TARGET_RATIO,
  };
}

async function measureTime(workload: Workload, { app, token, context }: ScaledApp, n: number): Promise<number> {
  const startedAt = performance.now();
  await call(app.address, token, workload.call(context, n));
  return performance.now() - startedAt;
}
