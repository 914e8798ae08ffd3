import { type WorkloadResult, type Recording, loadBareHttp, measure, recordStatements } from './measure.ts';
import { type Row, formatMeasurements } from './row.ts';
import { type Scale, readContext, withApp, withDatabase, withPlainServer, withServer } from './scale.ts';
import type { Measurements } from './statistics.ts';
import { DEEP_PAGE } from './workloads.ts';
import type { Workload } from './workload.ts';

/**
 * Measures requests on a large database: each against its floor, and deep pages against the first page. Reports rows as
 * they are measured.
 */
export async function measureRequests(
  scale: Scale,
  selectedWorkloads: readonly Workload[],
  seconds: number,
  recordRows: (rows: readonly Row[]) => void,
): Promise<void> {
  const plainServerResults = await measureOnPlainServer(scale, selectedWorkloads, seconds);
  const recordings = await recordStatements(scale, selectedWorkloads);
  recordRows([await measureBareHttp(seconds)]);
  const results = await withServer(scale.dataDir, {}, (url) =>
    measureWorkloads(url, selectedWorkloads, recordings, seconds, ({ workload, app: metrics, floor, unloaded }) =>
      recordRows([
        ...[...throughputRows(workload, metrics), ...floorRatioRows(workload, metrics, floor)].map((row) => ({
          ...row,
          plain: plainServerResults.get(workload.name),
        })),
        ...latencyRows(workload, metrics, unloaded),
      ]),
    ),
  );
  const p95 = new Map(results.map(({ workload, app }) => [workload.name, app.p95]));
  recordRows(DEEP_PAGES.flatMap(([list, deep, labelPrefix]) => deepPageRows(p95, list, deep, labelPrefix)));
}

/**
 * The server's results on Debian's PostgreSQL 15 with default settings, by workload name; empty if it is not installed.
 */
async function measureOnPlainServer(scale: Scale, selectedWorkloads: readonly Workload[], seconds: number) {
  console.log("  on Debian's PostgreSQL 15 as it comes:");
  const results = await withPlainServer(scale, (url) => measureWorkloads(url, selectedWorkloads, new Map(), seconds));
  if (!results) console.log('  is not installed');
  return new Map(results?.map(({ workload, app }) => [workload.name, formatMeasurements(app)]));
}

async function measureWorkloads(
  url: string,
  selectedWorkloads: readonly Workload[],
  recordings: ReadonlyMap<string, Recording>,
  seconds: number,
  onMeasured: (results: WorkloadResult) => void = () => undefined,
): Promise<WorkloadResult[]> {
  const context = await withDatabase(url, readContext);
  return withApp(url, async (app) => {
    const results: WorkloadResult[] = [];
    for (const workload of selectedWorkloads) {
      console.log(`  ${workload.label} …`);
      const metrics = await measure(url, app, context, workload, recordings.get(workload.name), seconds);
      results.push(metrics);
      onMeasured(metrics);
    }
    return results;
  });
}

/** Workloads with a time limit that is independent of their floor. */
function latencyRows(
  { name, label, limitMs }: Workload,
  loaded: Measurements,
  unloaded: Measurements | undefined,
): Row[] {
  if (limitMs === undefined || !unloaded) return [];
  const row = { unit: 'ms', target: limitMs } as const;
  return [
    {
      ...row,
      name: `${name}-alone`,
      work: `${label}; one at a time`,
      result: formatMeasurements(unloaded),
      value: unloaded.p95,
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

/** The cost of a response that does no work, shown beside the SQL floors for orientation. */
async function measureBareHttp(seconds: number): Promise<Row> {
  const metrics = await loadBareHttp(seconds);
  return {
    name: 'bare-http',
    work: 'a bare HTTP answer of 33 kB, for orientation',
    result: formatMeasurements(metrics),
    value: metrics.p95,
    unit: 'ms',
    target: 50,
  };
}

/** Maximum time of a request, as a multiple of its floor's. */
const MAX_FLOOR_RATIO = 2;

/** The 95th percentile, relative to the floor. */
function floorRatioRows({ name, label }: Workload, metrics: Measurements, floor: Measurements | undefined): Row[] {
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
      target: MAX_FLOOR_RATIO,
    },
  ];
}

/** The requests per second of one process, expressed as the time per request. */
function throughputRows({ name, label, perSecond }: Workload, metrics: Measurements): Row[] {
  if (perSecond === undefined) return [];
  return [
    {
      name: `${name}-rate`,
      work: `${label}: ${perSecond} a second, one process`,
      result: formatMeasurements(metrics),
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

function deepPageRows(p95: ReadonlyMap<string, number>, list: string, page: string, labelPrefix: string): Row[] {
  const [first, deep] = [p95.get(list), p95.get(page)];
  if (first === undefined || deep === undefined) return [];
  return [
    {
      name: `${page}-to-first`,
      work: `${labelPrefix}page ${DEEP_PAGE.toLocaleString('en')} against page 1`,
      result: `p95 ${deep.toFixed(1)} ms`,
      floor: `p95 ${first.toFixed(1)} ms`,
      value: deep / first,
      unit: '×',
      target: 5,
    },
  ];
}
