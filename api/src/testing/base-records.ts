import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { countPerDatabase } from './count-per-database.ts';
import { createExports } from './exports.ts';
import { createHeldPostings } from './held-postings.ts';
import { createMails } from './mails.ts';
import { createMessages } from './messages.ts';
import { createFlaggedActivity } from './flagged-activity.ts';

/** One place of each kind and a membership to sell there, with mails, messages, exports and held postings. */
export interface BaseRecords {
  readonly region: number;
  readonly country: number;
  readonly hotel: number;
  readonly membership: number;
}

const nextSerial = countPerDatabase();

export async function createBaseRecords(db: Db): Promise<BaseRecords> {
  await createMails(db);
  await createMessages(db);
  await createExports(db);
  const region = await createRegion(db);
  const country = await createCountry(db, region);
  const [hotel, membership] = await Promise.all([createHotel(db, country), createMembership(db)]);
  await createHeldPostings(db, hotel);
  await createFlaggedActivity(db, hotel);
  return { region, country, hotel, membership };
}

export async function createRegion(db: Db): Promise<number> {
  const n = nextSerial(db);
  return insertedId(
    await db.kysely
      .insertInto('region')
      .values({ code: `TR${n}`, name: `Region ${n}` })
      .returning('id')
      .execute(),
  );
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ALPHA2_CODES = [...LETTERS].flatMap((first) => [...LETTERS].map((second) => first + second));
/** User-assigned codes of ISO 3166-1, which no real country has; then all other codes that are still free. */
const CODES = [...ALPHA2_CODES.filter((code) => /^(?:X|Q[M-Z])/.test(code)), ...ALPHA2_CODES];

/** Creates a country of a region, in Jakarta's zone by default. */
export async function createCountry(db: Db, region_id: number, time_zone = 'Asia/Jakarta'): Promise<number> {
  const { rows } = await sql<{ cca2: string }>`
    select code as cca2 from unnest(${CODES}::text[]) code where not exists (select from country where cca2 = code)
    limit 1`.execute(db.kysely);
  const cca2 = rows[0]?.cca2 ?? '';
  const row = {
    region_id,
    name: `Country ${cca2}`,
    cca2,
    cca3: `${cca2}A`,
    ccn3: '999',
    time_zone,
    currency: 'IDR',
    decimals: 0,
    usd_rate: '15500.5',
  };
  return insertedId(await db.kysely.insertInto('country').values(row).returning('id').execute());
}

/** Gives all currencies three decimals, the maximum for amounts; the rupiah has none. */
export const allowThousandths = (db: Db) => sql`update country set decimals = 3`.execute(db.kysely);

export async function createHotel(db: Db, country_id: number, time_zone: string | null = null): Promise<number> {
  const n = nextSerial(db);
  const row = {
    country_id,
    code: `TH${n}`,
    name: `Hotel ${n}`,
    is_active: true,
    email: `hotel.${n}@innkeeper.test`,
    time_zone,
  };
  return insertedId(await db.kysely.insertInto('hotel').values(row).returning('id').execute());
}

export async function createMembership(db: Db): Promise<number> {
  const n = nextSerial(db);
  const row = {
    code: `TM${n}`,
    name: `Membership ${n}`,
    price: '1500000',
    renewal_price: '1200000',
    min_visit: 3,
    min_visit_to_upgrade: 10,
    is_free: false,
    is_regional: false,
  };
  return insertedId(await db.kysely.insertInto('membership').values(row).returning('id').execute());
}

function insertedId(rows: readonly { id: number }[]): number {
  const [row] = rows;
  if (!row) throw new Error('Nothing was inserted');
  return row.id;
}
