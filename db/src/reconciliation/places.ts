import { changedSince } from './audit-log.ts';

/** Every hotel with its region, zone, currency and current day. */
export const PLACES = `(
  select h.id, n.id as country_id, n.region_id, n.currency, n.visit_minimum, coalesce(h.time_zone, n.time_zone) as zone,
         (now() at time zone coalesce(h.time_zone, n.time_zone))::date as today
  from hotel h join country n on n.id = h.country_id)`;

/**
 * SQL: whether the time zone of a place has changed since a moment, according to the log. `place` is a row of PLACES,
 * `since` SQL.
 */
export const timeZoneChangedSince = (place: string, since: string): string =>
  `(${changedSince('hotel', `${place}.id`, 'time_zone', since)} or ${countryChangedSince(place, 'time_zone', since)})`;

/** SQL: whether the country of a place has had another value of a field since a moment. */
export const countryChangedSince = (place: string, field: string, since: string): string =>
  `(${changedSince('hotel', `${place}.id`, 'country_id', since)} or ${changedSince('country', `${place}.country_id`, field, since)})`;

/** The transaction types with these codes. */
export const typeOf = (...codes: readonly string[]): string => `(
  select d.id from option_detail d join option o on o.id = d.option_id
  where o.slug = 'transaction-type' and d.code in (${codes.map((code) => `'${code}'`).join(', ')}))`;
