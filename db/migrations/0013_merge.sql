-- Members that turned out to be one person: the one that is kept has everything, the absorbed one says where it went.

alter table member
  add column merged_into_id bigint references member (id),
  add column merged_from_id bigint references member (id),
  -- Who was absorbed comes back by undoing the merge, and in no other way.
  add constraint member_merged_into_id_check check (merged_into_id is null or deleted_at is not null);
create index member_merged_into_id_idx on member (merged_into_id);
create index member_merged_from_id_idx on member (merged_from_id);

-- Two members may each have had a card in the same days: those that came by a merge may lie beside the others.
alter table member_card
  add column merged_from_id bigint references member (id),
  drop constraint member_card_period_excl,
  add constraint member_card_period_excl exclude using gist (member_id with =, daterange(start_date, end_date, '[]') with &&)
    where (deleted_at is null and is_active and upgraded_from_id is null and merged_from_id is null);
create index member_card_merged_from_id_idx on member_card (merged_from_id);

-- At which level a guest came stays as it was that day, whoever the guest turns out to be.
drop trigger give_new_level on visit;
create trigger give_new_level before update of member_id on visit for each row
  when (new.member_id <> old.member_id and current_setting('innkeeper.merging', true) is distinct from 'on')
  execute function give_visit_level();

create table member_merge (
  id bigint generated always as identity primary key,
  at timestamptz(0) not null,
  actor_id bigint not null constraint member_merge_actor_id_fkey references users (id),
  kept_id bigint not null constraint member_merge_kept_id_fkey references member (id),
  absorbed_id bigint not null constraint member_merge_absorbed_id_fkey references member (id),
  -- What moved, deleted records included: their ids by table. Counted are those that were live.
  moved jsonb not null,
  counts jsonb not null,
  -- The fields of the kept member that changed: before and after, by name.
  fields jsonb not null,
  undone_at timestamptz(0),
  undone_by_id bigint constraint member_merge_undone_by_id_fkey references users (id),
  constraint member_merge_absorbed_id_check check (absorbed_id <> kept_id),
  constraint member_merge_undone_at_check check ((undone_at is null) = (undone_by_id is null))
);
create index member_merge_kept_id_idx on member_merge (kept_id, id desc);
-- A member is absorbed once at a time.
create unique index member_merge_absorbed_id_key on member_merge (absorbed_id) where undone_at is null;
