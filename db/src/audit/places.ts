/** Every hotel with its region, zone, money and the day that it is there. */
export const PLACES = `(
  select h.id, n.id as country_id, n.region_id, n.currency, coalesce(h.time_zone, n.time_zone) as zone,
         (now() at time zone coalesce(h.time_zone, n.time_zone))::date as today
  from hotel h join country n on n.id = h.country_id)`;

/** Types of transactions that sell, renew or give a membership. */
export const typeOf = (...codes: readonly string[]): string => `(
  select d.id from option_detail d join option o on o.id = d.option_id
  where o.slug = 'transaction-type' and d.code in (${codes.map((code) => `'${code}'`).join(', ')}))`;
