-- Hotels' own systems: how many calls each may make in a minute, on all processes together.
-- A system acts under its own name: see docs/decisions/0053-integrations-act.md.

-- Takes up to `wanted` calls of a minute's allowance for one process, and adds the calls that it has counted since. `granted` is the number
-- of calls that it may answer before it asks again, `rest` the remaining allowance of the minute for all.
create or replace function take_calls(system bigint, of_minute timestamptz, wanted integer, at_most integer, out granted integer, out rest integer)
language plpgsql as $$
declare
  before integer;
begin
  insert into integration_minute (integration_id, minute) values (system, of_minute) on conflict do nothing;
  select taken into before from integration_minute where integration_id = system and minute = of_minute for update;
  granted := greatest(least(wanted, at_most - before), 0);
  rest := greatest(at_most - before - granted, 0);
  update integration_minute set taken = before + granted where integration_id = system and minute = of_minute and granted > 0;
end $$;

-- Forgets the minutes of more than a day ago, but the last one of each system: it says when that was last used.
create or replace function forget_old_calls() returns void language sql as $$
  delete from integration_minute m
  where m.minute < now() - interval '25 hours'
    and (m.last_at is null or exists (
      select from integration_minute l where l.integration_id = m.integration_id and l.minute > m.minute and l.last_at is not null))
$$;
