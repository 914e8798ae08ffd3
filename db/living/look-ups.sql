-- Looking across hotels: how many guests of other hotels a user may be told of in a minute.

-- Writes down look-ups, unless they and those of the last minute are more than a user may do: then nothing, and the seconds until
-- they may be. One user's are counted one after the other, whichever process asks.
create or replace function count_look_ups(who bigint, moment timestamptz, source inet, request text, kind text, told jsonb, at_most integer)
returns integer language plpgsql as $$
declare
  surplus integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('look_up ' || who, 0));
  select count(*) + jsonb_array_length(told) - at_most into surplus
  from look_up where actor_id = who and at > moment - interval '1 minute';
  if surplus > 0 then
    return (
      select greatest(ceil(extract(epoch from at + interval '1 minute' - moment)), 1)
      from look_up where actor_id = who and at > moment - interval '1 minute' order by at offset surplus - 1 limit 1);
  end if;
  insert into look_up (at, actor_id, ip, request_id, way, members)
  select moment, who, source, request, kind, array(select jsonb_array_elements_text(t)::bigint) from jsonb_array_elements(told) t;
  return 0;
end $$;
