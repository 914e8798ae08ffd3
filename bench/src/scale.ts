import { join } from 'node:path';
import { type Db, migrate, openDatabase, startEmbeddedPostgres } from '@innkeeper/db';
import { generateMembers } from '@innkeeper/demo/generate';
import { startPlainServer } from '../../scripts/plain-server.mjs';
import { type App, startApp } from './app.ts';
import { readIntegrationContext } from './integration-context.ts';
import type { RecordContext, WorkloadContext } from './workload.ts';

export interface Scale {
  readonly members: number;
  readonly dataDir: string;
}

/** A database of this size has a folder of its own and is reused between runs. */
export const createScale = (members: number, folder: string): Scale => ({
  members,
  dataDir: join(folder, `members-${members}`),
});

/** Runs work while the database server is up, with these PostgreSQL settings in addition to ours. */
export async function withServer<T>(
  dataDir: string,
  settings: Readonly<Record<string, string>>,
  callback: (url: string) => Promise<T>,
): Promise<T> {
  const server = await startEmbeddedPostgres({ dataDir, settings, log: (line) => console.log(`  ${line}`) });
  try {
    return await callback(server.url);
  } finally {
    await server.stop();
  }
}

export async function withDatabase<T>(url: string, callback: (db: Db) => Promise<T>): Promise<T> {
  const db = openDatabase({ url, connections: 2, applicationName: 'innkeeper bench' });
  try {
    return await callback(db);
  } finally {
    await db.close();
  }
}

/** Runs work with a server on this database. */
export async function withApp<T>(url: string, callback: (app: App) => Promise<T>): Promise<T> {
  const app = await startApp({ DATABASE_URL: url, DEMO: '0' });
  try {
    return await callback(app);
  } finally {
    await app.stop();
  }
}

/** Runs work with the database of a scale and a server on it. */
export const withScale = <T>({ dataDir }: Scale, callback: (app: App, db: Db) => Promise<T>): Promise<T> =>
  withServer(dataDir, {}, (url) => withDatabase(url, (db) => withApp(url, (app) => callback(app, db))));

/**
 * Fills the database if it has fewer members than its scale. Returns the rows written per second, or undefined if none
 * were.
 */
export const fillScale = ({ members, dataDir }: Scale): Promise<number | undefined> =>
  withServer(dataDir, {}, (url) => fillDatabase(members, url));

async function fillDatabase(members: number, url: string): Promise<number | undefined> {
  await migrate(url);
  return withDatabase(url, async (db) => {
    const [row] = await db.read<{ n: number }>({ sql: 'select count(*) as n from member', parameters: [] });
    const missing = members - (row?.n ?? 0);
    if (missing <= 0) return undefined;
    console.log(`  Adding ${missing.toLocaleString('en')} members …`);
    const { rows, seconds } = await generateMembers(db, missing);
    return rows / seconds;
  });
}

/** Runs work on a server with default settings, as an operator may bring it. Undefined if it is not installed. */
export async function withPlainServer<T>(scale: Scale, callback: (url: string) => Promise<T>): Promise<T | undefined> {
  const server = await startPlainServer(`${scale.dataDir}-plain`);
  if (!server) return undefined;
  try {
    const url = await ensureDatabase(server.url);
    await fillDatabase(scale.members, url);
    return await callback(url);
  } finally {
    await server.stop();
  }
}

/** The URL of an empty database that only Innkeeper uses, because it may not install its extensions into any other. */
async function ensureDatabase(server: string): Promise<string> {
  const name = 'innkeeper';
  await withDatabase(server, async ({ pool }) => {
    const { rows } = await pool.query('select from pg_database where datname = $1', [name]);
    if (rows.length === 0) await pool.query(`create database ${name}`);
  });
  return Object.assign(new URL(server), { pathname: name }).href;
}

/** Loads the data that the requests need. */
export async function readContext(db: Db): Promise<WorkloadContext> {
  const ids = await db.read<{ id: number }>({
    sql: `select id from member where deleted_at is null and id % greatest((select max(id) from member) / 2000, 1) = 0
      order by id`,
    parameters: [],
  });
  const names = await db.read<{ last_name: string }>({
    sql: `select last_name from member where last_name ~ '^[A-Z][a-z]{4,}$' and deleted_at is null
          group by last_name order by count(*) desc, last_name`,
    parameters: [],
  });
  const [fullNameMember] = await db.read<{ first_name: string; last_name: string }>({
    sql: `select first_name, last_name from member
          where first_name ~ '^[A-Z][a-z]{3,}$' and last_name ~ '^[A-Z][a-z]{3,}$' and deleted_at is null
          order by id offset 1000 limit 1`,
    parameters: [],
  });
  const cards = await db.read<{ sbec_no: string }>({
    sql: `select c.sbec_no from member_card c join member m on m.id = c.member_id and m.deleted_at is null
          where c.deleted_at is null and c.id % greatest((select max(id) from member_card) / 2000, 1) = 0
          order by c.id`,
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
  const [sampleMember] = await db.read<Record<string, unknown>>({
    sql: `select ${fields.join(', ')} from member where deleted_at is null order by id limit 1`,
    parameters: [],
  });
  const redeemable = await readRedeemableVouchers(db);
  return {
    records: {
      visit: await readRecords(
        db,
        'visit',
        'reference_no',
        'staff_name',
        'hotel_id, member_id, staff_name, total_fb, total_room, total_others',
      ),
      member_voucher: await readRecords(
        db,
        'member_voucher',
        'voucher_no',
        'voucher_no',
        'member_card_id, voucher_id, redeem_date, valid_until_date',
      ),
      voucher_redeem: await readRecords(db, 'voucher_redeem', 'booking_no', 'staff_name', 'redeem_hotel_id'),
    },
    redeemable,
    system: await readIntegrationContext(db),
    sale: await readSale(db, redeemable.hotelId),
    ids: ids.map(({ id }) => id),
    commonName: names[0]?.last_name ?? '',
    rareName: names.at(-1)?.last_name ?? '',
    fullName: [fullNameMember?.first_name ?? '', fullNameMember?.last_name ?? ''],
    cards: cards.map(({ sbec_no }) => sbec_no),
    newMember: { ...sampleMember, is_active: 1 },
  };
}

async function readRecords(
  db: Db,
  table: string,
  rareColumn: string,
  commonColumn: string,
  fields: string,
): Promise<RecordContext> {
  const ids = await db.read<{ id: number }>({
    sql: `select id from ${table} where deleted_at is null
        and id % greatest((select max(id) from ${table}) / 2000, 1) = 0 order by id`,
    parameters: [],
  });
  const [sampleTexts] = await db.read<{ rare: string; common: string }>({
    sql: `select ${rareColumn} as rare, (select mode() within group (order by ${commonColumn}) from ${table}
              where id < 100000) as common
          from ${table} where id = $1`,
    parameters: [ids[Math.floor(ids.length / 2)]?.id],
  });
  const [sampleRecord] = await db.read<Record<string, unknown>>({
    sql: `select ${fields} from ${table} where deleted_at is null order by id limit 1`,
    parameters: [],
  });
  return {
    ids: ids.map(({ id }) => id),
    rare: sampleTexts?.rare ?? '',
    common: sampleTexts?.common ?? '',
    sample: sampleRecord ?? {},
  };
}

/** The membership with the most vouchers that is sold at a hotel, and a payment type. */
async function readSale(db: Db, hotelId: number): Promise<WorkloadContext['sale']> {
  const [row] = await db.read<WorkloadContext['sale']>({
    sql: `select l.id as membership_id,
            (select d.id from option_detail d join option o on o.id = d.option_id where o.slug = 'type-payment'
                and d.deleted_at is null order by d.id limit 1) as type_payment_id
          from membership l join hotel h on h.id = $1 join country n on n.id = h.country_id
          left join voucher v on v.membership_id = l.id and v.is_active and v.deleted_at is null
          where not l.is_free and l.deleted_at is null
            and (l.restrict_region_id is null or l.restrict_region_id = n.region_id)
          group by l.id order by coalesce(sum(v.quantity), 0) desc, l.id limit 1`,
    parameters: [hotelId],
  });
  return row ?? { membership_id: 0, type_payment_id: 0 };
}

/** Vouchers valid at every hotel, for redeeming at the first one: as many as the rounds of a run redeem. */
async function readRedeemableVouchers(db: Db): Promise<WorkloadContext['redeemable']> {
  const [hotel] = await db.read<{ id: number }>({
    sql: 'select id from hotel where deleted_at is null order by id limit 1',
    parameters: [],
  });
  const rows = await db.read<{ id: number }>({
    sql: `select v.id from member_voucher v
          join member_card c on c.id = v.member_card_id and c.is_active and c.deleted_at is null
          join membership s on s.id = c.membership_id and not s.is_regional
          join member m on m.id = v.member_id and m.is_active and m.deleted_at is null
          where v.deleted_at is null and v.restrict_hotel_id is null
            and v.redeem_date < now()::date and v.valid_until_date > now()::date + 1
            and not exists (select from voucher_redeem r where r.member_voucher_id = v.id and r.deleted_at is null)
          order by v.id limit 200000`,
    parameters: [],
  });
  return { ids: rows.map(({ id }) => id), hotelId: hotel?.id ?? 0 };
}
