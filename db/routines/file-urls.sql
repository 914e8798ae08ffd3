-- Files: their URLs are signed when records are read.

-- The signed path of a file, which needs no token and is valid for up to an hour. It expires at a quarter of an hour,
-- so that browsers get the same URL again and can cache the file. The signature is HMAC-SHA-256 over the name without
-- its extension and the second of expiry.
create or replace function signed_file_path(name text, at timestamptz default now()) returns text
  language sql stable strict parallel safe as $$
  select '/storage/' || name || '?expires=' || expires || '&signature='
    || translate(rtrim(encode(sha256(outer_pad
      || sha256(inner_pad || convert_to(split_part(name, '.', 1) || E'\n' || expires, 'UTF8'))), 'base64'), '='), '+/',
      '-_')
  from signing_key, (select (floor(extract(epoch from at) / 900) * 900 + 3600)::bigint::text as expires) e
$$;
