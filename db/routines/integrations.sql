-- Integrations: how many calls each may make in a minute, over all processes. An integration acts under its own name.
-- See docs/decisions/0053-give-integrations-their-own-actor-and-reuse-the-consoles-code.md.

-- Reserves up to `requested` calls of a minute's quota for one process. `granted` is the number of calls that the
-- process may serve; `rest` is the quota that remains for all processes in that minute.
create or replace function take_quota(system bigint, of_minute timestamptz, requested integer, at_most integer,
  out granted integer, out rest integer)
language plpgsql as $$
declare
  taken_before integer;
begin
  insert into integration_usage (integration_id, minute) values (system, of_minute) on conflict do nothing;
  select taken into taken_before from integration_usage where integration_id = system and minute = of_minute for update;
  granted := greatest(least(requested, at_most - taken_before), 0);
  rest := greatest(at_most - taken_before - granted, 0);
  update integration_usage set taken = taken_before + granted where integration_id = system and minute = of_minute
    and granted > 0;
end $$;

-- Deletes minutes older than a day, except the last one of each integration, which shows when it was last used.
create or replace function delete_old_integration_usage() returns void language sql as $$
  delete from integration_usage m
  where m.minute < now() - interval '25 hours'
    and (m.last_at is null or exists (
      select from integration_usage l where l.integration_id = m.integration_id and l.minute > m.minute
        and l.last_at is not null))
$$;
