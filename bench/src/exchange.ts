import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from '@innkeeper/db';
import { type Program, signIn, startProgram } from './program.ts';
import type { Row } from './row.ts';
import { type Scale, withDatabase, withServer } from './scale.ts';

const EXPORTED = 100_000;
const IMPORTED = 50_000;
/** Rows a second that are hoped for. */
const CSV_RATE = 50_000;
const XLSX_RATE = 15_000;
const IMPORT_RATE = 5_000;
/** Megabytes that an export may add to the program's memory. */
const MEMORY = 150;
const ROUNDS = 3;
/** Between two looks at the program's memory. */
const LOOK_MS = 50;

/** Takes many members out as CSV and XLSX, and brings many in, over HTTP. */
export function measureExchange({ dataDir }: Scale): Promise<Row[]> {
  return withServer(dataDir, {}, async (url) => {
    const { file, last } = await withDatabase(url, async (db) => {
      const [row] = await db.read<{ id: number }>({
        sql: `select id from member order by id limit 1 offset ${EXPORTED - 1}`,
        parameters: [],
      });
      return { file: await membersFile(db), last: row?.id ?? 0 };
    });
    const program = await startProgram({ DATABASE_URL: url, DEMO: '0' });
    try {
      const token = await signIn(program.address, 'admin');
      const filter = new URLSearchParams({ deleted: '1', 'filter[id][lte]': String(last) });
      const take = (format: string) => exportOnce(program, token, `/api/member/export?format=${format}&${filter}`);
      await take('csv');
      await delay(1_000);
      const rows: Row[] = [];
      for (const [format, rate] of [
        ['csv', CSV_RATE],
        ['xlsx', XLSX_RATE],
      ] as const) {
        const runs = [];
        for (let n = 0; n < ROUNDS; n += 1) runs.push(await take(format));
        const ms = Math.min(...runs.map((run) => run.ms));
        const most = runs.reduce((one, other) => (other.above > one.above ? other : one));
        rows.push(
          timed(
            `export-${format}`,
            `export of ${EXPORTED.toLocaleString('en')} members as ${format.toUpperCase()}`,
            EXPORTED,
            ms,
            rate,
          ),
          memoryRow(`export-${format}-memory`, `memory above idle meanwhile, ${format.toUpperCase()}`, most),
        );
      }
      const started = performance.now();
      await importOnce(program, token, file);
      const ms = performance.now() - started;
      // Memory of the import may still be held: an export must not add to it.
      const after = await take('csv');
      rows.push(memoryRow('export-csv-after-import-memory', 'memory above that straight after an import, CSV', after));
      return [
        ...rows,
        timed('import', `import of ${IMPORTED.toLocaleString('en')} members with checks`, IMPORTED, ms, IMPORT_RATE),
      ];
    } finally {
      await program.stop();
    }
  });
}

const timed = (name: string, work: string, count: number, ms: number, rate: number): Row => ({
  name,
  work,
  figure: `${Math.round(count / (ms / 1000)).toLocaleString('en')} rows/s`,
  floor: '',
  value: ms,
  unit: 'ms',
  target: (count / rate) * 1000,
});

const memoryRow = (name: string, work: string, { above, bytes }: Export): Row => ({
  name,
  work,
  figure: `${(bytes / 1e6).toFixed(1)} MB answered`,
  floor: '',
  value: above,
  unit: 'MB',
  target: MEMORY,
});

interface Export {
  readonly ms: number;
  /** Megabytes that the program held at most above those before. */
  readonly above: number;
  readonly bytes: number;
}

/** Reads an export to its end, looking at the program's memory all the while. */
async function exportOnce(program: Program, token: string, path: string): Promise<Export> {
  const idle = program.memory();
  let most = idle;
  const look = setInterval(() => (most = Math.max(most, program.memory())), LOOK_MS);
  try {
    const started = performance.now();
    const reply = await fetch(program.address + path, { headers: { authorization: `Bearer ${token}` } });
    if (!reply.ok || !reply.body) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    let bytes = 0;
    for await (const chunk of reply.body) bytes += chunk.length;
    return { ms: performance.now() - started, above: most - idle, bytes };
  } finally {
    clearInterval(look);
  }
}

/** A CSV file of new members, as people write one: with names and codes of the referenced records. */
async function membersFile(db: Db): Promise<string> {
  const [names] = await db.read<Record<string, string>>({
    sql: `select m.name as membership, d.name as gender, c.name as country, h.code as hotel
          from membership m, option_detail d join option o on o.id = d.option_id, hotel h join country c on c.id = h.country_id
          where o.slug = 'type-gender' and h.is_active and h.deleted_at is null and m.deleted_at is null
          order by m.id, d.id, h.id limit 1`,
    parameters: [],
  });
  const run = Date.now();
  const { membership = '', gender = '', country = '', hotel = '' } = names ?? {};
  const lines = Array.from({ length: IMPORTED }, (_, n) =>
    [
      'Ayu',
      `Import ${n}`,
      membership,
      gender,
      country,
      hotel,
      '1',
      `import-${run}-${n}@innkeeper.test`,
      '+62 812 3456789',
      `${run}${n}`,
    ].join(),
  );
  return `First name,Last name,Membership,Gender,Origin country,Hotel · Code,Active,Email,Phone,Identity number\n${lines.join('\n')}\n`;
}

async function importOnce(program: Program, token: string, file: string): Promise<void> {
  const body = new FormData();
  body.set('file', new Blob([file]), 'members.csv');
  const reply = await fetch(`${program.address}/api/member/import`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  if (reply.status !== 201)
    throw new Error(`The import was answered ${reply.status}: ${(await reply.text()).slice(0, 500)}`);
}
