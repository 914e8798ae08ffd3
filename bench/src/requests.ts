import { type WorkloadResult, type Recording, loadBareHttp, measure, record } from './measure.ts';
import { startApp } from './app.ts';
import { type Row, formatMeasurements } from './row.ts';
import { type Scale, readContext, withDatabase, withPlainServer, withServer } from './scale.ts';
import type { Measurements } from './statistics.ts';
import { DEEP_PAGE } from './workloads.ts';
import type { Workload } from './workload.ts';

/**
 * Measures requests on a large database: each against its floor, and deep pages against the first page. Passes rows on
 * as they are measured.
 */
export async function measureRequests(
  scale: Scale,
  chosen: readonly Workload[],
  seconds: number,
  recordRows: (rows: readonly Row[]) => void,
): Promise<void> {
  const plain = await measureOnPlainServer(scale, chosen, seconds);
  const recordings = await record(scale, chosen);
  recordRows([await measureBareHttp(seconds)]);
  const measured = await withServer(scale.dataDir, {}, (url) =>
    measureWorkloads(url, chosen, recordings, seconds, ({ workload, app: metrics, floor, alone }) =>
      recordRows([
        ...[...rate(workload, metrics), ...floorRatioRows(workload, metrics, floor)].map((row) => ({
          ...row,
          plain: plain.get(workload.name),
        })),
        ...latencyRows(workload, metrics, alone),
      ]),
    ),
  );
  const p95 = new Map(measured.map(({ workload, app }) => [workload.name, app.p95]));
  recordRows(DEEP_PAGES.flatMap(([list, deep, of]) => deepPage(p95, list, deep, of)));
}

/**
 * The server's results on Debian's PostgreSQL 15 with its default settings, by workload name; empty if it is not
 * installed.
 */
async function measureOnPlainServer(scale: Scale, chosen: readonly Workload[], seconds: number) {
  console.log("  on Debian's PostgreSQL 15 as it comes:");
  const measured = await withPlainServer(scale, (url) => measureWorkloads(url, chosen, new Map(), seconds));
  if (!measured) console.log('  is not installed');
  return new Map(measured?.map(({ workload, app }) => [workload.name, formatMeasurements(app)]));
}

async function measureWorkloads(
  url: string,
  chosen: readonly Workload[],
  recordings: ReadonlyMap<string, Recording>,
  seconds: number,
  onMeasured: (measured: WorkloadResult) => void = () => undefined,
): Promise<WorkloadResult[]> {
  const context = await withDatabase(url, readContext);
  const app = await startApp({ DATABASE_URL: url, DEMO: '0' });
  try {
    const measured: WorkloadResult[] = [];
    for (const workload of chosen) {
      console.log(`  ${workload.label} …`);
      const metrics = await measure(url, app, context, workload, recordings.get(workload.name), seconds);
      measured.push(metrics);
      onMeasured(metrics);
    }
    return measured;
  } finally {
    await app.stop();
  }
}

/** Workloads with a time limit of their own, independent of their floor. */
function latencyRows({ name, label, within }: Workload, loaded: Measurements, alone: Measurements | undefined): Row[] {
  if (within === undefined || !alone) return [];
  const row = { floor: '', unit: 'ms', target: within } as const;
  return [
    {
      ...row,
      name: `${name}-alone`,
      work: `${label}; one at a time`,
      result: formatMeasurements(alone),
      value: alone.p95,
    },
    {
      ...row,
      name: `${name}-among`,
      work: `${label}; 16 at a time`,
      result: formatMeasurements(loaded),
      value: loaded.p95,
    },
  ];
}

/** The cost of a response without any work, shown next to the SQL floors for orientation. */
async function measureBareHttp(seconds: number): Promise<Row> {
  const metrics = await loadBareHttp(seconds);
  return {
    name: 'bare-http',
    work: 'a bare HTTP answer of 33 kB, for orientation',
    result: formatMeasurements(metrics),
    floor: '',
    value: metrics.p95,
    unit: 'ms',
    target: 50,
  };
}

/** 95th percentile, relative to the floor. */
function floorRatioRows(
  { name, label, target }: Workload,
  metrics: Measurements,
  floor: Measurements | undefined,
): Row[] {
  if (!floor) return [];
  const value = metrics.p95 / floor.p95;
  return [
    {
      name,
      work: label,
      result: formatMeasurements(metrics),
      floor: formatMeasurements(floor),
      value,
      unit: '×',
      target,
    },
  ];
}

/** Requests per second of one process, given as the time per request. */
function rate({ name, label, perSecond }: Workload, metrics: Measurements): Row[] {
  if (perSecond === undefined) return [];
  return [
    {
      name: `${name}-rate`,
      work: `${label}: ${perSecond} a second, one process`,
      result: formatMeasurements(metrics),
      floor: '',
      value: 1000 / metrics.perSecond,
      unit: 'ms',
      target: 1000 / perSecond,
    },
  ];
}

/** Lists whose deep page is compared with their first page. */
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
      result: `p95 ${deep.toFixed(1)} ms`,
      floor: `p95 ${first.toFixed(1)} ms`,
      value: deep / first,
      unit: '×',
      target: 5,
    },
  ];
}
