-- Member lookups across hotels: the number of guests of other hotels that a user may see in a minute.

-- Records lookups, unless they exceed the user's limit together with those of the last minute. Then it records nothing
-- and returns the seconds to wait. A lock per user serialises the counts over all processes.
create or replace function record_member_lookups(actor bigint, moment timestamptz, source inet, request text,
  lookup_origin text, lookups jsonb, at_most integer)
returns integer language plpgsql as $$
declare
  excess integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('member_lookup ' || actor, 0));
  select count(*) + jsonb_array_length(lookups) - at_most into excess
  from member_lookup where actor_id = actor and at > moment - interval '1 minute';
  if excess > 0 then
    return (
      select greatest(ceil(extract(epoch from at + interval '1 minute' - moment)), 1)
      from member_lookup where actor_id = actor and at > moment - interval '1 minute'
        order by at offset excess - 1 limit 1);
  end if;
  insert into member_lookup (at, actor_id, ip, request_id, origin, members)
  select
    moment,
    actor,
    source,
    request,
    lookup_origin,
    array(select jsonb_array_elements_text(t)::bigint)
  from jsonb_array_elements(lookups) t;
  return 0;
end $$;
