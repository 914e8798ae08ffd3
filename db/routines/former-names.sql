-- Names from before 0500 in the audit log. Its lines are chained by hashes, so they keep the names with which they were
-- written, and readers translate them.

-- A row renames a resource, a column of it, or a value of that column.
create or replace view former_name (resource, column_name, value, former) as
values
  ('flagged_activity', null, null, 'unusual_act'),
  ('flagged_activity', 'occurred_at', null, 'happened_at'),
  ('flagged_activity', 'reviewed_at', null, 'looked_at'),
  ('flagged_activity', 'reviewed_by_id', null, 'looked_by_id'),
  ('member_card', 'is_tier_manual', null, 'is_by_hand'),
  ('member_card', 'upgraded_by_id', null, 'risen_with_id'),
  ('transaction', 'tier_before_id', null, 'level_before_id'),
  ('users', 'is_owed_by_rights', null, 'is_owed_by_rise'),
  ('manual_change', 'kind', 'tier_set', 'level_set'),
  ('approval', 'requested_at', null, 'asked_at'),
  ('approval', 'requested_by_id', null, 'asked_by_id'),
  ('approval', 'kind', 'tier', 'level'),
  ('approval', 'outcome', 'rejected', 'refused'),
  ('member_merge', 'retained_id', null, 'kept_id'),
  ('sale_dispute', 'resolved_at', null, 'lifted_at'),
  ('sale_dispute', 'resolved_by_id', null, 'lifted_by_id'),
  ('sale_dispute', 'resolution', null, 'lift_reason');

-- The names under which the log has lines of a resource.
create or replace function names_in_log(present text) returns text[] language sql stable as $$
  select present || array(select f.former from former_name f where f.resource = present and f.column_name is null)
$$;

-- The resource of a line of the log.
create or replace function resource_of_log(logged text) returns text language sql stable as $$
  select coalesce((select f.resource from former_name f where f.column_name is null and f.former = logged), logged)
$$;

-- Values of a line of the log, by the columns of today.
create or replace function values_of_log(logged_resource text, logged jsonb) returns jsonb language sql stable as $$
  select case when not exists (
      select from former_name f where f.resource = resource_of_log(logged_resource) and f.column_name is not null
        and case when f.value is null then logged ? f.former else logged ->> f.column_name = f.former end)
    then logged
    else (
      select jsonb_object_agg(coalesce(c.column_name, e.key), coalesce(to_jsonb(v.value), e.value))
      from jsonb_each(logged) e
      left join former_name c on c.resource = resource_of_log(logged_resource) and c.former = e.key
        and c.column_name is not null and c.value is null
      left join former_name v on v.resource = resource_of_log(logged_resource) and v.column_name = e.key
        and v.former = e.value #>> '{}' and v.value is not null)
    end
$$;
