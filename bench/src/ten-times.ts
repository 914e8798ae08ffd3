import { ask } from './measure.ts';
import { type Program, signIn, startProgram } from './program.ts';
import type { Row } from './row.ts';
import { type Scale, fill, readScene, withDatabase, withServer } from './scale.ts';
import { percentile } from './statistics.ts';
import { workloads } from './workloads.ts';
import type { Scene, Workload } from './workload.ts';

const NAMES = new Set(['list', 'contains-rare', 'record']);
const REQUESTS = 300;
const TARGET = 1.3;

interface Side {
  readonly program: Program;
  readonly scene: Scene;
  readonly token: string;
}

/** The same requests, one at a time, by turns at the scale and at a tenth of it. */
export async function measureTenTimes(big: Scale, small: Scale): Promise<Row[]> {
  await fill(small);
  return withSide(big, (atBig) =>
    withSide(small, async (atSmall) => {
      const rows: Row[] = [];
      for (const workload of workloads.filter(({ name }) => NAMES.has(name))) {
        rows.push(await compare(workload, atBig, atSmall));
      }
      return rows;
    }),
  );
}

const withSide = <T>({ dataDir }: Scale, work: (side: Side) => Promise<T>): Promise<T> =>
  withServer(dataDir, {}, async (url) => {
    const scene = await withDatabase(url, readScene);
    const program = await startProgram({ DATABASE_URL: url, DEMO: '0' });
    try {
      return await work({ program, scene, token: await signIn(program.address, 'admin') });
    } finally {
      await program.stop();
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
    figure: `p50 ${value.toFixed(2)} ms, alone`,
    floor: `p50 ${floor.toFixed(2)} ms`,
    value: value / floor,
    unit: '×',
    target: TARGET,
  };
}

async function time(workload: Workload, { program, token, scene }: Side, n: number): Promise<number> {
  const started = performance.now();
  await ask(program.address, token, workload.ask(scene, n));
  return performance.now() - started;
}
