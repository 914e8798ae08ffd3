-- The programme's records: cards, vouchers, redemptions, sales, visits; mails, reports, and the hotels' own systems.

create extension if not exists btree_gist;

-- Numbers -------------------------------------------------------------------------------------------------------------

-- Given by sequences: unique, with gaps, never reused. The check digit is Luhn's over an alphabet: one wrong character, and
-- nearly every two that changed places, make a number that cannot be.
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

-- Seven digits that count, four that cannot be guessed, and a check digit: three groups of four on the card.
create function next_card_no() returns text language plpgsql volatile as $$
declare
  n text := nextval('card_no_seq')::text;
  secret text := (('x' || right(gen_random_uuid()::text, 8))::bit(32)::bigint % 10000)::text;
  number text := lpad(n, greatest(7, length(n)), '0') || lpad(secret, 4, '0');
begin
  return number || check_digit(number, '0123456789');
end $$;

-- 55 random bits in Crockford's letters, from the generator that PostgreSQL makes UUIDs with, which is a cryptographic one.
create function next_voucher_no() returns text language plpgsql volatile as $$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  bytes bytea := sha256(convert_to(concat(gen_random_uuid(), gen_random_uuid()), 'UTF8'));
  number text := '';
begin
  for i in 0 .. 10 loop
    number := number || substr(alphabet, get_byte(bytes, i) % 32 + 1, 1);
  end loop;
  return number || check_digit(number, alphabet);
end $$;

-- Days ----------------------------------------------------------------------------------------------------------------

-- The zone in which a hotel's days are meant.
create function zone_of(hotel bigint) returns text language sql stable as
$$ select coalesce(h.time_zone, c.time_zone) from hotel h join country c on c.id = h.country_id where h.id = hotel $$;

-- Money ---------------------------------------------------------------------------------------------------------------

-- A hotel's currency, and what a US dollar costs there today.
create function currency_of(hotel bigint, out currency text, out usd_rate numeric) language sql stable as
$$ select c.currency, c.usd_rate from hotel h join country c on c.id = h.country_id where h.id = hotel $$;

-- A sum keeps the currency and the rate of the day on which it was written down, whatever becomes of them.
create function keep_rate() returns trigger language plpgsql as $$
begin
  select c.currency, c.usd_rate into new.currency, new.usd_rate from currency_of(new.hotel_id) c;
  return new;
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
    constraint transaction_grand_total_usd_check check (grand_total_usd >= 0)
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

create trigger keep_rate before insert on transaction for each row when (new.currency is null) execute function keep_rate();
create trigger keep_new_rate before update of hotel_id on transaction for each row
  when (new.hotel_id <> old.hotel_id) execute function keep_rate();

create function give_transaction_type() returns trigger language plpgsql as $$
begin
  select d.id into new.transaction_type_id
  from option_detail d join option o on o.id = d.option_id where o.slug = 'transaction-type' and d.code = '99' and d.deleted_at is null;
  return new;
end $$;
create trigger give_type before insert on transaction for each row
  when (new.transaction_type_id is null) execute function give_transaction_type();

create table transaction_detail (
  like record including all,
  transaction_id bigint not null references transaction (id),
  spend_type_id bigint not null references option_detail (id),
  description text,
  quantity integer not null default 1 constraint transaction_detail_quantity_check check (quantity between 0 and 1000000),
  unit_price numeric(15, 3) not null constraint transaction_detail_unit_price_check check (unit_price >= 0),
  sub_total numeric(15, 3) not null generated always as (quantity * unit_price) stored
    constraint transaction_detail_sub_total_check check (sub_total >= 0),
  sub_total_usd numeric(14, 2) constraint transaction_detail_sub_total_usd_check check (sub_total_usd >= 0)
);
create index transaction_detail_transaction_id_idx on transaction_detail (transaction_id);
create index transaction_detail_spend_type_id_idx on transaction_detail (spend_type_id);
create index transaction_detail_search_idx on transaction_detail using gin (description gin_trgm_ops);

-- A line is worth in US dollars what its transaction's rate says; its fee type follows from the transaction's type.
create function complete_detail() returns trigger language plpgsql as $$
begin
  select round(new.quantity * new.unit_price / t.usd_rate, 2), coalesce(new.spend_type_id, fee.id)
  into new.sub_total_usd, new.spend_type_id
  from transaction t
  join option_detail type on type.id = t.transaction_type_id
  left join (option_detail fee join option o on o.id = fee.option_id and o.slug = 'spend-type')
    on fee.deleted_at is null
    and fee.code = case type.code when '1' then '1' when '2' then '2' when '3' then '1' when '4' then '3' when '5' then '4' else '99' end
  where t.id = new.transaction_id;
  return new;
end $$;
create trigger complete before insert on transaction_detail for each row execute function complete_detail();
create trigger complete_anew before update of transaction_id, quantity, unit_price on transaction_detail for each row
  when ((new.transaction_id, new.quantity, new.unit_price) is distinct from (old.transaction_id, old.quantity, old.unit_price))
  execute function complete_detail();

-- A transaction is the sum of its lines. It is locked before they are read: two lines that come at once are both counted.
create function add_up(transactions bigint[]) returns void language plpgsql as $$
begin
  perform from transaction where id = any(transactions) and deleted_at is null order by id for no key update;
  update transaction t
  set sub_total = coalesce((select sum(d.sub_total) from transaction_detail d where d.transaction_id = t.id and d.deleted_at is null), 0)
  where t.id = any(transactions) and t.deleted_at is null;
end $$;
create function add_up_new() returns trigger language plpgsql as $$
begin
  perform add_up(array(select distinct transaction_id from new_rows));
  return null;
end $$;
create function add_up_changed() returns trigger language plpgsql as $$
begin
  perform add_up(array(
    select n.transaction_id from new_rows n join old_rows o on o.id = n.id
    where (n.sub_total, n.transaction_id, n.deleted_at) is distinct from (o.sub_total, o.transaction_id, o.deleted_at)
    union
    select o.transaction_id from new_rows n join old_rows o on o.id = n.id where n.transaction_id <> o.transaction_id));
  return null;
end $$;
create trigger add_up_new after insert on transaction_detail referencing new table as new_rows
  for each statement execute function add_up_new();
create trigger add_up_changed after update on transaction_detail referencing old table as old_rows new table as new_rows
  for each statement execute function add_up_changed();

-- Dollars of the lines follow a transaction that moves to a hotel of another currency.
create function rate_details() returns trigger language plpgsql as $$
begin
  update transaction_detail set sub_total_usd = round(sub_total / new.usd_rate, 2) where transaction_id = new.id;
  return null;
end $$;
create trigger rate_details after update of hotel_id on transaction for each row
  when (new.usd_rate is distinct from old.usd_rate) execute function rate_details();

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
  constraint member_card_start_date_check check (start_date <= end_date),
  constraint member_card_owner_key unique (id, member_id),
  -- Active cards of one member overlap only through an upgrade.
  constraint member_card_period_excl exclude using gist (member_id with =, daterange(start_date, end_date, '[]') with &&)
    where (deleted_at is null and is_active and upgraded_from_id is null)
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

-- What was promised is kept: a membership may change after it was sold.
create function keep_card_promise() returns trigger language plpgsql as $$
begin
  select m.price, m.benefits, c.currency into new.price, new.benefits, new.currency
  from membership m, currency_of(new.hotel_id) c where m.id = new.membership_id;
  return new;
end $$;
create trigger keep_promise before insert on member_card for each row when (new.currency is null) execute function keep_card_promise();

-- A member is valid until the last day of the cards at hand.
create function set_validity(members bigint[]) returns void language plpgsql as $$
begin
  perform from member where id = any(members) order by id for no key update;
  update member m
  set valid_until_date = c.last_day, member_date = coalesce(m.member_date, c.first_day)
  from (
    select i.id, max(c.end_date) as last_day, min(c.start_date) as first_day
    from unnest(members) i (id) left join member_card c on c.member_id = i.id and c.deleted_at is null and c.is_active
    group by i.id
  ) c
  where c.id = m.id and (m.valid_until_date is distinct from c.last_day or (m.member_date is null and c.first_day is not null));
end $$;
create function set_new_validity() returns trigger language plpgsql as $$
begin
  perform set_validity(array(select distinct member_id from new_rows));
  return null;
end $$;
create function set_changed_validity() returns trigger language plpgsql as $$
begin
  perform set_validity(array(
    select n.member_id from new_rows n join old_rows o on o.id = n.id
    where (n.member_id, n.start_date, n.end_date, n.is_active, n.deleted_at) is distinct from (o.member_id, o.start_date, o.end_date, o.is_active, o.deleted_at)
    union
    select o.member_id from new_rows n join old_rows o on o.id = n.id where n.member_id <> o.member_id));
  return null;
end $$;
create trigger set_new_validity after insert on member_card referencing new table as new_rows
  for each statement execute function set_new_validity();
create trigger set_changed_validity after update on member_card referencing old table as old_rows new table as new_rows
  for each statement execute function set_changed_validity();

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

-- What was promised is kept: nominal and terms as they were on the day of issue, in the currency of the card's hotel.
create function keep_voucher_promise() returns trigger language plpgsql as $$
begin
  select c.member_id, v.nominal, m.currency, v.terms_condition, v.terms_condition_id
  into new.member_id, new.nominal, new.currency, new.terms_condition, new.terms_condition_id
  from member_card c, voucher v, currency_of(c.hotel_id) m
  where c.id = new.member_card_id and v.id = new.voucher_id;
  return new;
end $$;
create trigger keep_promise before insert on member_voucher for each row when (new.member_id is null) execute function keep_voucher_promise();
create trigger keep_new_promise before update of member_card_id, voucher_id on member_voucher for each row
  when (new.voucher_id <> old.voucher_id or (new.member_card_id <> old.member_card_id and new.member_id = old.member_id))
  execute function keep_voucher_promise();

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

create function give_redeemer() returns trigger language plpgsql as $$
begin
  select v.member_id into new.member_id from member_voucher v where v.id = new.member_voucher_id;
  return new;
end $$;
create trigger give_redeemer before insert on voucher_redeem for each row when (new.member_id is null) execute function give_redeemer();

-- Visits --------------------------------------------------------------------------------------------------------------

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
    constraint visit_grand_total_usd_check check (grand_total_usd >= 0)
);
create unique index visit_visit_no_key on visit (visit_no);
create unique index visit_hotel_id_reference_no_key on visit (hotel_id, reference_no) where deleted_at is null;
create index visit_hotel_id_idx on visit (hotel_id);
create index visit_member_id_idx on visit (member_id);
create index visit_visit_date_idx on visit (visit_date, id) where deleted_at is null;
create index visit_search_idx on visit using gin (
  visit_no gin_trgm_ops, reference_no gin_trgm_ops, staff_name gin_trgm_ops, remark gin_trgm_ops
);
create trigger keep_rate before insert on visit for each row when (new.currency is null) execute function keep_rate();
create trigger keep_new_rate before update of hotel_id on visit for each row
  when (new.hotel_id <> old.hotel_id) execute function keep_rate();

-- The hotels' own systems ---------------------------------------------------------------------------------------------

create table integration (
  like record including all,
  hotel_id bigint not null references hotel (id),
  name text not null,
  description text,
  access_token text not null,
  is_active boolean not null
);
create index integration_hotel_id_idx on integration (hotel_id);
create unique index integration_access_token_key on integration (access_token);
create index integration_search_idx on integration using gin (name gin_trgm_ops, description gin_trgm_ops);

-- Mails ---------------------------------------------------------------------------------------------------------------

create table mail_template (
  like record including all,
  name text not null,
  mail_type_id bigint references option_detail (id),
  description text,
  image_url text constraint mail_template_image_url_check check (image_url ~ '^[0-9a-f]{32}\.[a-z]+$'),
  is_active boolean not null,
  is_reserved boolean not null default false
);
create index mail_template_mail_type_id_idx on mail_template (mail_type_id);
create index mail_template_search_idx on mail_template using gin (name gin_trgm_ops, description gin_trgm_ops);

create table mail_language (
  like record including all,
  mail_template_id bigint not null references mail_template (id),
  country_id bigint references country (id),
  header text not null,
  is_active boolean not null,
  is_reserved boolean not null default false
);
create index mail_language_mail_template_id_idx on mail_language (mail_template_id);
create index mail_language_country_id_idx on mail_language (country_id);
create unique index mail_language_mail_template_id_country_id_key on mail_language (mail_template_id, country_id)
  nulls not distinct where deleted_at is null;
create index mail_language_search_idx on mail_language using gin (header gin_trgm_ops);

create table mail_params (
  like record including all,
  mail_template_id bigint not null references mail_template (id),
  sort_no integer not null constraint mail_params_sort_no_check check (sort_no >= 0),
  name text not null,
  type_input_id bigint not null references type_input (id),
  default_value text not null
);
create index mail_params_mail_template_id_idx on mail_params (mail_template_id);
create index mail_params_type_input_id_idx on mail_params (type_input_id);
create index mail_params_sort_no_idx on mail_params (sort_no, id) where deleted_at is null;
create index mail_params_search_idx on mail_params using gin (name gin_trgm_ops, default_value gin_trgm_ops);

create table mail_language_params (
  like record including all,
  mail_language_id bigint not null references mail_language (id),
  mail_params_id bigint not null references mail_params (id),
  type_input_id bigint not null references type_input (id),
  name text not null,
  value text not null
);
create index mail_language_params_mail_language_id_idx on mail_language_params (mail_language_id);
create index mail_language_params_mail_params_id_idx on mail_language_params (mail_params_id);
create index mail_language_params_type_input_id_idx on mail_language_params (type_input_id);
create index mail_language_params_search_idx on mail_language_params using gin (name gin_trgm_ops, value gin_trgm_ops);

create table mail_data (
  like record including all,
  mail_template_id bigint not null references mail_template (id),
  sort_no integer not null constraint mail_data_sort_no_check check (sort_no >= 0),
  name text not null,
  description text not null
);
create index mail_data_mail_template_id_idx on mail_data (mail_template_id);
create index mail_data_search_idx on mail_data using gin (name gin_trgm_ops, description gin_trgm_ops);

create table mail_log (
  like record including all,
  mail_type_id bigint references option_detail (id),
  recipient text not null,
  subject text not null,
  delivery_status text not null default 'queued'
    constraint mail_log_delivery_status_check check (delivery_status in ('queued', 'sent', 'failed', 'bounced')),
  track text,
  message text,
  member_id bigint references member (id),
  last_resend_at timestamptz(0)
);
create index mail_log_mail_type_id_idx on mail_log (mail_type_id);
create index mail_log_member_id_idx on mail_log (member_id);
create index mail_log_search_idx on mail_log using gin (
  recipient gin_trgm_ops, subject gin_trgm_ops, track gin_trgm_ops, message gin_trgm_ops
);

-- Reports -------------------------------------------------------------------------------------------------------------

create table report (
  like record including all,
  key text,
  name text not null
);
create index report_search_idx on report using gin (key gin_trgm_ops, name gin_trgm_ops);

create table report_column (
  like record including all,
  report_id bigint not null references report (id),
  table_name text not null,
  column_name text not null,
  sort_no integer not null constraint report_column_sort_no_check check (sort_no >= 0),
  label text,
  align text not null default 'left' constraint report_column_align_check check (align in ('left', 'center', 'right')),
  formatter text constraint report_column_formatter_check check (formatter in ('date', 'time', 'dateTime', 'number')),
  is_checked boolean not null
);
create index report_column_report_id_idx on report_column (report_id);
create index report_column_search_idx on report_column using gin (
  table_name gin_trgm_ops, column_name gin_trgm_ops, label gin_trgm_ops
);

-- Guards --------------------------------------------------------------------------------------------------------------

do $$
declare t text;
begin
  foreach t in array array['transaction', 'transaction_detail', 'member_card', 'voucher', 'member_voucher', 'voucher_redeem', 'visit',
                           'mail_template', 'mail_language', 'mail_params', 'mail_language_params', 'mail_data', 'mail_log',
                           'report', 'report_column'] loop
    call keep_records(quote_ident(t)::regclass);
  end loop;
  call keep_records('integration', '{access_token}');
end $$;
