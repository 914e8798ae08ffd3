import { changedSince } from './audit-log.ts';

/** SQL: every hotel with its country, region, currency, visit minimum, time zone and current day. */
export const HOTEL_SETTINGS = `(
  select h.id, n.id as country_id, n.region_id, n.currency, n.visit_minimum, coalesce(h.time_zone, n.time_zone) as zone,
         (now() at time zone coalesce(h.time_zone, n.time_zone))::date as today
  from hotel h join country n on n.id = h.country_id)`;

/**
 * SQL: whether the time zone of a hotel has changed since a moment, according to the log. `hotel` is the alias of a row
 * of HOTEL_SETTINGS, and `since` is SQL.
 */
export const timeZoneChangedSince = (hotel: string, since: string): string =>
  `(${changedSince('hotel', `${hotel}.id`, 'time_zone', since)} or ${countryChangedSince(hotel, 'time_zone', since)})`;

/** SQL: whether the hotel has moved to another country since a moment, or its country has changed a field. */
export const countryChangedSince = (hotel: string, field: string, since: string): string =>
  `(${changedSince('hotel', `${hotel}.id`, 'country_id', since)} or ${changedSince('country', `${hotel}.country_id`, field, since)})`;

/** SQL: the ids of the transaction types with these codes. */
export const transactionTypes = (...codes: readonly string[]): string => `(
  select d.id from option_detail d join option o on o.id = d.option_id
  where o.slug = 'transaction-type' and d.code in (${codes.map((code) => `'${code}'`).join(', ')}))`;
