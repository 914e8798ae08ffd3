import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Db, hasUsers, migrate, openDatabase, seedReference, startEmbeddedPostgres } from '@innkeeper/db';
import { DEMO_PASSWORD_HASH } from './accounts.ts';
import { LEDGER_TABLES } from './ledger-rows.ts';
import { storeSequenceValues, reserveSequenceValues } from './sequence-values.ts';
import { loadProgramme } from './programme.ts';
import { seedDemo } from './seed-demo.ts';
import { countLoaded, loadWithoutIndexes } from './generate/bulk-load.ts';
import { drawChunks } from './generate/member-chunks.ts';
import { type Run, runOnClient } from './generate/run.ts';

export interface GenerationResult {
  readonly rows: number;
  readonly seconds: number;
  /** The number of rows per table, and the seconds that the database took to load them, without index creation. */
  readonly tables: ReadonlyMap<string, { readonly rows: number; readonly seconds: number }>;
}

/**
 * Adds `count` members to a database with the demonstration programme. An empty database first gets the programme,
 * without members. Each member has a card with its sale, 5 visits, and 3 vouchers, a third of them redeemed. The work
 * is one transaction, and deterministic: the same day, count and first free ids give the same members. Row counts and
 * rollups are correct afterwards. The audit log is not written, so these records have no history before their first
 * change.
 */
export async function generateMembers(db: Db, count: number, now = new Date()): Promise<GenerationResult> {
  const startedAt = performance.now();
  await seedReference(db);
  if (!(await hasUsers(db))) await seedDemo(db, { members: 0, passwordHash: DEMO_PASSWORD_HASH, now });
  const programme = await loadProgramme(db.kysely, now);
  const tables = new Map(TABLES.map((table) => [table, { rows: 0, seconds: 0 }]));
  const client = await db.pool.connect();
  try {
    const run = runOnClient(client);
    await run('begin');
    await run('set local synchronous_commit = off');
    const firstId = await reserveIds(run, count);
    await loadWithoutIndexes(run, FILLED_TABLES, async () => {
      const firstIds = await reserveSequenceValues(run);
      let sequenceValues = firstIds;
      for await (const chunk of drawChunks({ programme, firstId, count, sequenceValues: { ...firstIds } })) {
        for (const { table, columns, rows, text } of chunk.tables) {
          const loaded = tables.get(table);
          const copyStartedAt = performance.now();
          if (rows > 0) await copyText(client, `copy ${table} (${columns.join(', ')}) from stdin`, text);
          if (loaded)
            tables.set(table, {
              rows: loaded.rows + rows,
              seconds: loaded.seconds + (performance.now() - copyStartedAt) / 1000,
            });
        }
        sequenceValues = chunk.sequenceValues;
      }
      await storeSequenceValues(run, sequenceValues);
      await run('select insert_name_words(array(select id from member where id >= $1))', [firstId]);
      for (const table of TABLES) {
        const firstTableId = table === 'member' ? firstId : firstIds[table];
        await countLoaded(run, table, firstTableId);
        await run(INSERT_LOADED_RECORDS.replaceAll('$table', table), [firstTableId]);
      }
    });
    // Without statistics, these tables would be scanned completely for each member.
    await run('analyze member, member_card, visit');
    await run(INSERT_STANDINGS, [firstId]);
    await run('select rebuild_rollups()');
    await run('commit');
    await run(`vacuum (analyze, index_cleanup off) ${FILLED_TABLES.join(', ')}`);
  } catch (error) {
    client.release(true); // closing the connection rolls back whatever its state
    throw error;
  }
  client.release();
  const rows = [...tables.values()].reduce((sum, table) => sum + table.rows, 0);
  return { rows, seconds: (performance.now() - startedAt) / 1000, tables };
}

const TABLES = ['member', ...LEDGER_TABLES] as const;
/** The loaded tables, and the one that the database fills from them. */
const FILLED_TABLES = [...TABLES, 'member_name'];

/** The reconciliation expects no audit log entries for records loaded without triggers. */
const INSERT_LOADED_RECORDS = `
  insert into loaded_record (resource, first_id, last_id)
  select '$table', min(id), max(id) from $table where id >= $1 having count(*) > 0`;

/** Reads the rules once, instead of once per member. */
const INSERT_STANDINGS = `
  insert into member_standing select (t.computed).*
  from (select are_visits_counted_per_day() as by_day, max_visits_per_day() as per_day,
    option_number('renewal-window', 'after') as days_after offset 0) w,
    compute_standing(w.by_day, w.per_day, w.days_after) t
  where t.member_id >= $1`;

/** Reserves this number of member ids in one call, and returns the first. */
async function reserveIds(run: Run, count: number): Promise<number> {
  const [row] = await run<{ first: number }>(
    `select setval(s, f + greatest($1::bigint, 1) - 1) - greatest($1::bigint, 1) + 1 as first
     from (select pg_get_serial_sequence('member', 'id') as s) q, lateral (select nextval(s) as f) n`,
    [count],
  );
  return row?.first ?? 1;
}

/** Sends text to a COPY in chunks, as fast as the server reads. */
async function copyText(client: pg.ClientBase, statement: string, text: Uint8Array): Promise<void> {
  const splitIntoChunks = function* () {
    for (let offset = 0; offset < text.length; offset += CHUNK_SIZE) yield text.subarray(offset, offset + CHUNK_SIZE);
  };
  await pipeline(splitIntoChunks, client.query(copyFrom(statement)));
}

const CHUNK_SIZE = 1 << 16;

const USAGE =
  'npm run data -- --members 1000000 [--url postgres://…]   (without --url: the embedded database in DATA_DIR)';

const formatLoad = ({ rows, seconds }: { readonly rows: number; readonly seconds: number }): string =>
  `${rows.toLocaleString('en')} rows in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds).toLocaleString('en')} rows/s`;

/** The command `npm run data`. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { members: { type: 'string' }, url: { type: 'string' } } });
  const members = Number(values.members);
  if (!Number.isSafeInteger(members) || members < 1)
    throw new Error(`--members takes a whole number above 0. ${USAGE}`);
  const url = values.url ?? process.env['DATABASE_URL'];
  const server = url
    ? { url, stop: async () => {} }
    : await startEmbeddedPostgres({ dataDir: process.env['DATA_DIR'] ?? 'data', log: console.log });
  try {
    await migrate(server.url);
    const db = openDatabase({ url: server.url, connections: 2 });
    try {
      console.log(`Adding ${members.toLocaleString('en')} members …`);
      const { rows, seconds, tables } = await generateMembers(db, members);
      for (const [table, load] of tables) console.log(`  ${table}: ${formatLoad(load)}`);
      console.log(`${formatLoad({ rows, seconds })}, indexes and checks included`);
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
  }
}

if (import.meta.main) {
  main().catch((error: unknown) => {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : '';
    console.error(error instanceof Error ? error.message + cause : error);
    process.exitCode = 1;
  });
}
