import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { countPerDatabase } from './count-per-database.ts';
import type { Fixtures } from './fixtures.ts';
import { createRotation } from './rotation.ts';
import { createCountry, createHotel } from './base-records.ts';

/** A hotel whose day changes at another moment than in UTC, and than in its country if it has its own zone. */
export interface RemoteHotel {
  readonly zone: string;
  readonly hotel: number;
  readonly country: number;
}

export interface RemoteZone {
  readonly zone: string;
  /** Whether the hotel has no own zone and uses that of its country. */
  readonly ofCountry: string;
}
/** The zones farthest from UTC, on both sides of it. */
const FARTHEST_ZONES: readonly RemoteZone[] = [
  { zone: 'Pacific/Kiritimati', ofCountry: 'Pacific/Pago_Pago' },
  { zone: 'Pacific/Pago_Pago', ofCountry: 'Pacific/Pago_Pago' },
];
/** The zone of most hotels, and one with daylight saving time. */
const NEAR_ZONES: readonly RemoteZone[] = [
  { zone: 'Asia/Jakarta', ofCountry: 'Pacific/Kiritimati' },
  { zone: 'Europe/Berlin', ofCountry: 'Europe/Berlin' },
];
const nearerZones = createRotation(NEAR_ZONES);

/** The zones farthest from UTC, and one of the near zones per call. */
export const remoteZones = (): readonly RemoteZone[] => [...FARTHEST_ZONES, ...nearerZones(1)];

export async function createRemoteHotel(db: Db, region: number, { zone, ofCountry }: RemoteZone): Promise<RemoteHotel> {
  const country = await createCountry(db, region, ofCountry);
  return { zone, country, hotel: await createHotel(db, country, zone === ofCountry ? null : zone) };
}

/** The first second of a day, `YYYY-MM-DD`, in a zone, shifted by `seconds`. */
export const secondOf = (day: string, zone: string, seconds = 0): Date =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(zone).epochMilliseconds + seconds * 1000);

export interface Holder {
  readonly member: number;
  readonly card: number;
  readonly cardNo: string;
}

const nextSerial = countPerDatabase();

/** Inserts a member with a Gold card for these days, both at one hotel. */
export async function insertHolder(
  db: Db,
  fixtures: Fixtures,
  hotel: number,
  { start, end, birthDate = null }: { start: string; end: string; birthDate?: string | null },
): Promise<Holder> {
  const n = nextSerial(db);
  const { rows } = await sql<Holder>`
    with m as (
      insert into member (membership_id, first_name, type_gender_id, origin_country_id, hotel_id, register_hotel_id,
          is_active, email, phone_no, birth_date)
      values (${fixtures.gold}, 'Far', ${await fixtures.findOptionDetail('type-gender', 'female')}, ${fixtures.country}, ${hotel},
              ${hotel}, true,
              ${`far.${n}@guest.test`}, ${`+62 811 6${String(n).padStart(7, '0')}`}, ${birthDate}) returning id)
    insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active)
    select id, ${fixtures.gold}, ${hotel}, ${start}, ${end}, true from m
    returning member_id as member, id as card, sbec_no as "cardNo"`.execute(db.kysely);
  const [holder] = rows;
  if (!holder) throw new Error('No card was inserted');
  return holder;
}

/** Inserts a voucher of a card, valid everywhere on these days. Returns its id. */
export async function insertVoucher(
  db: Db,
  fixtures: Fixtures,
  { card }: Holder,
  [from, until]: readonly [string, string],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into member_voucher (member_card_id, voucher_id, redeem_date, valid_until_date)
    values (${card}, ${fixtures.unrestrictedVoucher}, ${from}, ${until}) returning id`.execute(db.kysely);
  return rows[0]?.id ?? 0;
}
