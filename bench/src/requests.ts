import { type Measured, type Recording, loadBareHttp, measure, record } from './measure.ts';
import { startProgram } from './program.ts';
import { type Row, inWords } from './row.ts';
import { type Scale, readScene, withDatabase, withPlainServer, withServer } from './scale.ts';
import type { Figures } from './statistics.ts';
import { DEEP_PAGE } from './workloads.ts';
import type { Workload } from './workload.ts';

/** Requests against a database at scale: each against its floor, deep pages against the first one. Rows are handed on as they come. */
export async function measureRequests(
  scale: Scale,
  chosen: readonly Workload[],
  seconds: number,
  keep: (rows: readonly Row[]) => void,
): Promise<void> {
  const plain = await measureOnPlain(scale, chosen, seconds);
  const recordings = await record(scale, chosen);
  keep([await bareHttp(seconds)]);
  const measured = await withServer(scale.dataDir, {}, (url) =>
    measureEach(url, chosen, recordings, seconds, ({ workload, program: figures, floor, alone }) =>
      keep([
        ...[...rate(workload, figures), ...toFloor(workload, figures, floor)].map((row) => ({
          ...row,
          plain: plain.get(workload.name),
        })),
        ...inTime(workload, figures, alone),
      ]),
    ),
  );
  const p95 = new Map(measured.map(({ workload, program }) => [workload.name, program.p95]));
  keep(DEEP_PAGES.flatMap(([list, deep, of]) => deepPage(p95, list, deep, of)));
}

/**
 * The program's figures on Debian's PostgreSQL 15 with its default settings, by the name of the workload; empty if it is not
 * installed.
 */
async function measureOnPlain(scale: Scale, chosen: readonly Workload[], seconds: number) {
  console.log("  on Debian's PostgreSQL 15 as it comes:");
  const measured = await withPlainServer(scale, (url) => measureEach(url, chosen, new Map(), seconds));
  if (!measured) console.log('  is not installed');
  return new Map(measured?.map(({ workload, program }) => [workload.name, inWords(program)]));
}

async function measureEach(
  url: string,
  chosen: readonly Workload[],
  recordings: ReadonlyMap<string, Recording>,
  seconds: number,
  took: (measured: Measured) => void = () => undefined,
): Promise<Measured[]> {
  const scene = await withDatabase(url, readScene);
  const program = await startProgram({ DATABASE_URL: url, DEMO: '0' });
  try {
    const measured: Measured[] = [];
    for (const workload of chosen) {
      console.log(`  ${workload.label} …`);
      const figures = await measure(url, program, scene, workload, recordings.get(workload.name), seconds);
      measured.push(figures);
      took(figures);
    }
    return measured;
  } finally {
    await program.stop();
  }
}

/** Workloads with a limit of time, whatever the floor takes. */
function inTime({ name, label, within }: Workload, among: Figures, alone: Figures | undefined): Row[] {
  if (within === undefined || !alone) return [];
  const row = { floor: '', unit: 'ms', target: within } as const;
  return [
    { ...row, name: `${name}-alone`, work: `${label}; one at a time`, figure: inWords(alone), value: alone.p95 },
    { ...row, name: `${name}-among`, work: `${label}; 16 at a time`, figure: inWords(among), value: among.p95 },
  ];
}

/** The cost of an answer without any work: for orientation, beside the floors of SQL. */
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

/** 95th percentile, program to floor. */
function toFloor({ name, label, target }: Workload, figures: Figures, floor: Figures | undefined): Row[] {
  if (!floor) return [];
  const value = figures.p95 / floor.p95;
  return [{ name, work: label, figure: inWords(figures), floor: inWords(floor), value, unit: '×', target }];
}

/** How many one process does in a second, as the time that each takes of it. */
function rate({ name, label, perSecond }: Workload, figures: Figures): Row[] {
  if (perSecond === undefined) return [];
  return [
    {
      name: `${name}-rate`,
      work: `${label}: ${perSecond} a second, one process`,
      figure: inWords(figures),
      floor: '',
      value: 1000 / figures.perSecond,
      unit: 'ms',
      target: 1000 / perSecond,
    },
  ];
}

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
