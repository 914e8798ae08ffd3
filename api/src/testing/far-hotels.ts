import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { countPerDatabase } from './count-per-database.ts';
import type { House } from './house.ts';
import { inTurns } from './in-turns.ts';
import { createCountry, createHotel } from './world.ts';

/** A hotel whose day turns at another moment than that of UTC, and than its country's where it has a zone of its own. */
export interface FarHotel {
  readonly zone: string;
  readonly hotel: number;
  readonly country: number;
}

export interface FarZone {
  readonly zone: string;
  /** That of its country, which a hotel has where it names no other. */
  readonly ofCountry: string;
}
/** As far from UTC as there are, on both sides of it. */
const FARTHEST: readonly FarZone[] = [
  { zone: 'Pacific/Kiritimati', ofCountry: 'Pacific/Pago_Pago' },
  { zone: 'Pacific/Pago_Pago', ofCountry: 'Pacific/Pago_Pago' },
];
/** That of most hotels, and one that changes its clocks. */
const NEARER: readonly FarZone[] = [
  { zone: 'Asia/Jakarta', ofCountry: 'Pacific/Kiritimati' },
  { zone: 'Europe/Berlin', ofCountry: 'Europe/Berlin' },
];
const nearer = inTurns(NEARER);

/** The zones farthest from UTC, and in turn a nearer one. */
export const farZones = (): readonly FarZone[] => [...FARTHEST, ...nearer(1)];

/** A new hotel in a zone. */
export async function createFarHotel(db: Db, region: number, { zone, ofCountry }: FarZone): Promise<FarHotel> {
  const country = await createCountry(db, region, ofCountry);
  return { zone, country, hotel: await createHotel(db, country, zone === ofCountry ? null : zone) };
}

/** The first second of a day, `YYYY-MM-DD`, in a zone; others before and after it by `seconds`. */
export const secondOf = (day: string, zone: string, seconds = 0): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds + seconds * 1000);

export interface Holder {
  readonly member: number;
  readonly card: number;
  readonly cardNo: string;
}

const next = countPerDatabase();

/** A member with a Gold card of these days, both at one hotel. */
export async function insertHolder(
  db: Db,
  house: House,
  hotel: number,
  { start, end, birthDate = null }: { start: string; end: string; birthDate?: string | null },
): Promise<Holder> {
  const n = next(db);
  const { rows } = await sql<Holder>`
    with m as (
      insert into member (membership_id, first_name, type_gender_id, origin_country_id, hotel_id, register_hotel_id, is_active, email, phone_no, birth_date)
      values (${house.gold}, 'Far', ${await house.detail('type-gender', 'female')}, ${house.country}, ${hotel}, ${hotel}, true,
              ${`far.${n}@guest.test`}, ${`+62 811 6${String(n).padStart(7, '0')}`}, ${birthDate}) returning id)
    insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active)
    select id, ${house.gold}, ${hotel}, ${start}, ${end}, true from m
    returning member_id as member, id as card, sbec_no as "cardNo"`.execute(db.kysely);
  const [holder] = rows;
  if (!holder) throw new Error('No card was inserted');
  return holder;
}

/** A voucher of a card, good everywhere in these days. Returns its id. */
export async function insertVoucher(
  db: Db,
  house: House,
  { card }: Holder,
  [from, until]: readonly [string, string],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into member_voucher (member_card_id, voucher_id, redeem_date, valid_until_date)
    values (${card}, ${house.d}, ${from}, ${until}) returning id`.execute(db.kysely);
  return rows[0]?.id ?? 0;
}
