-- What a cancelled sale took along says so, so that restoring it brings back just that. Until now it was known by its moment.

alter table transaction_detail add column cancelled_with_id bigint references transaction (id);
alter table member_card add column cancelled_with_id bigint references transaction (id);
alter table member_voucher add column cancelled_with_id bigint references transaction (id);

-- Written past the triggers: nobody changes anything here.
alter table transaction_detail disable trigger user;
alter table member_card disable trigger user;
alter table member_voucher disable trigger user;
update transaction_detail d set cancelled_with_id = t.id from transaction t where t.id = d.transaction_id and d.deleted_at = t.deleted_at;
with recursive sold as (
  select c.id, t.id as sale, t.deleted_at as moment from member_card c join transaction t on t.id = c.transaction_id where t.deleted_at is not null
  union
  select u.id, sold.sale, sold.moment from member_card u join sold on sold.id = u.upgraded_from_id
), cards as (
  update member_card c set cancelled_with_id = sold.sale from sold where c.id = sold.id and c.deleted_at = sold.moment
)
update member_voucher v set cancelled_with_id = s.sale
from (select id as card, null::bigint as given, sale, moment from sold
      union all select null, id, id, deleted_at from transaction where deleted_at is not null) s
where (v.member_card_id = s.card or v.transaction_id = s.given) and v.deleted_at = s.moment;
alter table transaction_detail enable trigger user;
alter table member_card enable trigger user;
alter table member_voucher enable trigger user;

create index transaction_detail_cancelled_with_id_idx on transaction_detail (cancelled_with_id);
create index member_card_cancelled_with_id_idx on member_card (cancelled_with_id);
create index member_voucher_cancelled_with_id_idx on member_voucher (cancelled_with_id);

-- What comes back, with its sale or by itself, is no longer cancelled: deleted again, it was deleted by somebody.
create function forget_cancelling() returns trigger language plpgsql as $$
begin
  new.cancelled_with_id := null;
  return new;
end $$;
create trigger forget_cancelling before update of deleted_at on transaction_detail for each row
  when (new.deleted_at is null and old.cancelled_with_id is not null) execute function forget_cancelling();
create trigger forget_cancelling before update of deleted_at on member_card for each row
  when (new.deleted_at is null and old.cancelled_with_id is not null) execute function forget_cancelling();
create trigger forget_cancelling before update of deleted_at on member_voucher for each row
  when (new.deleted_at is null and old.cancelled_with_id is not null) execute function forget_cancelling();
