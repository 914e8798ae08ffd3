-- People write names, numbers and telephones of the same guest in several ways. Searches and filters compare keys.
-- `api/src/engine/resources/notation.ts` makes the same keys of the text to find.

-- A name in lower case, without accents and without optional punctuation.
create function search_name(name text) returns text language sql immutable parallel safe as
$$ select lower(regexp_replace(normalize(name, NFD), '[\u0300-\u036f''’`.,()-]', '', 'g')) $$;

-- A card or voucher number without separators. Voucher numbers have no O, I or L, which are misread digits.
create function search_number(number text) returns text language sql immutable strict parallel safe as
$$ select translate(lower(number), 'oil -', '011') $$;

-- The digits of a telephone number.
create function search_phone(phone text) returns text language sql immutable strict parallel safe as
$$ select regexp_replace(phone, '\D', '', 'g') $$;

drop index member_search_idx;
create index member_search_idx on member using gin (
  search_name(first_name) gin_trgm_ops, search_name(last_name) gin_trgm_ops, email gin_trgm_ops,
  search_phone(phone_no) gin_trgm_ops, identity_no gin_trgm_ops, marketing_name gin_trgm_ops
);
drop index member_card_search_idx;
create index member_card_search_idx on member_card using gin (search_number(sbec_no) gin_trgm_ops);
drop index member_voucher_search_idx;
create index member_voucher_search_idx on member_voucher using gin (search_number(voucher_no) gin_trgm_ops);
drop index transaction_search_idx;
create index transaction_search_idx on transaction using gin (
  transaction_no gin_trgm_ops, search_phone(phone_no) gin_trgm_ops, reference_no gin_trgm_ops,
  marketing_name gin_trgm_ops, remark gin_trgm_ops
);
drop index held_posting_search_idx;
create index held_posting_search_idx on held_posting using gin (
  reference_no gin_trgm_ops, search_number(card_no) gin_trgm_ops, staff_name gin_trgm_ops, remark gin_trgm_ops
);
drop index users_search_idx;
create index users_search_idx on users using gin (
  name gin_trgm_ops, username gin_trgm_ops, email gin_trgm_ops, search_phone(phone_no) gin_trgm_ops
);
drop index hotel_search_idx;
create index hotel_search_idx on hotel using gin (
  code gin_trgm_ops, name gin_trgm_ops, email gin_trgm_ops, time_zone gin_trgm_ops,
  search_phone(phone_no) gin_trgm_ops, search_phone(fax_no) gin_trgm_ops, address_1 gin_trgm_ops,
  address_2 gin_trgm_ops, zip gin_trgm_ops, greeting_name gin_trgm_ops, greeting_position gin_trgm_ops
);
