-- Bills that hotels' own systems could not post and asked to keep: staff put them right and post them, or dismiss them.
create table held_posting (
  like record including all,
  state text not null default 'waiting' constraint held_posting_state_check check (state in ('waiting', 'posted', 'dismissed')),
  reason text not null constraint held_posting_reason_check check (reason in ('unknown_card', 'no_running_card', 'merged_member')),
  reference_no text not null,
  hotel_id bigint not null references hotel (id),
  card_no text,
  member_id bigint references member (id),
  visit_date timestamptz(0) not null,
  total_fb numeric(15, 3) not null default 0.000 constraint held_posting_total_fb_check check (total_fb >= 0),
  total_room numeric(15, 3) not null default 0.000 constraint held_posting_total_room_check check (total_room >= 0),
  total_others numeric(15, 3) not null default 0.000 constraint held_posting_total_others_check check (total_others >= 0),
  grand_total numeric(15, 3) not null generated always as (total_fb + total_room + total_others) stored
    constraint held_posting_grand_total_check check (grand_total >= 0),
  currency text not null,
  staff_name text not null,
  remark text,
  integration_id bigint references integration (id),
  visit_id bigint references visit (id),
  dismiss_reason text,
  -- What is posted has its visit, and what was dismissed its reason.
  constraint held_posting_visit_id_check check ((visit_id is not null) = (state = 'posted')),
  constraint held_posting_dismiss_reason_check check ((dismiss_reason is not null) = (state = 'dismissed'))
);
create unique index held_posting_hotel_id_reference_no_key on held_posting (hotel_id, folded(reference_no)) where deleted_at is null;
create index held_posting_hotel_id_idx on held_posting (hotel_id);
create index held_posting_member_id_idx on held_posting (member_id);
create index held_posting_integration_id_idx on held_posting (integration_id);
create index held_posting_visit_id_idx on held_posting (visit_id);
create index held_posting_state_idx on held_posting (lower(state), id) where deleted_at is null;
create index held_posting_search_idx on held_posting using gin (
  reference_no gin_trgm_ops, card_no gin_trgm_ops, staff_name gin_trgm_ops, remark gin_trgm_ops
);
call keep_records('held_posting');
