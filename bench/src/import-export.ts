import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '@innkeeper/db';
import { type App, measurePeakMemory, signIn } from './app.ts';
import type { Row } from './row.ts';
import { type Scale, withScale } from './scale.ts';

const EXPORTED_ROWS = 100_000;
const IMPORTED_ROWS = 50_000;
/** Target, in rows per second. */
const CSV_ROWS_PER_SECOND = 50_000;
const XLSX_ROWS_PER_SECOND = 15_000;
const IMPORT_ROWS_PER_SECOND = 5_000;
/** Megabytes that an export may add to the server's memory. */
const MAX_MEMORY_MB = 150;
const ROUNDS = 3;

/** Exports many members as CSV and XLSX, and imports many, over HTTP. */
export const measureImportExport = (scale: Scale): Promise<Row[]> =>
  withScale(scale, async (app, db) => {
    const [lastMember] = await db.read<{ id: number }>({
      sql: `select id from member order by id limit 1 offset ${EXPORTED_ROWS - 1}`,
      parameters: [],
    });
    const file = await createMembersFile(db);
    const token = await signIn(app.address, 'admin');
    const filter = new URLSearchParams({ deleted: '1', 'filter[id][lte]': String(lastMember?.id ?? 0) });
    const exportMembers = (format: string) => runExport(app, token, `/api/member/export?format=${format}&${filter}`);
    await exportMembers('csv');
    await delay(1_000);
    const rows: Row[] = [];
    for (const [format, rowsPerSecond] of [
      ['csv', CSV_ROWS_PER_SECOND],
      ['xlsx', XLSX_ROWS_PER_SECOND],
    ] as const) {
      const runs = [];
      for (let n = 0; n < ROUNDS; n += 1) runs.push(await exportMembers(format));
      const ms = Math.min(...runs.map((run) => run.ms));
      const peakRun = runs.reduce((highest, run) => (run.peakIncrease > highest.peakIncrease ? run : highest));
      const label = `export of ${EXPORTED_ROWS.toLocaleString('en')} members as ${format.toUpperCase()}`;
      rows.push(
        createThroughputRow(`export-${format}`, label, EXPORTED_ROWS, ms, rowsPerSecond),
        createMemoryRow(`export-${format}-memory`, `memory above idle meanwhile, ${format.toUpperCase()}`, peakRun),
      );
    }
    const startedAt = performance.now();
    await runImport(app, token, file);
    const ms = performance.now() - startedAt;
    // The import may still occupy memory; an export must not add to it.
    const run = await exportMembers('csv');
    const importLabel = `import of ${IMPORTED_ROWS.toLocaleString('en')} members with checks`;
    return [
      ...rows,
      createMemoryRow('export-csv-after-import-memory', 'memory above that straight after an import, CSV', run),
      createThroughputRow('import', importLabel, IMPORTED_ROWS, ms, IMPORT_ROWS_PER_SECOND),
    ];
  });

const createThroughputRow = (name: string, work: string, count: number, ms: number, rowsPerSecond: number): Row => ({
  name,
  work,
  result: `${Math.round(count / (ms / 1000)).toLocaleString('en')} rows/s`,
  value: ms,
  unit: 'ms',
  target: (count / rowsPerSecond) * 1000,
});
const createMemoryRow = (name: string, work: string, { peakIncrease, bytes }: ExportRun): Row => ({
  name,
  work,
  result: `${(bytes / 1e6).toFixed(1)} MB answered`,
  value: peakIncrease,
  unit: 'MB',
  target: MAX_MEMORY_MB,
});

type ExportRun = Awaited<ReturnType<typeof runExport>>;
/** Reads an export to its end while measuring the server's memory. */
const runExport = (app: App, token: string, path: string) =>
  measurePeakMemory(app, async () => {
    const startedAt = performance.now();
    const response = await fetch(app.address + path, { headers: { authorization: `Bearer ${token}` } });
    if (!response.ok || !response.body) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    let bytes = 0;
    for await (const chunk of response.body) bytes += chunk.length;
    return { ms: performance.now() - startedAt, bytes };
  });

/** A CSV file of new members as people write it: it references records by name or code. */
async function createMembersFile(db: Db): Promise<string> {
  const [names] = await db.read<Record<string, string>>({
    sql: `select m.name as membership, d.name as gender, c.name as country, h.code as hotel
          from membership m, option_detail d join option o on o.id = d.option_id, hotel h
          join country c on c.id = h.country_id
          where o.slug = 'type-gender' and h.is_active and h.deleted_at is null and m.deleted_at is null
          order by m.id, d.id, h.id limit 1`,
    parameters: [],
  });
  const runId = Date.now();
  const { membership = '', gender = '', country = '', hotel = '' } = names ?? {};
  const lines = Array.from({ length: IMPORTED_ROWS }, (_, n) =>
    [
      'Ayu',
      `Import ${n}`,
      membership,
      gender,
      country,
      hotel,
      '1',
      `import-${runId}-${n}@innkeeper.test`,
      '+62 812 3456789',
      `${runId}${n}`,
    ].join(),
  );
  return `First name,Last name,Membership,Gender,Origin country,Hotel · Code,Active,Email,Phone,Identity number\n${lines.join('\n')}\n`;
}

async function runImport(app: App, token: string, file: string): Promise<void> {
  const body = new FormData();
  body.set('file', new Blob([file]), 'members.csv');
  const response = await fetch(`${app.address}/api/member/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  if (response.status !== 201)
    throw new Error(`The import got status ${response.status}: ${(await response.text()).slice(0, 500)}`);
}
