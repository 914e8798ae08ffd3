-- Looking across hotels: who was told of a guest of other hotels than their own, when, from where, and in which way.

-- One line is one look-up: the guests that it told of, none where a number is nobody's. What was typed is not kept: card and
-- voucher numbers are worth money.
create table look_up (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  actor_id bigint not null constraint look_up_actor_id_fkey references users (id),
  ip inet,
  request_id text not null,
  way text not null constraint look_up_way_check check (way in ('counter', 'search', 'number', 'import')),
  members bigint[] not null
);
create index look_up_actor_id_idx on look_up (actor_id, at desc);
create index look_up_members_idx on look_up using gin (members);

create trigger append_only before update or delete or truncate on look_up for each statement execute function refuse_change();
revoke update, delete, truncate on look_up from public, current_user;

-- Writes down look-ups, unless they and those of the last minute are more than a user may do: then nothing, and the seconds until
-- they may be. One user's are counted one after the other, whichever process asks.
create function count_look_ups(who bigint, moment timestamptz, source inet, request text, kind text, told jsonb, at_most integer)
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
