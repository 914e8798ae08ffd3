-- The programme: memberships and members, sales and receipts, cards, vouchers, redemptions, visits, calls and merges.

-- Memberships ---------------------------------------------------------------------------------------------------------

create table membership (
  like record including all,
  code text,
  name text not null,
  price numeric(15, 3) not null constraint membership_price_check check (price >= 0),
  renewal_price numeric(15, 3) not null constraint membership_renewal_price_check check (renewal_price >= 0),
  is_free boolean not null,
  validity_months integer not null default 12
    constraint membership_validity_months_check check (validity_months between 1 and 120),
  rank integer not null default 0 constraint membership_rank_check check (rank >= 0),
  min_visit integer not null constraint membership_min_visit_check check (min_visit >= 0),
  min_visit_to_upgrade integer not null
    constraint membership_min_visit_to_upgrade_check check (min_visit_to_upgrade >= 0),
  is_regional boolean not null,
  restrict_region_id bigint references region (id),
  benefits text,
  benefits_url text,
  -- The country whose currency the prices of the membership and the nominals of its vouchers have; when empty, that of
  -- the hotel.
  currency_country_id bigint references country (id),
  -- Two memberships of one region cannot have the same rank, because an upgrade could lead to either. A membership
  -- without a region is open in all of them: its range has no ends.
  constraint membership_rank_excl exclude using gist (
    int4range(rank, rank, '[]') with &&, int8range(restrict_region_id, restrict_region_id, '[]') with &&)
    where (rank > 0 and deleted_at is null)
);
create index membership_restrict_region_id_idx on membership (restrict_region_id);
create unique index membership_code_key on membership (lower(code)) where deleted_at is null;
create index membership_search_idx on membership using gin (
  code gin_trgm_ops, name gin_trgm_ops, benefits gin_trgm_ops, benefits_url gin_trgm_ops
);
create index membership_currency_country_id_idx on membership (currency_country_id);
call enable_audit('membership');

-- The price of a membership in a currency, for groups that do not want it converted.
create table membership_price (
  like record including all,
  membership_id bigint not null references membership (id),
  currency text not null constraint membership_price_currency_check check (currency ~ '^[A-Z]{3}$'),
  price numeric(15, 3) not null constraint membership_price_price_check check (price >= 0),
  renewal_price numeric(15, 3) not null constraint membership_price_renewal_price_check check (renewal_price >= 0)
);
create unique index membership_price_membership_id_currency_key on membership_price (membership_id, currency)
  where deleted_at is null;
create index membership_price_membership_id_idx on membership_price (membership_id);
create index membership_price_search_idx on membership_price using gin (currency gin_trgm_ops);
call enable_audit('membership_price');

-- Members -------------------------------------------------------------------------------------------------------------

create table member (
  like record including all,
  membership_id bigint not null references membership (id),
  first_name text not null,
  last_name text,
  type_gender_id bigint not null references option_detail (id),
  -- No member was born before 1900: such days are typing errors.
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
  -- Two members who turned out to be one person: the retained one has everything, the absorbed one refers to it.
  merged_into_id bigint references member (id),
  merged_from_id bigint references member (id),
  -- Why complimentary visits were credited.
  comp_visits_reason text,
  -- Since when the member is inactive: on that day the vouchers leave the liability. Null if inactive from the start.
  deactivated_at timestamptz(0),
  -- Only undoing the merge restores a member who was absorbed.
  constraint member_merged_into_id_check check (merged_into_id is null or deleted_at is not null)
)
-- Reports read how members see a sale from the index alone, as long as PostgreSQL knows that all transactions see the
-- rows. This makes it look after a fiftieth has changed; the default is a fifth.
with (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index member_membership_id_idx on member (membership_id);
create index member_type_gender_id_idx on member (type_gender_id);
create index member_origin_country_id_idx on member (origin_country_id);
create index member_register_hotel_id_idx on member (register_hotel_id);
create index member_type_identity_id_idx on member (type_identity_id);
create index member_visit_type_id_idx on member (visit_type_id);
create index member_first_name_idx on member (lower(first_name), id) where deleted_at is null;
create index member_last_name_idx on member (lower(last_name) nulls first, id) where deleted_at is null;
create index member_valid_until_date_idx on member (valid_until_date nulls first, id) where deleted_at is null;
-- Reports open with the present month: of who joined, and of vouchers issued.
create index member_member_date_idx on member (member_date, id) where deleted_at is null;
-- Phone numbers are compared by their last digits, in any notation.
create index member_phone_digits_idx on member (right(regexp_replace(phone_no, '\D', '', 'g'), 8));
create index member_identity_no_idx on member (identity_no);
create unique index member_email_key on member (lower(email)) where deleted_at is null;
-- Most members belong to the hotel where they signed up. Without knowing it, the planner's estimate of the members that
-- a hotel may see is far too high.
create statistics member_hotels_stat (mcv) on hotel_id, register_hotel_id from member;
alter statistics member_hotels_stat set statistics 500;
create index member_search_idx on member using gin (
  first_name gin_trgm_ops, last_name gin_trgm_ops, email gin_trgm_ops, phone_no gin_trgm_ops,
  identity_no gin_trgm_ops, marketing_name gin_trgm_ops
);
create index member_merged_into_id_idx on member (merged_into_id);
create index member_merged_from_id_idx on member (merged_from_id);
-- The birthdays of a hotel, as month and day: 229 on a leap day.
create index member_birthday_idx
  on member (hotel_id, (extract(month from birth_date) * 100 + extract(day from birth_date)))
  where deleted_at is null;
-- The work lists of one hotel, in their order: the card that ends first comes first.
create index member_hotel_id_valid_until_date_idx on member (hotel_id, valid_until_date nulls first, id)
  include (deleted_at);
-- The trash shows the most recently deleted records first. Without such an index it read all records of the table.
create index member_deleted_at_idx on member (deleted_at nulls first, id) where deleted_at is not null;
call enable_audit('member', '{password}');

-- Numbers -------------------------------------------------------------------------------------------------------------

-- Assigned by sequences: unique, with gaps, never reused. The check digit is Luhn's over an alphabet: one wrong
-- character, and nearly every exchange of two characters, makes an invalid number.
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

-- A person who knows the number of a card sees its member and their vouchers at any front desk. So it has seven digits
-- that count, eight that cannot be guessed, and a check digit; four groups of four on the card.
create function next_card_no() returns text language plpgsql volatile as $$
declare
  n text := nextval('card_no_seq')::text;
  secret text := (('x' || right(gen_random_uuid()::text, 12))::bit(48)::bigint % 100000000)::text;
  number text := lpad(n, greatest(7, length(n)), '0') || lpad(secret, 8, '0');
begin
  return number || check_digit(number, '0123456789');
end $$;

-- A digit and 50 random bits in Crockford's letters, from the generator that PostgreSQL creates UUIDs with, which is
-- cryptographically secure. Because of the digit a voucher number is never taken for a name where a text may be either:
-- wrong names cost no waiting time.
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

-- A number in normal form. It is the same number regardless of case, width, blanks and all invisible characters:
-- zero-width characters, byte order marks, direction marks and control characters. The characters are those of
-- `normalizeNumber` of `contract/src/texts/invisible-characters.ts`.
create function normalize_text(written text) returns text language sql immutable strict parallel safe as $$
  select regexp_replace(lower(normalize(written, NFKC)), '[\u0001-\u0020\u007f-\u00a0\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]', '', 'g')
$$;

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
  discount numeric(15, 3) not null default 0.000
    constraint transaction_discount_check check (discount >= 0 or reverses_id is not null),
  marketing_name text,
  remark text,
  sub_total numeric(15, 3) not null default 0.000
    constraint transaction_sub_total_check check (sub_total >= 0 or reverses_id is not null),
  grand_total numeric(15, 3) not null generated always as (sub_total - discount) stored
    constraint transaction_grand_total_check check (grand_total >= 0 or reverses_id is not null),
  currency text not null,
  usd_rate numeric(18, 6) constraint transaction_usd_rate_check check (usd_rate > 0),
  grand_total_usd numeric(14, 2) generated always as (round((sub_total - discount) / usd_rate, 2)) stored
    constraint transaction_grand_total_usd_check check (grand_total_usd >= 0 or reverses_id is not null),
  -- The membership that was sold.
  membership_id bigint references membership (id),
  -- Why it was cancelled, in the words of the user who did it.
  void_reason text,
  -- The member's tier before the sale. Cancelling the sale restores it, unless another card gives the tier.
  tier_before_id bigint references membership (id),
  -- A reversal or a refund has minus the amounts of this sale, or of a part of it.
  reverses_id bigint references transaction (id),
  -- Why payment type, receipt number or seller was changed after the receipt was printed.
  correction_reason text,
  -- The first day and the months of the term that was sold, and the part of the fee of each of these months; the last
  -- month has the rest (service_fee_rollups in db/routines/rollups.sql). They are stored, because a card may be
  -- shortened later, and the decimals of a currency may change.
  term_start date,
  term_months integer constraint transaction_term_months_check check (term_months > 0),
  term_share numeric(15, 3),
  -- A refund pays back a part of a sale: a transaction of its own, which has a reason.
  refund_reason_id bigint references option_detail (id),
  constraint transaction_term_check check (num_nulls(term_start, term_months, term_share) in (0, 3)),
  -- add_up sets the sum again when the line exists.
  constraint transaction_refund_check check (
    refund_reason_id is null
    or (reverses_id is not null and type_payment_id is not null and discount = 0 and sub_total < 0))
);
create unique index transaction_transaction_no_key on transaction (transaction_no);
create index transaction_transaction_type_id_idx on transaction (transaction_type_id);
create index transaction_hotel_id_idx on transaction (hotel_id);
create index transaction_member_id_idx on transaction (member_id);
create index transaction_type_payment_id_idx on transaction (type_payment_id);
create index transaction_transaction_date_idx on transaction (transaction_date, id) where deleted_at is null;
-- A receipt number that the hotel has already used, in any notation, needs a confirmation.
create index transaction_hotel_id_reference_no_idx on transaction (hotel_id, normalize_text(reference_no))
  where deleted_at is null;
create index transaction_search_idx on transaction using gin (
  transaction_no gin_trgm_ops, phone_no gin_trgm_ops, reference_no gin_trgm_ops, marketing_name gin_trgm_ops,
  remark gin_trgm_ops
);
create index transaction_membership_id_idx on transaction (membership_id);
-- A sale is reversed as a whole at most once, and refunded in any number of parts.
create unique index transaction_reverses_id_key
  on transaction ((case when refund_reason_id is null then reverses_id end));
create index transaction_reverses_id_idx on transaction (reverses_id);
create index transaction_refund_reason_id_idx on transaction (refund_reason_id);
create index transaction_deleted_at_idx on transaction (deleted_at nulls first, id) where deleted_at is not null;
call enable_audit('transaction');

create table transaction_detail (
  like record including all,
  transaction_id bigint not null references transaction (id),
  spend_type_id bigint not null references option_detail (id),
  description text,
  quantity integer not null default 1 constraint transaction_detail_quantity_check
    check (quantity between 0 and 1000000 or (is_reversal and quantity between -1000000 and 0)),
  unit_price numeric(15, 3) not null constraint transaction_detail_unit_price_check check (unit_price >= 0),
  sub_total numeric(15, 3) not null generated always as (quantity * unit_price) stored
    constraint transaction_detail_sub_total_check check (sub_total >= 0 or is_reversal),
  sub_total_usd numeric(14, 2)
    constraint transaction_detail_sub_total_usd_check check (sub_total_usd >= 0 or is_reversal),
  -- The sale whose cancelling deleted the line. Restoring the sale restores these lines and no others; cards and
  -- vouchers have the same column.
  cancelled_with_id bigint references transaction (id),
  is_reversal boolean not null default false
);
create index transaction_detail_transaction_id_idx on transaction_detail (transaction_id);
create index transaction_detail_spend_type_id_idx on transaction_detail (spend_type_id);
create index transaction_detail_search_idx on transaction_detail using gin (description gin_trgm_ops);
create index transaction_detail_cancelled_with_id_idx on transaction_detail (cancelled_with_id);
create index transaction_detail_deleted_at_idx on transaction_detail (deleted_at nulls first, id)
  where deleted_at is not null;
call enable_audit('transaction_detail');

-- The last receipt number of each hotel. Printing locks the row until the receipt exists, so that no number is missing
-- or assigned twice.
create table receipt_counter (
  hotel_id bigint primary key references hotel (id),
  last_number integer not null,
  last_date date not null
);

-- Receipts of transactions: numbered by hotel, without gaps, in the order in which they are printed.
create table receipt (
  like record including all,
  receipt_no text not null,
  -- The position among the receipts of the hotel.
  number integer not null constraint receipt_number_check check (number > 0),
  transaction_id bigint not null references transaction (id),
  hotel_id bigint not null references hotel (id),
  -- The day of the first print, at the hotel.
  receipt_date date not null,
  -- The number of later prints.
  copies integer not null default 0 constraint receipt_copies_check check (copies >= 0)
);
create unique index receipt_hotel_id_number_key on receipt (hotel_id, number);
create unique index receipt_transaction_id_key on receipt (transaction_id);
create index receipt_search_idx on receipt using gin (receipt_no gin_trgm_ops);
create index receipt_transaction_id_idx on receipt (transaction_id);
create index receipt_hotel_id_idx on receipt (hotel_id);
call enable_audit('receipt');

-- Sales whose payment is disputed, for example by a guest's bank: the reason, and the outcome. They are separate from
-- the sale, whose month may be closed.
create table sale_dispute (
  id bigint generated always as identity primary key,
  transaction_id bigint not null references transaction (id),
  reason text not null,
  disputed_at timestamptz(0) not null,
  disputed_by_id bigint not null references users (id),
  resolved_at timestamptz(0),
  resolved_by_id bigint references users (id),
  resolution text,
  constraint sale_dispute_resolved_at_check check (num_nulls(resolved_at, resolved_by_id, resolution) in (0, 3))
);
create unique index sale_dispute_open_key on sale_dispute (transaction_id) where resolved_at is null;
create index sale_dispute_transaction_id_idx on sale_dispute (transaction_id);
revoke update, delete, truncate on sale_dispute from public, current_user;
grant update (resolved_at, resolved_by_id, resolution) on sale_dispute to current_user;

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
  is_tier_manual boolean not null default false,
  is_withdrawn boolean not null default false,
  remark text,
  merged_from_id bigint references member (id),
  cancelled_with_id bigint references transaction (id),
  -- A renewal that was already paid is upgraded with its member: the card of the higher tier in the next term refers to
  -- the card of the running term that it came with, so that both are withdrawn together.
  upgraded_by_id bigint references member_card (id),
  -- Whether the card is valid only in the region of its sale. Stored with the card: a change of the membership would
  -- otherwise invalidate every voucher sold before.
  is_regional boolean,
  -- The last day before a manual extension; the extension itself is in manual_change.
  extended_from date,
  -- The region of the sale. Stored with the card: otherwise a country that moves to another region would change where
  -- vouchers sold before are valid. Regions are never removed, so nothing looks for the cards of one, and the reference
  -- has no index.
  region_id bigint not null references region (id),
  -- Since when the card is inactive: on that day its vouchers leave the liability. Null if inactive from the start.
  deactivated_at timestamptz(0),
  -- Buying a membership ends the term of a free member. The cards of that term name the sale and their last day before
  -- it, which cancelling the sale restores.
  ended_with_id bigint references transaction (id),
  ended_from date,
  -- The refund that deactivated the card. Only cancelling the refund activates it again.
  refunded_with_id bigint references transaction (id),
  constraint member_card_start_date_check check (start_date <= end_date),
  constraint member_card_ended_from_check check ((ended_with_id is null) = (ended_from is null)),
  constraint member_card_refunded_check check (refunded_with_id is null or not is_active),
  constraint member_card_owner_key unique (id, member_id),
  -- Active cards of one member overlap only through an upgrade. Two members who turned out to be one person may each
  -- have had a card on the same days, so cards that came by a merge may overlap with the others.
  constraint member_card_period_excl exclude using gist (
    member_id with =, daterange(start_date, end_date, '[]') with &&)
    where (deleted_at is null and is_active and upgraded_from_id is null and merged_from_id is null)
);
create index member_card_member_id_idx on member_card (member_id);
create index member_card_membership_id_idx on member_card (membership_id);
create index member_card_hotel_id_idx on member_card (hotel_id);
create index member_card_transaction_id_idx on member_card (transaction_id);
create index member_card_upgraded_from_id_idx on member_card (upgraded_from_id);
create index member_card_upgraded_by_id_idx on member_card (upgraded_by_id) where upgraded_by_id is not null;
create index member_card_ended_with_id_idx on member_card (ended_with_id) where ended_with_id is not null;
create index member_card_refunded_with_id_idx on member_card (refunded_with_id) where refunded_with_id is not null;
create index member_card_end_date_idx on member_card (end_date, id) where deleted_at is null;
create unique index member_card_sbec_no_key on member_card (lower(sbec_no)) where deleted_at is null;
-- Cards are found by their number however its digits are grouped.
create index member_card_number_idx on member_card (translate(lower(sbec_no), ' -', ''));
create index member_card_search_idx on member_card using gin (sbec_no gin_trgm_ops);
create index member_card_merged_from_id_idx on member_card (merged_from_id);
create index member_card_cancelled_with_id_idx on member_card (cancelled_with_id);
create index member_card_deleted_at_idx on member_card (deleted_at nulls first, id) where deleted_at is not null;
call enable_audit('member_card');

-- The decision about members who did not maintain their membership: each card that ended so is opened once.
create table term_end (
  like record including all,
  member_card_id bigint not null references member_card (id),
  decision text not null default 'open'
    constraint term_end_decision_check check (decision in ('open', 'keep', 'lower', 'grace')),
  -- How many days after the end of the card its tier can still be renewed, if that was decided.
  grace_days integer not null default 30 constraint term_end_grace_days_check check (grace_days between 1 and 180),
  note text,
  -- The renewal that applied the decision.
  transaction_id bigint references transaction (id)
);
create unique index term_end_member_card_id_key on term_end (member_card_id) where deleted_at is null;
create index term_end_member_card_id_idx on term_end (member_card_id);
create index term_end_transaction_id_idx on term_end (transaction_id);
create index term_end_search_idx on term_end using gin (note gin_trgm_ops);
call enable_audit('term_end');

-- The status of each member is stored, so that lists, work lists and the dashboard read it as quickly for a million
-- members as for one. Triggers update it when its source rows change; a daily job updates it when only the date
-- changes.
create table member_standing (
  member_id bigint primary key references member (id),
  hotel_id bigint not null references hotel (id),
  membership_id bigint not null references membership (id),
  is_live boolean not null,
  member_card_id bigint references member_card (id),
  standing text not null constraint member_standing_standing_check
    check (standing in ('none', 'active', 'maintained', 'not_maintained', 'lapsed')),
  visits integer not null,
  to_maintain integer,
  to_upgrade integer,
  changes_on date
) with (fillfactor = 80);
create index member_standing_standing_idx on member_standing (standing, member_id);
create index member_standing_hotel_id_idx on member_standing (hotel_id);
create index member_standing_membership_id_idx on member_standing (membership_id);
create index member_standing_member_card_id_idx on member_standing (member_card_id);
create index member_standing_changes_on_idx on member_standing (changes_on);

-- Members to be recomputed because a rule changed. A mark on each of a million members would take longer than a user
-- waits; this is one row, and a job processes the members in the order of their ids.
create table status_recount (
  id bigint generated always as identity primary key,
  -- Only members whose current card has this membership; all members when empty.
  membership_id bigint references membership,
  -- Only members who have enough visits for an upgrade.
  is_for_upgrades boolean not null default false,
  -- The last member that was recomputed.
  after_member_id bigint not null default 0
);
create index status_recount_membership_id_idx on status_recount (membership_id);

-- The words of the names of all members who are not deleted, each with the columns that the row scope needs. The index
-- alone returns them, in the order of the words, and of each word the newest member first. The referenced rows are
-- guarded where the columns are copied from.
create table member_name (
  word text collate "C" not null,
  member_id bigint not null,
  hotel_id bigint not null,
  register_hotel_id bigint
);
create unique index member_name_word_member_id_key on member_name (word, member_id desc)
  include (hotel_id, register_hotel_id);
create index member_name_member_id_idx on member_name (member_id, word);

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
call enable_audit('voucher');

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
  -- A term has each voucher of a membership once, however often its member is upgraded: the key names the term, the
  -- voucher and its position. It remains when a voucher is deleted or exchanged; vouchers created manually have none.
  issued_as text,
  -- Why it was created or extended manually, and its last day before the extension.
  remark text,
  extended_from date,
  constraint member_voucher_redeem_date_check check (redeem_date <= valid_until_date),
  constraint member_voucher_owner_key unique (id, member_id),
  -- A voucher belongs to the member of its card, also when the card moves to another member.
  constraint member_voucher_owner_fkey foreign key (member_card_id, member_id) references member_card (id, member_id)
    on update cascade
);
create unique index member_voucher_voucher_no_key on member_voucher (voucher_no);
create index member_voucher_member_card_id_idx on member_voucher (member_card_id);
create index member_voucher_voucher_id_idx on member_voucher (voucher_id);
create index member_voucher_transaction_id_idx on member_voucher (transaction_id);
create index member_voucher_restrict_hotel_id_idx on member_voucher (restrict_hotel_id);
create index member_voucher_member_id_idx on member_voucher (member_id);
create index member_voucher_valid_until_date_idx on member_voucher (valid_until_date, id) where deleted_at is null;
create index member_voucher_created_at_idx on member_voucher (created_at, id) where deleted_at is null;
create index member_voucher_search_idx on member_voucher using gin (voucher_no gin_trgm_ops);
create index member_voucher_cancelled_with_id_idx on member_voucher (cancelled_with_id);
create unique index member_voucher_issued_as_key on member_voucher (issued_as);
create index member_voucher_deleted_at_idx on member_voucher (deleted_at nulls first, id) where deleted_at is not null;
call enable_audit('member_voucher');

-- Manual changes of cards and vouchers. The database writes them, whichever way the change came, and nobody changes
-- them afterwards.
create table manual_change (
  like record including all,
  kind text not null constraint manual_change_kind_check check (kind in (
    'card_made', 'card_replaced', 'card_extended', 'card_changed', 'tier_set', 'visits_credited', 'voucher_made',
    'voucher_extended', 'voucher_reissued')),
  member_card_id bigint not null references member_card (id),
  member_voucher_id bigint references member_voucher (id),
  -- A number or a day before and after the change.
  value_before text,
  value_after text,
  reason text,
  -- The fee for the change.
  transaction_id bigint references transaction (id)
);
create index manual_change_member_card_id_idx on manual_change (member_card_id);
create index manual_change_member_voucher_id_idx on manual_change (member_voucher_id);
create index manual_change_transaction_id_idx on manual_change (transaction_id);
create index manual_change_search_idx on manual_change using gin (
  value_before gin_trgm_ops, value_after gin_trgm_ops, reason gin_trgm_ops
);
-- Retired numbers, however their digits are grouped: the front desk shows that they are retired, and no card gets one
-- again.
create index manual_change_number_idx on manual_change (translate(lower(value_before), ' -', ''))
  where kind in ('card_replaced', 'voucher_reissued');
call enable_audit('manual_change');

-- A voucher is redeemed at most once, also by concurrent requests. Voiding a redemption makes it available again.
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
  constraint voucher_redeem_owner_fkey foreign key (member_voucher_id, member_id)
    references member_voucher (id, member_id) on update cascade
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
call enable_audit('voucher_redeem');

-- Visits --------------------------------------------------------------------------------------------------------------

-- A visit without an amount is stored but does not count until it has one. An amount is more than 0 in total.
create table visit (
  like record including all,
  visit_no text not null default next_number('V', 'visit_no_seq'),
  hotel_id bigint not null references hotel (id),
  member_id bigint not null references member (id),
  visit_date timestamptz(0) not null default now(),
  reference_no text not null,
  total_fb numeric(15, 3) constraint visit_total_fb_check check (total_fb >= 0),
  total_room numeric(15, 3) constraint visit_total_room_check check (total_room >= 0),
  total_others numeric(15, 3) constraint visit_total_others_check check (total_others >= 0),
  staff_name text not null,
  remark text,
  grand_total numeric(15, 3) generated always as (total_fb + total_room + total_others) stored
    constraint visit_grand_total_check check (grand_total > 0),
  currency text not null,
  usd_rate numeric(18, 6) constraint visit_usd_rate_check check (usd_rate > 0),
  grand_total_usd numeric(14, 2) generated always as (round((total_fb + total_room + total_others) / usd_rate, 2)) stored
    constraint visit_grand_total_usd_check check (grand_total_usd >= 0),
  -- The tier of the guest on that day.
  membership_id bigint references membership (id)
);
create unique index visit_visit_no_key on visit (visit_no);
create unique index visit_hotel_id_reference_no_key on visit (hotel_id, normalize_text(reference_no))
  where deleted_at is null;
create index visit_hotel_id_idx on visit (hotel_id);
create index visit_visit_date_idx on visit (visit_date, id) where deleted_at is null;
create index visit_search_idx on visit using gin (
  visit_no gin_trgm_ops, reference_no gin_trgm_ops, staff_name gin_trgm_ops, remark gin_trgm_ops
);
create index visit_membership_id_idx on visit (membership_id);
-- The last visit of a member, without reading all of them.
create index visit_member_id_visit_date_idx on visit (member_id, visit_date);
create index visit_deleted_at_idx on visit (deleted_at nulls first, id) where deleted_at is not null;
call enable_audit('visit');

-- Calls and merges ----------------------------------------------------------------------------------------------------

-- Calls to members, and the work lists that they come from.
create table member_call (
  like record including all,
  member_id bigint not null references member (id),
  work_list text constraint member_call_work_list_check
    check (work_list in ('renewal', 'expiring', 'never_used', 'near_upgrade', 'birthday')),
  outcome text not null constraint member_call_outcome_check
    check (outcome in ('reached', 'no_answer', 'call_back', 'declined', 'renewed', 'wrong_number')),
  note text,
  call_back_on date
);
create index member_call_member_id_idx on member_call (member_id);
create index member_call_search_idx on member_call using gin (note gin_trgm_ops);
create index member_call_deleted_at_idx on member_call (deleted_at nulls first, id) where deleted_at is not null;
call enable_audit('member_call');

create table member_merge (
  id bigint generated always as identity primary key,
  at timestamptz(0) not null,
  actor_id bigint not null references users (id),
  retained_id bigint not null references member (id),
  absorbed_id bigint not null references member (id),
  -- The ids of the moved records by table, including deleted ones. The counts are of those that were not deleted.
  moved jsonb not null,
  counts jsonb not null,
  -- The fields of the retained member that changed: before and after, by name.
  fields jsonb not null,
  undone_at timestamptz(0),
  undone_by_id bigint references users (id),
  constraint member_merge_absorbed_id_check check (absorbed_id <> retained_id),
  constraint member_merge_undone_at_check check ((undone_at is null) = (undone_by_id is null))
);
create index member_merge_retained_id_idx on member_merge (retained_id, id desc);
-- A member is absorbed at most once at a time.
create unique index member_merge_absorbed_id_key on member_merge (absorbed_id) where undone_at is null;
revoke update, delete, truncate on member_merge from public, current_user;
grant update (undone_at, undone_by_id) on member_merge to current_user;
