-- Webhooks: a trigger on the audit log inserts their events in the transaction of the change, so that no entry point is
-- missed. Messages are written later. See docs/decisions/0066-derive-webhook-events-from-the-audit-log.md.

-- True if an active webhook subscribes to an event.
create or replace function has_webhook_for(event_name text) returns boolean language sql stable as $$
  select exists (select from webhook w
                 where w.is_active and w.deleted_at is null
                   and (to_jsonb(w) ->> replace(event_name, '.', '_'))::boolean)
$$;

-- The check for any active webhook comes first, so that a write costs only one more query if there is none.
create or replace function enqueue_webhook_events() returns trigger language plpgsql as $$
begin
  if not exists (select from webhook where is_active and deleted_at is null) then
    return null;
  end if;
  insert into webhook_event (event, record_id, at, before)
  select e.event, coalesce(e.sale_id, n.record_id), n.at, e.before
  from new_rows n
  cross join lateral (
    select 'member.created' as event, null::jsonb as before, null::bigint as sale_id where n.resource = 'member'
      and n.action = 'create'
    union all
    select 'member.updated', n.before, null where n.resource = 'member'
      and (n.action in ('delete', 'restore') or n.action = 'update' and n.after ?|
      array['first_name', 'last_name', 'email', 'phone_no', 'is_active', 'membership_id', 'hotel_id',
        'register_hotel_id',
            'member_date', 'renew_date', 'valid_until_date', 'merged_into_id'])
    union all
    select 'member.upgraded', jsonb_build_object('membership_id', n.before -> 'membership_id'), null
    where n.resource = 'member' and n.action = 'update' and n.after ? 'membership_id' and exists (
      select from membership old_tier join membership new_tier on new_tier.rank > old_tier.rank
      where old_tier.id = (n.before ->> 'membership_id')::bigint
        and new_tier.id = (n.after ->> 'membership_id')::bigint)
    union all
    select 'card.issued', null, null where n.resource = 'member_card' and n.action in ('create', 'restore')
    union all
    select 'voucher.redeemed', null, null where n.resource = 'voucher_redeem' and n.action in ('create', 'restore')
    union all
    select 'voucher.voided', null, null where n.resource = 'voucher_redeem' and n.action = 'delete'
    union all
    select 'visit.posted', null, null where n.resource = 'visit' and n.action in ('create', 'restore')
    union all
    select 'visit.moved', jsonb_build_object('member_id', n.before -> 'member_id'), null
    where n.resource = 'visit' and n.action = 'update' and n.after ? 'member_id'
      and exists (select from visit v where v.id = n.record_id and v.deleted_at is null)
    union all
    select 'visit.deleted', null, null where n.resource = 'visit' and n.action = 'delete'
    union all
    -- A sale of a closed month is cancelled by its reversal. The event of a refund, or of its cancellation, has the id
    -- of the sale.
    select case when t.refund_reason_id is not null then 'sale.refunded'
                when n.action = 'delete' or t.reverses_id is not null then 'sale.cancelled'
                  else 'sale.made' end, null, t.reverses_id
    from transaction t
    where n.resource = 'transaction' and n.action in ('create', 'delete', 'restore') and t.id = n.record_id
      and is_sale(t.transaction_type_id)
  ) e
  where has_webhook_for(e.event)
  order by n.id;
  return null;
end $$;
create or replace trigger enqueue_webhook_events after insert on audit_log referencing new table as new_rows
  for each statement execute function enqueue_webhook_events();

-- The status is not in the audit log and can change by the date alone, so its event has its own trigger.
create or replace function enqueue_lapsed_event() returns trigger language plpgsql as $$
begin
  insert into webhook_event (event, record_id, at) select 'member.lapsed', new.member_id, now()
    where has_webhook_for('member.lapsed');
  return null;
end $$;
create or replace trigger enqueue_lapsed_event after update on member_standing for each row
  when (new.standing = 'lapsed' and old.standing <> 'lapsed' and new.is_live) execute function enqueue_lapsed_event();

