-- A card that somebody extends by hand remembers its last day before that; what was done is in the list of changes by hand.
alter table member_card add column extended_from date;
alter table manual_change drop constraint manual_change_kind_check,
  add constraint manual_change_kind_check check (kind in (
    'card_made', 'card_replaced', 'card_extended', 'card_changed', 'level_set', 'voucher_made', 'voucher_extended', 'voucher_reissued'));
