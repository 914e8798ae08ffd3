import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '@innkeeper/db';
import { call, loadHttp } from './measure.ts';
import { type App, signIn } from './app.ts';
import { type Row, formatMeasurements } from './row.ts';
import type { WorkloadContext } from './workload.ts';

/** Visits in a large file. */
const VISITS = 1_000_000;
const CSV_ROWS_PER_SECOND = 100_000;
const XLSX_ROWS_PER_SECOND = 40_000;
/** Megabytes that a file may add to the server's memory. */
const MAX_MEMORY_MB = 100;
/** Maximum time of other users' calls, as a multiple of their time alone. */
const OTHERS = 2;
const CONNECTIONS = 4;
const POLL_INTERVAL_MS = 50;

interface FileRow {
  readonly id: number;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly rows_done: number;
  readonly bytes: number | null;
  readonly reason: string | null;
}

/**
 * Measures files of many visits made by a job: their rate, their memory, and the effect of two at a time on other
 * users.
 */
export async function measureReportFiles(app: App, db: Db, context: WorkloadContext, seconds: number): Promise<Row[]> {
  const [bound] = await db.read<{ day: string }>({
    sql: `select (visit_date::date)::text as day from visit where deleted_at is null order by visit_date desc
          offset least(${VISITS}, (select count(*) - 1 from visit where deleted_at is null)) limit 1`,
    parameters: [],
  });
  const query = { 'filter[visit.visit_date][date_between]': `${bound?.day ?? ''},` };
  const { address } = app;
  const token = await signIn(address, 'admin');
  const files = createReportFileClient(address, token, query);
  const rows: Row[] = [];
  for (const [format, rate] of [
    ['csv', CSV_ROWS_PER_SECOND],
    ['xlsx', XLSX_ROWS_PER_SECOND],
  ] as const) {
    console.log(`  a report file of visits as ${format.toUpperCase()} …`);
    await delay(1_000);
    const idle = app.memory();
    let most = idle;
    const sample = setInterval(() => (most = Math.max(most, app.memory())), POLL_INTERVAL_MS);
    const started = performance.now();
    const id = await files.order(format);
    const file = await files.end(id).finally(() => clearInterval(sample));
    const ms = performance.now() - started;
    await files.remove(id);
    rows.push(
      {
        name: `report-file-${format}`,
        work: `report file of ${VISITS.toLocaleString('en')} visits as ${format.toUpperCase()}`,
        result: `${file.rows_done.toLocaleString('en')} rows, ${Math.round(file.rows_done / (ms / 1000)).toLocaleString('en')} rows/s`,
        floor: '',
        value: (ms / file.rows_done) * VISITS,
        unit: 'ms',
        target: (VISITS / rate) * 1000,
      },
      {
        name: `report-file-${format}-memory`,
        work: `memory above idle meanwhile, ${format.toUpperCase()}`,
        result: `${((file.bytes ?? 0) / 1e6).toFixed(1)} MB made`,
        floor: '',
        value: most - idle,
        unit: 'MB',
        target: MAX_MEMORY_MB,
      },
    );
  }
  console.log('  others while two files are made …');
  const load = { address, token: await signIn(address, 'reporting'), workload: 'list', context, seconds };
  const alone = await loadHttp({ ...load, connections: CONNECTIONS });
  const two = [await files.order('csv'), await files.order('xlsx')];
  while ((await files.states(two)).includes('queued')) await delay(POLL_INTERVAL_MS);
  const loaded = await loadHttp({ ...load, connections: CONNECTIONS });
  const states = await files.states(two);
  for (const id of two) await files.remove(id);
  if (alone.failures + loaded.failures > 0) throw new Error('Requests failed while files were made');
  rows.push({
    name: 'report-files-others',
    work: 'list of members, while two report files are made for another user',
    result: `${formatMeasurements(loaded)}; afterwards the files were ${states.join(' and ')}`,
    floor: formatMeasurements(alone),
    value: loaded.p95 / alone.p95,
    unit: '×',
    target: OTHERS,
  });
  return rows;
}

function createReportFileClient(address: string, token: string, query: Readonly<Record<string, string>>) {
  const path = '/api/report_file';
  const all = async (): Promise<readonly FileRow[]> => {
    const { text } = await call(address, token, { method: 'GET', path });
    return (JSON.parse(text) as { data: FileRow[] }).data; // the documented response
  };
  const one = async (id: number): Promise<FileRow> => {
    const file = (await all()).find((known) => known.id === id);
    if (!file) throw new Error(`The file ${id} is missing`);
    return file;
  };
  return {
    async order(format: string): Promise<number> {
      const body = { report: 'visit-report', format, query };
      const { text } = await call(address, token, { method: 'POST', path, body });
      return (JSON.parse(text) as { data: FileRow }).data.id; // the documented response
    },
    /** Waits until the file is finished. */
    async end(id: number): Promise<FileRow> {
      for (;;) {
        const file = await one(id);
        if (file.state === 'failed') throw new Error(`The file failed: ${file.reason}`);
        if (file.state === 'done') return file;
        await delay(POLL_INTERVAL_MS);
      }
    },
    states: (ids: readonly number[]): Promise<readonly FileRow['state'][]> =>
      Promise.all(ids.map(async (id) => (await one(id)).state)),
    remove: (id: number) => call(address, token, { method: 'DELETE', path: `${path}/${id}` }),
  };
}
