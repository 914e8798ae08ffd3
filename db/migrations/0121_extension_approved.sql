-- A voucher may be extended beyond the limit where somebody else approves it.
alter table approval drop constraint approval_kind_check,
  add constraint approval_kind_check check (kind in ('discount', 'free_membership', 'level', 'extension', 'reopen_month'));
