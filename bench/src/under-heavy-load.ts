import { loadHttp } from './measure.ts';
import { signIn, startApp } from './app.ts';
import { type Row, formatMeasurements } from './row.ts';
import { type Scale, readContext, withDatabase, withServer } from './scale.ts';

const MAX_CONCURRENT = 20;
/** Short calls of another user: a list, and a voucher redeemed at the front desk. */
const SHORT_CALLS = ['list', 'redeem'] as const;
const CONNECTIONS = 4;
const TARGET = 2;

const HEAVY = [
  '/api/report/run/visit-report',
  '/api/report/run/redemption-report',
  '/api/report/run/member-report',
  '/api/report/run/overview-report',
  '/api/dashboard',
];

/**
 * Measures short calls of one user while another always has twenty expensive ones in flight, and compares them with the
 * same calls alone.
 */
export function measureUnderHeavyLoad({ dataDir }: Scale, seconds: number): Promise<Row[]> {
  return withServer(dataDir, {}, async (url) => {
    const context = await withDatabase(url, readContext);
    const app = await startApp({ DATABASE_URL: url, DEMO: '0' });
    try {
      const { address } = app;
      const tokens = { heavy: await signIn(address, 'reporting'), short: await signIn(address, 'admin') };
      const rows: Row[] = [];
      for (const workload of SHORT_CALLS) {
        const load = { address, token: tokens.short, workload, context, seconds, connections: CONNECTIONS };
        const alone = await loadHttp(load);
        const heavy = sendContinuously(address, tokens.heavy);
        const loaded = await loadHttp(load);
        const { answered, rejected } = await heavy.stop();
        if (alone.failures + loaded.failures > 0) throw new Error(`${workload}: requests failed`);
        rows.push({
          name: `${workload}-among-heavy`,
          work: `${workload}, while another user has ${MAX_CONCURRENT} heavy calls in flight`,
          result: `${formatMeasurements(loaded)}; ${answered} heavy ones answered, ${rejected} rejected`,
          floor: formatMeasurements(alone),
          value: loaded.p95 / alone.p95,
          unit: '×',
          target: TARGET,
        });
      }
      return rows;
    } finally {
      await app.stop();
    }
  });
}

/**
 * Keeps this many expensive requests in flight until it is stopped. Some are rejected because they waited or took too
 * long.
 */
function sendContinuously(address: string, token: string): { stop(): Promise<{ answered: number; rejected: number }> } {
  const stopping = new AbortController();
  let answered = 0;
  let rejected = 0;
  const sendRequests = async (from: number): Promise<void> => {
    for (let n = from; !stopping.signal.aborted; n += 1) {
      const path = HEAVY[n % HEAVY.length] ?? '';
      const reply = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
      const text = await reply.text();
      if (reply.ok) answered += 1;
      else if (reply.status === 429 || reply.status === 503) rejected += 1;
      else throw new Error(`${path}: ${reply.status} ${text}`);
    }
  };
  const clients = Promise.all(Array.from({ length: MAX_CONCURRENT }, (_, n) => sendRequests(n)));
  return {
    async stop() {
      stopping.abort();
      await clients;
      return { answered, rejected };
    },
  };
}
