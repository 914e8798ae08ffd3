-- The programme: memberships and members, sales, cards, vouchers, redemptions, visits, calls and merges.

-- Memberships and members ---------------------------------------------------------------------------------------------

create table membership (
  like record including all,
  code text,
  name text not null,
  price numeric(15, 3) not null constraint membership_price_check check (price >= 0),
  renewal_price numeric(15, 3) not null constraint membership_renewal_price_check check (renewal_price >= 0),
  is_free boolean not null,
  validity_months integer not null default 12 constraint membership_validity_months_check check (validity_months between 1 and 120),
  rank integer not null default 0 constraint membership_rank_check check (rank >= 0),
  min_visit integer not null constraint membership_min_visit_check check (min_visit >= 0),
  min_visit_to_upgrade integer not null constraint membership_min_visit_to_upgrade_check check (min_visit_to_upgrade >= 0),
  is_regional boolean not null,
  restrict_region_id bigint references region (id),
  benefits text,
  benefits_url text,
  -- The country in whose currency a membership's prices, and the nominals of its vouchers, are meant; that of the hotel when empty.
  currency_country_id bigint references country (id)
);
create index membership_restrict_region_id_idx on membership (restrict_region_id);
create unique index membership_code_key on membership (lower(code)) where deleted_at is null;
create index membership_search_idx on membership using gin (
  code gin_trgm_ops, name gin_trgm_ops, benefits gin_trgm_ops, benefits_url gin_trgm_ops
);
create index membership_currency_country_id_idx on membership (currency_country_id);

create table member (
  like record including all,
  membership_id bigint not null references membership (id),
  first_name text not null,
  last_name text,
  type_gender_id bigint not null references option_detail (id),
  -- Nobody in the programme was born before 1900: such days are slips of the keyboard.
  birth_date date constraint member_birth_date_check check (birth_date >= '1900-01-01'),
  origin_country_id bigint not null references country (id),
  hotel_id bigint not null references hotel (id),
  register_hotel_id bigint references hotel (id),
  is_active boolean not null,
  email text not null,
  phone_no text not null,
  home_address text,
  business_address text,
  type_identity_id bigint references option_detail (id),
  identity_no text,
  password text,
  email_verified_at timestamptz(0),
  member_date date,
  renew_date date,
  valid_until_date date,
  marketing_name text,
  visit_type_id bigint references option_detail (id),
  comp_visits_period integer constraint member_comp_visits_period_check check (comp_visits_period >= 0),
  hobby text,
  dining_preference text,
  remark text,
  membership_notification boolean not null default true,
  birthday_notification boolean not null default true,
  all_notification boolean not null default true,
  -- Members that turned out to be one person: the one that is kept has everything, the absorbed one says where it went.
  merged_into_id bigint references member (id),
  merged_from_id bigint references member (id),
  -- A member who was absorbed comes back by undoing the merge, and in no other way.
  constraint member_merged_into_id_check check (merged_into_id is null or deleted_at is not null)
);
create index member_membership_id_idx on member (membership_id);
create index member_type_gender_id_idx on member (type_gender_id);
create index member_origin_country_id_idx on member (origin_country_id);
create index member_register_hotel_id_idx on member (register_hotel_id);
create index member_type_identity_id_idx on member (type_identity_id);
create index member_visit_type_id_idx on member (visit_type_id);
create index member_first_name_idx on member (lower(first_name), id) where deleted_at is null;
create index member_last_name_idx on member (lower(last_name) nulls first, id) where deleted_at is null;
create index member_valid_until_date_idx on member (valid_until_date nulls first, id) where deleted_at is null;
-- Phones are compared by their last digits, however they are written.
create index member_phone_digits_idx on member (right(regexp_replace(phone_no, '\D', '', 'g'), 8));
create index member_identity_no_idx on member (identity_no);
create unique index member_email_key on member (lower(email)) where deleted_at is null;
-- Most members are served where they signed up: without knowing it, an estimate of who is in sight of a hotel is far too high.
create statistics member_hotels_stat (mcv) on hotel_id, register_hotel_id from member;
alter statistics member_hotels_stat set statistics 500;
create index member_search_idx on member using gin (
  first_name gin_trgm_ops, last_name gin_trgm_ops, email gin_trgm_ops, phone_no gin_trgm_ops,
  identity_no gin_trgm_ops, marketing_name gin_trgm_ops
);
create index member_merged_into_id_idx on member (merged_into_id);
create index member_merged_from_id_idx on member (merged_from_id);
-- Whose birthday it is at a hotel, as month and day: 229 on a leap day.
create index member_birthday_idx on member (hotel_id, (extract(month from birth_date) * 100 + extract(day from birth_date)))
  where deleted_at is null;
-- The work lists of one hotel, in their order: whose card ends first.
create index member_hotel_id_valid_until_date_idx on member (hotel_id, valid_until_date nulls first, id) include (deleted_at);
-- The trash shows the records that were deleted last first. Without such an index, every record of a table was read for it, deleted or
-- not.
create index member_deleted_at_idx on member (deleted_at nulls first, id) where deleted_at is not null;

-- Numbers -------------------------------------------------------------------------------------------------------------

-- Given by sequences: unique, with gaps, never reused. The check digit is Luhn's over an alphabet: one wrong character, and nearly
-- every two that changed places, make a number that cannot be.
create function check_digit(number text, alphabet text) returns text language plpgsql immutable strict as $$
declare
  n integer := length(alphabet);
  total integer := 0;
  product integer;
begin
  for i in 1 .. length(number) loop
    product := (strpos(alphabet, substr(number, i, 1)) - 1) * (1 + (length(number) - i + 1) % 2);
    total := total + product / n + product % n;
  end loop;
  return substr(alphabet, (n - total % n) % n + 1, 1);
end $$;

create sequence transaction_no_seq;
create sequence visit_no_seq;
create sequence redeem_no_seq;
create sequence card_no_seq;

-- 'T00000001': a letter and at least eight digits.
create function next_number(letter text, sequence regclass) returns text language sql volatile as
$$ select letter || lpad(n::text, greatest(8, length(n::text)), '0') from nextval(sequence) n $$;

-- A person who knows a card's number sees its member and their vouchers at any counter: seven digits that count, eight that cannot be
-- guessed, and a check digit; four groups of four on the card.
create function next_card_no() returns text language plpgsql volatile as $$
declare
  n text := nextval('card_no_seq')::text;
  secret text := (('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint % 100000000)::text;
  number text := lpad(n, greatest(7, length(n)), '0') || lpad(secret, 8, '0');
begin
  return number || check_digit(number, '0123456789');
end $$;

-- A digit and 50 random bits in Crockford's letters, from the generator that PostgreSQL makes UUIDs with, which is a cryptographic
-- one. The digit keeps a number from being taken for a name, where a text may be either: wrong names cost no waits.
create function next_voucher_no() returns text language plpgsql volatile as $$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  bytes bytea := sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid()), 'UTF8'));
  number text := (get_byte(bytes, 0) % 10)::text;
begin
  for i in 1 .. 10 loop
    number := number || substr(alphabet, get_byte(bytes, i) % 32 + 1, 1);
  end loop;
  return number || check_digit(number, alphabet);
end $$;

-- Sales ---------------------------------------------------------------------------------------------------------------

create table transaction (
  like record including all,
  transaction_no text not null default next_number('T', 'transaction_no_seq'),
  transaction_type_id bigint not null references option_detail (id),
  hotel_id bigint not null references hotel (id),
  member_id bigint references member (id),
  phone_no text,
  transaction_date timestamptz(0) not null default now(),
  reference_no text,
  type_payment_id bigint references option_detail (id),
  discount numeric(15, 3) not null default 0.000 constraint transaction_discount_check check (discount >= 0),
  marketing_name text,
  remark text,
  sub_total numeric(15, 3) not null default 0.000 constraint transaction_sub_total_check check (sub_total >= 0),
  grand_total numeric(15, 3) not null generated always as (sub_total - discount) stored
    constraint transaction_grand_total_check check (grand_total >= 0),
  currency text not null,
  usd_rate numeric(18, 6) constraint transaction_usd_rate_check check (usd_rate > 0),
  grand_total_usd numeric(14, 2) generated always as (round((sub_total - discount) / usd_rate, 2)) stored
    constraint transaction_grand_total_usd_check check (grand_total_usd >= 0),
  -- The membership that was sold.
  membership_id bigint references membership (id),
  -- Why it was cancelled, in the words of the user who did it.
  void_reason text
);
create unique index transaction_transaction_no_key on transaction (transaction_no);
create index transaction_transaction_type_id_idx on transaction (transaction_type_id);
create index transaction_hotel_id_idx on transaction (hotel_id);
create index transaction_member_id_idx on transaction (member_id);
create index transaction_type_payment_id_idx on transaction (type_payment_id);
create index transaction_transaction_date_idx on transaction (transaction_date, id) where deleted_at is null;
create index transaction_search_idx on transaction using gin (
  transaction_no gin_trgm_ops, phone_no gin_trgm_ops, reference_no gin_trgm_ops, marketing_name gin_trgm_ops, remark gin_trgm_ops
);
create index transaction_membership_id_idx on transaction (membership_id);
create index transaction_deleted_at_idx on transaction (deleted_at nulls first, id) where deleted_at is not null;

create table transaction_detail (
  like record including all,
  transaction_id bigint not null references transaction (id),
  spend_type_id bigint not null references option_detail (id),
  description text,
  quantity integer not null default 1 constraint transaction_detail_quantity_check check (quantity between 0 and 1000000),
  unit_price numeric(15, 3) not null constraint transaction_detail_unit_price_check check (unit_price >= 0),
  sub_total numeric(15, 3) not null generated always as (quantity * unit_price) stored
    constraint transaction_detail_sub_total_check check (sub_total >= 0),
  sub_total_usd numeric(14, 2) constraint transaction_detail_sub_total_usd_check check (sub_total_usd >= 0),
  -- What a cancelled sale took along says so, so that restoring it brings back just that; so do its cards and vouchers.
  cancelled_with_id bigint references transaction (id)
);
create index transaction_detail_transaction_id_idx on transaction_detail (transaction_id);
create index transaction_detail_spend_type_id_idx on transaction_detail (spend_type_id);
create index transaction_detail_search_idx on transaction_detail using gin (description gin_trgm_ops);
create index transaction_detail_cancelled_with_id_idx on transaction_detail (cancelled_with_id);
create index transaction_detail_deleted_at_idx on transaction_detail (deleted_at nulls first, id) where deleted_at is not null;

-- Cards ---------------------------------------------------------------------------------------------------------------

create table member_card (
  like record including all,
  member_id bigint not null references member (id),
  membership_id bigint not null references membership (id),
  hotel_id bigint not null references hotel (id),
  sbec_no text not null default next_card_no(),
  start_date date not null,
  end_date date not null,
  is_active boolean not null,
  transaction_id bigint references transaction (id),
  upgraded_from_id bigint references member_card (id),
  price numeric(15, 3) constraint member_card_price_check check (price >= 0),
  currency text,
  benefits text,
  min_visit integer constraint member_card_min_visit_check check (min_visit >= 0),
  min_visit_to_upgrade integer constraint member_card_min_visit_to_upgrade_check check (min_visit_to_upgrade >= 0),
  is_by_hand boolean not null default false,
  is_withdrawn boolean not null default false,
  remark text,
  merged_from_id bigint references member (id),
  cancelled_with_id bigint references transaction (id),
  constraint member_card_start_date_check check (start_date <= end_date),
  constraint member_card_owner_key unique (id, member_id),
  -- Active cards of one member overlap only through an upgrade. Two members who turned out to be one person may each have had a card in
  -- the same days: those that came by a merge may lie beside the others.
  constraint member_card_period_excl exclude using gist (member_id with =, daterange(start_date, end_date, '[]') with &&)
    where (deleted_at is null and is_active and upgraded_from_id is null and merged_from_id is null)
);
create index member_card_member_id_idx on member_card (member_id);
create index member_card_membership_id_idx on member_card (membership_id);
create index member_card_hotel_id_idx on member_card (hotel_id);
create index member_card_transaction_id_idx on member_card (transaction_id);
create index member_card_upgraded_from_id_idx on member_card (upgraded_from_id);
create index member_card_end_date_idx on member_card (end_date, id) where deleted_at is null;
create unique index member_card_sbec_no_key on member_card (lower(sbec_no)) where deleted_at is null;
-- Cards are found by their number however it is grouped.
create index member_card_number_idx on member_card (translate(lower(sbec_no), ' -', ''));
create index member_card_search_idx on member_card using gin (sbec_no gin_trgm_ops);
create index member_card_merged_from_id_idx on member_card (merged_from_id);
create index member_card_cancelled_with_id_idx on member_card (cancelled_with_id);
create index member_card_deleted_at_idx on member_card (deleted_at nulls first, id) where deleted_at is not null;

-- Vouchers ------------------------------------------------------------------------------------------------------------

create table voucher (
  like record including all,
  type_voucher_id bigint not null references option_detail (id),
  membership_id bigint not null references membership (id),
  name text not null,
  name_id text not null,
  description text not null,
  description_id text not null,
  terms_condition text not null,
  terms_condition_id text not null,
  file_url text not null constraint voucher_file_url_check check (file_url ~ '^[0-9a-f]{32}\.[a-z]+$'),
  nominal numeric(15, 3) not null constraint voucher_nominal_check check (nominal >= 0),
  quantity integer not null constraint voucher_quantity_check check (quantity between 0 and 1000),
  sort_no integer not null default 0 constraint voucher_sort_no_check check (sort_no >= 0),
  hotel_id bigint references hotel (id),
  is_restricted boolean not null,
  is_active boolean not null
);
create index voucher_type_voucher_id_idx on voucher (type_voucher_id);
create index voucher_membership_id_idx on voucher (membership_id);
create index voucher_hotel_id_idx on voucher (hotel_id);
create index voucher_search_idx on voucher using gin (
  name gin_trgm_ops, name_id gin_trgm_ops, description gin_trgm_ops, description_id gin_trgm_ops,
  terms_condition gin_trgm_ops, terms_condition_id gin_trgm_ops
);

create table member_voucher (
  like record including all,
  voucher_no text not null default next_voucher_no(),
  member_card_id bigint not null references member_card (id),
  voucher_id bigint not null references voucher (id),
  transaction_id bigint references transaction (id),
  restrict_hotel_id bigint references hotel (id),
  redeem_date date not null,
  valid_until_date date not null,
  member_id bigint not null references member (id),
  nominal numeric(15, 3) not null constraint member_voucher_nominal_check check (nominal >= 0),
  currency text not null,
  terms_condition text not null,
  terms_condition_id text not null,
  -- Why it was cancelled, in the words of the user who did it.
  void_reason text,
  cancelled_with_id bigint references transaction (id),
  -- A term has each voucher of a membership's book once, however often its member rises: the key says for which term, which voucher, and
  -- the how many-th. It stays when a voucher is deleted or exchanged; vouchers that were made by hand have none.
  issued_as text,
  constraint member_voucher_redeem_date_check check (redeem_date <= valid_until_date),
  constraint member_voucher_owner_key unique (id, member_id),
  -- A voucher is its card's member's, also when the card changes hands.
  constraint member_voucher_owner_fkey foreign key (member_card_id, member_id) references member_card (id, member_id) on update cascade
);
create unique index member_voucher_voucher_no_key on member_voucher (voucher_no);
create index member_voucher_member_card_id_idx on member_voucher (member_card_id);
create index member_voucher_voucher_id_idx on member_voucher (voucher_id);
create index member_voucher_transaction_id_idx on member_voucher (transaction_id);
create index member_voucher_restrict_hotel_id_idx on member_voucher (restrict_hotel_id);
create index member_voucher_member_id_idx on member_voucher (member_id);
create index member_voucher_valid_until_date_idx on member_voucher (valid_until_date, id) where deleted_at is null;
create index member_voucher_search_idx on member_voucher using gin (voucher_no gin_trgm_ops);
create index member_voucher_cancelled_with_id_idx on member_voucher (cancelled_with_id);
create unique index member_voucher_issued_as_key on member_voucher (issued_as);
create index member_voucher_deleted_at_idx on member_voucher (deleted_at nulls first, id) where deleted_at is not null;

-- A voucher is redeemed at most once, whatever races; voiding a redemption frees it.
create table voucher_redeem (
  like record including all,
  redeem_no text not null default next_number('R', 'redeem_no_seq'),
  member_voucher_id bigint not null references member_voucher (id),
  redeem_hotel_id bigint not null references hotel (id),
  redeem_date timestamptz(0) not null,
  booking_no text not null,
  staff_name text not null,
  remark text,
  member_id bigint not null references member (id),
  -- Why it was voided, in the words of the user who did it.
  void_reason text,
  constraint voucher_redeem_owner_fkey foreign key (member_voucher_id, member_id) references member_voucher (id, member_id) on update cascade
);
create unique index voucher_redeem_redeem_no_key on voucher_redeem (redeem_no);
create unique index voucher_redeem_member_voucher_id_key on voucher_redeem (member_voucher_id) where deleted_at is null;
create index voucher_redeem_member_voucher_id_idx on voucher_redeem (member_voucher_id);
create index voucher_redeem_redeem_hotel_id_idx on voucher_redeem (redeem_hotel_id);
create index voucher_redeem_member_id_idx on voucher_redeem (member_id);
create index voucher_redeem_redeem_date_idx on voucher_redeem (redeem_date, id) where deleted_at is null;
create index voucher_redeem_search_idx on voucher_redeem using gin (
  redeem_no gin_trgm_ops, booking_no gin_trgm_ops, staff_name gin_trgm_ops, remark gin_trgm_ops
);
create index voucher_redeem_deleted_at_idx on voucher_redeem (deleted_at nulls first, id) where deleted_at is not null;

-- Visits --------------------------------------------------------------------------------------------------------------

-- A bill is the same bill whatever the case, width and blanks of its number.
create function folded(written text) returns text language sql immutable strict parallel safe as $$
  select translate(lower(normalize(written, NFKC)), E' \t\n\r\u200B', '')
$$;

create table visit (
  like record including all,
  visit_no text not null default next_number('V', 'visit_no_seq'),
  hotel_id bigint not null references hotel (id),
  member_id bigint not null references member (id),
  visit_date timestamptz(0) not null default now(),
  reference_no text not null,
  total_fb numeric(15, 3) not null default 0.000 constraint visit_total_fb_check check (total_fb >= 0),
  total_room numeric(15, 3) not null default 0.000 constraint visit_total_room_check check (total_room >= 0),
  total_others numeric(15, 3) not null default 0.000 constraint visit_total_others_check check (total_others >= 0),
  staff_name text not null,
  remark text,
  grand_total numeric(15, 3) not null generated always as (total_fb + total_room + total_others) stored
    constraint visit_grand_total_check check (grand_total >= 0),
  currency text not null,
  usd_rate numeric(18, 6) constraint visit_usd_rate_check check (usd_rate > 0),
  grand_total_usd numeric(14, 2) generated always as (round((total_fb + total_room + total_others) / usd_rate, 2)) stored
    constraint visit_grand_total_usd_check check (grand_total_usd >= 0),
  -- At which level the guest came: as it was on that day.
  membership_id bigint references membership (id)
);
create unique index visit_visit_no_key on visit (visit_no);
create unique index visit_hotel_id_reference_no_key on visit (hotel_id, folded(reference_no)) where deleted_at is null;
create index visit_hotel_id_idx on visit (hotel_id);
create index visit_visit_date_idx on visit (visit_date, id) where deleted_at is null;
create index visit_search_idx on visit using gin (
  visit_no gin_trgm_ops, reference_no gin_trgm_ops, staff_name gin_trgm_ops, remark gin_trgm_ops
);
create index visit_membership_id_idx on visit (membership_id);
-- When a member was last here, without reading all their visits.
create index visit_member_id_visit_date_idx on visit (member_id, visit_date);
create index visit_deleted_at_idx on visit (deleted_at nulls first, id) where deleted_at is not null;

-- Calls and merges ----------------------------------------------------------------------------------------------------

-- Calls to members, and the lists of those whom somebody should call.
create table member_call (
  like record including all,
  member_id bigint not null references member (id),
  work_list text constraint member_call_work_list_check check (work_list in ('renewal', 'expiring', 'never_used', 'near_upgrade', 'birthday')),
  outcome text not null constraint member_call_outcome_check check (outcome in ('reached', 'no_answer', 'call_back', 'declined', 'renewed', 'wrong_number')),
  note text,
  call_back_on date
);
create index member_call_member_id_idx on member_call (member_id);
create index member_call_search_idx on member_call using gin (note gin_trgm_ops);
create index member_call_deleted_at_idx on member_call (deleted_at nulls first, id) where deleted_at is not null;

create table member_merge (
  id bigint generated always as identity primary key,
  at timestamptz(0) not null,
  actor_id bigint not null constraint member_merge_actor_id_fkey references users (id),
  kept_id bigint not null constraint member_merge_kept_id_fkey references member (id),
  absorbed_id bigint not null constraint member_merge_absorbed_id_fkey references member (id),
  -- What moved, deleted records included: their ids by table. Counted are those that were live.
  moved jsonb not null,
  counts jsonb not null,
  -- The fields of the kept member that changed: before and after, by name.
  fields jsonb not null,
  undone_at timestamptz(0),
  undone_by_id bigint constraint member_merge_undone_by_id_fkey references users (id),
  constraint member_merge_absorbed_id_check check (absorbed_id <> kept_id),
  constraint member_merge_undone_at_check check ((undone_at is null) = (undone_by_id is null))
);
create index member_merge_kept_id_idx on member_merge (kept_id, id desc);
-- A member is absorbed once at a time.
create unique index member_merge_absorbed_id_key on member_merge (absorbed_id) where undone_at is null;
revoke update, delete, truncate on member_merge from public, current_user;
grant update (undone_at, undone_by_id) on member_merge to current_user;

do $$
declare t text;
begin
  foreach t in array array['membership', 'transaction', 'transaction_detail', 'member_card', 'voucher', 'member_voucher',
                           'voucher_redeem', 'visit', 'member_call'] loop
    call keep_records(quote_ident(t)::regclass);
  end loop;
  call keep_records('member', '{password}');
end $$;
