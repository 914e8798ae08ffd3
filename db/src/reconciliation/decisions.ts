import { LOG_START, isPartlyArchived } from './audit-log.ts';

/** SQL: the record changes that the request of a decision made, with author and new values, according to the log. */
const REQUESTED_CHANGES = `
  select o.resource, o.record_id, o.action, o.actor_id, o.after
  from audit_log o where o.request_id = a.request_id
    and o.resource in ('transaction', 'member_card', 'member_voucher', 'member')`;

/** SQL: whether the request of a decision made the change that was approved. */
const IS_CARRIED_OUT = `
  case
    when a.kind in ('discount', 'free_membership') then exists (
      select from (${REQUESTED_CHANGES}) o join transaction t on t.id = o.record_id
      where o.resource = 'transaction' and o.action = 'create' and o.actor_id = a.requested_by_id
        and t.hotel_id = a.hotel_id
        and (t.sub_total, t.discount, t.currency) is not distinct from
            ((a.facts ->> 'sub_total')::numeric, (a.facts ->> 'discount')::numeric, a.facts ->> 'currency'))
    when a.kind = 'refund' then exists (
      select from (${REQUESTED_CHANGES}) o join transaction t on t.id = o.record_id
      where o.resource = 'transaction' and o.action = 'create' and o.actor_id = a.requested_by_id
        and t.hotel_id = a.hotel_id
        and t.reverses_id = (a.path ->> 'id')::bigint and t.refund_reason_id is not null
        and (t.grand_total, t.currency) is not distinct from ((a.facts ->> 'grand_total')::numeric,
            a.facts ->> 'currency'))
    when a.kind = 'cancellation' then exists (
      select from (${REQUESTED_CHANGES}) o
      where o.resource = 'transaction' and o.action = 'delete' and o.actor_id = a.requested_by_id
        and o.record_id = (a.path ->> 'id')::bigint)
    when a.kind = 'tier' then exists (
      select from (${REQUESTED_CHANGES}) o where o.resource = 'member_card' and o.actor_id = a.requested_by_id
        and values_of_log(o.resource, o.after) ->> 'is_tier_manual' = 'true'
      union all
      select from member_card c
      where c.is_tier_manual and c.membership_id = (a.body ->> 'membership_id')::bigint
        and c.remark = a.body ->> 'remark')
    when a.kind = 'upgrade' then exists (
      select from (${REQUESTED_CHANGES}) o join member_card c on c.id = o.record_id
      where o.resource = 'member_card' and c.upgraded_from_id = a.member_card_id)
    when a.kind = 'reopen_month' then exists (
      select from month_close m
      where m.id = (a.path ->> 'id')::bigint and m.reopened_by_id = a.requested_by_id
        and m.approved_by_id = a.decided_by_id)
    else exists (select from (${REQUESTED_CHANGES}) o where o.actor_id = a.requested_by_id)
  end`;

/**
 * SQL: extensions without an entry in the list of manual changes, and entries without an extension that was not
 * reverted.
 */
const unlistedExtensions = (table: string, endColumn: string, kind: string): string => `
    select x.id, coalesce(x.extended_from::text, '–') || ' → ' || x.${endColumn} as note from ${table} x
    cross join lateral (
      select exists (select from manual_change m where m.${table}_id = x.id and m.kind = '${kind}'
          and m.deleted_at is null) as is_listed) l
    where case when x.extended_from is not null then not l.is_listed
          else l.is_listed and not exists (
            select from audit_log o where o.resource = '${table}' and o.record_id = x.id
              and o.before ->> 'extended_from' is not null) and not ${isPartlyArchived(table, 'x.id')} end`;

export const DECISION_RULES = {
  // Older decisions have no request id.
  'done-as-requested': `
    select 'approval' as resource, a.id, a.kind as note from approval a
    where a.outcome is not null and (
      a.decided_at >= a.expires_at or a.decided_at < a.requested_at
      or (a.outcome <> 'withdrawn' and a.decided_by_id = a.requested_by_id)
      or (a.outcome = 'withdrawn' and a.decided_by_id <> a.requested_by_id)
      or (a.request_id is not null and a.decided_at >= ${LOG_START} and (a.outcome = 'approved') <>
          case when a.outcome = 'approved' then ${IS_CARRIED_OUT} else exists (${REQUESTED_CHANGES}) end))`,
  'extended-once': unlistedExtensions('member_voucher', 'valid_until_date', 'voucher_extended'),
  'card-extended-once': unlistedExtensions('member_card', 'end_date', 'card_extended'),
  // A database from before 29 November 2026 has older vouchers, which no list recorded.
  'created-manually': `
    select v.id, v.voucher_no as note from member_voucher v
    left join (select member_voucher_id, count(*) as times from manual_change where kind = 'voucher_made'
        group by 1) m on m.member_voucher_id = v.id
    where coalesce(m.times, 0) <> (v.issued_as is null and v.created_by_id is not null)::int
      and v.created_at >= (select at from migration where name = '0005_controls')`,
  'decided-at-term-end': `
    select s.member_card_id as id, null as note from member_standing s
    where s.standing = 'not_maintained' and s.is_live
      and not exists (select from term_end e where e.member_card_id = s.member_card_id
          and (e.deleted_at is null or e.deleted_by_id is not null))`,
  'applied-at-renewal': `
    select e.id, t.transaction_no as note from term_end e join member_card c on c.id = e.member_card_id
    join transaction t on t.id = e.transaction_id
    where t.member_id is distinct from c.member_id
      or not exists (select from member_card n where n.transaction_id = t.id and n.start_date > c.start_date)`,
} as const;
