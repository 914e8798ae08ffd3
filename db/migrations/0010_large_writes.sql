-- The log and the counts join the rows before a statement to the rows after it. Their plans are kept by the connection: made
-- for a write of one row, they compared each row with each in a write of many, 42 s for 10,000 where 1 s is enough.

alter function log_updated() set enable_nestloop = off;
alter function count_updated() set enable_nestloop = off;

-- The row is taken apart in the statement itself: a function would be set up anew for each of thousands of rows.
create or replace function log_created() returns trigger language plpgsql as $$
begin
  insert into operation (actor_id, ip, request_id, resource, record_id, action, after)
  select acting_user(), nullif(current_setting('innkeeper.ip', true), '')::inet,
         nullif(current_setting('innkeeper.request_id', true), ''), tg_table_name, n.id, 'create',
         (r - '{id,version,created_at,created_by_id,updated_at,updated_by_id,deleted_at,deleted_by_id}'::text[])
           || coalesce((select jsonb_object_agg(s, '••••••') from unnest(tg_argv[0]::text[]) s where r ->> s is not null), '{}')
  from new_rows n, to_jsonb(n) r;
  return null;
end $$;
