-- Mails to members and users with their templates, and the hotels' own systems: integrations, webhooks, held postings.

-- Mail templates ------------------------------------------------------------------------------------------------------

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
call enable_audit('mail_template');

create sequence mail_language_sequence_no;

create table mail_language (
  like record including all,
  mail_template_id bigint not null references mail_template (id),
  country_id bigint references country (id),
  header text not null,
  is_active boolean not null,
  is_reserved boolean not null default false,
  -- The order in which languages were added to the template: the default language follows from it.
  sequence_no bigint not null default nextval('mail_language_sequence_no'),
  -- One language of a template is the default. Checked at the end of the transaction, so that the flag can move from
  -- one language to another.
  constraint mail_language_default_excl exclude using btree (mail_template_id with =)
    where (is_reserved and deleted_at is null) deferrable initially deferred
);
alter sequence mail_language_sequence_no owned by mail_language.sequence_no;
create index mail_language_mail_template_id_idx on mail_language (mail_template_id);
create index mail_language_country_id_idx on mail_language (country_id);
create unique index mail_language_mail_template_id_country_id_key on mail_language (mail_template_id, country_id)
  nulls not distinct where deleted_at is null;
create index mail_language_search_idx on mail_language using gin (header gin_trgm_ops);
call enable_audit('mail_language');

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
call enable_audit('mail_params');

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
call enable_audit('mail_language_params');

create table mail_data (
  like record including all,
  mail_template_id bigint not null references mail_template (id),
  sort_no integer not null constraint mail_data_sort_no_check check (sort_no >= 0),
  name text not null,
  description text not null
);
create index mail_data_mail_template_id_idx on mail_data (mail_template_id);
create index mail_data_search_idx on mail_data using gin (name gin_trgm_ops, description gin_trgm_ops);
call enable_audit('mail_data');

-- Mails ---------------------------------------------------------------------------------------------------------------

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
call enable_audit('mail_log');

-- What a mail in the log was requested for, so that it can be written again. A mail to a user names its account mail, a
-- mail to a member the records that it is about. Links to set a password have none: only their owner may request them.
create table mail_cause (
  mail_log_id bigint primary key references mail_log (id),
  account_mail text,
  user_id bigint references users (id),
  language text,
  member_card_id bigint references member_card (id),
  from_membership_id bigint references membership (id),
  voucher_redeem_id bigint references voucher_redeem (id),
  visit_id bigint references visit (id),
  -- A mail for a day of the calendar is sent once: `birthday 17 2026`.
  occasion text,
  -- The receipt that the mail brings, and which copy of it.
  receipt_id bigint references receipt (id),
  receipt_copy integer
);
create unique index mail_cause_occasion_key on mail_cause (occasion) where occasion is not null;
create index mail_cause_receipt_id_idx on mail_cause (receipt_id) where receipt_id is not null;

-- Mails that were requested while a guest waits, stored here until many of them are added to the log at once.
create table mail_request (
  id bigint generated always as identity primary key,
  mail_type text not null,
  voucher_redeem_id bigint,
  visit_id bigint,
  ordered_at timestamptz(0) not null
);

-- Openings of mails that are not yet counted in the log.
create table mail_opening (
  mail_log_id bigint not null references mail_log (id),
  at timestamptz(0) not null
);

-- Integrations --------------------------------------------------------------------------------------------------------

create table integration (
  like record including all,
  hotel_id bigint not null references hotel (id),
  name text not null,
  description text,
  -- Only the hash of the token is stored: SHA-256 in hexadecimal digits.
  access_token text not null constraint integration_access_token_check check (access_token ~ '^[0-9a-f]{64}$'),
  is_active boolean not null,
  -- What the system may do, from which addresses, and until when.
  may_read_members boolean not null default true,
  may_redeem boolean not null default true,
  may_post_visits boolean not null default true,
  addresses text,
  end_date date,
  calls_per_minute integer not null default 600
    constraint integration_calls_per_minute_check check (calls_per_minute > 0),
  -- A system on trial changes nothing.
  is_test boolean not null default false
);
create index integration_hotel_id_idx on integration (hotel_id);
create unique index integration_access_token_key on integration (access_token);
create index integration_search_idx on integration using gin (name gin_trgm_ops, description gin_trgm_ops);
call enable_audit('integration', '{access_token}');

-- The calls of each system by minute, for a day: how much of the quota of the minute the processes have reserved, and
-- the outcome of the calls.
create table integration_usage (
  integration_id bigint not null references integration (id),
  minute timestamptz not null,
  taken integer not null default 0,
  calls integer not null default 0,
  failures integer not null default 0,
  last_at timestamptz(0),
  primary key (integration_id, minute)
);
create index integration_usage_minute_idx on integration_usage (minute);

-- Bills that a hotel's own system could not post and asked to hold: staff correct and post them, or dismiss them.
create table held_posting (
  like record including all,
  state text not null default 'waiting'
    constraint held_posting_state_check check (state in ('waiting', 'posted', 'dismissed')),
  reason text not null
    constraint held_posting_reason_check check (reason in ('unknown_card', 'no_running_card', 'merged_member')),
  reference_no text not null,
  hotel_id bigint not null references hotel (id),
  card_no text,
  member_id bigint references member (id),
  visit_date timestamptz(0) not null,
  total_fb numeric(15, 3) not null default 0.000 constraint held_posting_total_fb_check check (total_fb >= 0),
  total_room numeric(15, 3) not null default 0.000 constraint held_posting_total_room_check check (total_room >= 0),
  total_others numeric(15, 3) not null default 0.000
    constraint held_posting_total_others_check check (total_others >= 0),
  grand_total numeric(15, 3) not null generated always as (total_fb + total_room + total_others) stored
    constraint held_posting_grand_total_check check (grand_total >= 0),
  currency text not null,
  staff_name text not null,
  remark text,
  integration_id bigint references integration (id),
  visit_id bigint references visit (id),
  dismiss_reason text,
  -- A posted bill has a visit, a dismissed one a reason.
  constraint held_posting_visit_id_check check ((visit_id is not null) = (state = 'posted')),
  constraint held_posting_dismiss_reason_check check ((dismiss_reason is not null) = (state = 'dismissed'))
);
create unique index held_posting_hotel_id_reference_no_key on held_posting (hotel_id, normalize_text(reference_no))
  where deleted_at is null;
create index held_posting_hotel_id_idx on held_posting (hotel_id);
create index held_posting_member_id_idx on held_posting (member_id);
create index held_posting_integration_id_idx on held_posting (integration_id);
create index held_posting_visit_id_idx on held_posting (visit_id);
create index held_posting_state_idx on held_posting (lower(state), id) where deleted_at is null;
create index held_posting_search_idx on held_posting using gin (
  reference_no gin_trgm_ops, card_no gin_trgm_ops, staff_name gin_trgm_ops, remark gin_trgm_ops
);
call enable_audit('held_posting');

-- Webhooks ------------------------------------------------------------------------------------------------------------

create table webhook (
  like record including all,
  name text not null,
  -- The webhook gets what the hotel of this integration may see; that of the whole group when empty.
  integration_id bigint references integration (id),
  url text not null,
  is_active boolean not null,
  -- Signs the messages, so it is stored in clear text. Only the call that creates it returns it.
  secret text not null,
  member_created boolean not null default false,
  member_updated boolean not null default false,
  member_upgraded boolean not null default false,
  member_lapsed boolean not null default false,
  card_issued boolean not null default false,
  voucher_redeemed boolean not null default false,
  voucher_voided boolean not null default false,
  visit_posted boolean not null default false,
  visit_moved boolean not null default false,
  visit_deleted boolean not null default false,
  sale_made boolean not null default false,
  sale_cancelled boolean not null default false,
  -- When it was switched off because its URL did not respond.
  paused_at timestamptz(0),
  sale_refunded boolean not null default false
);
create index webhook_integration_id_idx on webhook (integration_id);
create index webhook_search_idx on webhook using gin (name gin_trgm_ops, url gin_trgm_ops);
call enable_audit('webhook', '{secret}');

-- Secrets that were replaced, and until when they sign beside the present one.
create table webhook_secret (
  webhook_id bigint not null references webhook (id),
  secret text not null,
  until timestamptz(0) not null
);
create index webhook_secret_webhook_id_idx on webhook_secret (webhook_id);

-- Events, written in the transaction of the change, until messages are created from them. There are no foreign keys,
-- because a change must not wait for somebody who edits a webhook.
create table webhook_event (
  id bigint generated always as identity primary key,
  event text not null,
  record_id bigint not null,
  at timestamptz(0) not null,
  before jsonb
);

create table webhook_delivery (
  like record including all,
  webhook_id bigint not null references webhook (id),
  event text not null constraint webhook_delivery_event_check check (event in (
    'member.created', 'member.updated', 'member.upgraded', 'member.lapsed', 'card.issued', 'voucher.redeemed',
    'voucher.voided', 'visit.posted', 'visit.moved', 'visit.deleted', 'sale.made', 'sale.cancelled', 'sale.refunded')),
  -- Messages about one record are sent in order.
  about text not null,
  delivery_status text not null default 'queued'
    constraint webhook_delivery_delivery_status_check check (delivery_status in ('queued', 'sent', 'failed')),
  status_code integer constraint webhook_delivery_status_code_check check (status_code >= 0),
  answer text,
  duration_ms integer constraint webhook_delivery_duration_ms_check check (duration_ms >= 0),
  attempts integer not null default 0 constraint webhook_delivery_attempts_check check (attempts >= 0),
  last_attempt_at timestamptz(0),
  next_attempt_at timestamptz(0),
  message_id text not null
);
create index webhook_delivery_webhook_id_idx on webhook_delivery (webhook_id, id);
create index webhook_delivery_due_idx on webhook_delivery (webhook_id, next_attempt_at)
  where delivery_status = 'queued';
create index webhook_delivery_turn_idx on webhook_delivery (webhook_id, about, id) where delivery_status = 'queued';
create index webhook_delivery_search_idx on webhook_delivery using gin (
  about gin_trgm_ops, answer gin_trgm_ops, message_id gin_trgm_ops
);
call enable_audit('webhook_delivery');

-- The text of messages, for as long as they may be sent again.
create table webhook_message (
  delivery_id bigint primary key references webhook_delivery (id),
  body text not null,
  -- When the first attempt was made.
  tried_since timestamptz(0)
);
