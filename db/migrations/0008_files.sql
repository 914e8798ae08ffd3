-- Files: their addresses are signed where records are read, and what records name is known.

-- The key as HMAC (RFC 2104) takes it: 64 bytes, under two masks.
alter table signing_key add column inner_pad bytea, add column outer_pad bytea;
update signing_key set
  inner_pad = (select string_agg(set_byte('\x00', 0, case when i < 32 then get_byte(key, i) else 0 end # 54), ''::bytea order by i) from generate_series(0, 63) i),
  outer_pad = (select string_agg(set_byte('\x00', 0, case when i < 32 then get_byte(key, i) else 0 end # 92), ''::bytea order by i) from generate_series(0, 63) i);
alter table signing_key
  alter column inner_pad set not null, alter column outer_pad set not null,
  add constraint signing_key_inner_pad_check check (length(inner_pad) = 64),
  add constraint signing_key_outer_pad_check check (length(outer_pad) = 64);

-- Where a file is read without a token, for an hour at most: it ends with a quarter of an hour, so that browsers meet the
-- same address again. The signature is HMAC-SHA-256 over the name without its ending and the second in which it ends.
create function file_address(name text, at timestamptz default now()) returns text language sql stable strict parallel safe as $$
  select '/storage/' || name || '?expires=' || expires || '&signature='
    || translate(rtrim(encode(sha256(outer_pad || sha256(inner_pad || convert_to(split_part(name, '.', 1) || E'\n' || expires, 'UTF8'))), 'base64'), '='), '+/', '-_')
  from signing_key, (select (floor(extract(epoch from at) / 900) * 900 + 3600)::bigint::text as expires) e
$$;

-- Files that a row names, or has named as far as the operation log can bring back. Written in the transaction that names
-- them: a file of which nothing stands here belongs to a write that never was, and is removed after a day.
create table stored_file (
  name text primary key constraint stored_file_name_check check (name ~ '^[0-9a-f]{32}\.[a-z]+$')
);
insert into stored_file (name) select file from user_photo;
alter table user_photo add constraint user_photo_file_fkey foreign key (file) references stored_file (name);
