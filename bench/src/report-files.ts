import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '@innkeeper/db';
import { call, loadHttp } from './measure.ts';
import { type App, measurePeakMemory, signIn } from './app.ts';
import type { Row } from './row.ts';
import { createSlowdownRow } from './under-heavy-load.ts';
import type { WorkloadContext } from './workload.ts';

/** Visits in a large file. */
const VISITS = 1_000_000;
const CSV_ROWS_PER_SECOND = 100_000;
const XLSX_ROWS_PER_SECOND = 40_000;
/** Megabytes that a file may add to the server's memory. */
const MAX_MEMORY_MB = 100;
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
 * Measures files of many visits that a job makes: their rate, their memory, and the effect of two parallel files on
 * other users.
 */
export async function measureReportFiles(app: App, db: Db, context: WorkloadContext, seconds: number): Promise<Row[]> {
  const [firstVisit] = await db.read<{ day: string }>({
    sql: `select (visit_date::date)::text as day from visit where deleted_at is null order by visit_date desc
          offset least(${VISITS}, (select count(*) - 1 from visit where deleted_at is null)) limit 1`,
    parameters: [],
  });
  const query = { 'filter[visit.visit_date][date_between]': `${firstVisit?.day ?? ''},` };
  const { address } = app;
  const token = await signIn(address, 'admin');
  const files = createReportFileClient(address, token, query);
  const rows: Row[] = [];
  for (const [format, rowsPerSecond] of [
    ['csv', CSV_ROWS_PER_SECOND],
    ['xlsx', XLSX_ROWS_PER_SECOND],
  ] as const) {
    console.log(`  a report file of visits as ${format.toUpperCase()} …`);
    await delay(1_000);
    const startedAt = performance.now();
    const id = await files.requestFile(format);
    const file = await measurePeakMemory(app, () => files.waitForFile(id));
    const ms = performance.now() - startedAt;
    await files.remove(id);
    rows.push(
      {
        name: `report-file-${format}`,
        work: `report file of ${VISITS.toLocaleString('en')} visits as ${format.toUpperCase()}`,
        result: `${file.rows_done.toLocaleString('en')} rows, ${Math.round(file.rows_done / (ms / 1000)).toLocaleString('en')} rows/s`,
        value: (ms / file.rows_done) * VISITS,
        unit: 'ms',
        target: (VISITS / rowsPerSecond) * 1000,
      },
      {
        name: `report-file-${format}-memory`,
        work: `memory above idle meanwhile, ${format.toUpperCase()}`,
        result: `${((file.bytes ?? 0) / 1e6).toFixed(1)} MB made`,
        value: file.peakIncrease,
        unit: 'MB',
        target: MAX_MEMORY_MB,
      },
    );
  }
  console.log('  others while two files are made …');
  const load = { address, token: await signIn(address, 'reporting'), workload: 'list', context, seconds };
  const unloaded = await loadHttp({ ...load, connections: CONNECTIONS });
  const fileIds = [await files.requestFile('csv'), await files.requestFile('xlsx')];
  while ((await files.states(fileIds)).includes('queued')) await delay(POLL_INTERVAL_MS);
  const loaded = await loadHttp({ ...load, connections: CONNECTIONS });
  const states = await files.states(fileIds);
  for (const id of fileIds) await files.remove(id);
  rows.push(
    createSlowdownRow(unloaded, loaded, {
      name: 'report-files-others',
      work: 'list of members, while two report files are made for another user',
      note: `afterwards the files were ${states.join(' and ')}`,
    }),
  );
  return rows;
}

function createReportFileClient(address: string, token: string, query: Readonly<Record<string, string>>) {
  const path = '/api/report_file';
  const listFiles = async (): Promise<readonly FileRow[]> => {
    const text = await call(address, token, { method: 'GET', path });
    return (JSON.parse(text) as { data: FileRow[] }).data; // the documented response
  };
  const getFile = async (id: number): Promise<FileRow> => {
    const file = (await listFiles()).find((candidate) => candidate.id === id);
    if (!file) throw new Error(`The file ${id} is missing`);
    return file;
  };
  return {
    async requestFile(format: string): Promise<number> {
      const body = { report: 'visit-report', format, query };
      const text = await call(address, token, { method: 'POST', path, body });
      return (JSON.parse(text) as { data: FileRow }).data.id; // the documented response
    },
    /** Waits until the file is finished. */
    async waitForFile(id: number): Promise<FileRow> {
      for (;;) {
        const file = await getFile(id);
        if (file.state === 'failed') throw new Error(`The file failed: ${file.reason}`);
        if (file.state === 'done') return file;
        await delay(POLL_INTERVAL_MS);
      }
    },
    states: (ids: readonly number[]): Promise<readonly FileRow['state'][]> =>
      Promise.all(ids.map(async (id) => (await getFile(id)).state)),
    remove: (id: number) => call(address, token, { method: 'DELETE', path: `${path}/${id}` }),
  };
}
