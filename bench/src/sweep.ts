import type { ReportRun } from '@innkeeper/contract';
import { DEMO_PASSWORD } from '@innkeeper/demo/accounts';
import { type App, signIn, signInAs } from './app.ts';
import { cpuSeconds, databaseCpuSeconds } from './cpu-time.ts';
import { createOneHotelUser } from './one-hotel-user.ts';
import { type Scale, withScale } from './scale.ts';
import { percentile } from './statistics.ts';
import {
  type ListSample,
  type SweepRequest,
  listRequests,
  listedReports,
  listedResources,
  pageRequests,
  reportRequests,
} from './sweep-requests.ts';

/** A request, who sent it, and what it cost. */
interface SweepResult extends SweepRequest {
  readonly reader: string;
  readonly status: number;
  /** The lesser of two, so that a cold cache or other work on the machine does not count. */
  readonly milliseconds: number;
  /** Of the server and of PostgreSQL, in steps of a hundredth of a second. */
  readonly cpuSeconds: number;
}

const READERS = [
  { name: 'administrator', signIn: ({ address }: App) => signIn(address, 'admin') },
  {
    name: 'region',
    signIn: ({ address }: App) => signInAs(address, { username: 'made.suardana', password: DEMO_PASSWORD }),
  },
  { name: 'front desk of one hotel', signIn: ({ address }: App) => signIn(address, 'property') },
] as const;

/** Milliseconds that no request may take, and that none may take which the console sends by itself. */
const LIMIT_MS = 300;
const OPENING_LIMIT_MS = 150;
const STEPS_MS = [50, 150, LIMIT_MS, 1_000] as const;
/** A second measurement of a request that was faster than this could change nothing. */
const CERTAINLY_FAST_MS = 40;
const WORST = 20;

/**
 * Sends every request that the definitions allow, or a random sample of them, one at a time, as users of several
 * levels, and returns a chapter for the results: how many are slow, and which are the slowest.
 */
export const measureSweep = (scale: Scale, { sample, seed }: SweepOptions): Promise<string> =>
  withScale(scale, async (app, db) => {
    const readers = [
      ...READERS,
      { name: 'one hotel with all reports', signIn: async () => signInAs(app.address, await createOneHotelUser(db)) },
    ];
    const results: SweepResult[] = [];
    const random = createRandom(seed);
    for (const reader of readers) {
      let token = await reader.signIn(app);
      const requests = await collectRequests(app.address, token);
      const chosen = sample === undefined ? requests : takeSample(requests, Math.ceil(sample / readers.length), random);
      console.log(`  ${reader.name}: ${chosen.length} of ${requests.length} requests`);
      let signedInAt = Date.now();
      for (const request of chosen) {
        if (Date.now() - signedInAt > TOKEN_AGE_MS) {
          token = await reader.signIn(app);
          signedInAt = Date.now();
        }
        const result = {
          ...request,
          reader: reader.name,
          ...(await measureRequest(app, scale.dataDir, token, request.path)),
        };
        if (result.status >= 400)
          console.log(`  ${result.status} ${request.kind}: ${decodeURIComponent(request.path)}`);
        results.push(result);
      }
    }
    return renderSweep(results, scale.members, seed);
  });

export interface SweepOptions {
  /** How many requests are drawn; all if undefined. */
  readonly sample: number | undefined;
  readonly seed: number;
}

/** An access token is valid for 15 minutes. */
const TOKEN_AGE_MS = 10 * 60_000;

/** The requests that this user may make: those of lists and reports that are not forbidden. */
async function collectRequests(address: string, token: string): Promise<readonly SweepRequest[]> {
  const requests: SweepRequest[] = [];
  for (const definition of listedResources()) {
    const list = await readList(address, token, definition.key);
    if (list) requests.push(...listRequests(definition, list));
  }
  for (const key of listedReports) {
    const { status, text } = await send(address, token, `/api/report/run/${key}?per_page=1`);
    if (status !== 200) continue;
    const { offered } = JSON.parse(text) as ReportRun; // the documented response
    requests.push(...reportRequests(key, offered));
  }
  const members = await readList(address, token, 'member');
  requests.push(...pageRequests(Number(members?.rows[0]?.['id'] ?? 1)));
  return requests;
}

async function readList(address: string, token: string, key: string): Promise<ListSample | undefined> {
  const { status, text } = await send(address, token, `/api/${key}?page=1&per_page=100`);
  if (status !== 200) return undefined;
  const body = JSON.parse(text) as { data?: unknown; meta?: { total?: number } }; // the documented response
  const rows = findRows(body);
  return { total: body.meta?.total ?? rows.length, rows };
}

/** The rows of a list, in whichever envelope its resource has. */
function findRows(body: unknown): ListSample['rows'] {
  if (Array.isArray(body)) return body;
  if (typeof body !== 'object' || body === null) return [];
  for (const value of Object.values(body)) {
    const rows = findRows(value);
    if (rows.length > 0) return rows;
  }
  return [];
}

async function send(address: string, token: string, path: string): Promise<{ status: number; text: string }> {
  const response = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } });
  return { status: response.status, text: await response.text() };
}

async function measureRequest({ address, pid }: App, dataDir: string, token: string, path: string) {
  const readCpu = () => cpuSeconds(pid) + databaseCpuSeconds(dataDir);
  const measureOnce = async () => {
    const cpuBefore = readCpu();
    const startedAt = performance.now();
    const { status } = await send(address, token, path);
    const milliseconds = performance.now() - startedAt;
    return { status, milliseconds, cpuSeconds: readCpu() - cpuBefore };
  };
  const first = await measureOnce();
  if (first.milliseconds < CERTAINLY_FAST_MS) return first;
  const second = await measureOnce();
  return second.milliseconds < first.milliseconds ? second : first;
}

function renderSweep(results: readonly SweepResult[], members: number, seed: number): string {
  const answered = results.filter(({ status }) => status < 400);
  const times = answered.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b);
  const readerNames = [...new Set(results.map(({ reader }) => reader))];
  const countRow = (label: string, rows: readonly SweepResult[]) => {
    const slow = STEPS_MS.map((step) => rows.filter(({ milliseconds }) => milliseconds > step).length);
    const opening = rows.filter(({ opensItself, milliseconds }) => opensItself && milliseconds > OPENING_LIMIT_MS);
    const costly = rows.filter(({ cpuSeconds }) => cpuSeconds > 1);
    const cells = [rows.length, ...slow, opening.length, costly.length];
    return `| ${label} | ${cells.join(' | ')} |`;
  };
  const worst = answered.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, WORST);
  const failed = results.filter(({ status }) => status >= 500);
  const rejected = results.filter(({ status }) => status >= 400 && status < 500);
  const slowestRejectionMs = Math.max(0, ...rejected.map(({ milliseconds }) => milliseconds));
  return [
    `${members.toLocaleString('en')} members, seed ${seed}, ${new Date().toISOString().slice(0, 10)}. Each request alone; the lesser of two measurements.`,
    `The median is ${percentile(times, 0.5).toFixed(1)} ms. ${rejected.length} requests were rejected in words, the slowest within ${Math.ceil(slowestRejectionMs)} ms; ${failed.length} failed.`,
    '',
    `| who | requests | ${STEPS_MS.map((step) => `> ${step} ms`).join(' | ')} | opens by itself and > ${OPENING_LIMIT_MS} ms | > 1 s of CPU |`,
    `|---|${'---|'.repeat(STEPS_MS.length + 3)}`,
    ...readerNames.map((name) =>
      countRow(
        name,
        answered.filter(({ reader }) => reader === name),
      ),
    ),
    countRow('all', answered),
    '',
    `The slowest ${WORST}:`,
    '',
    '| ms | CPU-s | who | request |',
    '|---|---|---|---|',
    ...worst.map(
      ({ milliseconds, cpuSeconds, reader, path }) =>
        `| ${Math.round(milliseconds)} | ${cpuSeconds.toFixed(2)} | ${reader} | \`${decodeURIComponent(path).replaceAll('|', '\\|')}\` |`,
    ),
    ...failed.map(({ status, reader, path }) => `| ${status} | | ${reader} | \`${decodeURIComponent(path)}\` |`),
    '',
  ].join('\n');
}

/** A generator of numbers from 0 to 1 that repeats itself for the same seed. */
function createRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function takeSample<T>(items: readonly T[], count: number, random: () => number): readonly T[] {
  const remaining = [...items];
  const chosen: T[] = [];
  while (chosen.length < count && remaining.length > 0) {
    const index = Math.floor(random() * remaining.length);
    chosen.push(...remaining.splice(index, 1));
  }
  return chosen;
}
