import { SALE_CODES } from '@innkeeper/contract';
import { isPartlyArchived } from './audit-log.ts';
import { HOTEL_SETTINGS, transactionTypes } from './hotel-settings.ts';

/**
 * SQL: amounts in another currency than that of their hotel, unless the log shows that the country had that currency
 * before.
 */
const currencyMismatches = (table: string): string => `
  select t.id, t.currency || ' ≠ ' || p.currency as note from ${table} t join ${HOTEL_SETTINGS} p on p.id = t.hotel_id
  where t.currency <> p.currency
    and not exists (select from audit_log o where o.resource = 'country' and o.record_id = p.country_id
        and o.before ->> 'currency' = t.currency)
    and not ${isPartlyArchived('country', 'p.country_id')}`;

export const MONEY_RULES = {
  'sum-of-lines': `
    select t.id, t.sub_total || ' ≠ ' || d.lines as note from transaction t
    join (
      select t.id, coalesce(sum(d.sub_total), 0) as lines
      from transaction t left join transaction_detail d on d.transaction_id = t.id and d.deleted_at is null
      where t.deleted_at is null group by t.id) d on d.id = t.id
    where t.sub_total <> d.lines or t.grand_total <> t.sub_total - t.discount`,
  'worth-in-dollars': `
    select id, grand_total_usd || ' ≠ ' || round(grand_total / usd_rate, 2) as note from transaction
    where grand_total_usd is distinct from round(grand_total / usd_rate, 2)`,
  // The lines that are not deleted add up to their transaction's sum in dollars. Each deviates by no more than
  // rounding.
  'lines-in-dollars': `
    select d.id, d.sub_total_usd || ' ≠ ' || d.line_usd as note
    from (
      select d.id, d.sub_total_usd, round(d.quantity * d.unit_price / t.usd_rate, 2) as line_usd,
             count(*) over all_lines as lines,
             sum(d.sub_total_usd) over all_lines - round(t.sub_total / t.usd_rate, 2) as excess_usd
      from transaction_detail d join transaction t on t.id = d.transaction_id
      where d.deleted_at is null and t.deleted_at is null
      window all_lines as (partition by d.transaction_id, t.sub_total, t.usd_rate)) d
    where (d.sub_total_usd is null) <> (d.line_usd is null) or d.excess_usd <> 0
      or abs(d.sub_total_usd - d.line_usd) > 0.01 * d.lines`,
  'visit-in-dollars': `
    select v.id, v.grand_total_usd || ' ≠ ' || round(t.total / v.usd_rate, 2) as note from visit v
    cross join lateral (select sum(a.amount) as total
        from (values (v.total_fb), (v.total_room), (v.total_others)) a (amount)) t
    where v.grand_total_usd is distinct from round(t.total / v.usd_rate, 2) or v.grand_total is distinct from t.total`,
  'money-of-its-hotel': currencyMismatches('transaction'),
  'visit-money-of-its-hotel': currencyMismatches('visit'),
  'free-of-charge': `
    select id, grand_total::text as note from transaction
    where transaction_type_id in ${transactionTypes('3')} and (grand_total <> 0 or type_payment_id is not null)`,
  'sale-with-lines': `
    select t.id, null as note from transaction t
    where t.deleted_at is null and t.transaction_type_id in ${transactionTypes(...SALE_CODES)}
      and not exists (select from transaction_detail d where d.transaction_id = t.id and d.deleted_at is null)`,
  'refunds-within-sale': `
    select r.id, -r.grand_total || ' of ' || coalesce(t.grand_total::text, '–') as note
    from transaction r left join transaction t on t.id = r.reverses_id
    where r.refund_reason_id is not null and r.deleted_at is null and (
      t.id is null or t.deleted_at is not null or t.reverses_id is not null or r.grand_total >= 0
        or r.transaction_date < t.transaction_date
      or (r.transaction_type_id, r.hotel_id, r.member_id, r.membership_id, r.currency, r.usd_rate)
        is distinct from (t.transaction_type_id, t.hotel_id, t.member_id, t.membership_id, t.currency, t.usd_rate)
      or exists (select from transaction b where b.reverses_id = t.id and b.refund_reason_id is null)
      or t.grand_total < (
        select -sum(o.grand_total) from transaction o where o.reverses_id = t.id and o.refund_reason_id is not null
          and o.deleted_at is null))`,
  // One request creates a sale and sums its lines. Changes of its amounts by other requests are not allowed.
  'settled-sale': `
    select t.id, string_agg(k.key, ', ') as note
    from transaction t
    join audit_log o on o.resource = 'transaction' and o.record_id = t.id and o.action = 'update'
    join audit_log c on c.resource = 'transaction' and c.record_id = t.id and c.action = 'create'
    cross join lateral jsonb_object_keys(o.after) k (key)
    where t.transaction_type_id in ${transactionTypes(...SALE_CODES)} and o.request_id is distinct from c.request_id
      and k.key in ('hotel_id', 'transaction_type_id', 'membership_id', 'transaction_date', 'currency', 'sub_total',
          'discount')
    group by t.id`,
} as const;
