import { changedSince } from './log.ts';

/** Every hotel with its region, zone, money and the day that it is there. */
export const PLACES = `(
  select h.id, n.id as country_id, n.region_id, n.currency, n.visit_minimum, coalesce(h.time_zone, n.time_zone) as zone,
         (now() at time zone coalesce(h.time_zone, n.time_zone))::date as today
  from hotel h join country n on n.id = h.country_id)`;

/** SQL: whether the days of a place were others at a moment, as the log says. `place` is a row of PLACES, `since` SQL. */
export const zoneMovedSince = (place: string, since: string): string =>
  `(${changedSince('hotel', `${place}.id`, 'time_zone', since)} or ${countryMovedSince(place, 'time_zone', since)})`;

/** SQL: whether a place was of a country with another value of a field. */
export const countryMovedSince = (place: string, field: string, since: string): string =>
  `(${changedSince('hotel', `${place}.id`, 'country_id', since)} or ${changedSince('country', `${place}.country_id`, field, since)})`;

/** The types of transactions of these codes. */
export const typeOf = (...codes: readonly string[]): string => `(
  select d.id from option_detail d join option o on o.id = d.option_id
  where o.slug = 'transaction-type' and d.code in (${codes.map((code) => `'${code}'`).join(', ')}))`;
