import { SALE_CODES } from '@innkeeper/contract';
import { changedSince, isPartlyArchived } from './audit-log.ts';
import { HOTEL_SETTINGS, countryChangedSince, transactionTypes } from './hotel-settings.ts';
import { MEETS_VISIT_MINIMUM, AWAITS_RECOUNT } from './standings.ts';

/** SQL: records whose snapshot columns the log shows as updated. */
const changedTerms = (table: string, columns: string, exception: string): string => `
  select o.record_id as id, string_agg(distinct k.key, ', ') as note
  from audit_log o cross join lateral jsonb_object_keys(o.after) k (key)
  where o.resource = '${table}' and o.action = 'update' and k.key in (${columns}) and not (${exception})
  group by o.record_id`;

export const CARD_RULES = {
  'card-of-its-sale': `
    select c.id, null as note from member_card c join transaction t on t.id = c.transaction_id
    where c.member_id is distinct from t.member_id or (t.deleted_at is not null and c.deleted_at is null)`,
  'refunded-card-is-off': `
    select c.id, r.transaction_no as note from member_card c join transaction r on r.id = c.refunded_with_id
    where c.is_active or r.deleted_at is not null or r.refund_reason_id is null`,
  'one-card-of-a-sale': `
    select t.id, count(c.id)::text as note from transaction t
    left join member_card c on c.transaction_id = t.id and c.deleted_at is null and c.upgraded_from_id is null
    where t.deleted_at is null and t.transaction_type_id in ${transactionTypes(...SALE_CODES)} group by t.id
    having count(c.id) > 1`,
  'cards-do-not-overlap': `
    select a.id, a.end_date || ' ≥ ' || b.start_date as note from member_card a
    join member_card b on b.member_id = a.member_id and b.id <> a.id
    where a.deleted_at is null and b.deleted_at is null and a.is_active and b.is_active
      and (a.start_date, a.id) < (b.start_date, b.id) and b.start_date <= a.end_date
      and a.upgraded_from_id is null and b.upgraded_from_id is null and a.merged_from_id is null
      and b.merged_from_id is null`,
  'free-term-ended': `
    select f.id, t.transaction_no as note from member_card f join transaction t on t.id = f.ended_with_id
    where f.deleted_at is null
      and (t.deleted_at is not null or is_reversed(t.id) or f.member_id is distinct from t.member_id
      or exists (
        select from member_card c
        where c.transaction_id = t.id and c.deleted_at is null and c.is_active and f.is_active
          and f.end_date >= c.start_date))`,
  'upgrade-leads-up': `
    select c.id, null as note from member_card c join member_card o on o.id = c.upgraded_from_id
    join membership m on m.id = c.membership_id join membership n on n.id = o.membership_id
    where c.member_id <> o.member_id or c.start_date < o.start_date
      -- A manual change of the last day or membership breaks the link to the visits.
      or ((c.end_date <> o.end_date or (m.rank <= n.rank and not c.is_tier_manual
        -- The tier order may have changed since.
        and not ${changedSince('membership', 'm.id', 'rank', 'c.created_at')}
        and not ${changedSince('membership', 'n.id', 'rank', 'c.created_at')})) and not exists (
        select from audit_log h where h.resource = 'member_card' and h.record_id in (c.id, o.id) and h.action = 'update'
          and h.after ?| '{end_date,membership_id}')
        and not ${isPartlyArchived('member_card', 'c.id')} and not ${isPartlyArchived('member_card', 'o.id')})`,
  // The term begins with the card that was sold, however many upgrades followed. A card of the next term is excluded if
  // it was upgraded with the card of the running term, which is checked instead.
  'upgrade-has-its-visits': `
    with recursive upgraded as (
      select u.id, c.member_id, c.end_date, c.min_visit_to_upgrade as required_visits, c.start_date,
        c.upgraded_from_id as previous_id
      from member_card u join member_card c on c.id = u.upgraded_from_id
      where u.is_active and u.deleted_at is null and not u.is_tier_manual and u.upgraded_by_id is null
        and u.transaction_id is null
      union all
      select r.id, r.member_id, r.end_date, r.required_visits, c.start_date, c.upgraded_from_id from upgraded r
      join member_card c on c.id = r.previous_id
    ), term as (
      select id, member_id, end_date, required_visits, min(start_date) as start_date from upgraded group by 1, 2, 3, 4
    )
    select t.id, t.required_visits || ' > ' || (b.visits + comp_visits_for_upgrade(m.comp_visits_period, t.id)) as note
    from term t join member m on m.id = t.member_id
    cross join lateral (
      select coalesce(sum(least(n.visits, option_number('visits-per-day', 'per-member'))), 0) as visits
      from (
        select count(distinct case when option_number('visit-counting', 'per-day') = 1 then v.hotel_id
            else v.id end) as visits
        from visit v join ${HOTEL_SETTINGS} p on p.id = v.hotel_id
        cross join lateral (select (v.visit_date at time zone p.zone)::date as day) d
        where v.member_id = t.member_id and v.deleted_at is null and ${MEETS_VISIT_MINIMUM}
          and d.day between t.start_date and t.end_date
        group by d.day) n) b
    where t.required_visits > b.visits + comp_visits_for_upgrade(m.comp_visits_period, t.id) and not ${AWAITS_RECOUNT}`,
  'valid-until-last-card': `
    select m.id, coalesce(m.valid_until_date::text, '–') || ' ≠ ' || coalesce(c.last_day::text, '–') as note
    from member m
    left join (select member_id, max(end_date) as last_day from member_card where deleted_at is null and is_active
        group by 1) c on c.member_id = m.id
    where m.valid_until_date is distinct from c.last_day`,
  'card-promise': changedTerms(
    'member_card',
    `'price', 'currency', 'benefits', 'min_visit', 'min_visit_to_upgrade'`,
    // An upgrade by visits changes the number of visits on the upgraded card.
    `o.after ? 'membership_id' or (k.key = 'min_visit_to_upgrade' and exists (select from member_card u where u.upgraded_from_id = o.record_id))`,
  ),
  'voucher-promise': changedTerms(
    'member_voucher',
    `'nominal', 'currency', 'terms_condition', 'terms_condition_id'`,
    `o.after ?| '{voucher_id,member_card_id}'`,
  ),
  'voucher-money': `
    select v.id, v.currency || ' ≠ ' || c.currency as note from member_voucher v
    join member_card c on c.id = v.member_card_id
    join ${HOTEL_SETTINGS} p on p.id = c.hotel_id
    -- A manual voucher of an older card has the currency of its own day.
    where v.currency <> c.currency
      and (v.issued_as is not null
          or (v.currency <> p.currency and not ${countryChangedSince('p', 'currency', 'v.created_at')}))`,
} as const;
