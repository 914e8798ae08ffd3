import { type Scale, readScene, withDatabase, withServer } from './scale.ts';
import { startProgram } from './program.ts';
import { type Recording, loadBareHttp, measure, record } from './measure.ts';
import { type Row, inWords } from './row.ts';
import type { Figures } from './statistics.ts';
import { DEEP_PAGE, type Workload } from './workloads.ts';

/** Requests against a database at scale: each against its floor, deep pages against the first one. */
export async function measureRequests(scale: Scale, chosen: readonly Workload[], seconds: number): Promise<Row[]> {
  const recordings = await record(scale, chosen);
  return withServer(scale.dataDir, {}, async (url) => {
    const scene = await withDatabase(url, readScene);
    const program = await startProgram({ DATABASE_URL: url, DEMO: '0' });
    try {
      const rows: Row[] = [await bareHttp(seconds)];
      const p95 = new Map<string, number>();
      for (const workload of chosen) {
        console.log(`  ${workload.label} …`);
        const recording = recordings.get(workload.name) ?? NOTHING;
        const { program: figures, floor, ratio } = await measure(url, program, scene, workload, recording, seconds);
        p95.set(workload.name, figures.p95);
        if (workload.name === 'redeem') rows.push(redemptions(figures));
        rows.push({
          name: workload.name,
          work: workload.label,
          figure: inWords(figures),
          floor: inWords(floor),
          value: ratio,
          unit: '×',
          target: workload.target,
        });
      }
      return [...rows, ...DEEP_PAGES.flatMap(([list, deep, of]) => deepPage(p95, list, deep, of))];
    } finally {
      await program.stop();
    }
  });
}

const NOTHING: Recording = { statements: [], values: [] };

/** What answering costs that does nothing else: for orientation, beside the floors of SQL. */
async function bareHttp(seconds: number): Promise<Row> {
  const figures = await loadBareHttp(seconds);
  return {
    name: 'bare-http',
    work: 'a bare HTTP answer of 33 kB, for orientation',
    figure: inWords(figures),
    floor: '',
    value: figures.p95,
    unit: 'ms',
    target: 50,
  };
}

/** How many vouchers one process redeems in a second, as the time that each takes of it. */
const redemptions = (figures: Figures): Row => ({
  name: 'redeem-rate',
  work: 'redeem: 500 a second, one process',
  figure: inWords(figures),
  floor: '',
  value: 1000 / figures.perSecond,
  unit: 'ms',
  target: 2,
});

/** Lists whose deep page is held against the first one. */
const DEEP_PAGES = [
  ['list', 'deep-page', ''],
  ['visit-list', 'visit-deep-page', 'visits: '],
  ['member_voucher-list', 'member_voucher-deep-page', 'vouchers: '],
  ['voucher_redeem-list', 'voucher_redeem-deep-page', 'redemptions: '],
] as const;

function deepPage(p95: ReadonlyMap<string, number>, list: string, page: string, of: string): Row[] {
  const [first, deep] = [p95.get(list), p95.get(page)];
  if (first === undefined || deep === undefined) return [];
  return [
    {
      name: `${page}-to-first`,
      work: `${of}page ${DEEP_PAGE.toLocaleString('en')} against page 1`,
      figure: `p95 ${deep.toFixed(1)} ms`,
      floor: `p95 ${first.toFixed(1)} ms`,
      value: deep / first,
      unit: '×',
      target: 5,
    },
  ];
}
