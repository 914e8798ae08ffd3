import type { Kysely } from 'kysely';
import type { Schema } from '@innkeeper/db';
import { type Day, dayOf } from './days.ts';
import { DEMO_MEMBERSHIPS } from './memberships.ts';
import { DEMO_HOTELS, type DemoHotel } from './places.ts';
import { recordsStart, programmeStart } from './seasons.ts';
import { drawTeam } from './staff.ts';
import { type Calendar, calendarOf } from './visit-days.ts';

export interface ProgrammeHotel extends DemoHotel {
  readonly id: number;
  readonly regionId: number;
  readonly region: string;
  readonly currency: string;
  readonly decimals: number;
  /** Currency units per dollar, today. */
  readonly usdRate: number;
  /** Users who enter members there; never empty. */
  readonly staff: readonly number[];
  /** Names of staff who serve guests. */
  readonly team: readonly string[];
  /** Days on which guests visit, from the programme's start until today. */
  readonly calendar: Calendar;
}

export interface ProgrammeVoucher {
  readonly id: number;
  readonly name: string;
  /** Voucher type code. */
  readonly type: string;
  readonly nominal: number;
  readonly quantity: number;
  readonly terms_condition: string;
  readonly terms_condition_id: string;
  readonly hotelId: number | null;
  readonly isRestricted: boolean;
  readonly isActive: boolean;
}

export interface ProgrammeMembership {
  readonly id: number;
  readonly name: string;
  readonly months: number;
  readonly price: number;
  readonly renewalPrice: number;
  readonly isFree: boolean;
  readonly isRegional: boolean;
  /** The only region where it is sold. */
  readonly regionCode: string | null;
  /** Visits required to maintain it; 0 if none. */
  readonly visitsToMaintain: number;
  /** Visits required to upgrade to the next tier; 0 if visits do not upgrade it. */
  readonly visitsToUpgrade: number;
  readonly benefits: string | null;
  readonly vouchers: readonly ProgrammeVoucher[];
}

/** Programme data needed to generate a member, with this database's ids. Plain data only. */
export interface Programme {
  readonly now: Date;
  readonly today: Day;
  /** Day from which sales and visits are recorded. */
  readonly recordsStart: Day;
  readonly hotels: ReadonlyMap<string, ProgrammeHotel>;
  readonly memberships: ReadonlyMap<string, ProgrammeMembership>;
  /** Ids by cca2. */
  readonly countries: ReadonlyMap<string, number>;
  /** Option detail ids by `slug/code`. */
  readonly details: ReadonlyMap<string, number>;
  readonly administrator: number;
}

/** Reads the demonstration programme from its database. Throws if it does not exist. */
export async function loadProgramme(db: Kysely<Schema>, now: Date): Promise<Programme> {
  const today = dayOf(now);
  const countries = await db.selectFrom('country').select(['id', 'cca2']).where('deleted_at', 'is', null).execute();
  const details = await db
    .selectFrom('option_detail')
    .innerJoin('option', 'option.id', 'option_detail.option_id')
    .select(['option_detail.id', 'option.slug', 'option_detail.code'])
    .where('option_detail.deleted_at', 'is', null)
    .execute();
  const administrator = await db.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirst();
  if (!administrator) throw missingProgrammeError();
  return {
    now,
    today,
    recordsStart: recordsStart(today),
    hotels: await loadHotels(db, today, administrator.id),
    memberships: await loadMemberships(db),
    countries: new Map(countries.map((c) => [c.cca2, c.id])),
    details: new Map(details.map((d) => [`${d.slug}/${d.code}`, d.id])),
    administrator: administrator.id,
  };
}

async function loadHotels(db: Kysely<Schema>, today: Day, administrator: number): Promise<Programme['hotels']> {
  const hotels = await db
    .selectFrom('hotel')
    .innerJoin('country', 'country.id', 'hotel.country_id')
    .innerJoin('region', 'region.id', 'country.region_id')
    .select([
      'hotel.id',
      'hotel.code',
      'region.id as region_id',
      'region.code as region',
      'country.currency',
      'country.decimals',
      'country.usd_rate',
    ])
    .where('hotel.deleted_at', 'is', null)
    .execute();
  const assignments = await db
    .selectFrom('region_users')
    .select(['user_id', 'restrict_hotel_id'])
    .where('deleted_at', 'is', null)
    .where('restrict_hotel_id', 'is not', null)
    .orderBy('id')
    .execute();
  const hotelsByCode = new Map(hotels.map((h) => [h.code, h]));
  const staffOf = Map.groupBy(assignments, (a) => a.restrict_hotel_id);
  const start = programmeStart(today);
  const calendars = new Map(
    [...new Set(DEMO_HOTELS.map((h) => h.cca2))].map((cca2) => [cca2, calendarOf(cca2, start, today)]),
  );
  return new Map(
    DEMO_HOTELS.map((hotel) => {
      const { id, region_id, region, currency, decimals, usd_rate } = hotelsByCode.get(hotel.code) ?? missing();
      const place = { id, regionId: region_id, region, currency, decimals, usdRate: Number(usd_rate ?? missing()) };
      const staff = staffOf.get(id)?.map((a) => a.user_id) ?? [administrator];
      return [hotel.code, { ...hotel, ...place, staff, team: drawTeam(hotel), calendar: known(calendars, hotel.cca2) }];
    }),
  );
}

async function loadMemberships(db: Kysely<Schema>): Promise<Programme['memberships']> {
  const memberships = await db
    .selectFrom('membership')
    .leftJoin('region', 'region.id', 'membership.restrict_region_id')
    .selectAll('membership')
    .select('region.code as region_code')
    .where('membership.deleted_at', 'is', null)
    .execute();
  const vouchers = await db
    .selectFrom('voucher')
    .innerJoin('option_detail', 'option_detail.id', 'voucher.type_voucher_id')
    .selectAll('voucher')
    .select('option_detail.code as type')
    .where('voucher.deleted_at', 'is', null)
    .orderBy('voucher.sort_no')
    .orderBy('voucher.id')
    .execute();
  const vouchersOf = Map.groupBy(vouchers, (v) => v.membership_id);
  return new Map(
    DEMO_MEMBERSHIPS.map(({ code }) => {
      const found = memberships.find((m) => m.code === code) ?? missing();
      return [
        code,
        {
          id: found.id,
          name: found.name,
          months: found.validity_months,
          price: Number(found.price),
          renewalPrice: Number(found.renewal_price),
          isFree: found.is_free,
          isRegional: found.is_regional,
          regionCode: found.region_code,
          visitsToMaintain: found.min_visit,
          visitsToUpgrade: found.min_visit_to_upgrade,
          benefits: found.benefits,
          vouchers: (vouchersOf.get(found.id) ?? []).map((v) => ({
            id: v.id,
            type: v.type ?? '',
            nominal: Number(v.nominal),
            quantity: v.quantity,
            terms_condition: v.terms_condition,
            terms_condition_id: v.terms_condition_id,
            hotelId: v.hotel_id,
            name: v.name,
            isRestricted: v.is_restricted,
            isActive: v.is_active,
          })),
        },
      ];
    }),
  );
}

const missingProgrammeError = (): Error =>
  new Error('The demonstration programme is not in this database: its hotels or memberships are missing');
const missing = (): never => {
  throw missingProgrammeError();
};

/** Returns the value of a key from the demonstration's own data; throws if it is missing. */
export function known<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demonstration programme has no ${String(key)}`);
  return value;
}
