import { join } from 'node:path';
import { type Db, generateMembers, migrate, openDatabase, startEmbeddedPostgres } from '@innkeeper/db';
import type { Scene } from './workloads.ts';

export interface Scale {
  readonly members: number;
  readonly dataDir: string;
}

/** A database of so many members has a folder of its own, and is kept from one run to the next. */
export const scaleOf = (members: number, folder: string): Scale => ({
  members,
  dataDir: join(folder, `members-${members}`),
});

/** Runs work while the database stands, with PostgreSQL's settings as given on top of ours. */
export async function withServer<T>(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
  work: (url: string) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir, settings, log: (line) => console.log(`  ${line}`) });
  try {
    return await work(server.url);
  } finally {
    await server.stop();
  }
}

export async function withDatabase<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, connections: 2, applicationName: 'innkeeper bench' });
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}

/** Fills the database where it has fewer members than its scale. Returns how many rows a second were written, if any. */
export function fill({ members, dataDir }: Scale): Promise<number | undefined> {
  return withServer(dataDir, {}, async (url) => {
    await migrate(url);
    return withDatabase(url, async (db) => {
      const [row] = await db.read<{ n: number }>({ sql: 'select count(*) as n from member', parameters: [] });
      const missing = members - (row?.n ?? 0);
      if (missing <= 0) return undefined;
      console.log(`  Adding ${missing.toLocaleString('en')} members …`);
      const { rows, seconds } = await generateMembers(db, missing);
      return rows / seconds;
    });
  });
}

/** What the requests need to know of the members. */
export async function readScene(db: Db): Promise<Scene> {
  const ids = await db.read<{ id: number }>({
    sql: `select id from member where deleted_at is null and id % greatest((select max(id) from member) / 2000, 1) = 0 order by id`,
    parameters: [],
  });
  const names = await db.read<{ last_name: string }>({
    sql: `select last_name from member where last_name ~ '^[A-Z][a-z]{4,}$' and deleted_at is null
          group by last_name order by count(*) desc, last_name`,
    parameters: [],
  });
  const fields = [
    'membership_id',
    'first_name',
    'last_name',
    'type_gender_id',
    'origin_country_id',
    'hotel_id',
    'phone_no',
  ];
  const [sample] = await db.read<Record<string, unknown>>({
    sql: `select ${fields.join(', ')} from member where deleted_at is null order by id limit 1`,
    parameters: [],
  });
  return {
    ids: ids.map(({ id }) => id),
    commonName: names[0]?.last_name ?? '',
    rareName: names.at(-1)?.last_name ?? '',
    newMember: { ...sample, is_active: 1 },
  };
}
