import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '@innkeeper/db';
import { ask, loadHttp } from './measure.ts';
import { type Program, signIn } from './program.ts';
import { type Row, inWords } from './row.ts';
import type { Scene } from './workload.ts';

/** Visits of a large file. */
const VISITS = 1_000_000;
const CSV_RATE = 100_000;
const XLSX_RATE = 40_000;
/** Megabytes that a file may add to what the program holds. */
const MEMORY = 100;
/** Times what others' calls take alone. */
const OTHERS = 2;
const CONNECTIONS = 4;
const LOOK_MS = 50;

interface FileRow {
  readonly id: number;
  readonly state: 'queued' | 'running' | 'done' | 'failed';
  readonly rows_done: number;
  readonly bytes: number | null;
  readonly reason: string | null;
}

/** Files of many visits that a job makes: how fast, in how much memory, and what other users notice while two are made. */
export async function measureReportFiles(program: Program, db: Db, scene: Scene, seconds: number): Promise<Row[]> {
  const [bound] = await db.read<{ day: string }>({
    sql: `select (visit_date::date)::text as day from visit where deleted_at is null order by visit_date desc
          offset least(${VISITS}, (select count(*) - 1 from visit where deleted_at is null)) limit 1`,
    parameters: [],
  });
  const query = { 'filter[visit.visit_date][date_between]': `${bound?.day ?? ''},` };
  const { address } = program;
  const token = await signIn(address, 'admin');
  const files = filesOf(address, token, query);
  const rows: Row[] = [];
  for (const [format, rate] of [
    ['csv', CSV_RATE],
    ['xlsx', XLSX_RATE],
  ] as const) {
    console.log(`  a report file of visits as ${format.toUpperCase()} …`);
    await delay(1_000);
    const idle = program.memory();
    let most = idle;
    const look = setInterval(() => (most = Math.max(most, program.memory())), LOOK_MS);
    const started = performance.now();
    const id = await files.order(format);
    const file = await files.end(id).finally(() => clearInterval(look));
    const ms = performance.now() - started;
    await files.remove(id);
    rows.push(
      {
        name: `report-file-${format}`,
        work: `report file of ${VISITS.toLocaleString('en')} visits as ${format.toUpperCase()}`,
        figure: `${file.rows_done.toLocaleString('en')} rows, ${Math.round(file.rows_done / (ms / 1000)).toLocaleString('en')} rows/s`,
        floor: '',
        value: (ms / file.rows_done) * VISITS,
        unit: 'ms',
        target: (VISITS / rate) * 1000,
      },
      {
        name: `report-file-${format}-memory`,
        work: `memory above idle meanwhile, ${format.toUpperCase()}`,
        figure: `${((file.bytes ?? 0) / 1e6).toFixed(1)} MB made`,
        floor: '',
        value: most - idle,
        unit: 'MB',
        target: MEMORY,
      },
    );
  }
  console.log('  others while two files are made …');
  const load = { address, token: await signIn(address, 'reporting'), workload: 'list', scene, seconds };
  const alone = await loadHttp({ ...load, connections: CONNECTIONS });
  const two = [await files.order('csv'), await files.order('xlsx')];
  while ((await files.states(two)).includes('queued')) await delay(LOOK_MS);
  const among = await loadHttp({ ...load, connections: CONNECTIONS });
  const states = await files.states(two);
  for (const id of two) await files.remove(id);
  if (alone.failures + among.failures > 0) throw new Error('Requests failed while files were made');
  rows.push({
    name: 'report-files-others',
    work: 'list of members, while two report files are made for another user',
    figure: `${inWords(among)}; afterwards the files were ${states.join(' and ')}`,
    floor: inWords(alone),
    value: among.p95 / alone.p95,
    unit: '×',
    target: OTHERS,
  });
  return rows;
}

function filesOf(address: string, token: string, query: Readonly<Record<string, string>>) {
  const path = '/api/report_file';
  const all = async (): Promise<readonly FileRow[]> => {
    const { text } = await ask(address, token, { method: 'GET', path });
    return (JSON.parse(text) as { data: FileRow[] }).data; // as the call is documented
  };
  const one = async (id: number): Promise<FileRow> => {
    const file = (await all()).find((known) => known.id === id);
    if (!file) throw new Error(`The file ${id} is gone`);
    return file;
  };
  return {
    async order(format: string): Promise<number> {
      const body = { report: 'visit-report', format, query };
      const { text } = await ask(address, token, { method: 'POST', path, body });
      return (JSON.parse(text) as { data: FileRow }).data.id; // as the call is documented
    },
    /** Waits until it is made. */
    async end(id: number): Promise<FileRow> {
      for (;;) {
        const file = await one(id);
        if (file.state === 'failed') throw new Error(`The file failed: ${file.reason}`);
        if (file.state === 'done') return file;
        await delay(LOOK_MS);
      }
    },
    states: (ids: readonly number[]): Promise<readonly FileRow['state'][]> =>
      Promise.all(ids.map(async (id) => (await one(id)).state)),
    remove: (id: number) => ask(address, token, { method: 'DELETE', path: `${path}/${id}` }),
  };
}
