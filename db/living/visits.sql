-- Visits: at which level a guest came.

create or replace function give_visit_level() returns trigger language plpgsql as $$
begin
  select m.membership_id into new.membership_id from member m where m.id = new.member_id;
  return new;
end $$;
create or replace trigger give_level before insert on visit for each row when (new.membership_id is null) execute function give_visit_level();
-- The level stays as it was that day, whoever the guest turns out to be.
create or replace trigger give_new_level before update of member_id on visit for each row
  when (new.member_id <> old.member_id and current_setting('innkeeper.merging', true) is distinct from 'on')
  execute function give_visit_level();
