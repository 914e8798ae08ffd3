-- The visits of a free member that reach a paid membership ask for an approval: nobody makes a call for that, and the hotel's own system may have
-- posted the last of them. So such a request has no call, and its requester is the user who posted that visit, if a user did.
alter table approval
  add column member_card_id bigint constraint approval_member_card_id_fkey references member_card (id),
  alter column asked_by_id drop not null,
  alter column call drop not null,
  drop constraint approval_kind_check,
  add constraint approval_kind_check check (kind in (
    'discount', 'free_membership', 'level', 'card', 'voucher', 'extension', 'reopen_month', 'upgrade')),
  add constraint approval_member_card_id_check check (
    case when kind = 'upgrade' then member_card_id is not null and call is null
         else member_card_id is null and num_nulls(asked_by_id, call) = 0 end),
  -- A request ends by itself when its visits are gone, or need no approval any more.
  drop constraint approval_decided_at_check,
  add constraint approval_decided_at_check check (
    case when kind = 'upgrade' and outcome = 'withdrawn' then decided_at is not null and decided_by_id is null
         else num_nulls(outcome, decided_at, decided_by_id) in (0, 3) end);
create index approval_member_card_id_idx on approval (member_card_id) where member_card_id is not null;
-- One request waits for a card until its last day; one that expired before the card was extended is not decided any more.
create unique index approval_member_card_id_key on approval (member_card_id, expires_at) where outcome is null;
