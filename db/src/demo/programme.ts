import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import { type Day, dayOf } from './days.ts';
import { DEMO_MEMBERSHIPS } from './memberships.ts';
import { DEMO_HOTELS, type DemoHotel } from './places.ts';

export interface ProgrammeHotel extends DemoHotel {
  readonly id: number;
  readonly region: string;
  /** Users who enter members there; never none. */
  readonly staff: readonly number[];
}

/** What a member needs of the programme around it, with the ids that this database gave. */
export interface Programme {
  readonly now: Date;
  readonly today: Day;
  readonly hotels: ReadonlyMap<string, ProgrammeHotel>;
  /** Ids and months of validity by code. */
  readonly memberships: ReadonlyMap<string, { readonly id: number; readonly months: number }>;
  /** Ids by cca2. */
  readonly countries: ReadonlyMap<string, number>;
  /** Ids of option details by `slug/code`. */
  readonly details: ReadonlyMap<string, number>;
  readonly administrator: number;
}

/** Reads the demonstration programme from its database. Throws where it is not in. */
export async function loadProgramme(db: Kysely<Schema>, now: Date): Promise<Programme> {
  const hotels = await db
    .selectFrom('hotel')
    .innerJoin('country', 'country.id', 'hotel.country_id')
    .innerJoin('region', 'region.id', 'country.region_id')
    .select(['hotel.id', 'hotel.code', 'region.code as region'])
    .where('hotel.deleted_at', 'is', null)
    .execute();
  const assignments = await db
    .selectFrom('region_users')
    .select(['user_id', 'restrict_hotel_id'])
    .where('deleted_at', 'is', null)
    .where('restrict_hotel_id', 'is not', null)
    .orderBy('id')
    .execute();
  const memberships = await db
    .selectFrom('membership')
    .select(['id', 'code', 'validity_months'])
    .where('deleted_at', 'is', null)
    .execute();
  const countries = await db.selectFrom('country').select(['id', 'cca2']).where('deleted_at', 'is', null).execute();
  const details = await db
    .selectFrom('option_detail')
    .innerJoin('option', 'option.id', 'option_detail.option_id')
    .select(['option_detail.id', 'option.slug', 'option_detail.code'])
    .where('option_detail.deleted_at', 'is', null)
    .execute();
  const administrator = await db.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirst();
  if (!administrator) throw notThere();

  const inDatabase = new Map(hotels.map((h) => [h.code, h]));
  const staffOf = Map.groupBy(assignments, (a) => a.restrict_hotel_id);
  return {
    now,
    today: dayOf(now),
    hotels: new Map(
      DEMO_HOTELS.map((hotel) => {
        const { id, region } = inDatabase.get(hotel.code) ?? missing();
        const staff = staffOf.get(id)?.map((a) => a.user_id) ?? [administrator.id];
        return [hotel.code, { ...hotel, id, region, staff }];
      }),
    ),
    memberships: new Map(
      DEMO_MEMBERSHIPS.map(({ code }) => {
        const { id, validity_months: months } = memberships.find((m) => m.code === code) ?? missing();
        return [code, { id, months }];
      }),
    ),
    countries: new Map(countries.map((c) => [c.cca2, c.id])),
    details: new Map(details.map((d) => [`${d.slug}/${d.code}`, d.id])),
    administrator: administrator.id,
  };
}

const notThere = (): Error =>
  new Error('The demonstration programme is not in this database: its hotels or memberships are missing');
const missing = (): never => {
  throw notThere();
};

/** The value of a key that the demonstration's own data names. */
export function known<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key);
  if (value === undefined) throw new Error(`The demonstration programme has no ${String(key)}`);
  return value;
}
