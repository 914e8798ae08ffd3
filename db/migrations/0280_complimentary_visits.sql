-- Complimentary visits are credited with a reason, and their changes are listed.
alter table member add column comp_visits_reason text;
alter table manual_change drop constraint manual_change_kind_check,
  add constraint manual_change_kind_check check (kind in (
    'card_made', 'card_replaced', 'card_extended', 'card_changed', 'level_set', 'visits_credited',
    'voucher_made', 'voucher_extended', 'voucher_reissued'));
-- They upgrade no free member any more.
insert into standing_recount select where exists (select from member where comp_visits_period > 0);
