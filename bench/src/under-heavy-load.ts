import { loadHttp } from './measure.ts';
import { signIn } from './app.ts';
import { type Row, formatMeasurements } from './row.ts';
import { type Scale, readContext, withScale } from './scale.ts';
import type { Measurements } from './statistics.ts';

const MAX_CONCURRENT = 20;
/** Short calls of another user: a list, and a voucher redeemed at the front desk. */
const SHORT_CALLS = ['list', 'redeem'] as const;
const CONNECTIONS = 4;

const HEAVY_REQUESTS = [
  '/api/report/run/visit-report',
  '/api/report/run/redemption-report',
  '/api/report/run/member-report',
  '/api/report/run/overview-report',
  '/api/dashboard',
];

/**
 * Measures the short calls of one user while another user always has twenty expensive ones in flight, and compares them
 * with the same calls without this load.
 */
export const measureUnderHeavyLoad = (scale: Scale, seconds: number): Promise<Row[]> =>
  withScale(scale, async ({ address }, db) => {
    const context = await readContext(db);
    const tokens = { heavy: await signIn(address, 'reporting'), short: await signIn(address, 'admin') };
    const rows: Row[] = [];
    for (const workload of SHORT_CALLS) {
      const load = { address, token: tokens.short, workload, context, seconds, connections: CONNECTIONS };
      const unloaded = await loadHttp(load);
      const heavy = sendContinuously(address, tokens.heavy);
      const loaded = await loadHttp(load);
      const { responseCount, rejectionCount } = await heavy.stop();
      rows.push(
        createSlowdownRow(unloaded, loaded, {
          name: `${workload}-among-heavy`,
          work: `${workload}, while another user has ${MAX_CONCURRENT} heavy calls in flight`,
          note: `${responseCount} heavy ones answered, ${rejectionCount} rejected`,
        }),
      );
    }
    return rows;
  });

/** Maximum time of calls among other work, as a multiple of their time without it. */
const MAX_SLOWDOWN = 2;

/** The time of the same calls among other work, as a multiple of their time without it. */
export function createSlowdownRow(
  unloaded: Measurements,
  loaded: Measurements,
  { name, work, note }: Pick<Row, 'name' | 'work'> & { readonly note: string },
): Row {
  if (unloaded.failures + loaded.failures > 0) throw new Error(`${name}: requests failed`);
  return {
    name,
    work,
    result: `${formatMeasurements(loaded)}; ${note}`,
    floor: formatMeasurements(unloaded),
    value: loaded.p95 / unloaded.p95,
    unit: '×',
    target: MAX_SLOWDOWN,
  };
}

/**
 * Keeps this many expensive requests in flight until it is stopped. Some are rejected because they waited or took too
 * long.
 */
function sendContinuously(
  address: string,
  token: string,
): { stop(): Promise<{ responseCount: number; rejectionCount: number }> } {
  const abortController = new AbortController();
  let responseCount = 0;
  let rejectionCount = 0;
  const sendRequests = async (firstIndex: number): Promise<void> => {
    for (let n = firstIndex; !abortController.signal.aborted; n += 1) {
      const path = HEAVY_REQUESTS[n % HEAVY_REQUESTS.length] ?? '';
      const response = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
      const text = await response.text();
      if (response.ok) responseCount += 1;
      else if (response.status === 429 || response.status === 503) rejectionCount += 1;
      else throw new Error(`${path}: ${response.status} ${text}`);
    }
  };
  const clients = Promise.all(Array.from({ length: MAX_CONCURRENT }, (_, n) => sendRequests(n)));
  return {
    async stop() {
      abortController.abort();
      await clients;
      return { responseCount, rejectionCount };
    },
  };
}
