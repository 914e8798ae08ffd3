-- Refunds above a limit wait for an approval.
alter table approval drop constraint approval_kind_check,
  add constraint approval_kind_check check (kind in (
    'discount', 'free_membership', 'level', 'card', 'voucher', 'extension', 'reopen_month', 'upgrade', 'refund'));
