import type { Db } from '@innkeeper/db';
import { measureSequential, measureLatency } from './sequential.ts';
import { createOneHotelUser } from './one-hotel-user.ts';
import { type App, signIn, signInAs, startApp } from './app.ts';
import { measureReportFiles } from './report-files.ts';
import {
  type FilteredReport,
  ROLLUP_REQUESTS,
  OPENING_REQUESTS,
  type ReportRequest,
  createFilters,
} from './report-requests.ts';
import type { Row } from './row.ts';
import { type Scale, readContext, withDatabase, withServer } from './scale.ts';

/** Milliseconds within which a report must open and a rollup must respond. */
const OPENING_LIMIT_MS = 150;
const ROLLUP_LIMIT_MS = 100;
/** Maximum time of a filter, as a multiple of the time of its best SQL. */
const MAX_FILTER_RATIO = 2;

/** Measures reports over HTTP: opening, rollups, filters against their best SQL, and large files. */
export function measureReports({ dataDir }: Scale, seconds: number): Promise<Row[]> {
  return withServer(dataDir, {}, (url) =>
    withDatabase(url, async (db) => {
      const app = await startApp({ DATABASE_URL: url, DEMO: '0' });
      try {
        const rows: Row[] = [];
        for (const reader of READERS) {
          const { name, visibility } = reader;
          console.log(`  for ${name}`);
          const token = await reader.signIn(app.address, db);
          const renameForReader = <Q extends ReportRequest>(reportRequest: Q): Q =>
            addReaderName(reader, reportRequest);
          for (const reportRequest of OPENING_REQUESTS)
            rows.push(await measureLatencyRow(app, token, renameForReader(reportRequest), OPENING_LIMIT_MS));
          for (const reportRequest of ROLLUP_REQUESTS)
            rows.push(await measureLatencyRow(app, token, renameForReader(reportRequest), ROLLUP_LIMIT_MS));
          for (const filtered of await createFilters(db, visibility)) {
            rows.push(await compareWithBestSql(app, token, db, renameForReader(filtered)));
          }
        }
        return [...rows, ...(await measureReportFiles(app, db, await readContext(db), seconds))];
      } finally {
        await app.stop();
      }
    }),
  );
}

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
  { address }: App,
  token: string,
  { name, label, call }: ReportRequest,
  target: number,
): Promise<Row> {
  console.log(`  ${label} …`);
  const { p50, p95 } = await measureSequential(address, token, call);
  return {
    name,
    work: `${label}; one at a time`,
    result: formatMeasurements(p50, p95),
    floor: '',
    value: p95,
    unit: 'ms',
    target,
  };
}

/** Compares a filter with the equivalent SQL, one request at a time. Both must count the same rows. */
async function compareWithBestSql(
  { address }: App,
  token: string,
  db: Db,
  { name, label, call, rows, sums, values }: FilteredReport,
): Promise<Row> {
  console.log(`  ${label} …`);
  const response = await measureSequential(address, token, call);
  let rowCount = 0;
  const floor = await measureLatency(async () => {
    await db.pool.query(rows, [...values]);
    const { rows: sumRows } = await db.pool.query<Record<string, unknown>>(sums, [...values]);
    rowCount = Number(Object.values(sumRows[0] ?? {})[0] ?? 0);
  });
  const { meta } = JSON.parse(response.text) as { meta: { total: number } }; // the documented response
  if (meta.total !== rowCount) throw new Error(`${label}: ${meta.total} rows, and ${rowCount} by its best SQL`);
  return {
    name,
    work: `${label}, ${rowCount.toLocaleString('en')} rows, against its best SQL`,
    result: formatMeasurements(response.p50, response.p95),
    floor: formatMeasurements(floor.p50, floor.p95),
    value: response.p50 / floor.p50,
    unit: '×',
    target: MAX_FILTER_RATIO,
  };
}

const formatMeasurements = (p50: number, p95: number): string => `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
