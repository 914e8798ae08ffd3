import type { Kysely } from 'kysely';
import type { Schema } from '@innkeeper/db';
import { type Day, dayOf } from './days.ts';
import { DEMO_MEMBERSHIPS } from './memberships.ts';
import { DEMO_HOTELS, type DemoHotel } from './places.ts';
import { recordsStart, programmeStart } from './seasons.ts';
import { drawTeam } from './staff.ts';
import { type Calendar, buildCalendar } from './visit-days.ts';

export interface ProgrammeHotel extends DemoHotel {
  readonly id: number;
  readonly regionId: number;
  readonly region: string;
  readonly currency: string;
  readonly decimals: number;
  /** Currency units per dollar, today. */
  readonly usdRate: number;
  /** The users who enter members at the hotel; never empty. */
  readonly staff: readonly number[];
  /** The names of staff who serve guests. */
  readonly team: readonly string[];
  /** The days on which guests visit, from the programme's start until today. */
  readonly calendar: Calendar;
}

export interface ProgrammeVoucher {
  readonly id: number;
  readonly name: string;
  /** The code of the voucher type. */
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
  /** The only region where it is sold; null if it is sold everywhere. */
  readonly regionCode: string | null;
  /** The visits required to maintain the membership; 0 if none. */
  readonly visitsToMaintain: number;
  /** The visits required to upgrade to the next tier; 0 if visits do not upgrade it. */
  readonly visitsToUpgrade: number;
  readonly benefits: string | null;
  readonly vouchers: readonly ProgrammeVoucher[];
}

/**
 * The programme data needed to generate a member, with this database's ids. It is plain data, so it can be passed to a
 * worker.
 */
export interface Programme {
  readonly now: Date;
  readonly today: Day;
  /** The day from which sales and visits are recorded. */
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
  const assignmentsByHotel = Map.groupBy(assignments, (a) => a.restrict_hotel_id);
  const programmeStartDay = programmeStart(today);
  const calendars = new Map(
    [...new Set(DEMO_HOTELS.map((h) => h.cca2))].map((cca2) => [cca2, buildCalendar(cca2, programmeStartDay, today)]),
  );
  return new Map(
    DEMO_HOTELS.map((hotel) => {
      const { id, region_id, region, currency, decimals, usd_rate } = hotelsByCode.get(hotel.code) ?? throwMissing();
      const hotelData = {
        id,
        regionId: region_id,
        region,
        currency,
        decimals,
        usdRate: Number(usd_rate ?? throwMissing()),
      };
      const staff = assignmentsByHotel.get(id)?.map((a) => a.user_id) ?? [administrator];
      return [
        hotel.code,
        { ...hotel, ...hotelData, staff, team: drawTeam(hotel), calendar: getRequired(calendars, hotel.cca2) },
      ];
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
  const vouchersByMembership = Map.groupBy(vouchers, (v) => v.membership_id);
  return new Map(
    DEMO_MEMBERSHIPS.map(({ code }) => {
      const membership = memberships.find((m) => m.code === code) ?? throwMissing();
      return [
        code,
        {
          id: membership.id,
          name: membership.name,
          months: membership.validity_months,
          price: Number(membership.price),
          renewalPrice: Number(membership.renewal_price),
          isFree: membership.is_free,
          isRegional: membership.is_regional,
          regionCode: membership.region_code,
          visitsToMaintain: membership.min_visit,
          visitsToUpgrade: membership.min_visit_to_upgrade,
          benefits: membership.benefits,
          vouchers: (vouchersByMembership.get(membership.id) ?? []).map((v) => ({
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
const throwMissing = (): never => {
  throw missingProgrammeError();
};

/** Returns the value of a key in the demonstration's own data; throws if it is missing. */
export function getRequired<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demonstration programme has no ${String(key)}`);
  return value;
}
