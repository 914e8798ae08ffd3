import { loadHttp } from './measure.ts';
import { signIn, startProgram } from './program.ts';
import { type Row, inWords } from './row.ts';
import { type Scale, readScene, withDatabase, withServer } from './scale.ts';

const AT_ONCE = 20;
/** Those of another user: a list, and a voucher redeemed at the counter. */
const SHORT = ['list', 'redeem'] as const;
const CONNECTIONS = 4;
const TARGET = 2;

const HEAVY = [
  '/api/report/run/visit-report',
  '/api/report/run/redemption-report',
  '/api/report/run/member-report',
  '/api/report/run/overview-report',
  '/api/dashboard',
];

/** Short calls of one user while another has twenty heavy ones in flight all the time, against the same without them. */
export function measureAmongHeavy({ dataDir }: Scale, seconds: number): Promise<Row[]> {
  return withServer(dataDir, {}, async (url) => {
    const scene = await withDatabase(url, readScene);
    const program = await startProgram({ DATABASE_URL: url, DEMO: '0' });
    try {
      const { address } = program;
      const tokens = { heavy: await signIn(address, 'reporting'), short: await signIn(address, 'admin') };
      const rows: Row[] = [];
      for (const workload of SHORT) {
        const load = { address, token: tokens.short, workload, scene, seconds, connections: CONNECTIONS };
        const alone = await loadHttp(load);
        const heavy = keepAsking(address, tokens.heavy);
        const among = await loadHttp(load);
        const { answered, refused } = await heavy.stop();
        if (alone.failures + among.failures > 0) throw new Error(`${workload}: requests failed`);
        rows.push({
          name: `${workload}-among-heavy`,
          work: `${workload}, while another user has ${AT_ONCE} heavy calls in flight`,
          figure: `${inWords(among)}; ${answered} heavy ones answered, ${refused} refused`,
          floor: inWords(alone),
          value: among.p95 / alone.p95,
          unit: '×',
          target: TARGET,
        });
      }
      return rows;
    } finally {
      await program.stop();
    }
  });
}

/** Asks for heavy things, always so many at once, until it is stopped. Some are refused: they waited, or took, too long. */
function keepAsking(address: string, token: string): { stop(): Promise<{ answered: number; refused: number }> } {
  const stopping = new AbortController();
  let answered = 0;
  let refused = 0;
  const askOn = async (from: number): Promise<void> => {
    for (let n = from; !stopping.signal.aborted; n += 1) {
      const path = HEAVY[n % HEAVY.length] ?? '';
      const reply = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
      const text = await reply.text();
      if (reply.ok) answered += 1;
      else if (reply.status === 429 || reply.status === 503) refused += 1;
      else throw new Error(`${path}: ${reply.status} ${text}`);
    }
  };
  const asking = Promise.all(Array.from({ length: AT_ONCE }, (_, n) => askOn(n)));
  return {
    async stop() {
      stopping.abort();
      await asking;
      return { answered, refused };
    },
  };
}
