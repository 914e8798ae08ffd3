-- Why a redemption was voided, or a voucher cancelled, in the words of whoever did it. Gone when it is restored: the log keeps it.
alter table voucher_redeem add column void_reason text;
alter table member_voucher add column void_reason text;

create function forget_void_reason() returns trigger language plpgsql as $$
begin
  new.void_reason := null;
  return new;
end $$;
create trigger forget_void_reason before update of deleted_at on voucher_redeem for each row
  when (new.deleted_at is null and old.deleted_at is not null) execute function forget_void_reason();
create trigger forget_void_reason before update of deleted_at on member_voucher for each row
  when (new.deleted_at is null and old.deleted_at is not null) execute function forget_void_reason();
