import { HOTEL_SETTINGS } from './hotel-settings.ts';

/**
 * SQL: the two movements of every voucher, by days of its card's hotel. It is issued, and it ends: redeemed, cancelled
 * by the earliest cause, or expired.
 */
const MOVEMENTS = `
  select p.id as hotel_id, v.voucher_id, v.currency, k.kind, greatest(k.day, k.issued) as day, v.nominal,
         coalesce(round(v.nominal / s.usd_rate, 2), 0) as nominal_usd, (s.usd_rate is null)::int as without_rate
  from member_voucher v join member_card c on c.id = v.member_card_id join member m on m.id = v.member_id
  join hotel_setting p on p.id = c.hotel_id
  left join transaction s on s.id = v.transaction_id and v.issued_as is not null
  left join voucher_redeem r on r.member_voucher_id = v.id and r.deleted_at is null and v.deleted_at is null
  cross join lateral (
    select (coalesce(s.transaction_date, v.created_at) at time zone p.zone)::date as issued,
           (r.redeem_date at time zone p.zone)::date as redeemed,
           (select min(o.at at time zone p.zone)::date from (values
              (v.deleted_at), (c.deleted_at), (m.deleted_at),
              (case when c.is_active then null else coalesce(c.deactivated_at, c.created_at) end),
              (case when m.is_active then null
                  else coalesce(m.deactivated_at, m.created_at) end)) o (at)) as cancelled) d
  cross join lateral (
    select 'issued' as kind, d.issued as day, d.issued
    union all select 'redeemed', d.redeemed, d.issued where d.redeemed is not null
    union all select 'cancelled', d.cancelled, d.issued where d.redeemed is null and d.cancelled <= v.valid_until_date
    union all select 'expired', v.valid_until_date + 1, d.issued
      where d.redeemed is null and (d.cancelled is null or d.cancelled > v.valid_until_date)) k`;

/**
 * SQL: posted values, and the expected values with the opposite sign. Expected are each movement on its day, and one
 * correction for all days that a month close froze.
 */
const POSTED_AND_DUE = `
  select hotel_id, voucher_id, currency, kind, day, number, nominal, nominal_usd, without_rate from posted
  where not is_frozen
  union all
  select d.hotel_id, d.voucher_id, d.currency, d.kind, d.day, -d.number, -d.nominal, -d.nominal_usd, -d.without_rate
  from (
    select m.hotel_id, m.voucher_id, m.currency, m.kind, m.day, 1 as number, m.nominal, m.nominal_usd, m.without_rate
    from movement m join hotel_setting p on p.id = m.hotel_id where p.open_from is null or m.day >= p.open_from
    union all
    select m.hotel_id, m.voucher_id, m.currency, 'corrected', p.open_from, g.sign, g.sign * m.nominal,
      g.sign * m.nominal_usd, g.sign * m.without_rate
    from movement m join hotel_setting p on p.id = m.hotel_id and m.day < p.open_from
    cross join lateral (select case m.kind when 'issued' then 1 else -1 end as sign) g
    union all
    select f.hotel_id, f.voucher_id, f.currency, 'corrected', p.open_from, g.sign * f.number, g.sign * f.nominal,
      g.sign * f.nominal_usd, g.sign * f.without_rate
    from posted f join hotel_setting p on p.id = f.hotel_id
    cross join lateral (select case when f.kind in ('issued', 'corrected') then -1 else 1 end as sign) g
    where f.is_frozen) d`;

export const LIABILITY_RULES = {
  'voucher-liability': `
    with hotel_setting as materialized (
      select p.id, p.zone, (
        select (to_date(max(c.month), 'YYYY-MM') + interval '1 month')::date from month_close c
        where c.country_id = p.country_id and c.reopened_at is null) as open_from
      from ${HOTEL_SETTINGS} p),
    movement as materialized (${MOVEMENTS}),
    posted as materialized (
      select r.*, coalesce(r.day < p.open_from, false) as is_frozen
      from (
        select hotel_id, voucher_id, currency, kind, day, number, nominal, nominal_usd, without_rate
        from liability_rollup where span = 'day'
        union all
        select * from liability_rollup_delta) r join hotel_setting p on p.id = r.hotel_id)
    select hotel_id as id, concat_ws(' ', voucher_id, currency, kind, day, sum(number), sum(nominal), sum(nominal_usd),
        sum(without_rate)) as note
    from (${POSTED_AND_DUE}) f
    group by hotel_id, voucher_id, currency, kind, day
    having sum(number) <> 0 or sum(nominal) <> 0 or sum(nominal_usd) <> 0 or sum(without_rate) <> 0`,
  'liability-of-months': `
    select hotel_id as id, concat_ws(' ', voucher_id, currency, kind, span, day, sum(number), sum(nominal),
        sum(nominal_usd), sum(without_rate)) as note
    from (
      select hotel_id, voucher_id, currency, kind, span, day, number, nominal, nominal_usd, without_rate
      from liability_rollup where span <> 'day'
      union all
      select r.hotel_id, r.voucher_id, r.currency, r.kind, s.span, date_trunc(s.span, r.day)::date, -r.number,
        -r.nominal, -r.nominal_usd, -r.without_rate
      from liability_rollup r cross join (values ('month'), ('year')) s (span) where r.span = 'day') f
    group by hotel_id, voucher_id, currency, kind, span, day
    having sum(number) <> 0 or sum(nominal) <> 0 or sum(nominal_usd) <> 0 or sum(without_rate) <> 0`,
} as const;
