-- Redemptions and bills that are out of the ordinary, each once for each reason, and what an auditor found out about them.
create table unusual_act (
  like record including all,
  kind text not null constraint unusual_act_kind_check check (kind in ('after_shift', 'one_name', 'far_away', 'same_amount')),
  happened_at timestamptz(0) not null,
  hotel_id bigint not null references hotel (id),
  member_id bigint references member (id),
  visit_id bigint references visit (id),
  voucher_redeem_id bigint references voucher_redeem (id),
  staff_name text not null,
  times integer constraint unusual_act_times_check check (times >= 1),
  amount numeric(15, 3) constraint unusual_act_amount_check check (amount >= 0),
  currency text not null,
  note text,
  looked_by_id bigint references users (id),
  looked_at timestamptz(0),
  constraint unusual_act_note_check check (num_nulls(note, looked_by_id, looked_at) in (0, 3)),
  constraint unusual_act_visit_id_check check (num_nonnulls(visit_id, voucher_redeem_id) <= 1)
);
create index unusual_act_hotel_id_idx on unusual_act (hotel_id);
create index unusual_act_member_id_idx on unusual_act (member_id);
create index unusual_act_visit_id_idx on unusual_act (visit_id);
create index unusual_act_voucher_redeem_id_idx on unusual_act (voucher_redeem_id);
create index unusual_act_looked_by_id_idx on unusual_act (looked_by_id);
create index unusual_act_happened_at_idx on unusual_act (happened_at, id) where deleted_at is null;
create index unusual_act_search_idx on unusual_act using gin (staff_name gin_trgm_ops, note gin_trgm_ops);
call keep_records('unusual_act');
