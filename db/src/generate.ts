import { once } from 'node:events';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { type Db, openDatabase } from './database.ts';
import { DEMO_PASSWORD_HASH } from './demo/accounts.ts';
import { type MemberRow, memberSource } from './demo/members.ts';
import { loadProgramme } from './demo/programme.ts';
import { createRandom } from './demo/random.ts';
import { seedDemo } from './demo/seed-demo.ts';
import { startEmbeddedPostgres } from './embedded.ts';
import { loadWithoutIndexes } from './generate/bulk-load.ts';
import { type CopyValue, copyLine } from './generate/copy-text.ts';
import { migrate } from './migrate.ts';
import { hasUsers } from './seed/administrator.ts';
import { seedReference } from './seed/reference.ts';

const SEED = 1_000_003;
/** Characters sent to the server at a time. */
const CHUNK = 1 << 18;

export interface Generated {
  readonly rows: number;
  readonly seconds: number;
}

/**
 * Adds `count` members to a database with the demonstration programme, which is put into an empty one first, without members
 * of its own. Deterministic: the same members for the same day, count and first free id. The kept counts are right
 * afterwards; the operation log is not written, so these members have no history before their first change.
 */
export async function generateMembers(db: Db, count: number, now = new Date()): Promise<Generated> {
  const started = performance.now();
  await seedReference(db);
  if (!(await hasUsers(db))) await seedDemo(db, { members: 0, passwordHash: DEMO_PASSWORD_HASH, now });
  const programme = await loadProgramme(db.kysely, now);
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    await client.query('set local synchronous_commit = off');
    await loadWithoutIndexes(client, 'member', async () => {
      const first = await reserveIds(client, count);
      let id = first;
      const draw = memberSource(createRandom(SEED + first), programme, (local, domain) => `${local}.${id}@${domain}`);
      await copyRows(client, 'member', count, (i) => {
        id = first + i;
        return { id, ...draw((i + 0.5) / count).row };
      });
      await client.query(
        `insert into row_count
         select 'member', id >> 12, count(*) filter (where deleted_at is null), count(deleted_at) from member where id >= $1 group by 2`,
        [first],
      );
    });
    await client.query('commit');
    await client.query('vacuum (analyze, index_cleanup off) member');
  } catch (error) {
    client.release(true); // whatever state it is in, the connection's end rolls back
    throw error;
  }
  client.release();
  return { rows: count, seconds: (performance.now() - started) / 1000 };
}

/** Takes that many ids of the table at once and returns the first. */
async function reserveIds(client: pg.ClientBase, count: number): Promise<number> {
  const { rows } = await client.query<{ first: number }>(
    `select setval(s, f + greatest($1::bigint, 1) - 1) - greatest($1::bigint, 1) + 1 as first
     from (select pg_get_serial_sequence('member', 'id') as s) q, lateral (select nextval(s) as f) n`,
    [count],
  );
  return rows[0]?.first ?? 1;
}

type CopyRow = { readonly [K in keyof MemberRow]: MemberRow[K] & CopyValue };

async function copyRows(
  client: pg.ClientBase,
  table: string,
  count: number,
  row: (i: number) => CopyRow,
): Promise<void> {
  if (count === 0) return;
  const first = row(0);
  const stream = client.query(copyFrom(`copy ${table} (${Object.keys(first).join(', ')}) from stdin`));
  const done = once(stream, 'finish');
  done.catch(() => {}); // awaited below; an error in between must not end the process
  let text = copyLine(Object.values(first));
  for (let i = 1; i < count; i++) {
    text += copyLine(Object.values(row(i)));
    if (text.length < CHUNK) continue;
    if (!stream.write(text)) await Promise.race([once(stream, 'drain'), done]);
    text = '';
  }
  stream.end(text);
  await done;
}

const USAGE =
  'npm run data -- --members 1000000 [--url postgres://…]   (without --url: the embedded database in DATA_DIR)';

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
      const { rows, seconds } = await generateMembers(db, members);
      console.log(
        `${rows.toLocaleString('en')} members in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds).toLocaleString('en')} rows/s`,
      );
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
