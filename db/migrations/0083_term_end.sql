-- What is decided of members who did not maintain their membership: each card that ended so is opened once, for somebody to decide.
create table term_end (
  like record including all,
  member_card_id bigint not null references member_card (id),
  decision text not null default 'open' constraint term_end_decision_check check (decision in ('open', 'keep', 'lower', 'grace')),
  -- How long after the card's end its level may still be renewed, where that was decided.
  grace_days integer not null default 30 constraint term_end_grace_days_check check (grace_days between 1 and 180),
  note text,
  -- The renewal to which it was applied.
  transaction_id bigint references transaction (id)
);
create unique index term_end_member_card_id_key on term_end (member_card_id) where deleted_at is null;
create index term_end_member_card_id_idx on term_end (member_card_id);
create index term_end_transaction_id_idx on term_end (transaction_id);
create index term_end_search_idx on term_end using gin (note gin_trgm_ops);
call keep_records('term_end');

-- Those who stand so on the day of the migration.
insert into term_end (member_card_id) select member_card_id from member_standing where standing = 'not_maintained' and is_live;
