-- Read-only views for auditors: the audit log and the log of exports, in the columns that lists expect.

-- An entry belongs to the hotel of its record. A user who can see the record's member can see its entries, as in the
-- record lists. For a visit or a redemption only the hotel counts. Entries of a record without a hotel are visible only
-- to users who see every hotel.
create or replace view audit_entry as
select
  o.id,
  1 as version,
  o.at as created_at,
  case when o.actor_id > 0 then o.actor_id end as created_by_id,
  o.at as updated_at,
  null::bigint as updated_by_id,
  null::timestamptz(0) as deleted_at,
  null::bigint as deleted_by_id,
  case when o.actor_id < 0 then -o.actor_id end as integration_id,
  o.resource,
  o.record_id,
  o.action,
  o.request_id,
  host(o.ip) as ip,
  case o.resource
    when 'member' then (select concat_ws(' ', first_name, last_name) from member where id = o.record_id)
    when 'member_card' then (select sbec_no from member_card where id = o.record_id)
    when 'member_voucher' then (select voucher_no from member_voucher where id = o.record_id)
    when 'transaction' then (select transaction_no from transaction where id = o.record_id)
    when 'transaction_detail'
      then (select t.transaction_no from transaction_detail d join transaction t on t.id = d.transaction_id
      where d.id = o.record_id)
    when 'visit' then (select visit_no from visit where id = o.record_id)
    when 'voucher_redeem' then (select redeem_no from voucher_redeem where id = o.record_id)
    when 'hotel' then (select name from hotel where id = o.record_id)
    when 'country' then (select name from country where id = o.record_id)
    when 'membership' then (select name from membership where id = o.record_id)
    when 'voucher' then (select name from voucher where id = o.record_id)
    when 'users' then (select name from users where id = o.record_id)
    when 'role_group' then (select name from role_group where id = o.record_id)
    end as record_name,
  (select string_agg(format('%s: %s → %s', k.key, coalesce(left(v.before ->> k.key, 200), '–'),
    coalesce(left(v.after ->> k.key, 200), '–')), '; ' order by k.key)
    from (select values_of_log(o.resource, o.before), values_of_log(o.resource, o.after) offset 0) v (before, after)
    cross join jsonb_object_keys(v.after) k (key) where o.action <> 'create' or v.after ->> k.key is not null)
    as changes,
  case o.resource
    when 'hotel' then o.record_id
    when 'member' then (select hotel_id from member where id = o.record_id)
    when 'member_card' then (select hotel_id from member_card where id = o.record_id)
    when 'member_voucher' then (select m.hotel_id from member_voucher v join member m on m.id = v.member_id
      where v.id = o.record_id)
    when 'transaction' then (select hotel_id from transaction where id = o.record_id)
    when 'transaction_detail'
      then (select t.hotel_id from transaction_detail d join transaction t on t.id = d.transaction_id
      where d.id = o.record_id)
    when 'visit' then (select hotel_id from visit where id = o.record_id)
    when 'voucher_redeem' then (select redeem_hotel_id from voucher_redeem where id = o.record_id)
    when 'voucher' then (select hotel_id from voucher where id = o.record_id)
    when 'integration' then (select hotel_id from integration where id = o.record_id)
    when 'held_posting' then (select hotel_id from held_posting where id = o.record_id)
    when 'flagged_activity' then (select hotel_id from flagged_activity where id = o.record_id)
    when 'unusual_act' then (select hotel_id from flagged_activity where id = o.record_id) -- see former-names.sql
    when 'term_end' then (select c.hotel_id from term_end e join member_card c on c.id = e.member_card_id
      where e.id = o.record_id)
    when 'webhook' then (select i.hotel_id from webhook w join integration i on i.id = w.integration_id
      where w.id = o.record_id)
    end as hotel_id,
  case o.resource
    when 'visit' then (select member_id from visit where id = o.record_id)
    when 'held_posting' then (select member_id from held_posting where id = o.record_id)
    when 'voucher_redeem' then (select member_id from voucher_redeem where id = o.record_id)
    else w.owner_id
    end as member_id,
  w.owner_id,
  case when o.actor_id > 0 then 'user' when o.actor_id < 0 then 'integration' when o.actor_id = 0 then 'guest'
    else 'system' end as actor_kind
from audit_log o
cross join lateral (
  select case o.resource
    when 'member' then o.record_id
    when 'member_card' then (select member_id from member_card where id = o.record_id)
    when 'member_voucher' then (select member_id from member_voucher where id = o.record_id)
    when 'member_call' then (select member_id from member_call where id = o.record_id)
    when 'transaction' then (select member_id from transaction where id = o.record_id)
    when 'transaction_detail'
      then (select t.member_id from transaction_detail d join transaction t on t.id = d.transaction_id
      where d.id = o.record_id)
    when 'mail_log' then (select member_id from mail_log where id = o.record_id)
    when 'term_end' then (select c.member_id from term_end e join member_card c on c.id = e.member_card_id
      where e.id = o.record_id)
  end as owner_id) w;

create or replace view export_entry as
select
  id,
  1 as version,
  at as created_at,
  actor_id as created_by_id,
  at as updated_at,
  null::bigint as updated_by_id,
  null::timestamptz(0) as deleted_at,
  null::bigint as deleted_by_id,
  host(ip) as ip,
  request_id,
  resource,
  format,
  array_to_string(columns, ', ') as columns,
  query::text as question,
  rows::integer as rows
from export_log;
