-- A seller without the right to delete sales asks for the cancellation of one.
alter table approval drop constraint approval_kind_check;
alter table approval add constraint approval_kind_check check (kind in ('discount', 'free_membership', 'tier', 'card',
  'voucher', 'extension', 'reopen_month', 'upgrade', 'refund', 'cancellation'));
