-- Names from before 0500 in the audit log. Its lines are chained by hashes, so they keep the names with which they were
-- written, and readers translate them.

-- The current name of the resource of a log line.
create or replace function resource_of_log(logged text) returns text language sql immutable as $$
  select case logged when 'unusual_act' then 'flagged_activity' else logged end
$$;

-- The current and former names of a resource in the log.
create or replace function names_in_log(present text) returns text[] language sql immutable as $$
  select case present when 'flagged_activity' then '{flagged_activity,unusual_act}' else array[present] end
$$;

-- Renamed columns, and renamed values of columns.
create or replace view former_name (resource, column_name, value, former) as
values
  ('flagged_activity', 'occurred_at', null, 'happened_at'),
  ('flagged_activity', 'reviewed_at', null, 'looked_at'),
  ('flagged_activity', 'reviewed_by_id', null, 'looked_by_id'),
  ('member_card', 'is_tier_manual', null, 'is_by_hand'),
  ('member_card', 'upgraded_by_id', null, 'risen_with_id'),
  ('transaction', 'tier_before_id', null, 'level_before_id'),
  ('users', 'must_change_for_rights', null, 'is_owed_by_rise'),
  ('mail_language', 'sequence_no', null, 'turn'),
  ('manual_change', 'kind', 'tier_set', 'level_set'),
  ('approval', 'requested_at', null, 'asked_at'),
  ('approval', 'requested_by_id', null, 'asked_by_id'),
  ('approval', 'kind', 'tier', 'level'),
  ('approval', 'outcome', 'rejected', 'refused'),
  ('member_merge', 'retained_id', null, 'kept_id'),
  ('sale_dispute', 'resolved_at', null, 'lifted_at'),
  ('sale_dispute', 'resolved_by_id', null, 'lifted_by_id'),
  ('sale_dispute', 'resolution', null, 'lift_reason');

create or replace function translate_log_values(logged_resource text, logged jsonb) returns jsonb
  language plpgsql stable as $$
declare
  f former_name;
begin
  for f in select * from former_name n where n.resource = resource_of_log(logged_resource) loop
    if f.value is null and logged ? f.former then
      logged := logged - f.former || jsonb_build_object(f.column_name, logged -> f.former);
    elsif logged ->> f.column_name = f.former then
      logged := logged || jsonb_build_object(f.column_name, f.value);
    end if;
  end loop;
  return logged;
end $$;

-- The values of a log line under the current names of their columns. PostgreSQL inlines this function, so lines without
-- former names cost nothing.
create or replace function values_of_log(logged_resource text, logged jsonb) returns jsonb language sql stable as $$
  select case
    when logged_resource in ('unusual_act', 'manual_change', 'approval') or logged ?| '{is_by_hand,risen_with_id,
      level_before_id,is_owed_by_rise,turn,kept_id,lifted_at,lifted_by_id,lift_reason}'
      then translate_log_values(logged_resource, logged)
    else logged end
$$;
