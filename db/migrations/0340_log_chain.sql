-- The chain of the operation log: each line has a hash of its content and of the line before it of the same record, and seals have a hash of many
-- lines and of the seal before. The formulas stand here and never change: the hashes of yesterday were computed with them.
-- See docs/decisions/0093-log-chain.md.

-- Null for the lines from before the chain.
alter table operation add column hash bytea;

-- The hash of a line. A line without a line before it has 32 zero bytes in its place. Of the moment and the numbers the binary form, because their
-- text depends on settings of the session.
create function line_hash(previous bytea, id bigint, at timestamptz, actor_id bigint, ip inet, request_id text, resource text, record_id bigint,
                          action text, before jsonb, after jsonb) returns bytea language sql stable parallel safe as $$
  select sha256(coalesce(previous, '\x0000000000000000000000000000000000000000000000000000000000000000') || int8send(id) || timestamptz_send(at)
    || convert_to(coalesce(actor_id::text, '-') || ' ' || coalesce(text(ip), '-') || ' ' || resource || ' ' || record_id::text || ' ' || action || ' '
         || coalesce(length(request_id)::text || ':' || request_id, '-') || ' ' || coalesce(before::text, '-') || ' ' || coalesce(after::text, '-'), 'UTF8'))
$$;

create table log_seal (
  id bigint primary key,
  at timestamptz(0) not null,
  -- It covers the lines with a greater id than the first, up to the second.
  after_id bigint not null,
  last_id bigint not null,
  -- How many lines the log has up to there.
  lines bigint not null,
  -- Whether the lines are from before the chain, and may have no hash of their own.
  is_unchained boolean not null,
  hash bytea not null,
  constraint log_seal_last_id_check check (last_id > after_id)
);
revoke update, delete, truncate on log_seal from public, current_user;

-- Adds the next seal, over the lines up to an id.
create function add_seal(upto bigint, is_unchained boolean) returns void language sql as $$
  insert into log_seal
  select s.id, s.at, s.after_id, upto, s.lines + l.lines, add_seal.is_unchained,
         sha256(s.hash || int8send(s.id) || timestamptz_send(s.at) || int8send(s.after_id) || int8send(upto) || int8send(s.lines + l.lines)
           || boolsend(add_seal.is_unchained) || sha256(l.hashes))
  from (
    select coalesce(max(id), 0) + 1 as id, clock_timestamp()::timestamptz(0) as at, coalesce(max(last_id), 0) as after_id, coalesce(max(lines), 0) as lines,
           coalesce((array_agg(hash order by id desc))[1], '\x0000000000000000000000000000000000000000000000000000000000000000') as hash
    from (select * from log_seal order by id desc limit 1) newest) s
  cross join lateral (
    select count(*) as lines, coalesce(string_agg(coalesce(o.hash, line_hash(null, o.id, o.at, o.actor_id, o.ip, o.request_id, o.resource, o.record_id,
             o.action, o.before, o.after)), '' order by o.id), '') as hashes
    from operation o where o.id > s.after_id and o.id <= upto) l
$$;

-- Up to where the log is complete: every transaction that wrote a line up to `safe_id` has ended. Of `next_id` that is so once none of `writers` runs.
create table log_end (
  safe_id bigint not null,
  next_id bigint not null,
  writers text[] not null
);
insert into log_end values (0, 0, '{}');
