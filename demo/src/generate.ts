import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Db, hasUsers, migrate, openDatabase, seedReference, startEmbeddedPostgres } from '@innkeeper/db';
import { DEMO_PASSWORD_HASH } from './accounts.ts';
import { BOOKS } from './books.ts';
import { keepCounters, takeCounters } from './counters.ts';
import { loadProgramme } from './programme.ts';
import { seedDemo } from './seed-demo.ts';
import { countLoaded, loadWithoutIndexes } from './generate/bulk-load.ts';
import { drawChunks } from './generate/member-chunks.ts';
import { type Run, runOn } from './generate/run.ts';

export interface Generated {
  readonly rows: number;
  readonly seconds: number;
  /** Rows of each table, and the seconds in which the database took them in; its indexes come after. */
  readonly tables: ReadonlyMap<string, { readonly rows: number; readonly seconds: number }>;
}

/**
 * Adds `count` members to a database with the demonstration programme, which is put into an empty one first, without members
 * of its own; each with a card and its sale, 3 vouchers of which a third are redeemed, and 5 visits. All or nothing.
 * Deterministic: the same for the same day, count and first free ids. The kept counts are right afterwards; the operation log
 * is not written, so these records have no history before their first change.
 */
export async function generateMembers(db: Db, count: number, now = new Date()): Promise<Generated> {
  const started = performance.now();
  await seedReference(db);
  if (!(await hasUsers(db))) await seedDemo(db, { members: 0, passwordHash: DEMO_PASSWORD_HASH, now });
  const programme = await loadProgramme(db.kysely, now);
  const tables = new Map(TABLES.map((table) => [table, { rows: 0, seconds: 0 }]));
  const client = await db.pool.connect();
  try {
    const run = runOn(client);
    await run('begin');
    await run('set local synchronous_commit = off');
    const firstId = await reserveIds(run, count);
    await loadWithoutIndexes(run, FILLED, async () => {
      const first = await takeCounters(run);
      let counters = first;
      for await (const chunk of drawChunks({ programme, firstId, count, counters: { ...first } })) {
        for (const { table, columns, rows, text } of chunk.tables) {
          const known = tables.get(table);
          const copying = performance.now();
          if (rows > 0) await copyText(client, `copy ${table} (${columns.join(', ')}) from stdin`, text);
          if (known)
            tables.set(table, {
              rows: known.rows + rows,
              seconds: known.seconds + (performance.now() - copying) / 1000,
            });
        }
        counters = chunk.counters;
      }
      await keepCounters(run, counters);
      await run('select name_members(array(select id from member where id >= $1))', [firstId]);
      for (const table of TABLES) {
        const firstOf = table === 'member' ? firstId : first[table];
        await countLoaded(run, table, firstOf);
        await run(NAME_LOADED.replaceAll('$table', table), [firstOf]);
      }
    });
    // Unread tables would be searched from end to end for each member.
    await run('analyze member, member_card, visit');
    await run(JUDGED, [firstId]);
    await run('select recount_figures()');
    await run('commit');
    await run(`vacuum (analyze, index_cleanup off) ${FILLED.join(', ')}`);
  } catch (error) {
    client.release(true); // whatever state it is in, the connection's end rolls back
    throw error;
  }
  client.release();
  const rows = [...tables.values()].reduce((sum, table) => sum + table.rows, 0);
  return { rows, seconds: (performance.now() - started) / 1000, tables };
}

const TABLES = ['member', ...BOOKS] as const;
/** These tables, and the one that the database fills from them. */
const FILLED = [...TABLES, 'member_name'];

/** The audit asks the log for nothing that was loaded past it. */
const NAME_LOADED = `
  insert into loaded_record (resource, first_id, last_id)
  select '$table', min(id), max(id) from $table where id >= $1 having count(*) > 0`;

/** The rules are read once, and not for each member. */
const JUDGED = `
  insert into member_standing select (t.stand).*
  from (select visits_by_day() as by_day, visits_per_day() as per_day, option_number('renewal-window', 'after') as days_after offset 0) w,
    standings(w.by_day, w.per_day, w.days_after) t
  where t.member_id >= $1`;

/** Takes that many ids of members at once and returns the first. */
async function reserveIds(run: Run, count: number): Promise<number> {
  const [row] = await run<{ first: number }>(
    `select setval(s, f + greatest($1::bigint, 1) - 1) - greatest($1::bigint, 1) + 1 as first
     from (select pg_get_serial_sequence('member', 'id') as s) q, lateral (select nextval(s) as f) n`,
    [count],
  );
  return row?.first ?? 1;
}

/** Sends text to a COPY a piece at a time, as fast as the server takes it. */
async function copyText(client: pg.ClientBase, statement: string, text: Uint8Array): Promise<void> {
  const pieces = function* () {
    for (let at = 0; at < text.length; at += PIECE) yield text.subarray(at, at + PIECE);
  };
  await pipeline(pieces, client.query(copyFrom(statement)));
}

const PIECE = 1 << 16;

const USAGE =
  'npm run data -- --members 1000000 [--url postgres://…]   (without --url: the embedded database in DATA_DIR)';

const inWords = ({ rows, seconds }: { readonly rows: number; readonly seconds: number }): string =>
  `${rows.toLocaleString('en')} rows in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds).toLocaleString('en')} rows/s`;

/** The command behind `npm run data`. */
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
      for (const [table, copied] of tables) console.log(`  ${table}: ${inWords(copied)}`);
      console.log(`${inWords({ rows, seconds })}, indexes and checks included`);
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
