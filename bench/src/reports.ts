import type { Db } from '@innkeeper/db';
import { type App, signIn, signInAs } from './app.ts';
import { call } from './measure.ts';
import { createOneHotelUser } from './one-hotel-user.ts';
import { measureReportFiles } from './report-files.ts';
import {
  type FilteredReport,
  ROLLUP_REQUESTS,
  OPENING_REQUESTS,
  type ReportRequest,
  createFilters,
} from './report-requests.ts';
import { type Row, formatLatency } from './row.ts';
import { type Scale, readContext, withScale } from './scale.ts';
import { percentile } from './statistics.ts';

/** Milliseconds within which a report must open and a rollup must respond. */
const OPENING_LIMIT_MS = 150;
const ROLLUP_LIMIT_MS = 100;
/** Maximum time of a filter, as a multiple of the time of its best SQL. */
const MAX_FILTER_RATIO = 2;

/** Measures reports over HTTP: opening, rollups, filters against their best SQL, and large files. */
export const measureReports = (scale: Scale, seconds: number): Promise<Row[]> =>
  withScale(scale, async (app, db) => {
    const rows: Row[] = [];
    for (const reader of READERS) {
      const { name, visibility } = reader;
      console.log(`  for ${name}`);
      const token = await reader.signIn(app.address, db);
      const renameForReader = <Q extends ReportRequest>(reportRequest: Q): Q => addReaderName(reader, reportRequest);
      for (const reportRequest of OPENING_REQUESTS)
        rows.push(await measureLatencyRow(app, token, renameForReader(reportRequest), OPENING_LIMIT_MS));
      for (const reportRequest of ROLLUP_REQUESTS)
        rows.push(await measureLatencyRow(app, token, renameForReader(reportRequest), ROLLUP_LIMIT_MS));
      for (const filtered of await createFilters(db, visibility))
        rows.push(await compareWithBestSql(app, token, db, renameForReader(filtered)));
    }
    return [...rows, ...(await measureReportFiles(app, db, await readContext(db), seconds))];
  });

interface Reader {
  readonly name: string;
  readonly visibility: 'group' | 'hotel';
  readonly signIn: (address: string, db: Db) => Promise<string>;
}

const READERS: readonly Reader[] = [
  { name: 'an administrator', visibility: 'group', signIn: (address) => signIn(address, 'admin') },
  {
    name: 'a user of one hotel',
    visibility: 'hotel',
    signIn: async (address, db) => signInAs(address, await createOneHotelUser(db)),
  },
];

/** The administrator's queries keep their plain names. */
const addReaderName = <Q extends ReportRequest>({ name, visibility }: Reader, reportRequest: Q): Q =>
  visibility === 'group'
    ? reportRequest
    : { ...reportRequest, name: `${reportRequest.name}-one-hotel`, label: `${reportRequest.label}; ${name}` };

async function measureLatencyRow(
  app: App,
  token: string,
  { name, label, call: request }: ReportRequest,
  target: number,
): Promise<Row> {
  console.log(`  ${label} …`);
  const latency = await measureLatency(() => call(app.address, token, request));
  return {
    name,
    work: `${label}; one at a time`,
    result: formatLatency(latency),
    value: latency.p95,
    unit: 'ms',
    target,
  };
}

/** Compares a filter with the equivalent SQL, one request at a time. Both must count the same rows. */
async function compareWithBestSql(
  { address }: App,
  token: string,
  db: Db,
  { name, label, call: request, rows, sums, values }: FilteredReport,
): Promise<Row> {
  console.log(`  ${label} …`);
  let text = '';
  const latency = await measureLatency(async () => {
    text = await call(address, token, request);
  });
  let rowCount = 0;
  const floor = await measureLatency(async () => {
    await db.pool.query(rows, [...values]);
    const { rows: sumRows } = await db.pool.query<Record<string, unknown>>(sums, [...values]);
    rowCount = Number(Object.values(sumRows[0] ?? {})[0] ?? 0);
  });
  const { meta } = JSON.parse(text) as { meta: { total: number } }; // the documented response
  if (meta.total !== rowCount) throw new Error(`${label}: ${meta.total} rows, and ${rowCount} by its best SQL`);
  return {
    name,
    work: `${label}, ${rowCount.toLocaleString('en')} rows, against its best SQL`,
    result: formatLatency(latency),
    floor: formatLatency(floor),
    value: latency.p50 / floor.p50,
    unit: '×',
    target: MAX_FILTER_RATIO,
  };
}

const REPETITIONS = 40;
const WARM_UP_REPETITIONS = 3;

/** Repeats work, one at a time. Times are in milliseconds. */
async function measureLatency(work: () => Promise<unknown>): Promise<{ readonly p50: number; readonly p95: number }> {
  const times: number[] = [];
  for (let n = -WARM_UP_REPETITIONS; n < REPETITIONS; n += 1) {
    const startedAt = performance.now();
    await work();
    if (n >= 0) times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
}
