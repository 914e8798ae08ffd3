import { HOTEL_SETTINGS } from './hotel-settings.ts';

/**
 * SQL: the current transactions, visits and redemptions of all closed months, with their amounts, by days of their
 * hotels.
 */
const CURRENT_RECORDS = `
  select c.id as closing, 'transaction' as resource, t.id, t.hotel_id, d.code as part, t.currency,
    t.grand_total as amount, t.grand_total_usd as amount_usd
  from transaction t join hotel_setting p on p.id = t.hotel_id join option_detail d on d.id = t.transaction_type_id
  join closed c on c.country_id = p.country_id and c.month = to_char(t.transaction_date at time zone p.zone, 'YYYY-MM')
  where t.deleted_at is null
  union all
  select c.id, 'visit', v.id, v.hotel_id, null, v.currency, coalesce(v.grand_total, 0),
    case when v.usd_rate is not null then coalesce(v.grand_total_usd, 0) end
  from visit v join hotel_setting p on p.id = v.hotel_id
  join closed c on c.country_id = p.country_id and c.month = to_char(v.visit_date at time zone p.zone, 'YYYY-MM')
  where v.deleted_at is null
  union all
  select c.id, 'voucher_redeem', r.id, r.redeem_hotel_id, null, v.currency, v.nominal, null
  from voucher_redeem r join hotel_setting p on p.id = r.redeem_hotel_id
  join member_voucher v on v.id = r.member_voucher_id
  join closed c on c.country_id = p.country_id and c.month = to_char(r.redeem_date at time zone p.zone, 'YYYY-MM')
  where r.deleted_at is null`;

export const MONTH_CLOSE_RULES = {
  'closed-as-it-stood': `
    with hotel_setting as materialized (select * from ${HOTEL_SETTINGS} p),
    closed as materialized (select id, country_id, month from month_close where reopened_at is null),
    present as (${CURRENT_RECORDS}),
    frozen as (select f.* from month_close_row f join closed c on c.id = f.month_close_id)
    select coalesce(f.resource, s.resource) as resource, coalesce(f.record_id, s.id) as id,
           coalesce(f.amount::text, '–') || ' ≠ ' || coalesce(s.amount::text, '–') as note
    from frozen f full join present s on s.closing = f.month_close_id and s.resource = f.resource and s.id = f.record_id
    where (f.hotel_id, f.part, f.currency, f.amount, f.amount_usd) is distinct from (s.hotel_id, s.part, s.currency,
        s.amount, s.amount_usd)`,
  'reversal-mirrors': `
    select v.id, v.grand_total || ' ≠ ' || -t.grand_total as note from transaction v
    join transaction t on t.id = v.reverses_id
    where v.refund_reason_id is null
      and (v.deleted_at is not null or t.deleted_at is not null or v.transaction_date < t.transaction_date
      or (v.transaction_type_id, v.hotel_id, v.member_id, v.membership_id, v.currency, v.usd_rate, v.sub_total,
          v.discount, v.grand_total, v.grand_total_usd)
        is distinct from (t.transaction_type_id, t.hotel_id, t.member_id, t.membership_id, t.currency, t.usd_rate,
            -t.sub_total, -t.discount, -t.grand_total, -t.grand_total_usd))`,
  'reopened-as-approved': `
    select 'month_close' as resource, m.id, m.month as note from month_close m
    where m.reopened_at is not null and not exists (
      select from approval a
      where a.kind = 'reopen_month' and a.outcome = 'approved' and (a.path ->> 'id')::bigint = m.id
        and a.requested_by_id = m.reopened_by_id and a.decided_by_id = m.approved_by_id
        and a.decided_at = m.reopened_at)`,
} as const;
