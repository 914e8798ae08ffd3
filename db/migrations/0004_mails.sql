-- Mails to members and their templates, reports, and the hotels' own systems.

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

create sequence mail_language_turn;

create table mail_language (
  like record including all,
  mail_template_id bigint not null references mail_template (id),
  country_id bigint references country (id),
  header text not null,
  is_active boolean not null,
  is_reserved boolean not null default false,
  -- The place in the order in which languages came to the template: the default language follows from it.
  turn bigint not null default nextval('mail_language_turn'),
  -- One language of a template is the default. Asked at the end, so that the flag can pass from one to another.
  constraint mail_language_default_excl
    exclude using btree (mail_template_id with =) where (is_reserved and deleted_at is null) deferrable initially deferred
);
alter sequence mail_language_turn owned by mail_language.turn;
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

-- What a mail in the log was ordered for, so that it can be written again. A mail to a user names its letter; one to a member the
-- records that it speaks of. None for links to a new password, which only their owner may ask for.
create table mail_cause (
  mail_log_id bigint primary key references mail_log (id),
  letter text,
  user_id bigint references users (id),
  language text,
  member_card_id bigint references member_card (id),
  from_membership_id bigint references membership (id),
  voucher_redeem_id bigint references voucher_redeem (id),
  visit_id bigint references visit (id),
  -- What happens by the calendar happens once: `birthday 17 2026`.
  occasion text
);
create unique index mail_cause_occasion_key on mail_cause (occasion) where occasion is not null;

-- Mails that were ordered where guests wait, put by until many are entered in the log at once.
create table mail_order (
  id bigint generated always as identity primary key,
  mail_type text not null,
  voucher_redeem_id bigint,
  visit_id bigint,
  ordered_at timestamptz(0) not null
);

-- Openings that the log of mails has yet to count.
create table mail_opening (
  mail_log_id bigint not null references mail_log (id),
  at timestamptz(0) not null
);

-- Reports -------------------------------------------------------------------------------------------------------------

create table report (
  like record including all,
  key text,
  name text not null
);
create index report_search_idx on report using gin (key gin_trgm_ops, name gin_trgm_ops);
-- A report is run by its key.
create unique index report_key_key on report (key) where deleted_at is null;

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

-- The hotels' own systems ---------------------------------------------------------------------------------------------

create table integration (
  like record including all,
  hotel_id bigint not null references hotel (id),
  name text not null,
  description text,
  -- Of a hotel's token there is but the hash: SHA-256 in hexadecimal digits.
  access_token text not null constraint integration_access_token_check check (access_token ~ '^[0-9a-f]{64}$'),
  is_active boolean not null
);
create index integration_hotel_id_idx on integration (hotel_id);
create unique index integration_access_token_key on integration (access_token);
create index integration_search_idx on integration using gin (name gin_trgm_ops, description gin_trgm_ops);

do $$
declare t text;
begin
  foreach t in array array['mail_template', 'mail_language', 'mail_params', 'mail_language_params', 'mail_data', 'mail_log',
                           'report', 'report_column'] loop
    call keep_records(t::regclass);
  end loop;
  call keep_records('integration', '{access_token}');
end $$;
