-- Files: their addresses are signed where records are read.

-- The address at which a file is read without a token, for an hour at most: it ends with a quarter of an hour, so that browsers meet the
-- same address again. The signature is HMAC-SHA-256 over the name without its ending and the second in which it ends.
create or replace function file_address(name text, at timestamptz default now()) returns text language sql stable strict parallel safe as $$
  select '/storage/' || name || '?expires=' || expires || '&signature='
    || translate(rtrim(encode(sha256(outer_pad || sha256(inner_pad || convert_to(split_part(name, '.', 1) || E'\n' || expires, 'UTF8'))), 'base64'), '='), '+/', '-_')
  from signing_key, (select (floor(extract(epoch from at) / 900) * 900 + 3600)::bigint::text as expires) e
$$;
