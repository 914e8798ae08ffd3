-- The schema as migrations and routines make it, for reading in a diff: `npm run schema` writes it, and
-- db/src/schema-dump.test.ts compares it. The bodies of functions and views are in db/routines.

create extension btree_gist;
create extension pg_trgm;

create table access_token (
  token_hash bytea not null,
  session_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint access_token_pkey PRIMARY KEY (token_hash),
  constraint access_token_token_hash_check CHECK (length(token_hash) = 32),
  constraint access_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
CREATE INDEX access_token_session_id_idx ON access_token USING btree (session_id);

create table approval (
  id bigint not null generated always as identity,
  kind text not null,
  requested_at timestamp(0) with time zone not null,
  requested_by_id bigint,
  expires_at timestamp(0) with time zone not null,
  reason text not null,
  needs text not null,
  hotel_id bigint,
  country_id bigint,
  call text,
  path jsonb not null,
  body jsonb not null,
  time_zone text not null,
  facts jsonb not null,
  outcome text,
  decided_at timestamp(0) with time zone,
  decided_by_id bigint,
  decision text,
  failure jsonb,
  request_id text,
  member_card_id bigint,
  constraint approval_pkey PRIMARY KEY (id),
  constraint approval_decided_at_check CHECK (
CASE
    WHEN kind = 'upgrade'::text AND outcome = 'withdrawn'::text THEN decided_at IS NOT NULL AND decided_by_id IS NULL
    ELSE num_nulls(outcome, decided_at, decided_by_id) = ANY (ARRAY[0, 3])
END),
  constraint approval_decided_by_id_check CHECK (outcome = 'withdrawn'::text OR decided_by_id <> requested_by_id),
  constraint approval_hotel_id_check CHECK (num_nulls(hotel_id, country_id) = 1),
  constraint approval_kind_check CHECK (kind = ANY (ARRAY['discount'::text, 'free_membership'::text, 'tier'::text, 'card'::text, 'voucher'::text, 'extension'::text, 'reopen_month'::text, 'upgrade'::text, 'refund'::text, 'cancellation'::text])),
  constraint approval_member_card_id_check CHECK (
CASE
    WHEN kind = 'upgrade'::text THEN member_card_id IS NOT NULL AND call IS NULL
    ELSE member_card_id IS NULL AND num_nulls(requested_by_id, call) = 0
END),
  constraint approval_outcome_check CHECK (outcome = ANY (ARRAY['approved'::text, 'rejected'::text, 'withdrawn'::text, 'failed'::text])),
  constraint approval_country_id_fkey FOREIGN KEY (country_id) REFERENCES country(id),
  constraint approval_decided_by_id_fkey FOREIGN KEY (decided_by_id) REFERENCES users(id),
  constraint approval_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint approval_member_card_id_fkey FOREIGN KEY (member_card_id) REFERENCES member_card(id),
  constraint approval_requested_by_id_fkey FOREIGN KEY (requested_by_id) REFERENCES users(id)
);
CREATE INDEX approval_decided_by_id_idx ON approval USING btree (decided_by_id, decided_at);
CREATE INDEX approval_member_card_id_idx ON approval USING btree (member_card_id) WHERE member_card_id IS NOT NULL;
CREATE UNIQUE INDEX approval_member_card_id_key ON approval USING btree (member_card_id, expires_at) WHERE outcome IS NULL;
CREATE INDEX approval_request_id_idx ON approval USING btree (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX approval_requested_by_id_idx ON approval USING btree (requested_by_id, id DESC);
CREATE INDEX approval_waiting_idx ON approval USING btree (id) WHERE outcome IS NULL;
revoke delete, truncate, update on approval from owner;
grant update (outcome), update (decided_at), update (decided_by_id), update (decision), update (failure), update (request_id) on approval to owner;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON approval FOR EACH ROW EXECUTE FUNCTION append_only_except('outcome', 'decided_at', 'decided_by_id', 'decision', 'failure', 'request_id');
CREATE TRIGGER log_decision AFTER INSERT OR UPDATE ON approval FOR EACH ROW EXECUTE FUNCTION log_decision();

create table archived_record (
  resource text not null,
  record_id bigint not null,
  log_archive_id bigint not null,
  hash bytea,
  changes integer not null,
  is_created boolean not null,
  last_action text,
  constraint archived_record_pkey PRIMARY KEY (resource, record_id, log_archive_id)
);
revoke truncate, update on archived_record from owner;

create table archived_seal (
  seal_id bigint not null,
  hash bytea not null,
  constraint archived_seal_pkey PRIMARY KEY (seal_id)
);
revoke truncate, update on archived_seal from owner;

create table audit_log (
  id bigint not null default nextval('audit_log_id_seq'::regclass),
  at timestamp(0) with time zone not null default clock_timestamp(),
  actor_id bigint,
  ip inet,
  request_id text,
  resource text not null,
  record_id bigint not null,
  action text not null,
  before jsonb,
  after jsonb,
  hash bytea,
  constraint audit_log_action_check CHECK (action = ANY (ARRAY['create'::text, 'update'::text, 'delete'::text, 'restore'::text]))
) partition by range (at);
CREATE INDEX audit_log_record_idx ON ONLY audit_log USING btree (resource, record_id, id DESC);
CREATE INDEX audit_log_request_idx ON ONLY audit_log USING btree (request_id);
revoke delete, truncate, update on audit_log from owner;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER enqueue_webhook_events AFTER INSERT ON audit_log REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION enqueue_webhook_events();
CREATE TRIGGER set_log_hash BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION set_log_hash();

create table audited_table (
  name text not null,
  secrets text[] not null,
  constraint audited_table_pkey PRIMARY KEY (name)
);

create table call_owner (
  member_id bigint not null,
  work_list text not null,
  user_id bigint not null,
  assigned_by_id bigint not null,
  assigned_at timestamp(0) with time zone not null default now(),
  constraint call_owner_pkey PRIMARY KEY (member_id, work_list),
  constraint call_owner_work_list_check CHECK (work_list = ANY (ARRAY['renewal'::text, 'expiring'::text, 'never_used'::text, 'near_upgrade'::text, 'birthday'::text])),
  constraint call_owner_assigned_by_id_fkey FOREIGN KEY (assigned_by_id) REFERENCES users(id),
  constraint call_owner_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint call_owner_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX call_owner_user_id_idx ON call_owner USING btree (user_id);

create table country (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  region_id bigint not null,
  name text not null,
  cca2 text not null,
  cca3 text not null,
  ccn3 text not null,
  time_zone text not null,
  currency text not null,
  decimals integer not null,
  usd_rate numeric(18,6),
  capital text,
  w_region text,
  sub_region text,
  latitude numeric(27,15),
  longitude numeric(27,15),
  spelling_code text,
  spelling text,
  visit_limit numeric(15,3),
  visit_minimum numeric(15,3),
  constraint country_pkey PRIMARY KEY (id),
  constraint country_cca2_check CHECK (cca2 ~ '^[A-Z]{2}$'::text),
  constraint country_cca3_check CHECK (cca3 ~ '^[A-Z]{3}$'::text),
  constraint country_ccn3_check CHECK (ccn3 ~ '^[0-9]{3}$'::text),
  constraint country_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint country_decimals_check CHECK (decimals >= 0 AND decimals <= 3),
  constraint country_latitude_check CHECK (latitude >= '-90'::integer::numeric AND latitude <= 90::numeric),
  constraint country_longitude_check CHECK (longitude >= '-180'::integer::numeric AND longitude <= 180::numeric),
  constraint country_usd_rate_check CHECK (usd_rate > 0::numeric),
  constraint country_visit_limit_check CHECK (visit_limit > 0::numeric),
  constraint country_visit_minimum_check CHECK (visit_minimum >= 0::numeric),
  constraint country_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint country_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint country_region_id_fkey FOREIGN KEY (region_id) REFERENCES region(id),
  constraint country_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE UNIQUE INDEX country_cca2_key ON country USING btree (lower(cca2)) WHERE deleted_at IS NULL;
CREATE INDEX country_id_idx ON country USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX country_region_id_idx ON country USING btree (region_id);
CREATE INDEX country_search_idx ON country USING gin (name gin_trgm_ops, cca2 gin_trgm_ops, cca3 gin_trgm_ops, ccn3 gin_trgm_ops, time_zone gin_trgm_ops, currency gin_trgm_ops, capital gin_trgm_ops, w_region gin_trgm_ops, sub_region gin_trgm_ops, spelling_code gin_trgm_ops, spelling gin_trgm_ops);
CREATE TRIGGER bump_permissions_version AFTER INSERT OR DELETE OR UPDATE ON country FOR EACH ROW EXECUTE FUNCTION bump_permissions_version('places');
CREATE TRIGGER fill_usd_amounts AFTER UPDATE ON country REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION backfill_usd_amounts();
CREATE TRIGGER keep_zone AFTER UPDATE OF time_zone ON country FOR EACH ROW WHEN (new.time_zone <> old.time_zone AND has_closed_months(ARRAY[new.id])) EXECUTE FUNCTION reject_changed_columns('only', '{time_zone}', 'month_closed_place');
CREATE TRIGGER log_created AFTER INSERT ON country REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON country REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON country FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER recount_days_of_hotels AFTER UPDATE OF time_zone, visit_minimum ON country FOR EACH ROW WHEN (new.time_zone <> old.time_zone OR new.visit_minimum IS DISTINCT FROM old.visit_minimum) EXECUTE FUNCTION recount_days_of_hotels();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON country FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table export_log (
  id bigint not null generated always as identity,
  at timestamp(0) with time zone not null default clock_timestamp(),
  actor_id bigint not null,
  ip inet,
  request_id text not null,
  resource text not null,
  format text not null,
  columns text[] not null,
  query jsonb not null,
  rows bigint,
  constraint export_log_pkey PRIMARY KEY (id),
  constraint export_log_format_check CHECK (format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'pdf'::text]))
);
revoke delete, truncate, update on export_log from owner;
grant update (rows) on export_log to owner;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON export_log FOR EACH ROW EXECUTE FUNCTION append_only_except('rows');

create table flagged_activity (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  kind text not null,
  occurred_at timestamp(0) with time zone not null,
  hotel_id bigint not null,
  member_id bigint,
  visit_id bigint,
  voucher_redeem_id bigint,
  staff_name text not null,
  times integer,
  amount numeric(15,3),
  currency text not null,
  note text,
  reviewed_by_id bigint,
  reviewed_at timestamp(0) with time zone,
  approval_id bigint,
  constraint flagged_activity_pkey PRIMARY KEY (id),
  constraint flagged_activity_amount_check CHECK (amount >= 0::numeric),
  constraint flagged_activity_kind_check CHECK (kind = ANY (ARRAY['after_shift'::text, 'one_name'::text, 'far_away'::text, 'same_amount'::text, 'mutual_approval'::text])),
  constraint flagged_activity_note_check CHECK (num_nulls(note, reviewed_by_id, reviewed_at) = ANY (ARRAY[0, 3])),
  constraint flagged_activity_times_check CHECK (times >= 1),
  constraint flagged_activity_visit_id_check CHECK (num_nonnulls(visit_id, voucher_redeem_id, approval_id) <= 1),
  constraint flagged_activity_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(id),
  constraint flagged_activity_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint flagged_activity_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint flagged_activity_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint flagged_activity_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint flagged_activity_reviewed_by_id_fkey FOREIGN KEY (reviewed_by_id) REFERENCES users(id),
  constraint flagged_activity_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id),
  constraint flagged_activity_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id),
  constraint flagged_activity_voucher_redeem_id_fkey FOREIGN KEY (voucher_redeem_id) REFERENCES voucher_redeem(id)
) with (autovacuum_analyze_threshold=5);
CREATE UNIQUE INDEX flagged_activity_approval_id_idx ON flagged_activity USING btree (approval_id);
CREATE INDEX flagged_activity_hotel_id_idx ON flagged_activity USING btree (hotel_id);
CREATE INDEX flagged_activity_id_idx ON flagged_activity USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX flagged_activity_member_id_idx ON flagged_activity USING btree (member_id);
CREATE INDEX flagged_activity_occurred_at_idx ON flagged_activity USING btree (occurred_at, id) WHERE deleted_at IS NULL;
CREATE INDEX flagged_activity_reviewed_by_id_idx ON flagged_activity USING btree (reviewed_by_id);
CREATE INDEX flagged_activity_search_idx ON flagged_activity USING gin (staff_name gin_trgm_ops, note gin_trgm_ops);
CREATE INDEX flagged_activity_visit_id_idx ON flagged_activity USING btree (visit_id);
CREATE INDEX flagged_activity_voucher_redeem_id_idx ON flagged_activity USING btree (voucher_redeem_id);
CREATE TRIGGER keep_activity BEFORE UPDATE ON flagged_activity FOR EACH ROW EXECUTE FUNCTION reject_changed_columns('once', '{note,reviewed_by_id,reviewed_at}', 'flagged_activity_immutable');
CREATE TRIGGER log_created AFTER INSERT ON flagged_activity REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON flagged_activity REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON flagged_activity FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON flagged_activity FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table flagged_activity_limit (
  hotel_id bigint not null,
  kind text not null,
  is_bill boolean not null,
  times integer not null,
  computed_at timestamp(0) with time zone not null,
  constraint flagged_activity_limit_pkey PRIMARY KEY (hotel_id, kind, is_bill),
  constraint flagged_activity_limit_times_check CHECK (times >= 1),
  constraint flagged_activity_limit_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id)
);

create table flagged_activity_mark (
  line_id bigint not null
);

create table held_posting (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  state text not null default 'waiting'::text,
  reason text not null,
  reference_no text not null,
  hotel_id bigint not null,
  card_no text,
  member_id bigint,
  visit_date timestamp(0) with time zone not null,
  total_fb numeric(15,3) not null default 0.000,
  total_room numeric(15,3) not null default 0.000,
  total_others numeric(15,3) not null default 0.000,
  grand_total numeric(15,3) not null generated always as ((total_fb + total_room + total_others)) stored,
  currency text not null,
  staff_name text not null,
  remark text,
  integration_id bigint,
  visit_id bigint,
  dismiss_reason text,
  constraint held_posting_pkey PRIMARY KEY (id),
  constraint held_posting_dismiss_reason_check CHECK ((dismiss_reason IS NOT NULL) = (state = 'dismissed'::text)),
  constraint held_posting_grand_total_check CHECK (grand_total >= 0::numeric),
  constraint held_posting_reason_check CHECK (reason = ANY (ARRAY['unknown_card'::text, 'no_running_card'::text, 'merged_member'::text])),
  constraint held_posting_state_check CHECK (state = ANY (ARRAY['waiting'::text, 'posted'::text, 'dismissed'::text])),
  constraint held_posting_total_fb_check CHECK (total_fb >= 0::numeric),
  constraint held_posting_total_others_check CHECK (total_others >= 0::numeric),
  constraint held_posting_total_room_check CHECK (total_room >= 0::numeric),
  constraint held_posting_visit_id_check CHECK ((visit_id IS NOT NULL) = (state = 'posted'::text)),
  constraint held_posting_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint held_posting_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint held_posting_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint held_posting_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integration(id),
  constraint held_posting_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint held_posting_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id),
  constraint held_posting_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX held_posting_hotel_id_idx ON held_posting USING btree (hotel_id);
CREATE UNIQUE INDEX held_posting_hotel_id_reference_no_key ON held_posting USING btree (hotel_id, normalize_text(reference_no)) WHERE deleted_at IS NULL;
CREATE INDEX held_posting_id_idx ON held_posting USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX held_posting_integration_id_idx ON held_posting USING btree (integration_id);
CREATE INDEX held_posting_member_id_idx ON held_posting USING btree (member_id);
CREATE INDEX held_posting_search_idx ON held_posting USING gin (reference_no gin_trgm_ops, search_number(card_no) gin_trgm_ops, staff_name gin_trgm_ops, remark gin_trgm_ops);
CREATE INDEX held_posting_state_idx ON held_posting USING btree (lower(state), id) WHERE deleted_at IS NULL;
CREATE INDEX held_posting_visit_id_idx ON held_posting USING btree (visit_id);
CREATE TRIGGER log_created AFTER INSERT ON held_posting REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON held_posting REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON held_posting FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON held_posting FOR EACH ROW EXECUTE FUNCTION stamp_record('grand_total');

create table hotel (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  country_id bigint not null,
  code text not null,
  name text not null,
  is_active boolean not null,
  time_zone text,
  email text not null,
  phone_no text,
  fax_no text,
  address_1 text,
  address_2 text,
  zip text,
  greeting_name text,
  greeting_position text,
  constraint hotel_pkey PRIMARY KEY (id),
  constraint hotel_country_id_fkey FOREIGN KEY (country_id) REFERENCES country(id),
  constraint hotel_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint hotel_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint hotel_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE UNIQUE INDEX hotel_code_key ON hotel USING btree (lower(code)) WHERE deleted_at IS NULL;
CREATE INDEX hotel_country_id_idx ON hotel USING btree (country_id);
CREATE INDEX hotel_id_idx ON hotel USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX hotel_search_idx ON hotel USING gin (code gin_trgm_ops, name gin_trgm_ops, email gin_trgm_ops, time_zone gin_trgm_ops, search_phone(phone_no) gin_trgm_ops, search_phone(fax_no) gin_trgm_ops, address_1 gin_trgm_ops, address_2 gin_trgm_ops, zip gin_trgm_ops, greeting_name gin_trgm_ops, greeting_position gin_trgm_ops);
CREATE TRIGGER bump_permissions_version AFTER INSERT OR DELETE OR UPDATE ON hotel FOR EACH ROW EXECUTE FUNCTION bump_permissions_version('places');
CREATE TRIGGER keep_currency AFTER UPDATE OF country_id ON hotel FOR EACH ROW WHEN (new.country_id <> old.country_id AND has_amounts_in_currency_of(new.id, old.country_id, new.country_id)) EXECUTE FUNCTION reject_changed_columns('only', '{country_id}', 'hotel_currency_immutable');
CREATE TRIGGER keep_zone AFTER UPDATE OF time_zone, country_id ON hotel FOR EACH ROW WHEN ((new.time_zone IS DISTINCT FROM old.time_zone OR new.country_id <> old.country_id) AND has_closed_months(ARRAY[old.country_id, new.country_id]) AND has_records(new.id)) EXECUTE FUNCTION reject_changed_columns('only', '{time_zone,country_id}', 'month_closed_place');
CREATE TRIGGER log_created AFTER INSERT ON hotel REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON hotel REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON hotel FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER recount_days_of_hotels AFTER UPDATE OF time_zone, country_id ON hotel FOR EACH ROW WHEN (new.time_zone IS DISTINCT FROM old.time_zone OR new.country_id <> old.country_id) EXECUTE FUNCTION recount_days_of_hotels();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON hotel FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table idempotency_key (
  actor_id bigint not null,
  key text not null,
  request_hash bytea not null,
  status integer,
  response text,
  created_at timestamp(0) with time zone not null default now(),
  constraint idempotency_key_pkey PRIMARY KEY (actor_id, key)
);
CREATE INDEX idempotency_key_created_at_idx ON idempotency_key USING btree (created_at);

create table import_run (
  id bigint not null generated always as identity,
  at timestamp(0) with time zone not null default clock_timestamp(),
  actor_id bigint not null,
  request_id text not null,
  resource text not null,
  file_name text not null,
  rows integer not null,
  created integer not null,
  updated integer not null,
  undone_at timestamp(0) with time zone,
  undone_by_id bigint,
  constraint import_run_pkey PRIMARY KEY (id),
  constraint import_run_request_id_key UNIQUE (request_id),
  constraint import_run_undone_at_check CHECK ((undone_at IS NULL) = (undone_by_id IS NULL)),
  constraint import_run_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint import_run_undone_by_id_fkey FOREIGN KEY (undone_by_id) REFERENCES users(id)
);
CREATE INDEX import_run_resource_idx ON import_run USING btree (resource, id DESC);
revoke delete, truncate, update on import_run from owner;
grant update (undone_at), update (undone_by_id) on import_run to owner;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON import_run FOR EACH ROW EXECUTE FUNCTION append_only_except('undone_at', 'undone_by_id');

create table integration (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  hotel_id bigint not null,
  name text not null,
  description text,
  access_token text not null,
  is_active boolean not null,
  may_read_members boolean not null default true,
  may_redeem boolean not null default true,
  may_post_visits boolean not null default true,
  addresses text,
  end_date date,
  calls_per_minute integer not null default 600,
  is_test boolean not null default false,
  sees_all_hotels boolean not null default false,
  constraint integration_pkey PRIMARY KEY (id),
  constraint integration_access_token_check CHECK (access_token ~ '^[0-9a-f]{64}$'::text),
  constraint integration_calls_per_minute_check CHECK (calls_per_minute > 0),
  constraint integration_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint integration_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint integration_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint integration_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE UNIQUE INDEX integration_access_token_key ON integration USING btree (access_token);
CREATE INDEX integration_hotel_id_idx ON integration USING btree (hotel_id);
CREATE INDEX integration_id_idx ON integration USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX integration_search_idx ON integration USING gin (name gin_trgm_ops, description gin_trgm_ops);
CREATE TRIGGER log_created AFTER INSERT ON integration REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{access_token}');
CREATE TRIGGER log_updated AFTER UPDATE ON integration REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{access_token}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON integration FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON integration FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table integration_hotel (
  integration_id bigint not null,
  hotel_id bigint not null,
  constraint integration_hotel_pkey PRIMARY KEY (integration_id, hotel_id),
  constraint integration_hotel_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint integration_hotel_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integration(id)
);
CREATE INDEX integration_hotel_hotel_id_idx ON integration_hotel USING btree (hotel_id);
CREATE TRIGGER log_added_rights AFTER INSERT ON integration_hotel REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION log_rights('integration', 'integration_id', 'hotel_id', 'hotelsId');
CREATE TRIGGER log_removed_rights AFTER DELETE ON integration_hotel REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION log_rights('integration', 'integration_id', 'hotel_id', 'hotelsId');

create table integration_member (
  integration_id bigint not null,
  reference_no text not null,
  member_id bigint not null,
  constraint integration_member_pkey PRIMARY KEY (integration_id, reference_no),
  constraint integration_member_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integration(id),
  constraint integration_member_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id)
);
CREATE INDEX integration_member_member_id_idx ON integration_member USING btree (member_id);

create table integration_role (
  integration_id bigint not null,
  roles_id bigint not null,
  constraint integration_role_pkey PRIMARY KEY (integration_id, roles_id),
  constraint integration_role_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integration(id),
  constraint integration_role_roles_id_fkey FOREIGN KEY (roles_id) REFERENCES roles(id)
);
CREATE INDEX integration_role_roles_id_idx ON integration_role USING btree (roles_id);
CREATE TRIGGER log_added_rights AFTER INSERT ON integration_role REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION log_rights('integration', 'integration_id', 'roles_id', 'rolesId');
CREATE TRIGGER log_removed_rights AFTER DELETE ON integration_role REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION log_rights('integration', 'integration_id', 'roles_id', 'rolesId');

create table integration_usage (
  integration_id bigint not null,
  minute timestamp with time zone not null,
  taken integer not null default 0,
  calls integer not null default 0,
  failures integer not null default 0,
  last_at timestamp(0) with time zone,
  constraint integration_usage_pkey PRIMARY KEY (integration_id, minute),
  constraint integration_usage_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integration(id)
);
CREATE INDEX integration_usage_minute_idx ON integration_usage USING btree (minute);

create table liability_rollup (
  hotel_id bigint not null,
  voucher_id bigint not null,
  currency text not null,
  kind text not null,
  span text not null,
  day date not null,
  number bigint not null,
  nominal numeric not null,
  nominal_usd numeric not null,
  without_rate bigint not null,
  constraint liability_rollup_kind_check CHECK (kind = ANY (ARRAY['issued'::text, 'redeemed'::text, 'expired'::text, 'cancelled'::text, 'corrected'::text])),
  constraint liability_rollup_span_check CHECK (span = ANY (ARRAY['day'::text, 'month'::text, 'year'::text])),
  constraint liability_rollup_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint liability_rollup_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES voucher(id)
);
CREATE UNIQUE INDEX liability_rollup_key ON liability_rollup USING btree (span, day, hotel_id, voucher_id, currency, kind);

create table liability_rollup_delta (
  hotel_id bigint not null,
  voucher_id bigint not null,
  currency text not null,
  kind text not null,
  day date not null,
  number bigint not null,
  nominal numeric not null,
  nominal_usd numeric not null,
  without_rate bigint not null
);

create table loaded_record (
  resource text not null,
  first_id bigint not null,
  last_id bigint not null,
  at timestamp(0) with time zone not null default clock_timestamp(),
  constraint loaded_record_pkey PRIMARY KEY (resource, first_id),
  constraint loaded_record_check CHECK (first_id <= last_id)
);
revoke delete, truncate, update on loaded_record from owner;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON loaded_record FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

create table log_archive (
  id bigint not null generated always as identity,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone not null,
  lines bigint not null,
  first_id bigint,
  last_id bigint,
  file text not null,
  bytes bigint not null,
  sha256 bytea not null,
  archived_at timestamp(0) with time zone not null default clock_timestamp(),
  restored_at timestamp(0) with time zone,
  constraint log_archive_pkey PRIMARY KEY (id),
  constraint log_archive_file_key UNIQUE (file)
);
revoke delete, truncate, update on log_archive from owner;
grant update (restored_at) on log_archive to owner;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON log_archive FOR EACH ROW EXECUTE FUNCTION append_only_except('restored_at');

create table log_seal (
  id bigint not null,
  at timestamp(0) with time zone not null,
  after_id bigint not null,
  last_id bigint not null,
  lines bigint not null,
  is_unchained boolean not null,
  hash bytea not null,
  constraint log_seal_pkey PRIMARY KEY (id),
  constraint log_seal_last_id_check CHECK (last_id > after_id)
);
revoke delete, truncate, update on log_seal from owner;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON log_seal FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

create table log_watermark (
  safe_id bigint not null,
  next_id bigint not null,
  writers text[] not null
);

create table mail_address_state (
  email text not null,
  state text not null,
  at timestamp(0) with time zone not null,
  constraint mail_address_state_pkey PRIMARY KEY (email),
  constraint mail_address_state_email_check CHECK (email = lower(email)),
  constraint mail_address_state_state_check CHECK (state = ANY (ARRAY['bounced'::text, 'complained'::text]))
);

create table mail_cause (
  mail_log_id bigint not null,
  account_mail text,
  user_id bigint,
  language text,
  member_card_id bigint,
  from_membership_id bigint,
  voucher_redeem_id bigint,
  visit_id bigint,
  occasion text,
  receipt_id bigint,
  receipt_copy integer,
  session_id bigint,
  constraint mail_cause_pkey PRIMARY KEY (mail_log_id),
  constraint mail_cause_from_membership_id_fkey FOREIGN KEY (from_membership_id) REFERENCES membership(id),
  constraint mail_cause_mail_log_id_fkey FOREIGN KEY (mail_log_id) REFERENCES mail_log(id),
  constraint mail_cause_member_card_id_fkey FOREIGN KEY (member_card_id) REFERENCES member_card(id),
  constraint mail_cause_receipt_id_fkey FOREIGN KEY (receipt_id) REFERENCES receipt(id),
  constraint mail_cause_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE SET NULL,
  constraint mail_cause_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id),
  constraint mail_cause_visit_id_fkey FOREIGN KEY (visit_id) REFERENCES visit(id),
  constraint mail_cause_voucher_redeem_id_fkey FOREIGN KEY (voucher_redeem_id) REFERENCES voucher_redeem(id)
);
CREATE UNIQUE INDEX mail_cause_occasion_key ON mail_cause USING btree (occasion) WHERE occasion IS NOT NULL;
CREATE INDEX mail_cause_receipt_id_idx ON mail_cause USING btree (receipt_id) WHERE receipt_id IS NOT NULL;
CREATE INDEX mail_cause_session_id_idx ON mail_cause USING btree (session_id) WHERE session_id IS NOT NULL;

create table mail_content (
  mail_log_id bigint not null,
  sent_at timestamp(0) with time zone not null,
  content bytea not null,
  constraint mail_content_pkey PRIMARY KEY (mail_log_id),
  constraint mail_content_mail_log_id_fkey FOREIGN KEY (mail_log_id) REFERENCES mail_log(id)
);
CREATE INDEX mail_content_sent_at_idx ON mail_content USING btree (sent_at);

create table mail_data (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  mail_template_id bigint not null,
  sort_no integer not null,
  name text not null,
  description text not null,
  constraint mail_data_pkey PRIMARY KEY (id),
  constraint mail_data_sort_no_check CHECK (sort_no >= 0),
  constraint mail_data_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint mail_data_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint mail_data_mail_template_id_fkey FOREIGN KEY (mail_template_id) REFERENCES mail_template(id),
  constraint mail_data_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX mail_data_id_idx ON mail_data USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX mail_data_mail_template_id_idx ON mail_data USING btree (mail_template_id);
CREATE INDEX mail_data_search_idx ON mail_data USING gin (name gin_trgm_ops, description gin_trgm_ops);
CREATE TRIGGER log_created AFTER INSERT ON mail_data REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON mail_data REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON mail_data FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON mail_data FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table mail_language (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  mail_template_id bigint not null,
  country_id bigint,
  header text not null,
  is_active boolean not null,
  is_reserved boolean not null default false,
  sequence_no bigint not null default nextval('mail_language_sequence_no'::regclass),
  constraint mail_language_pkey PRIMARY KEY (id),
  constraint mail_language_default_excl EXCLUDE USING btree (mail_template_id WITH =) WHERE (is_reserved AND deleted_at IS NULL) DEFERRABLE INITIALLY DEFERRED,
  constraint mail_language_country_id_fkey FOREIGN KEY (country_id) REFERENCES country(id),
  constraint mail_language_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint mail_language_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint mail_language_mail_template_id_fkey FOREIGN KEY (mail_template_id) REFERENCES mail_template(id),
  constraint mail_language_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX mail_language_country_id_idx ON mail_language USING btree (country_id);
CREATE INDEX mail_language_id_idx ON mail_language USING btree (id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX mail_language_mail_template_id_country_id_key ON mail_language USING btree (mail_template_id, country_id) NULLS NOT DISTINCT WHERE deleted_at IS NULL;
CREATE INDEX mail_language_mail_template_id_idx ON mail_language USING btree (mail_template_id);
CREATE INDEX mail_language_search_idx ON mail_language USING gin (header gin_trgm_ops);
CREATE TRIGGER lock_mail_template BEFORE INSERT OR UPDATE OF mail_template_id, is_active, deleted_at ON mail_language FOR EACH ROW EXECUTE FUNCTION lock_mail_template();
CREATE TRIGGER log_created AFTER INSERT ON mail_language REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON mail_language REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON mail_language FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER set_default AFTER INSERT OR UPDATE ON mail_language FOR EACH ROW EXECUTE FUNCTION set_default_language();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON mail_language FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table mail_language_params (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  mail_language_id bigint not null,
  mail_params_id bigint not null,
  type_input_id bigint not null,
  name text not null,
  value text not null,
  constraint mail_language_params_pkey PRIMARY KEY (id),
  constraint mail_language_params_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint mail_language_params_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint mail_language_params_mail_language_id_fkey FOREIGN KEY (mail_language_id) REFERENCES mail_language(id),
  constraint mail_language_params_mail_params_id_fkey FOREIGN KEY (mail_params_id) REFERENCES mail_params(id),
  constraint mail_language_params_type_input_id_fkey FOREIGN KEY (type_input_id) REFERENCES type_input(id),
  constraint mail_language_params_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX mail_language_params_id_idx ON mail_language_params USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX mail_language_params_mail_language_id_idx ON mail_language_params USING btree (mail_language_id);
CREATE INDEX mail_language_params_mail_params_id_idx ON mail_language_params USING btree (mail_params_id);
CREATE INDEX mail_language_params_search_idx ON mail_language_params USING gin (name gin_trgm_ops, value gin_trgm_ops);
CREATE INDEX mail_language_params_type_input_id_idx ON mail_language_params USING btree (type_input_id);
CREATE TRIGGER log_created AFTER INSERT ON mail_language_params REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON mail_language_params REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON mail_language_params FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON mail_language_params FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table mail_log (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  mail_type_id bigint,
  recipient text not null,
  subject text not null,
  delivery_status text not null default 'queued'::text,
  track text,
  message text,
  member_id bigint,
  last_resend_at timestamp(0) with time zone,
  constraint mail_log_pkey PRIMARY KEY (id),
  constraint mail_log_delivery_status_check CHECK (delivery_status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text, 'bounced'::text, 'complained'::text, 'skipped'::text])),
  constraint mail_log_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint mail_log_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint mail_log_mail_type_id_fkey FOREIGN KEY (mail_type_id) REFERENCES option_detail(id),
  constraint mail_log_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint mail_log_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX mail_log_id_idx ON mail_log USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX mail_log_mail_type_id_idx ON mail_log USING btree (mail_type_id);
CREATE INDEX mail_log_member_id_idx ON mail_log USING btree (member_id);
CREATE INDEX mail_log_search_idx ON mail_log USING gin (recipient gin_trgm_ops, subject gin_trgm_ops, track gin_trgm_ops, message gin_trgm_ops);
CREATE TRIGGER log_created AFTER INSERT ON mail_log REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON mail_log REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON mail_log FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON mail_log FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table mail_opening (
  mail_log_id bigint not null,
  at timestamp(0) with time zone not null,
  is_click boolean not null default false,
  constraint mail_opening_mail_log_id_fkey FOREIGN KEY (mail_log_id) REFERENCES mail_log(id)
);

create table mail_params (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  mail_template_id bigint not null,
  sort_no integer not null,
  name text not null,
  type_input_id bigint not null,
  default_value text not null,
  constraint mail_params_pkey PRIMARY KEY (id),
  constraint mail_params_sort_no_check CHECK (sort_no >= 0),
  constraint mail_params_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint mail_params_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint mail_params_mail_template_id_fkey FOREIGN KEY (mail_template_id) REFERENCES mail_template(id),
  constraint mail_params_type_input_id_fkey FOREIGN KEY (type_input_id) REFERENCES type_input(id),
  constraint mail_params_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX mail_params_id_idx ON mail_params USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX mail_params_mail_template_id_idx ON mail_params USING btree (mail_template_id);
CREATE INDEX mail_params_search_idx ON mail_params USING gin (name gin_trgm_ops, default_value gin_trgm_ops);
CREATE INDEX mail_params_sort_no_idx ON mail_params USING btree (sort_no, id) WHERE deleted_at IS NULL;
CREATE INDEX mail_params_type_input_id_idx ON mail_params USING btree (type_input_id);
CREATE TRIGGER log_created AFTER INSERT ON mail_params REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON mail_params REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON mail_params FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON mail_params FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table mail_request (
  id bigint not null generated always as identity,
  mail_type text not null,
  voucher_redeem_id bigint,
  visit_id bigint,
  ordered_at timestamp(0) with time zone not null,
  constraint mail_request_pkey PRIMARY KEY (id)
);

create table mail_template (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  name text not null,
  mail_type_id bigint,
  description text,
  image_url text,
  is_active boolean not null,
  is_reserved boolean not null default false,
  constraint mail_template_pkey PRIMARY KEY (id),
  constraint mail_template_image_url_check CHECK (image_url ~ '^[0-9a-f]{32}\.[a-z]+$'::text),
  constraint mail_template_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint mail_template_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint mail_template_mail_type_id_fkey FOREIGN KEY (mail_type_id) REFERENCES option_detail(id),
  constraint mail_template_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX mail_template_id_idx ON mail_template USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX mail_template_mail_type_id_idx ON mail_template USING btree (mail_type_id);
CREATE INDEX mail_template_search_idx ON mail_template USING gin (name gin_trgm_ops, description gin_trgm_ops);
CREATE TRIGGER log_created AFTER INSERT ON mail_template REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON mail_template REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON mail_template FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON mail_template FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table mail_tracking (
  mail_log_id bigint not null,
  open_count integer not null default 0,
  first_opened_at timestamp(0) with time zone,
  last_opened_at timestamp(0) with time zone,
  click_count integer not null default 0,
  first_clicked_at timestamp(0) with time zone,
  last_clicked_at timestamp(0) with time zone,
  constraint mail_tracking_pkey PRIMARY KEY (mail_log_id),
  constraint mail_tracking_mail_log_id_fkey FOREIGN KEY (mail_log_id) REFERENCES mail_log(id)
);

create table manual_change (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  kind text not null,
  member_card_id bigint not null,
  member_voucher_id bigint,
  value_before text,
  value_after text,
  reason text,
  transaction_id bigint,
  constraint manual_change_pkey PRIMARY KEY (id),
  constraint manual_change_kind_check CHECK (kind = ANY (ARRAY['card_made'::text, 'card_replaced'::text, 'card_extended'::text, 'card_changed'::text, 'tier_set'::text, 'visits_credited'::text, 'voucher_made'::text, 'voucher_extended'::text, 'voucher_reissued'::text])),
  constraint manual_change_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint manual_change_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint manual_change_member_card_id_fkey FOREIGN KEY (member_card_id) REFERENCES member_card(id),
  constraint manual_change_member_voucher_id_fkey FOREIGN KEY (member_voucher_id) REFERENCES member_voucher(id),
  constraint manual_change_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transaction(id),
  constraint manual_change_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX manual_change_id_idx ON manual_change USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX manual_change_member_card_id_idx ON manual_change USING btree (member_card_id);
CREATE INDEX manual_change_member_voucher_id_idx ON manual_change USING btree (member_voucher_id);
CREATE INDEX manual_change_number_idx ON manual_change USING btree (translate(lower(value_before), ' -'::text, ''::text)) WHERE kind = ANY (ARRAY['card_replaced'::text, 'voucher_reissued'::text]);
CREATE INDEX manual_change_search_idx ON manual_change USING gin (value_before gin_trgm_ops, value_after gin_trgm_ops, reason gin_trgm_ops);
CREATE INDEX manual_change_transaction_id_idx ON manual_change USING btree (transaction_id);
CREATE TRIGGER append_only BEFORE UPDATE OR TRUNCATE ON manual_change FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER log_created AFTER INSERT ON manual_change REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON manual_change REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON manual_change FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON manual_change FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table member (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  membership_id bigint not null,
  first_name text not null,
  last_name text,
  type_gender_id bigint not null,
  birth_date date,
  origin_country_id bigint not null,
  hotel_id bigint not null,
  register_hotel_id bigint,
  is_active boolean not null,
  email text not null,
  phone_no text not null,
  home_address text,
  business_address text,
  type_identity_id bigint,
  identity_no text,
  password text,
  email_verified_at timestamp(0) with time zone,
  member_date date,
  renew_date date,
  valid_until_date date,
  marketing_name text,
  visit_type_id bigint,
  comp_visits_period integer,
  hobby text,
  dining_preference text,
  remark text,
  membership_notification boolean not null default true,
  birthday_notification boolean not null default true,
  all_notification boolean not null default true,
  merged_into_id bigint,
  merged_from_id bigint,
  comp_visits_reason text,
  deactivated_at timestamp(0) with time zone,
  phone_e164 text,
  constraint member_pkey PRIMARY KEY (id),
  constraint member_birth_date_check CHECK (birth_date >= '1900-01-01'::date),
  constraint member_comp_visits_period_check CHECK (comp_visits_period >= 0),
  constraint member_merged_into_id_check CHECK (merged_into_id IS NULL OR deleted_at IS NOT NULL),
  constraint member_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint member_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint member_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint member_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id),
  constraint member_merged_from_id_fkey FOREIGN KEY (merged_from_id) REFERENCES member(id),
  constraint member_merged_into_id_fkey FOREIGN KEY (merged_into_id) REFERENCES member(id),
  constraint member_origin_country_id_fkey FOREIGN KEY (origin_country_id) REFERENCES country(id),
  constraint member_register_hotel_id_fkey FOREIGN KEY (register_hotel_id) REFERENCES hotel(id),
  constraint member_type_gender_id_fkey FOREIGN KEY (type_gender_id) REFERENCES option_detail(id),
  constraint member_type_identity_id_fkey FOREIGN KEY (type_identity_id) REFERENCES option_detail(id),
  constraint member_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id),
  constraint member_visit_type_id_fkey FOREIGN KEY (visit_type_id) REFERENCES option_detail(id)
) with (autovacuum_vacuum_scale_factor=0.02, autovacuum_vacuum_insert_scale_factor=0.02, autovacuum_analyze_threshold=5);
CREATE INDEX member_birthday_idx ON member USING btree (hotel_id, (EXTRACT(month FROM birth_date) * 100::numeric + EXTRACT(day FROM birth_date))) WHERE deleted_at IS NULL;
CREATE INDEX member_created_at_idx ON member USING btree (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX member_deleted_at_idx ON member USING btree (deleted_at NULLS FIRST, id) WHERE deleted_at IS NOT NULL;
CREATE UNIQUE INDEX member_email_key ON member USING btree (lower(email)) WHERE deleted_at IS NULL;
CREATE INDEX member_first_name_idx ON member USING btree (lower(first_name), id) WHERE deleted_at IS NULL;
CREATE INDEX member_hotel_id_valid_until_date_idx ON member USING btree (hotel_id, valid_until_date NULLS FIRST, id) INCLUDE (deleted_at);
CREATE INDEX member_id_idx ON member USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX member_identity_no_idx ON member USING btree (identity_no);
CREATE INDEX member_last_name_idx ON member USING btree (lower(last_name) NULLS FIRST, id) WHERE deleted_at IS NULL;
CREATE INDEX member_member_date_idx ON member USING btree (member_date NULLS FIRST, id) WHERE deleted_at IS NULL;
CREATE INDEX member_membership_id_idx ON member USING btree (membership_id);
CREATE INDEX member_merged_from_id_idx ON member USING btree (merged_from_id);
CREATE INDEX member_merged_into_id_idx ON member USING btree (merged_into_id);
CREATE INDEX member_origin_country_id_idx ON member USING btree (origin_country_id);
CREATE INDEX member_phone_digits_idx ON member USING btree ("right"(regexp_replace(COALESCE(phone_e164, phone_no), '\D'::text, ''::text, 'g'::text), 8));
CREATE INDEX member_register_hotel_id_idx ON member USING btree (register_hotel_id);
CREATE INDEX member_renew_date_idx ON member USING btree (renew_date NULLS FIRST, id) WHERE deleted_at IS NULL;
CREATE INDEX member_search_idx ON member USING gin (search_name(first_name) gin_trgm_ops, search_name(last_name) gin_trgm_ops, email gin_trgm_ops, search_phone(phone_no) gin_trgm_ops, identity_no gin_trgm_ops, marketing_name gin_trgm_ops);
CREATE INDEX member_served_elsewhere_idx ON member USING btree (register_hotel_id, hotel_id) WHERE deleted_at IS NULL AND register_hotel_id <> hotel_id;
CREATE INDEX member_type_gender_id_idx ON member USING btree (type_gender_id);
CREATE INDEX member_type_identity_id_idx ON member USING btree (type_identity_id);
CREATE INDEX member_valid_until_date_idx ON member USING btree (valid_until_date NULLS FIRST, id) WHERE deleted_at IS NULL;
CREATE INDEX member_visit_type_id_idx ON member USING btree (visit_type_id);
CREATE STATISTICS public.member_hotels_stat (mcv) ON hotel_id, register_hotel_id FROM member;
alter statistics member_hotels_stat set statistics 500;
CREATE TRIGGER derive_rollups_on_insert AFTER INSERT ON member REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_member_rollups();
CREATE TRIGGER derive_rollups_on_update AFTER UPDATE ON member REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_member_rollups();
CREATE TRIGGER derive_voucher_states AFTER UPDATE ON member REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_member_voucher_states();
CREATE TRIGGER log_comp_visits AFTER UPDATE OF comp_visits_period ON member FOR EACH ROW WHEN (current_user_id() IS NOT NULL AND COALESCE(new.comp_visits_period, 0) <> COALESCE(old.comp_visits_period, 0)) EXECUTE FUNCTION log_comp_visits();
CREATE TRIGGER log_created AFTER INSERT ON member REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{password}');
CREATE TRIGGER log_updated AFTER UPDATE ON member REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{password}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON member FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER rebuild_name_words_on_insert AFTER INSERT ON member REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION derive_from_new_rows('insert_name_words');
CREATE TRIGGER rebuild_name_words_on_update AFTER UPDATE ON member REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION rebuild_name_words_on_update();
CREATE TRIGGER recompute_standing AFTER UPDATE ON member REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION recompute_standing_of_members();
CREATE TRIGGER seed_standing AFTER INSERT ON member REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION seed_standing();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON member FOR EACH ROW EXECUTE FUNCTION stamp_record();
CREATE TRIGGER write_deactivated_at BEFORE UPDATE OF is_active ON member FOR EACH ROW WHEN (new.is_active <> old.is_active) EXECUTE FUNCTION set_deactivated_at();

create table member_call (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  member_id bigint not null,
  work_list text,
  outcome text not null,
  note text,
  call_back_on date,
  constraint member_call_pkey PRIMARY KEY (id),
  constraint member_call_outcome_check CHECK (outcome = ANY (ARRAY['reached'::text, 'no_answer'::text, 'call_back'::text, 'declined'::text, 'renewed'::text, 'wrong_number'::text])),
  constraint member_call_work_list_check CHECK (work_list = ANY (ARRAY['renewal'::text, 'expiring'::text, 'never_used'::text, 'near_upgrade'::text, 'birthday'::text])),
  constraint member_call_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint member_call_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint member_call_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint member_call_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX member_call_call_back_on_idx ON member_call USING btree (call_back_on) WHERE outcome = 'call_back'::text AND deleted_at IS NULL;
CREATE INDEX member_call_deleted_at_idx ON member_call USING btree (deleted_at NULLS FIRST, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX member_call_id_idx ON member_call USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX member_call_member_id_idx ON member_call USING btree (member_id);
CREATE INDEX member_call_search_idx ON member_call USING gin (note gin_trgm_ops);
CREATE TRIGGER log_created AFTER INSERT ON member_call REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON member_call REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON member_call FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON member_call FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table member_card (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  member_id bigint not null,
  membership_id bigint not null,
  hotel_id bigint not null,
  sbec_no text not null default next_card_no(),
  start_date date not null,
  end_date date not null,
  is_active boolean not null,
  transaction_id bigint,
  upgraded_from_id bigint,
  price numeric(15,3),
  currency text,
  benefits text,
  min_visit integer,
  min_visit_to_upgrade integer,
  is_tier_manual boolean not null default false,
  is_withdrawn boolean not null default false,
  remark text,
  merged_from_id bigint,
  cancelled_with_id bigint,
  upgraded_by_id bigint,
  is_regional boolean,
  extended_from date,
  region_id bigint not null,
  deactivated_at timestamp(0) with time zone,
  ended_with_id bigint,
  ended_from date,
  refunded_with_id bigint,
  constraint member_card_pkey PRIMARY KEY (id),
  constraint member_card_owner_key UNIQUE (id, member_id),
  constraint member_card_ended_from_check CHECK ((ended_with_id IS NULL) = (ended_from IS NULL)),
  constraint member_card_min_visit_check CHECK (min_visit >= 0),
  constraint member_card_min_visit_to_upgrade_check CHECK (min_visit_to_upgrade >= 0),
  constraint member_card_price_check CHECK (price >= 0::numeric),
  constraint member_card_refunded_check CHECK (refunded_with_id IS NULL OR NOT is_active),
  constraint member_card_start_date_check CHECK (start_date <= end_date),
  constraint member_card_period_excl EXCLUDE USING gist (member_id WITH =, daterange(start_date, end_date, '[]'::text) WITH &&) WHERE (deleted_at IS NULL AND is_active AND upgraded_from_id IS NULL AND merged_from_id IS NULL),
  constraint member_card_cancelled_with_id_fkey FOREIGN KEY (cancelled_with_id) REFERENCES transaction(id),
  constraint member_card_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint member_card_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint member_card_ended_with_id_fkey FOREIGN KEY (ended_with_id) REFERENCES transaction(id),
  constraint member_card_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint member_card_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint member_card_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id),
  constraint member_card_merged_from_id_fkey FOREIGN KEY (merged_from_id) REFERENCES member(id),
  constraint member_card_refunded_with_id_fkey FOREIGN KEY (refunded_with_id) REFERENCES transaction(id),
  constraint member_card_region_id_fkey FOREIGN KEY (region_id) REFERENCES region(id),
  constraint member_card_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transaction(id),
  constraint member_card_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id),
  constraint member_card_upgraded_by_id_fkey FOREIGN KEY (upgraded_by_id) REFERENCES member_card(id),
  constraint member_card_upgraded_from_id_fkey FOREIGN KEY (upgraded_from_id) REFERENCES member_card(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX member_card_cancelled_with_id_idx ON member_card USING btree (cancelled_with_id);
CREATE INDEX member_card_created_at_idx ON member_card USING btree (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX member_card_deleted_at_idx ON member_card USING btree (deleted_at NULLS FIRST, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX member_card_end_date_idx ON member_card USING btree (end_date, id) WHERE deleted_at IS NULL;
CREATE INDEX member_card_ended_with_id_idx ON member_card USING btree (ended_with_id) WHERE ended_with_id IS NOT NULL;
CREATE INDEX member_card_hotel_id_idx ON member_card USING btree (hotel_id);
CREATE INDEX member_card_id_idx ON member_card USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX member_card_member_id_idx ON member_card USING btree (member_id);
CREATE INDEX member_card_membership_id_idx ON member_card USING btree (membership_id);
CREATE INDEX member_card_merged_from_id_idx ON member_card USING btree (merged_from_id);
CREATE INDEX member_card_number_idx ON member_card USING btree (translate(lower(sbec_no), ' -'::text, ''::text));
CREATE INDEX member_card_refunded_with_id_idx ON member_card USING btree (refunded_with_id) WHERE refunded_with_id IS NOT NULL;
CREATE UNIQUE INDEX member_card_sbec_no_key ON member_card USING btree (lower(sbec_no)) WHERE deleted_at IS NULL;
CREATE INDEX member_card_search_idx ON member_card USING gin (search_number(sbec_no) gin_trgm_ops);
CREATE INDEX member_card_start_date_idx ON member_card USING btree (start_date, id) WHERE deleted_at IS NULL;
CREATE INDEX member_card_transaction_id_idx ON member_card USING btree (transaction_id);
CREATE INDEX member_card_upgraded_by_id_idx ON member_card USING btree (upgraded_by_id) WHERE upgraded_by_id IS NOT NULL;
CREATE INDEX member_card_upgraded_from_id_idx ON member_card USING btree (upgraded_from_id);
CREATE TRIGGER clear_cancellation BEFORE UPDATE OF deleted_at ON member_card FOR EACH ROW WHEN (new.deleted_at IS NULL AND old.deleted_at IS NOT NULL) EXECUTE FUNCTION clear_cancellation();
CREATE TRIGGER derive_voucher_states_on_update AFTER UPDATE ON member_card REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_card_voucher_states();
CREATE TRIGGER log_created AFTER INSERT ON member_card REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_manual_changes AFTER INSERT OR UPDATE ON member_card FOR EACH ROW WHEN (current_user_id() IS NOT NULL) EXECUTE FUNCTION log_manual_card();
CREATE TRIGGER log_updated AFTER UPDATE ON member_card REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER month_open AFTER INSERT OR UPDATE ON member_card FOR EACH ROW EXECUTE FUNCTION reject_closed_period('{transaction_id}', '{member_id,membership_id,hotel_id,transaction_id,start_date,price,currency}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON member_card FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER set_validity_on_insert AFTER INSERT ON member_card REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION derive_from_new_rows('set_validity');
CREATE TRIGGER set_validity_on_update AFTER UPDATE ON member_card REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION set_validity_on_update();
CREATE TRIGGER snapshot BEFORE INSERT OR UPDATE OF membership_id, hotel_id, is_active ON member_card FOR EACH ROW EXECUTE FUNCTION snapshot_card();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON member_card FOR EACH ROW EXECUTE FUNCTION stamp_record();
CREATE TRIGGER validate_card_number BEFORE INSERT OR UPDATE OF sbec_no, deleted_at ON member_card FOR EACH ROW WHEN (new.deleted_at IS NULL AND is_retired_number(new.sbec_no, new.id)) EXECUTE FUNCTION reject_row('sbec_no', 'member_card_sbec_no_key', 'unique_violation');

create table member_day_rollup (
  hotel_id bigint not null,
  day date not null,
  joined bigint not null,
  ending bigint not null,
  active_ending bigint not null,
  constraint member_day_rollup_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id)
);
CREATE INDEX member_day_rollup_day_idx ON member_day_rollup USING btree (day);
CREATE UNIQUE INDEX member_day_rollup_key ON member_day_rollup USING btree (hotel_id, day);

create table member_day_rollup_delta (
  hotel_id bigint not null,
  day date not null,
  joined bigint not null,
  ending bigint not null,
  active_ending bigint not null
) inherits (member_day_rollup);

create table member_lookup (
  id bigint not null generated always as identity,
  at timestamp with time zone not null,
  actor_id bigint not null,
  ip inet,
  request_id text not null,
  origin text not null,
  members bigint[] not null,
  constraint member_lookup_pkey PRIMARY KEY (id),
  constraint member_lookup_origin_check CHECK (origin = ANY (ARRAY['front_desk'::text, 'search'::text, 'number'::text, 'import'::text]))
);
CREATE INDEX member_lookup_actor_id_idx ON member_lookup USING btree (actor_id, at DESC);
CREATE INDEX member_lookup_members_idx ON member_lookup USING gin (members);
revoke delete, truncate, update on member_lookup from owner;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON member_lookup FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

create table member_merge (
  id bigint not null generated always as identity,
  at timestamp(0) with time zone not null,
  actor_id bigint not null,
  retained_id bigint not null,
  absorbed_id bigint not null,
  moved jsonb not null,
  counts jsonb not null,
  fields jsonb not null,
  undone_at timestamp(0) with time zone,
  undone_by_id bigint,
  constraint member_merge_pkey PRIMARY KEY (id),
  constraint member_merge_absorbed_id_check CHECK (absorbed_id <> retained_id),
  constraint member_merge_undone_at_check CHECK ((undone_at IS NULL) = (undone_by_id IS NULL)),
  constraint member_merge_absorbed_id_fkey FOREIGN KEY (absorbed_id) REFERENCES member(id),
  constraint member_merge_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id),
  constraint member_merge_retained_id_fkey FOREIGN KEY (retained_id) REFERENCES member(id),
  constraint member_merge_undone_by_id_fkey FOREIGN KEY (undone_by_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX member_merge_absorbed_id_key ON member_merge USING btree (absorbed_id) WHERE undone_at IS NULL;
CREATE INDEX member_merge_retained_id_idx ON member_merge USING btree (retained_id, id DESC);
revoke delete, truncate, update on member_merge from owner;
grant update (undone_at), update (undone_by_id) on member_merge to owner;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON member_merge FOR EACH ROW EXECUTE FUNCTION append_only_except('undone_at', 'undone_by_id');
CREATE TRIGGER log_decision AFTER INSERT OR UPDATE ON member_merge FOR EACH ROW EXECUTE FUNCTION log_decision();

create table member_month_rollup (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint not null,
  joined bigint not null,
  constraint member_month_rollup_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint member_month_rollup_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id)
);
CREATE UNIQUE INDEX member_month_rollup_key ON member_month_rollup USING btree (hotel_id, month, membership_id);
CREATE INDEX member_month_rollup_month_idx ON member_month_rollup USING btree (month);
CREATE INDEX member_month_rollup_year_after_idx ON member_month_rollup USING btree (((month + '1 year'::interval)::date));

create table member_month_rollup_delta (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint not null,
  joined bigint not null
) inherits (member_month_rollup);

create table member_name (
  word text collate "C" not null,
  member_id bigint not null,
  hotel_id bigint not null,
  register_hotel_id bigint
);
CREATE INDEX member_name_member_id_idx ON member_name USING btree (member_id, word);
CREATE UNIQUE INDEX member_name_word_member_id_key ON member_name USING btree (word, member_id DESC) INCLUDE (hotel_id, register_hotel_id);

create table member_rollup (
  hotel_id bigint not null,
  membership_id bigint not null,
  standing text not null,
  number bigint not null,
  constraint member_rollup_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint member_rollup_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id)
);
CREATE UNIQUE INDEX member_rollup_key ON member_rollup USING btree (hotel_id, membership_id, standing);

create table member_rollup_delta (
  hotel_id bigint not null,
  membership_id bigint not null,
  standing text not null,
  number bigint not null
) inherits (member_rollup);

create table member_standing (
  member_id bigint not null,
  hotel_id bigint not null,
  membership_id bigint not null,
  is_live boolean not null,
  member_card_id bigint,
  standing text not null,
  visits integer not null,
  to_maintain integer,
  to_upgrade integer,
  changes_on date,
  constraint member_standing_pkey PRIMARY KEY (member_id),
  constraint member_standing_standing_check CHECK (standing = ANY (ARRAY['none'::text, 'active'::text, 'maintained'::text, 'not_maintained'::text, 'lapsed'::text])),
  constraint member_standing_member_card_id_fkey FOREIGN KEY (member_card_id) REFERENCES member_card(id),
  constraint member_standing_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id)
) with (fillfactor=80);
CREATE INDEX member_standing_changes_on_idx ON member_standing USING btree (changes_on);
CREATE INDEX member_standing_hotel_id_idx ON member_standing USING btree (hotel_id);
CREATE INDEX member_standing_member_card_id_idx ON member_standing USING btree (member_card_id);
CREATE INDEX member_standing_membership_id_idx ON member_standing USING btree (membership_id);
CREATE INDEX member_standing_standing_idx ON member_standing USING btree (standing, member_id);
CREATE TRIGGER derive_rollups_on_insert AFTER INSERT ON member_standing REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_member_standing_rollups();
CREATE TRIGGER derive_rollups_on_update AFTER UPDATE ON member_standing REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_member_standing_rollups();
CREATE TRIGGER enqueue_lapsed_event AFTER UPDATE ON member_standing FOR EACH ROW WHEN (new.standing = 'lapsed'::text AND old.standing <> 'lapsed'::text AND new.is_live) EXECUTE FUNCTION enqueue_lapsed_event();
CREATE TRIGGER sync_term_end AFTER INSERT OR UPDATE ON member_standing FOR EACH ROW EXECUTE FUNCTION sync_term_end();

create table member_voucher (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  voucher_no text not null default next_voucher_no(),
  member_card_id bigint not null,
  voucher_id bigint not null,
  transaction_id bigint,
  restrict_hotel_id bigint,
  redeem_date date not null,
  valid_until_date date not null,
  member_id bigint not null,
  nominal numeric(15,3) not null,
  currency text not null,
  terms_condition text not null,
  terms_condition_id text not null,
  void_reason text,
  cancelled_with_id bigint,
  issued_as text,
  remark text,
  extended_from date,
  constraint member_voucher_pkey PRIMARY KEY (id),
  constraint member_voucher_owner_key UNIQUE (id, member_id),
  constraint member_voucher_nominal_check CHECK (nominal >= 0::numeric),
  constraint member_voucher_redeem_date_check CHECK (redeem_date <= valid_until_date),
  constraint member_voucher_cancelled_with_id_fkey FOREIGN KEY (cancelled_with_id) REFERENCES transaction(id),
  constraint member_voucher_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint member_voucher_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint member_voucher_member_card_id_fkey FOREIGN KEY (member_card_id) REFERENCES member_card(id),
  constraint member_voucher_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint member_voucher_owner_fkey FOREIGN KEY (member_card_id, member_id) REFERENCES member_card(id, member_id) ON UPDATE CASCADE,
  constraint member_voucher_restrict_hotel_id_fkey FOREIGN KEY (restrict_hotel_id) REFERENCES hotel(id),
  constraint member_voucher_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transaction(id),
  constraint member_voucher_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id),
  constraint member_voucher_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES voucher(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX member_voucher_cancelled_with_id_idx ON member_voucher USING btree (cancelled_with_id);
CREATE INDEX member_voucher_created_at_idx ON member_voucher USING btree (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX member_voucher_deleted_at_idx ON member_voucher USING btree (deleted_at NULLS FIRST, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX member_voucher_id_idx ON member_voucher USING btree (id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX member_voucher_issued_as_key ON member_voucher USING btree (issued_as);
CREATE INDEX member_voucher_member_card_id_idx ON member_voucher USING btree (member_card_id);
CREATE INDEX member_voucher_member_id_idx ON member_voucher USING btree (member_id);
CREATE INDEX member_voucher_restrict_hotel_id_idx ON member_voucher USING btree (restrict_hotel_id);
CREATE INDEX member_voucher_search_idx ON member_voucher USING gin (search_number(voucher_no) gin_trgm_ops);
CREATE INDEX member_voucher_transaction_id_idx ON member_voucher USING btree (transaction_id);
CREATE INDEX member_voucher_valid_until_date_idx ON member_voucher USING btree (valid_until_date, id) WHERE deleted_at IS NULL;
CREATE INDEX member_voucher_voucher_id_idx ON member_voucher USING btree (voucher_id);
CREATE UNIQUE INDEX member_voucher_voucher_no_key ON member_voucher USING btree (voucher_no);
CREATE TRIGGER assert_month_open AFTER INSERT ON member_voucher REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION reject_closed_period();
CREATE TRIGGER clear_cancellation BEFORE UPDATE OF deleted_at ON member_voucher FOR EACH ROW WHEN (new.deleted_at IS NULL AND old.deleted_at IS NOT NULL) EXECUTE FUNCTION clear_cancellation();
CREATE TRIGGER derive_voucher_states_on_insert AFTER INSERT ON member_voucher REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_new_voucher_states();
CREATE TRIGGER derive_voucher_states_on_update AFTER UPDATE ON member_voucher REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_changed_voucher_states();
CREATE TRIGGER log_created AFTER INSERT ON member_voucher REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON member_voucher REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER month_open AFTER UPDATE ON member_voucher FOR EACH ROW EXECUTE FUNCTION reject_closed_period('{transaction_id}', '{member_id,member_card_id,voucher_id,transaction_id,restrict_hotel_id,redeem_date,nominal,currency}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON member_voucher FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER snapshot BEFORE INSERT OR UPDATE OF member_card_id, voucher_id ON member_voucher FOR EACH ROW EXECUTE FUNCTION snapshot_voucher();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON member_voucher FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table membership (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  code text,
  name text not null,
  price numeric(15,3) not null,
  renewal_price numeric(15,3) not null,
  is_free boolean not null,
  validity_months integer not null default 12,
  rank integer not null default 0,
  min_visit integer not null,
  min_visit_to_upgrade integer not null,
  is_regional boolean not null,
  restrict_region_id bigint,
  benefits text,
  benefits_url text,
  currency_country_id bigint,
  constraint membership_pkey PRIMARY KEY (id),
  constraint membership_min_visit_check CHECK (min_visit >= 0),
  constraint membership_min_visit_to_upgrade_check CHECK (min_visit_to_upgrade >= 0),
  constraint membership_price_check CHECK (price >= 0::numeric),
  constraint membership_rank_check CHECK (rank >= 0),
  constraint membership_renewal_price_check CHECK (renewal_price >= 0::numeric),
  constraint membership_validity_months_check CHECK (validity_months >= 1 AND validity_months <= 120),
  constraint membership_rank_excl EXCLUDE USING gist (int4range(rank, rank, '[]'::text) WITH &&, int8range(restrict_region_id, restrict_region_id, '[]'::text) WITH &&) WHERE (rank > 0 AND deleted_at IS NULL),
  constraint membership_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint membership_currency_country_id_fkey FOREIGN KEY (currency_country_id) REFERENCES country(id),
  constraint membership_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint membership_restrict_region_id_fkey FOREIGN KEY (restrict_region_id) REFERENCES region(id),
  constraint membership_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE UNIQUE INDEX membership_code_key ON membership USING btree (lower(code)) WHERE deleted_at IS NULL;
CREATE INDEX membership_currency_country_id_idx ON membership USING btree (currency_country_id);
CREATE INDEX membership_id_idx ON membership USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX membership_restrict_region_id_idx ON membership USING btree (restrict_region_id);
CREATE INDEX membership_search_idx ON membership USING gin (code gin_trgm_ops, name gin_trgm_ops, benefits gin_trgm_ops, benefits_url gin_trgm_ops);
CREATE TRIGGER log_created AFTER INSERT ON membership REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON membership REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON membership FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER queue_status_recount_of_membership AFTER INSERT OR UPDATE ON membership FOR EACH ROW EXECUTE FUNCTION queue_status_recount_of_membership();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON membership FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table membership_price (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  membership_id bigint not null,
  currency text not null,
  price numeric(15,3) not null,
  renewal_price numeric(15,3) not null,
  constraint membership_price_pkey PRIMARY KEY (id),
  constraint membership_price_currency_check CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint membership_price_price_check CHECK (price >= 0::numeric),
  constraint membership_price_renewal_price_check CHECK (renewal_price >= 0::numeric),
  constraint membership_price_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint membership_price_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint membership_price_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id),
  constraint membership_price_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX membership_price_id_idx ON membership_price USING btree (id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX membership_price_membership_id_currency_key ON membership_price USING btree (membership_id, currency) WHERE deleted_at IS NULL;
CREATE INDEX membership_price_membership_id_idx ON membership_price USING btree (membership_id);
CREATE INDEX membership_price_search_idx ON membership_price USING gin (currency gin_trgm_ops);
CREATE TRIGGER log_created AFTER INSERT ON membership_price REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON membership_price REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON membership_price FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON membership_price FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table migration (
  name text not null,
  at timestamp(0) with time zone not null default now(),
  constraint migration_pkey PRIMARY KEY (name)
);

create table module (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  group_id bigint not null,
  name text not null,
  slug text not null,
  is_active boolean not null,
  constraint module_pkey PRIMARY KEY (id),
  constraint module_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint module_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint module_group_id_fkey FOREIGN KEY (group_id) REFERENCES module_group(id),
  constraint module_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX module_group_id_idx ON module USING btree (group_id);
CREATE INDEX module_id_idx ON module USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX module_search_idx ON module USING gin (name gin_trgm_ops, slug gin_trgm_ops);
CREATE UNIQUE INDEX module_slug_key ON module USING btree (lower(slug)) WHERE deleted_at IS NULL;
CREATE TRIGGER bump_permissions_version AFTER INSERT OR DELETE OR UPDATE ON module FOR EACH ROW EXECUTE FUNCTION bump_permissions_version('all');
CREATE TRIGGER create_module_permissions AFTER INSERT OR UPDATE ON module FOR EACH ROW EXECUTE FUNCTION create_module_permissions();
CREATE TRIGGER log_created AFTER INSERT ON module REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON module REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON module FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON module FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table module_group (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  name text not null,
  icon text,
  constraint module_group_pkey PRIMARY KEY (id),
  constraint module_group_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint module_group_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint module_group_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX module_group_id_idx1 ON module_group USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX module_group_search_idx ON module_group USING gin (name gin_trgm_ops, icon gin_trgm_ops);
CREATE TRIGGER log_created AFTER INSERT ON module_group REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON module_group REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON module_group FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON module_group FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table month_close (
  id bigint not null generated always as identity,
  country_id bigint not null,
  month text not null,
  remark text,
  closed_at timestamp(0) with time zone not null,
  closed_by_id bigint not null,
  reopened_at timestamp(0) with time zone,
  reopened_by_id bigint,
  approved_by_id bigint,
  reopen_reason text,
  seal_id bigint,
  seal_hash bytea,
  constraint month_close_pkey PRIMARY KEY (id),
  constraint month_close_approved_by_id_check CHECK (approved_by_id <> reopened_by_id),
  constraint month_close_month_check CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'::text),
  constraint month_close_reopened_at_check CHECK (num_nulls(reopened_at, reopened_by_id, approved_by_id, reopen_reason) = ANY (ARRAY[0, 4])),
  constraint month_close_seal_hash_check CHECK ((seal_id IS NULL) = (seal_hash IS NULL)),
  constraint month_close_approved_by_id_fkey FOREIGN KEY (approved_by_id) REFERENCES users(id),
  constraint month_close_closed_by_id_fkey FOREIGN KEY (closed_by_id) REFERENCES users(id),
  constraint month_close_country_id_fkey FOREIGN KEY (country_id) REFERENCES country(id),
  constraint month_close_reopened_by_id_fkey FOREIGN KEY (reopened_by_id) REFERENCES users(id)
);
CREATE INDEX month_close_country_id_idx ON month_close USING btree (country_id, month DESC, id DESC);
CREATE UNIQUE INDEX month_close_country_id_month_key ON month_close USING btree (country_id, month) WHERE reopened_at IS NULL;
revoke delete, truncate, update on month_close from owner;
grant update (reopened_at), update (reopened_by_id), update (approved_by_id), update (reopen_reason) on month_close to owner;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON month_close FOR EACH ROW EXECUTE FUNCTION append_only_except('reopened_at', 'reopened_by_id', 'approved_by_id', 'reopen_reason');

create table month_close_row (
  month_close_id bigint not null,
  resource text not null,
  record_id bigint not null,
  hotel_id bigint not null,
  part text,
  currency text not null,
  amount numeric(15,3) not null,
  amount_usd numeric(14,2),
  constraint month_close_row_pkey PRIMARY KEY (month_close_id, resource, record_id),
  constraint month_close_row_month_close_id_fkey FOREIGN KEY (month_close_id) REFERENCES month_close(id)
);
revoke delete, truncate, update on month_close_row from owner;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON month_close_row FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

create table open_voucher_day_rollup (
  hotel_id bigint not null,
  day date not null,
  membership_id bigint not null,
  issue_month date not null,
  currency text not null,
  number bigint not null,
  nominal numeric not null,
  constraint open_voucher_day_rollup_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint open_voucher_day_rollup_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id)
);
CREATE INDEX open_voucher_day_rollup_day_idx ON open_voucher_day_rollup USING btree (day);
CREATE UNIQUE INDEX open_voucher_day_rollup_key ON open_voucher_day_rollup USING btree (hotel_id, day, membership_id, issue_month, currency);

create table open_voucher_day_rollup_delta (
  hotel_id bigint not null,
  day date not null,
  membership_id bigint not null,
  issue_month date not null,
  currency text not null,
  number bigint not null,
  nominal numeric not null
) inherits (open_voucher_day_rollup);

create table open_voucher_month_rollup (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint not null,
  issue_month date not null,
  currency text not null,
  number bigint not null,
  nominal numeric not null,
  constraint open_voucher_month_rollup_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint open_voucher_month_rollup_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id)
);
CREATE UNIQUE INDEX open_voucher_month_rollup_key ON open_voucher_month_rollup USING btree (hotel_id, month, membership_id, issue_month, currency);
CREATE INDEX open_voucher_month_rollup_month_idx ON open_voucher_month_rollup USING btree (month);

create table open_voucher_month_rollup_delta (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint not null,
  issue_month date not null,
  currency text not null,
  number bigint not null,
  nominal numeric not null
) inherits (open_voucher_month_rollup);

create table option (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  name text not null,
  slug text,
  description text,
  is_active boolean not null,
  is_reserved boolean not null default false,
  constraint option_pkey PRIMARY KEY (id),
  constraint option_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint option_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint option_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX option_id_idx ON option USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX option_search_idx ON option USING gin (name gin_trgm_ops, slug gin_trgm_ops, description gin_trgm_ops);
CREATE UNIQUE INDEX option_slug_key ON option USING btree (slug) WHERE deleted_at IS NULL;
CREATE TRIGGER log_created AFTER INSERT ON option REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON option REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON option FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON option FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table option_detail (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  option_id bigint not null,
  name text not null,
  code text,
  value text,
  constraint option_detail_pkey PRIMARY KEY (id),
  constraint option_detail_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint option_detail_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint option_detail_option_id_fkey FOREIGN KEY (option_id) REFERENCES option(id),
  constraint option_detail_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX option_detail_id_idx ON option_detail USING btree (id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX option_detail_option_id_code_key ON option_detail USING btree (option_id, code) WHERE deleted_at IS NULL;
CREATE INDEX option_detail_option_id_idx ON option_detail USING btree (option_id);
CREATE INDEX option_detail_search_idx ON option_detail USING gin (name gin_trgm_ops, code gin_trgm_ops, value gin_trgm_ops);
CREATE TRIGGER bump_permissions_version AFTER INSERT OR DELETE OR UPDATE ON option_detail FOR EACH ROW EXECUTE FUNCTION bump_permissions_version('all');
CREATE TRIGGER log_created AFTER INSERT ON option_detail REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON option_detail REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON option_detail FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER queue_status_recount_of_rule AFTER UPDATE ON option_detail REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_status_recount_of_rule();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON option_detail FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table passkey (
  id bigint not null generated always as identity,
  user_id bigint not null,
  name text not null,
  credential_id bytea not null,
  public_key bytea not null,
  use_count bigint not null,
  transports text[] not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone,
  constraint passkey_pkey PRIMARY KEY (id),
  constraint passkey_credential_id_key UNIQUE (credential_id),
  constraint passkey_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX passkey_user_id_idx ON passkey USING btree (user_id);
CREATE TRIGGER log_sign_in_method AFTER INSERT OR DELETE ON passkey FOR EACH ROW EXECUTE FUNCTION log_sign_in_method();

create table password_reset (
  token_hash bytea not null,
  user_id bigint not null,
  expires_at timestamp with time zone not null,
  constraint password_reset_pkey PRIMARY KEY (token_hash),
  constraint password_reset_token_hash_check CHECK (length(token_hash) = 32),
  constraint password_reset_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX password_reset_user_id_idx ON password_reset USING btree (user_id);

create table permissions_version (
  subject text not null,
  changes bigint not null,
  xact_id xid8 not null
);
CREATE INDEX permissions_version_subject_idx ON permissions_version USING btree (subject) INCLUDE (changes, xact_id);

create table rate_correction (
  id bigint not null generated always as identity,
  country_id bigint not null,
  wrong_rate numeric(18,6) not null,
  right_rate numeric(18,6) not null,
  from_date date,
  until_date date,
  reason text not null,
  transactions integer not null,
  lines integer not null,
  visits integer not null,
  left_closed integer not null,
  is_rate_of_country boolean not null,
  corrected_at timestamp(0) with time zone not null,
  corrected_by_id bigint not null,
  undone_at timestamp(0) with time zone,
  undone_by_id bigint,
  constraint rate_correction_pkey PRIMARY KEY (id),
  constraint rate_correction_rates_check CHECK (wrong_rate <> right_rate),
  constraint rate_correction_right_rate_check CHECK (right_rate > 0::numeric),
  constraint rate_correction_undone_at_check CHECK (num_nulls(undone_at, undone_by_id) = ANY (ARRAY[0, 2])),
  constraint rate_correction_until_date_check CHECK (until_date >= from_date),
  constraint rate_correction_wrong_rate_check CHECK (wrong_rate > 0::numeric),
  constraint rate_correction_corrected_by_id_fkey FOREIGN KEY (corrected_by_id) REFERENCES users(id),
  constraint rate_correction_country_id_fkey FOREIGN KEY (country_id) REFERENCES country(id),
  constraint rate_correction_undone_by_id_fkey FOREIGN KEY (undone_by_id) REFERENCES users(id)
);
CREATE INDEX rate_correction_country_id_idx ON rate_correction USING btree (country_id, id DESC);
revoke delete, truncate, update on rate_correction from owner;
grant update (undone_at), update (undone_by_id) on rate_correction to owner;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON rate_correction FOR EACH ROW EXECUTE FUNCTION append_only_except('undone_at', 'undone_by_id');
CREATE TRIGGER log_decision AFTER INSERT OR UPDATE ON rate_correction FOR EACH ROW EXECUTE FUNCTION log_decision();

create table rate_correction_row (
  rate_correction_id bigint not null,
  resource text not null,
  record_id bigint not null,
  sub_total_usd numeric(14,2),
  constraint rate_correction_row_pkey PRIMARY KEY (rate_correction_id, resource, record_id),
  constraint rate_correction_row_resource_check CHECK (resource = ANY (ARRAY['transaction'::text, 'transaction_detail'::text, 'visit'::text])),
  constraint rate_correction_row_rate_correction_id_fkey FOREIGN KEY (rate_correction_id) REFERENCES rate_correction(id)
);
revoke delete, truncate, update on rate_correction_row from owner;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON rate_correction_row FOR EACH STATEMENT EXECUTE FUNCTION reject_change();

create table receipt (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  receipt_no text not null,
  number integer not null,
  transaction_id bigint not null,
  hotel_id bigint not null,
  receipt_date date not null,
  copies integer not null default 0,
  constraint receipt_pkey PRIMARY KEY (id),
  constraint receipt_copies_check CHECK (copies >= 0),
  constraint receipt_number_check CHECK (number > 0),
  constraint receipt_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint receipt_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint receipt_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint receipt_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transaction(id),
  constraint receipt_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX receipt_hotel_id_idx ON receipt USING btree (hotel_id);
CREATE UNIQUE INDEX receipt_hotel_id_number_key ON receipt USING btree (hotel_id, number);
CREATE INDEX receipt_id_idx ON receipt USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX receipt_search_idx ON receipt USING gin (receipt_no gin_trgm_ops);
CREATE INDEX receipt_transaction_id_idx ON receipt USING btree (transaction_id);
CREATE UNIQUE INDEX receipt_transaction_id_key ON receipt USING btree (transaction_id);
CREATE TRIGGER assign_receipt_number BEFORE INSERT ON receipt FOR EACH ROW EXECUTE FUNCTION assign_receipt_number();
CREATE TRIGGER keep_receipt BEFORE UPDATE ON receipt FOR EACH ROW EXECUTE FUNCTION reject_changed_columns('except', '{copies}', 'receipt_immutable');
CREATE TRIGGER log_created AFTER INSERT ON receipt REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON receipt REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON receipt FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON receipt FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table receipt_counter (
  hotel_id bigint not null,
  last_number integer not null,
  last_date date not null,
  constraint receipt_counter_pkey PRIMARY KEY (hotel_id),
  constraint receipt_counter_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id)
);

create table reconciliation_run (
  id bigint not null generated always as identity,
  at timestamp(0) with time zone not null default clock_timestamp(),
  actor_id bigint not null,
  ended_at timestamp(0) with time zone,
  result jsonb,
  error text,
  head text,
  constraint reconciliation_run_pkey PRIMARY KEY (id),
  constraint reconciliation_run_ended_at_check CHECK ((ended_at IS NULL) = (result IS NULL AND error IS NULL)),
  constraint reconciliation_run_actor_id_fkey FOREIGN KEY (actor_id) REFERENCES users(id)
);
CREATE INDEX reconciliation_run_waiting_idx ON reconciliation_run USING btree (id) WHERE ended_at IS NULL;
revoke delete, truncate, update on reconciliation_run from owner;
grant update (ended_at), update (result), update (error) on reconciliation_run to owner;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON reconciliation_run FOR EACH ROW EXECUTE FUNCTION append_only_except('ended_at', 'result', 'error');

create table record (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  constraint record_pkey PRIMARY KEY (id)
);

create table recovery_code (
  user_id bigint not null,
  code_hash bytea not null,
  constraint recovery_code_pkey PRIMARY KEY (user_id, code_hash),
  constraint recovery_code_code_hash_check CHECK (length(code_hash) = 32),
  constraint recovery_code_user_id_fkey FOREIGN KEY (user_id) REFERENCES two_factor(user_id) ON DELETE CASCADE
);

create table redemption_by_voucher_rollup (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint not null,
  voucher_id bigint not null,
  currency text not null,
  number bigint not null,
  nominal numeric not null,
  constraint redemption_by_voucher_rollup_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint redemption_by_voucher_rollup_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id),
  constraint redemption_by_voucher_rollup_voucher_id_fkey FOREIGN KEY (voucher_id) REFERENCES voucher(id)
);
CREATE UNIQUE INDEX redemption_by_voucher_rollup_key ON redemption_by_voucher_rollup USING btree (hotel_id, month, membership_id, voucher_id, currency);
CREATE INDEX redemption_by_voucher_rollup_month_idx ON redemption_by_voucher_rollup USING btree (month);

create table redemption_by_voucher_rollup_delta (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint not null,
  voucher_id bigint not null,
  currency text not null,
  number bigint not null,
  nominal numeric not null
) inherits (redemption_by_voucher_rollup);

create table redemption_rollup (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint not null,
  currency text not null,
  number bigint not null,
  nominal numeric not null,
  constraint redemption_rollup_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint redemption_rollup_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id)
);
CREATE UNIQUE INDEX redemption_rollup_key ON redemption_rollup USING btree (hotel_id, month, membership_id, currency);
CREATE INDEX redemption_rollup_month_idx ON redemption_rollup USING btree (month);
CREATE INDEX redemption_rollup_year_after_idx ON redemption_rollup USING btree (((month + '1 year'::interval)::date));

create table redemption_rollup_delta (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint not null,
  currency text not null,
  number bigint not null,
  nominal numeric not null
) inherits (redemption_rollup);

create table refresh_token (
  token_hash bytea not null,
  session_id bigint not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  response_salt bytea,
  constraint refresh_token_pkey PRIMARY KEY (token_hash),
  constraint refresh_token_response_salt_check CHECK (length(response_salt) = 32),
  constraint refresh_token_token_hash_check CHECK (length(token_hash) = 32),
  constraint refresh_token_session_id_fkey FOREIGN KEY (session_id) REFERENCES session(id) ON DELETE CASCADE
);
CREATE INDEX refresh_token_session_id_idx ON refresh_token USING btree (session_id);

create table region (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  code text not null,
  name text not null,
  constraint region_pkey PRIMARY KEY (id),
  constraint region_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint region_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint region_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE UNIQUE INDEX region_code_key ON region USING btree (lower(code)) WHERE deleted_at IS NULL;
CREATE INDEX region_id_idx ON region USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX region_search_idx ON region USING gin (code gin_trgm_ops, name gin_trgm_ops);
CREATE TRIGGER bump_permissions_version AFTER INSERT OR DELETE OR UPDATE ON region FOR EACH ROW EXECUTE FUNCTION bump_permissions_version('places');
CREATE TRIGGER log_created AFTER INSERT ON region REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON region REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON region FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON region FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table region_users (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  region_id bigint not null,
  user_id bigint not null,
  restrict_hotel_id bigint,
  constraint region_users_pkey PRIMARY KEY (id),
  constraint region_users_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint region_users_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint region_users_region_id_fkey FOREIGN KEY (region_id) REFERENCES region(id),
  constraint region_users_restrict_hotel_id_fkey FOREIGN KEY (restrict_hotel_id) REFERENCES hotel(id),
  constraint region_users_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id),
  constraint region_users_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX region_users_id_idx ON region_users USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX region_users_region_id_idx ON region_users USING btree (region_id);
CREATE UNIQUE INDEX region_users_region_id_user_id_restrict_hotel_id_key ON region_users USING btree (region_id, user_id, restrict_hotel_id) NULLS NOT DISTINCT WHERE deleted_at IS NULL;
CREATE INDEX region_users_restrict_hotel_id_idx ON region_users USING btree (restrict_hotel_id);
CREATE INDEX region_users_user_id_idx ON region_users USING btree (user_id);
CREATE TRIGGER bump_permissions_version AFTER INSERT OR DELETE OR UPDATE ON region_users FOR EACH ROW EXECUTE FUNCTION bump_permissions_version('user', 'user_id');
CREATE TRIGGER log_created AFTER INSERT ON region_users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON region_users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON region_users FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON region_users FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table report (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  key text,
  name text not null,
  constraint report_pkey PRIMARY KEY (id),
  constraint report_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint report_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint report_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX report_id_idx ON report USING btree (id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX report_key_key ON report USING btree (key) WHERE deleted_at IS NULL;
CREATE INDEX report_search_idx ON report USING gin (key gin_trgm_ops, name gin_trgm_ops);
CREATE TRIGGER log_created AFTER INSERT ON report REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON report REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON report FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON report FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table report_column (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  report_id bigint not null,
  table_name text not null,
  column_name text not null,
  sort_no integer not null,
  label text,
  align text not null default 'left'::text,
  formatter text,
  is_checked boolean not null,
  constraint report_column_pkey PRIMARY KEY (id),
  constraint report_column_align_check CHECK (align = ANY (ARRAY['left'::text, 'center'::text, 'right'::text])),
  constraint report_column_formatter_check CHECK (formatter = ANY (ARRAY['date'::text, 'time'::text, 'dateTime'::text, 'number'::text])),
  constraint report_column_sort_no_check CHECK (sort_no >= 0),
  constraint report_column_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint report_column_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint report_column_report_id_fkey FOREIGN KEY (report_id) REFERENCES report(id),
  constraint report_column_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX report_column_id_idx ON report_column USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX report_column_report_id_idx ON report_column USING btree (report_id);
CREATE INDEX report_column_search_idx ON report_column USING gin (table_name gin_trgm_ops, column_name gin_trgm_ops, label gin_trgm_ops);
CREATE TRIGGER log_created AFTER INSERT ON report_column REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON report_column REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON report_column FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON report_column FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table report_delivery (
  id bigint not null generated always as identity,
  schedule_id bigint not null,
  due_at timestamp(0) with time zone not null,
  user_id bigint not null,
  state text not null default 'making'::text,
  reason jsonb,
  ended_at timestamp(0) with time zone,
  mail_log_id bigint,
  constraint report_delivery_pkey PRIMARY KEY (id),
  constraint report_delivery_once_key UNIQUE (schedule_id, due_at, user_id),
  constraint report_delivery_ended_check CHECK ((state = 'making'::text) = (ended_at IS NULL)),
  constraint report_delivery_failed_check CHECK ((state = 'failed'::text) = (reason IS NOT NULL)),
  constraint report_delivery_state_check CHECK (state = ANY (ARRAY['making'::text, 'sent'::text, 'failed'::text])),
  constraint report_delivery_mail_log_id_fkey FOREIGN KEY (mail_log_id) REFERENCES mail_log(id),
  constraint report_delivery_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES report_schedule(id) ON DELETE CASCADE,
  constraint report_delivery_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX report_delivery_mail_log_id_idx ON report_delivery USING btree (mail_log_id);
CREATE INDEX report_delivery_user_id_idx ON report_delivery USING btree (user_id);

create table report_file (
  id bigint not null generated always as identity,
  user_id bigint not null,
  report text not null,
  format text not null,
  query jsonb not null,
  language text not null,
  time_zone text not null,
  requested_at timestamp(0) with time zone not null default clock_timestamp(),
  state text not null default 'queued'::text,
  attempts integer not null default 0,
  run uuid,
  heartbeat_at timestamp with time zone,
  rows_total bigint,
  rows_done bigint not null default 0,
  name text,
  bytes bigint,
  visibility jsonb,
  reason jsonb,
  ended_at timestamp(0) with time zone,
  delivery_id bigint,
  constraint report_file_pkey PRIMARY KEY (id),
  constraint report_file_name_key UNIQUE (name),
  constraint report_file_attempts_check CHECK (attempts >= 0 AND attempts <= 2),
  constraint report_file_done_check CHECK ((state = 'done'::text) = (name IS NOT NULL AND bytes IS NOT NULL AND visibility IS NOT NULL)),
  constraint report_file_ended_check CHECK ((state = ANY (ARRAY['done'::text, 'failed'::text])) = (ended_at IS NOT NULL)),
  constraint report_file_failed_check CHECK ((state = 'failed'::text) = (reason IS NOT NULL)),
  constraint report_file_format_check CHECK (format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'pdf'::text])),
  constraint report_file_language_check CHECK (language = ANY (ARRAY['en'::text, 'id'::text])),
  constraint report_file_query_check CHECK (jsonb_typeof(query) = 'object'::text),
  constraint report_file_run_check CHECK ((state = 'running'::text) = (run IS NOT NULL)),
  constraint report_file_state_check CHECK (state = ANY (ARRAY['queued'::text, 'running'::text, 'done'::text, 'failed'::text])),
  constraint report_file_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES report_delivery(id) ON DELETE SET NULL,
  constraint report_file_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE UNIQUE INDEX report_file_delivery_id_key ON report_file USING btree (delivery_id);
CREATE INDEX report_file_heartbeat_at_idx ON report_file USING btree (heartbeat_at) WHERE state = 'running'::text;
CREATE INDEX report_file_requested_at_idx ON report_file USING btree (requested_at);
CREATE INDEX report_file_user_id_idx ON report_file USING btree (user_id, id);
CREATE TRIGGER keep_ended_file BEFORE UPDATE ON report_file FOR EACH ROW WHEN (old.state = ANY (ARRAY['done'::text, 'failed'::text])) EXECUTE FUNCTION reject_changed_columns('except', '{}');

create table report_schedule (
  id bigint not null generated always as identity,
  owner_id bigint not null,
  report text not null,
  format text not null,
  query jsonb not null,
  every text not null,
  at time(0) without time zone not null,
  hotel_id bigint not null,
  created_at timestamp(0) with time zone not null default clock_timestamp(),
  next_at timestamp(0) with time zone not null,
  stopped_at timestamp(0) with time zone,
  stopped_reason jsonb,
  constraint report_schedule_pkey PRIMARY KEY (id),
  constraint report_schedule_every_check CHECK (every = ANY (ARRAY['day'::text, 'week'::text, 'month'::text, 'quarter'::text])),
  constraint report_schedule_format_check CHECK (format = ANY (ARRAY['csv'::text, 'xlsx'::text, 'pdf'::text])),
  constraint report_schedule_query_check CHECK (jsonb_typeof(query) = 'object'::text),
  constraint report_schedule_stopped_check CHECK ((stopped_at IS NULL) = (stopped_reason IS NULL)),
  constraint report_schedule_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint report_schedule_owner_id_fkey FOREIGN KEY (owner_id) REFERENCES users(id)
);
CREATE INDEX report_schedule_hotel_id_idx ON report_schedule USING btree (hotel_id);
CREATE INDEX report_schedule_next_at_idx ON report_schedule USING btree (next_at) WHERE stopped_at IS NULL;
CREATE INDEX report_schedule_owner_id_idx ON report_schedule USING btree (owner_id);

create table report_schedule_reader (
  schedule_id bigint not null,
  user_id bigint not null,
  constraint report_schedule_reader_pkey PRIMARY KEY (schedule_id, user_id),
  constraint report_schedule_reader_schedule_id_fkey FOREIGN KEY (schedule_id) REFERENCES report_schedule(id) ON DELETE CASCADE,
  constraint report_schedule_reader_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX report_schedule_reader_user_id_idx ON report_schedule_reader USING btree (user_id);

create table role_group (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  name text not null,
  description text not null,
  access_type_id bigint not null,
  discount_limit integer,
  is_password_allowed boolean not null default true,
  is_second_factor_required boolean not null default false,
  constraint role_group_pkey PRIMARY KEY (id),
  constraint role_group_discount_limit_check CHECK (discount_limit >= 0 AND discount_limit <= 100),
  constraint role_group_access_type_id_fkey FOREIGN KEY (access_type_id) REFERENCES option_detail(id),
  constraint role_group_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint role_group_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint role_group_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX role_group_access_type_id_idx ON role_group USING btree (access_type_id);
CREATE INDEX role_group_id_idx ON role_group USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX role_group_search_idx ON role_group USING gin (name gin_trgm_ops, description gin_trgm_ops);
CREATE TRIGGER bump_permissions_version AFTER INSERT OR DELETE OR UPDATE ON role_group FOR EACH ROW EXECUTE FUNCTION bump_permissions_version('group', 'id');
CREATE TRIGGER enforce_password_change AFTER UPDATE ON role_group REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_password_change();
CREATE TRIGGER log_created AFTER INSERT ON role_group REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON role_group REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON role_group FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON role_group FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table role_group_role (
  role_group_id bigint not null,
  roles_id bigint not null,
  constraint role_group_role_pkey PRIMARY KEY (role_group_id, roles_id),
  constraint role_group_role_role_group_id_fkey FOREIGN KEY (role_group_id) REFERENCES role_group(id),
  constraint role_group_role_roles_id_fkey FOREIGN KEY (roles_id) REFERENCES roles(id)
);
CREATE INDEX role_group_role_roles_id_idx ON role_group_role USING btree (roles_id);
CREATE TRIGGER bump_permissions_version AFTER INSERT OR DELETE OR UPDATE ON role_group_role FOR EACH ROW EXECUTE FUNCTION bump_permissions_version('group', 'role_group_id');
CREATE TRIGGER enforce_password_change AFTER INSERT ON role_group_role REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_password_change();
CREATE TRIGGER log_added_rights AFTER INSERT ON role_group_role REFERENCING NEW TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION log_rights('role_group', 'role_group_id', 'roles_id', 'rolesId');
CREATE TRIGGER log_removed_rights AFTER DELETE ON role_group_role REFERENCING OLD TABLE AS changed_rows FOR EACH STATEMENT EXECUTE FUNCTION log_rights('role_group', 'role_group_id', 'roles_id', 'rolesId');

create table roles (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  name text not null,
  label text not null,
  module_id bigint not null,
  verb text not null,
  constraint roles_pkey PRIMARY KEY (id),
  constraint roles_module_id_verb_key UNIQUE (module_id, verb),
  constraint roles_verb_check CHECK (verb = ANY (ARRAY['VIEW'::text, 'STORE'::text, 'UPDATE'::text, 'DELETE'::text])),
  constraint roles_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint roles_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint roles_module_id_fkey FOREIGN KEY (module_id) REFERENCES module(id),
  constraint roles_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX roles_id_idx ON roles USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX roles_module_id_idx ON roles USING btree (module_id);
CREATE INDEX roles_search_idx ON roles USING gin (name gin_trgm_ops, label gin_trgm_ops);
CREATE TRIGGER bump_permissions_version AFTER INSERT OR DELETE OR UPDATE ON roles FOR EACH ROW EXECUTE FUNCTION bump_permissions_version('all');
CREATE TRIGGER log_created AFTER INSERT ON roles REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON roles REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON roles FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON roles FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table routine_file (
  file text not null,
  hash text not null,
  objects text[],
  constraint routine_file_pkey PRIMARY KEY (file)
);

create table row_count (
  resource text not null,
  bucket bigint not null,
  live bigint not null,
  deleted bigint not null
);
CREATE INDEX row_count_idx ON row_count USING btree (resource, bucket) INCLUDE (live, deleted);

create table sale_dispute (
  id bigint not null generated always as identity,
  transaction_id bigint not null,
  reason text not null,
  disputed_at timestamp(0) with time zone not null,
  disputed_by_id bigint not null,
  resolved_at timestamp(0) with time zone,
  resolved_by_id bigint,
  resolution text,
  constraint sale_dispute_pkey PRIMARY KEY (id),
  constraint sale_dispute_resolved_at_check CHECK (num_nulls(resolved_at, resolved_by_id, resolution) = ANY (ARRAY[0, 3])),
  constraint sale_dispute_disputed_by_id_fkey FOREIGN KEY (disputed_by_id) REFERENCES users(id),
  constraint sale_dispute_resolved_by_id_fkey FOREIGN KEY (resolved_by_id) REFERENCES users(id),
  constraint sale_dispute_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transaction(id)
);
CREATE UNIQUE INDEX sale_dispute_open_key ON sale_dispute USING btree (transaction_id) WHERE resolved_at IS NULL;
CREATE INDEX sale_dispute_transaction_id_idx ON sale_dispute USING btree (transaction_id);
revoke delete, truncate, update on sale_dispute from owner;
grant update (resolved_at), update (resolved_by_id), update (resolution) on sale_dispute to owner;
CREATE TRIGGER append_only BEFORE DELETE OR UPDATE ON sale_dispute FOR EACH ROW EXECUTE FUNCTION append_only_except('resolved_at', 'resolved_by_id', 'resolution');
CREATE TRIGGER log_decision AFTER INSERT OR UPDATE ON sale_dispute FOR EACH ROW EXECUTE FUNCTION log_decision();

create table sale_rollup (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint,
  transaction_type_id bigint not null,
  currency text not null,
  number bigint not null,
  net_number bigint not null,
  sub_total numeric not null,
  discount numeric not null,
  grand_total numeric not null,
  grand_total_usd numeric not null,
  grand_total_without_rate bigint not null,
  constraint sale_rollup_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint sale_rollup_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id),
  constraint sale_rollup_transaction_type_id_fkey FOREIGN KEY (transaction_type_id) REFERENCES option_detail(id)
);
CREATE UNIQUE INDEX sale_rollup_key ON sale_rollup USING btree (hotel_id, month, membership_id, transaction_type_id, currency) NULLS NOT DISTINCT;
CREATE INDEX sale_rollup_month_idx ON sale_rollup USING btree (month);
CREATE INDEX sale_rollup_year_after_idx ON sale_rollup USING btree (((month + '1 year'::interval)::date));

create table sale_rollup_delta (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint,
  transaction_type_id bigint not null,
  currency text not null,
  number bigint not null,
  net_number bigint not null,
  sub_total numeric not null,
  discount numeric not null,
  grand_total numeric not null,
  grand_total_usd numeric not null,
  grand_total_without_rate bigint not null
) inherits (sale_rollup);

create table saved_view (
  id bigint not null generated always as identity,
  user_id bigint not null,
  resource text not null,
  name text not null,
  state jsonb not null,
  shared text not null,
  role_group_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  constraint saved_view_pkey PRIMARY KEY (id),
  constraint saved_view_name_check CHECK (btrim(name) <> ''::text AND length(name) <= 80),
  constraint saved_view_role_group_id_check CHECK ((shared = 'role_group'::text) = (role_group_id IS NOT NULL)),
  constraint saved_view_shared_check CHECK (shared = ANY (ARRAY['me'::text, 'role_group'::text, 'everyone'::text])),
  constraint saved_view_state_check CHECK (jsonb_typeof(state) = 'object'::text),
  constraint saved_view_role_group_id_fkey FOREIGN KEY (role_group_id) REFERENCES role_group(id),
  constraint saved_view_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX saved_view_resource_idx ON saved_view USING btree (resource) WHERE shared <> 'me'::text;
CREATE INDEX saved_view_role_group_id_idx ON saved_view USING btree (role_group_id);
CREATE UNIQUE INDEX saved_view_user_id_resource_name_key ON saved_view USING btree (user_id, resource, lower(name));

create table service_fee_rollup (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint,
  transaction_type_id bigint not null,
  currency text not null,
  number bigint not null,
  amount numeric not null,
  amount_usd numeric not null,
  without_rate bigint not null,
  constraint service_fee_rollup_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint service_fee_rollup_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id),
  constraint service_fee_rollup_transaction_type_id_fkey FOREIGN KEY (transaction_type_id) REFERENCES option_detail(id)
);
CREATE UNIQUE INDEX service_fee_rollup_key ON service_fee_rollup USING btree (hotel_id, month, membership_id, transaction_type_id, currency) NULLS NOT DISTINCT;
CREATE INDEX service_fee_rollup_month_idx ON service_fee_rollup USING btree (month);

create table service_fee_rollup_delta (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint,
  transaction_type_id bigint not null,
  currency text not null,
  number bigint not null,
  amount numeric not null,
  amount_usd numeric not null,
  without_rate bigint not null
) inherits (service_fee_rollup);

create table session (
  id bigint not null generated always as identity,
  user_id bigint not null,
  is_remembered boolean not null,
  ip text,
  user_agent text,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  must_change_password boolean not null default false,
  method text not null default 'password'::text,
  id_token text,
  constraint session_pkey PRIMARY KEY (id),
  constraint session_method_check CHECK (method = ANY (ARRAY['password'::text, 'provider'::text, 'passkey'::text])),
  constraint session_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX session_expires_at_idx ON session USING btree (expires_at);
CREATE INDEX session_user_id_idx ON session USING btree (user_id);

create table signing_key (
  is_singleton boolean not null default true,
  key bytea not null,
  inner_pad bytea not null,
  outer_pad bytea not null,
  constraint signing_key_pkey PRIMARY KEY (is_singleton),
  constraint signing_key_inner_pad_check CHECK (length(inner_pad) = 64),
  constraint signing_key_is_singleton_check CHECK (is_singleton),
  constraint signing_key_key_check CHECK (length(key) = 32),
  constraint signing_key_outer_pad_check CHECK (length(outer_pad) = 64)
);

create table status_recount (
  id bigint not null generated always as identity,
  membership_id bigint,
  is_for_upgrades boolean not null default false,
  after_member_id bigint not null default 0,
  constraint status_recount_pkey PRIMARY KEY (id),
  constraint status_recount_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id)
);
CREATE INDEX status_recount_membership_id_idx ON status_recount USING btree (membership_id);

create table stored_file (
  name text not null,
  constraint stored_file_pkey PRIMARY KEY (name),
  constraint stored_file_name_check CHECK (name ~ '^[0-9a-f]{32}\.[a-z]+$'::text)
);

create table term_end (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  member_card_id bigint not null,
  decision text not null default 'open'::text,
  grace_days integer not null default 30,
  note text,
  transaction_id bigint,
  constraint term_end_pkey PRIMARY KEY (id),
  constraint term_end_decision_check CHECK (decision = ANY (ARRAY['open'::text, 'keep'::text, 'lower'::text, 'grace'::text])),
  constraint term_end_grace_days_check CHECK (grace_days >= 1 AND grace_days <= 180),
  constraint term_end_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint term_end_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint term_end_member_card_id_fkey FOREIGN KEY (member_card_id) REFERENCES member_card(id),
  constraint term_end_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transaction(id),
  constraint term_end_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX term_end_id_idx ON term_end USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX term_end_member_card_id_idx ON term_end USING btree (member_card_id);
CREATE UNIQUE INDEX term_end_member_card_id_key ON term_end USING btree (member_card_id) WHERE deleted_at IS NULL;
CREATE INDEX term_end_search_idx ON term_end USING gin (note gin_trgm_ops);
CREATE INDEX term_end_transaction_id_idx ON term_end USING btree (transaction_id);
CREATE TRIGGER keep_applied_decision BEFORE UPDATE OF decision, grace_days, transaction_id, deleted_at ON term_end FOR EACH ROW WHEN (old.transaction_id IS NOT NULL AND is_live_transaction(old.transaction_id)) EXECUTE FUNCTION reject_changed_columns('only', '{decision,grace_days,transaction_id,deleted_at}', 'term_end_immutable');
CREATE TRIGGER log_created AFTER INSERT ON term_end REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON term_end REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON term_end FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON term_end FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table throttle (
  subject text not null,
  attempts integer not null,
  last_at timestamp with time zone not null,
  blocked_until timestamp with time zone not null,
  constraint throttle_pkey PRIMARY KEY (subject)
);
CREATE INDEX throttle_last_at_idx ON throttle USING btree (last_at);

create table transaction (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  transaction_no text not null default next_number('T'::text, 'transaction_no_seq'::regclass),
  transaction_type_id bigint not null,
  hotel_id bigint not null,
  member_id bigint,
  phone_no text,
  transaction_date timestamp(0) with time zone not null default now(),
  reference_no text,
  type_payment_id bigint,
  discount numeric(15,3) not null default 0.000,
  marketing_name text,
  remark text,
  sub_total numeric(15,3) not null default 0.000,
  grand_total numeric(15,3) not null generated always as ((sub_total - discount)) stored,
  currency text not null,
  usd_rate numeric(18,6),
  grand_total_usd numeric(14,2) generated always as (round((sub_total - discount) / usd_rate, 2)) stored,
  membership_id bigint,
  void_reason text,
  tier_before_id bigint,
  reverses_id bigint,
  correction_reason text,
  term_start date,
  term_months integer,
  term_share numeric(15,3),
  refund_reason_id bigint,
  constraint transaction_pkey PRIMARY KEY (id),
  constraint transaction_discount_check CHECK (discount >= 0::numeric OR reverses_id IS NOT NULL),
  constraint transaction_grand_total_check CHECK (grand_total >= 0::numeric OR reverses_id IS NOT NULL),
  constraint transaction_grand_total_usd_check CHECK (grand_total_usd >= 0::numeric OR reverses_id IS NOT NULL),
  constraint transaction_refund_check CHECK (refund_reason_id IS NULL OR reverses_id IS NOT NULL AND type_payment_id IS NOT NULL AND discount = 0::numeric AND sub_total < 0::numeric),
  constraint transaction_sub_total_check CHECK (sub_total >= 0::numeric OR reverses_id IS NOT NULL),
  constraint transaction_term_check CHECK (num_nulls(term_start, term_months, term_share) = ANY (ARRAY[0, 3])),
  constraint transaction_term_months_check CHECK (term_months > 0),
  constraint transaction_usd_rate_check CHECK (usd_rate > 0::numeric),
  constraint transaction_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint transaction_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint transaction_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint transaction_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint transaction_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id),
  constraint transaction_refund_reason_id_fkey FOREIGN KEY (refund_reason_id) REFERENCES option_detail(id),
  constraint transaction_reverses_id_fkey FOREIGN KEY (reverses_id) REFERENCES transaction(id),
  constraint transaction_tier_before_id_fkey FOREIGN KEY (tier_before_id) REFERENCES membership(id),
  constraint transaction_transaction_type_id_fkey FOREIGN KEY (transaction_type_id) REFERENCES option_detail(id),
  constraint transaction_type_payment_id_fkey FOREIGN KEY (type_payment_id) REFERENCES option_detail(id),
  constraint transaction_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX transaction_created_at_idx ON transaction USING btree (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX transaction_deleted_at_idx ON transaction USING btree (deleted_at NULLS FIRST, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX transaction_hotel_id_created_at_idx ON transaction USING btree (hotel_id, created_at);
CREATE INDEX transaction_hotel_id_reference_no_idx ON transaction USING btree (hotel_id, normalize_text(reference_no)) WHERE deleted_at IS NULL;
CREATE INDEX transaction_id_idx ON transaction USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX transaction_member_id_idx ON transaction USING btree (member_id);
CREATE INDEX transaction_membership_id_idx ON transaction USING btree (membership_id);
CREATE INDEX transaction_refund_reason_id_idx ON transaction USING btree (refund_reason_id);
CREATE INDEX transaction_reverses_id_idx ON transaction USING btree (reverses_id);
CREATE UNIQUE INDEX transaction_reverses_id_key ON transaction USING btree ((
CASE
    WHEN refund_reason_id IS NULL THEN reverses_id
    ELSE NULL::bigint
END));
CREATE INDEX transaction_search_idx ON transaction USING gin (transaction_no gin_trgm_ops, search_phone(phone_no) gin_trgm_ops, reference_no gin_trgm_ops, marketing_name gin_trgm_ops, remark gin_trgm_ops);
CREATE INDEX transaction_transaction_date_idx ON transaction USING btree (transaction_date, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX transaction_transaction_no_key ON transaction USING btree (transaction_no);
CREATE INDEX transaction_transaction_type_id_idx ON transaction USING btree (transaction_type_id);
CREATE INDEX transaction_type_payment_id_idx ON transaction USING btree (type_payment_id);
CREATE TRIGGER derive_rollups_on_insert AFTER INSERT ON transaction REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_transaction_rollups();
CREATE TRIGGER derive_rollups_on_update AFTER UPDATE ON transaction REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_transaction_rollups();
CREATE TRIGGER keep_rate AFTER UPDATE OF usd_rate ON transaction FOR EACH ROW WHEN (new.usd_rate IS DISTINCT FROM old.usd_rate AND old.usd_rate IS NOT NULL AND NOT is_rate_corrected(old.usd_rate, new.usd_rate)) EXECUTE FUNCTION reject_changed_columns('only', '{usd_rate}', 'usd_rate_immutable');
CREATE TRIGGER keep_reversed AFTER UPDATE ON transaction FOR EACH ROW WHEN (NOT is_sale(old.transaction_type_id) AND is_reversed(old.id)) EXECUTE FUNCTION reject_changed_columns('except', '{reference_no,type_payment_id,marketing_name,remark,
    correction_reason,usd_rate,grand_total_usd,version,updated_at,updated_by_id,deleted_at,deleted_by_id,void_reason}', 'transaction_reversed_immutable');
CREATE TRIGGER keep_sale AFTER UPDATE ON transaction FOR EACH ROW WHEN (is_sale(old.transaction_type_id) OR old.reverses_id IS NOT NULL) EXECUTE FUNCTION reject_changed_columns('except', '{reference_no,type_payment_id,marketing_name,remark,
    correction_reason,usd_rate,grand_total_usd,version,updated_at,updated_by_id,deleted_at,deleted_by_id,void_reason}', 'transaction_immutable');
CREATE TRIGGER log_created AFTER INSERT ON transaction REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON transaction REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER month_open AFTER INSERT OR UPDATE ON transaction FOR EACH ROW EXECUTE FUNCTION reject_closed_period('{hotel_id,transaction_date}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON transaction FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER snapshot BEFORE INSERT ON transaction FOR EACH ROW EXECUTE FUNCTION snapshot_transaction();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON transaction FOR EACH ROW EXECUTE FUNCTION stamp_record('grand_total', 'grand_total_usd');

create table transaction_detail (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  transaction_id bigint not null,
  spend_type_id bigint not null,
  description text,
  quantity integer not null default 1,
  unit_price numeric(15,3) not null,
  sub_total numeric(15,3) not null generated always as ((quantity::numeric * unit_price)) stored,
  sub_total_usd numeric(14,2),
  cancelled_with_id bigint,
  is_reversal boolean not null default false,
  constraint transaction_detail_pkey PRIMARY KEY (id),
  constraint transaction_detail_quantity_check CHECK (quantity >= 0 AND quantity <= 1000000 OR is_reversal AND quantity >= '-1000000'::integer AND quantity <= 0),
  constraint transaction_detail_sub_total_check CHECK (sub_total >= 0::numeric OR is_reversal),
  constraint transaction_detail_sub_total_usd_check CHECK (sub_total_usd >= 0::numeric OR is_reversal),
  constraint transaction_detail_unit_price_check CHECK (unit_price >= 0::numeric),
  constraint transaction_detail_cancelled_with_id_fkey FOREIGN KEY (cancelled_with_id) REFERENCES transaction(id),
  constraint transaction_detail_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint transaction_detail_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint transaction_detail_spend_type_id_fkey FOREIGN KEY (spend_type_id) REFERENCES option_detail(id),
  constraint transaction_detail_transaction_id_fkey FOREIGN KEY (transaction_id) REFERENCES transaction(id),
  constraint transaction_detail_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX transaction_detail_cancelled_with_id_idx ON transaction_detail USING btree (cancelled_with_id);
CREATE INDEX transaction_detail_created_at_idx ON transaction_detail USING btree (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX transaction_detail_deleted_at_idx ON transaction_detail USING btree (deleted_at NULLS FIRST, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX transaction_detail_id_idx ON transaction_detail USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX transaction_detail_search_idx ON transaction_detail USING gin (description gin_trgm_ops);
CREATE INDEX transaction_detail_spend_type_id_idx ON transaction_detail USING btree (spend_type_id);
CREATE INDEX transaction_detail_transaction_id_idx ON transaction_detail USING btree (transaction_id);
CREATE TRIGGER assert_single_line AFTER INSERT ON transaction_detail REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION guard_single_line();
CREATE TRIGGER calculate_line BEFORE INSERT OR UPDATE OF transaction_id, quantity, unit_price ON transaction_detail FOR EACH ROW EXECUTE FUNCTION calculate_line();
CREATE TRIGGER calculate_totals_on_insert AFTER INSERT ON transaction_detail REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION derive_from_new_rows('calculate_totals');
CREATE TRIGGER calculate_totals_on_update AFTER UPDATE ON transaction_detail REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION calculate_totals_on_update();
CREATE TRIGGER clear_cancellation BEFORE UPDATE OF deleted_at ON transaction_detail FOR EACH ROW WHEN (new.deleted_at IS NULL AND old.deleted_at IS NOT NULL) EXECUTE FUNCTION clear_cancellation();
CREATE TRIGGER keep_line AFTER UPDATE OF transaction_id, quantity, unit_price, spend_type_id, description, deleted_at ON transaction_detail FOR EACH ROW WHEN ((new.transaction_id IS DISTINCT FROM old.transaction_id OR new.quantity IS DISTINCT FROM old.quantity OR new.unit_price IS DISTINCT FROM old.unit_price OR new.spend_type_id IS DISTINCT FROM old.spend_type_id OR new.description IS DISTINCT FROM old.description OR old.deleted_at IS NULL AND new.deleted_at IS NOT NULL AND is_live_transaction(new.transaction_id) OR old.deleted_at IS NOT NULL AND new.deleted_at IS NULL AND old.cancelled_with_id IS NULL) AND (has_final_lines(old.transaction_id) OR has_final_lines(new.transaction_id))) EXECUTE FUNCTION reject_changed_columns('only', '{transaction_id,quantity,unit_price,spend_type_id,description,deleted_at}', 'transaction_detail_immutable');
CREATE TRIGGER log_created AFTER INSERT ON transaction_detail REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON transaction_detail REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER month_open AFTER INSERT OR UPDATE ON transaction_detail FOR EACH ROW EXECUTE FUNCTION reject_closed_period('{transaction_id}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON transaction_detail FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON transaction_detail FOR EACH ROW EXECUTE FUNCTION stamp_record('sub_total');

create table two_factor (
  user_id bigint not null,
  secret bytea not null,
  recovery_salt bytea not null,
  confirmed_at timestamp with time zone,
  last_step bigint,
  constraint two_factor_pkey PRIMARY KEY (user_id),
  constraint two_factor_last_step_check CHECK (confirmed_at IS NULL OR last_step IS NOT NULL),
  constraint two_factor_recovery_salt_check CHECK (length(recovery_salt) = 16),
  constraint two_factor_secret_check CHECK (length(secret) = 20),
  constraint two_factor_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE TRIGGER bump_permissions_version AFTER INSERT OR DELETE OR UPDATE OF confirmed_at ON two_factor FOR EACH ROW EXECUTE FUNCTION bump_permissions_version('user', 'user_id');
CREATE TRIGGER log_two_factor_change AFTER INSERT OR DELETE OR UPDATE ON two_factor FOR EACH ROW EXECUTE FUNCTION log_two_factor_change();

create table type_input (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  name text not null,
  code text not null,
  constraint type_input_pkey PRIMARY KEY (id),
  constraint type_input_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint type_input_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint type_input_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE UNIQUE INDEX type_input_code_key ON type_input USING btree (code) WHERE deleted_at IS NULL;
CREATE INDEX type_input_id_idx ON type_input USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX type_input_search_idx ON type_input USING gin (name gin_trgm_ops, code gin_trgm_ops);
CREATE TRIGGER log_created AFTER INSERT ON type_input REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON type_input REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON type_input FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON type_input FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table used_captcha (
  signature bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_captcha_pkey PRIMARY KEY (signature),
  constraint used_captcha_signature_check CHECK (length(signature) = 32)
);
CREATE INDEX used_captcha_expires_at_idx ON used_captcha USING btree (expires_at);

create table used_challenge (
  signature bytea not null,
  expires_at timestamp with time zone not null,
  constraint used_challenge_pkey PRIMARY KEY (signature),
  constraint used_challenge_signature_check CHECK (length(signature) = 32)
);
CREATE INDEX used_challenge_expires_at_idx ON used_challenge USING btree (expires_at);

create table user_identity (
  issuer text not null,
  subject text not null,
  user_id bigint not null,
  linked_at timestamp with time zone not null,
  constraint user_identity_pkey PRIMARY KEY (issuer, subject),
  constraint user_identity_user_id_issuer_key UNIQUE (user_id, issuer),
  constraint user_identity_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE TRIGGER log_sign_in_method AFTER INSERT OR DELETE ON user_identity FOR EACH ROW EXECUTE FUNCTION log_sign_in_method();

create table user_photo (
  user_id bigint not null,
  file text not null,
  constraint user_photo_pkey PRIMARY KEY (user_id),
  constraint user_photo_file_check CHECK (file ~ '^[0-9a-f]{32}\.[a-z]+$'::text),
  constraint user_photo_file_fkey FOREIGN KEY (file) REFERENCES stored_file(name),
  constraint user_photo_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table user_preference (
  user_id bigint not null,
  settings jsonb not null default '{}'::jsonb,
  shortcuts jsonb not null default '[]'::jsonb,
  constraint user_preference_pkey PRIMARY KEY (user_id),
  constraint user_preference_settings_check CHECK (jsonb_typeof(settings) = 'object'::text),
  constraint user_preference_shortcuts_check CHECK (jsonb_typeof(shortcuts) = 'array'::text),
  constraint user_preference_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);

create table users (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  name text not null,
  username text not null,
  email text not null,
  password text not null,
  role_group_id bigint,
  phone_no text,
  is_active boolean not null default true,
  must_change_password boolean not null default false,
  password_set_by_id bigint,
  is_password_void boolean not null default false,
  must_change_for_rights boolean not null default false,
  invited_at timestamp(0) with time zone,
  constraint users_pkey PRIMARY KEY (id),
  constraint users_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint users_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint users_password_set_by_id_fkey FOREIGN KEY (password_set_by_id) REFERENCES users(id),
  constraint users_role_group_id_fkey FOREIGN KEY (role_group_id) REFERENCES role_group(id),
  constraint users_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE UNIQUE INDEX users_email_key ON users USING btree (lower(email)) WHERE deleted_at IS NULL;
CREATE INDEX users_id_idx ON users USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX users_name_skeleton_idx ON users USING btree (name_skeleton(name)) WHERE deleted_at IS NULL;
CREATE INDEX users_role_group_id_idx ON users USING btree (role_group_id);
CREATE INDEX users_search_idx ON users USING gin (name gin_trgm_ops, username gin_trgm_ops, email gin_trgm_ops, search_phone(phone_no) gin_trgm_ops);
CREATE UNIQUE INDEX users_username_key ON users USING btree (lower(username)) WHERE deleted_at IS NULL;
CREATE TRIGGER bump_permissions_version AFTER INSERT OR DELETE OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION bump_permissions_version('user', 'id');
CREATE TRIGGER end_sessions AFTER UPDATE ON users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION end_sessions();
CREATE TRIGGER log_created AFTER INSERT ON users REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{password}');
CREATE TRIGGER log_updated AFTER UPDATE ON users REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{password}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON users FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER set_password_flags BEFORE INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION set_password_flags();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON users FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table visit (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  visit_no text not null default next_number('V'::text, 'visit_no_seq'::regclass),
  hotel_id bigint not null,
  member_id bigint not null,
  visit_date timestamp(0) with time zone not null default now(),
  reference_no text not null,
  total_fb numeric(15,3),
  total_room numeric(15,3),
  total_others numeric(15,3),
  staff_name text not null,
  remark text,
  grand_total numeric(15,3) generated always as ((total_fb + total_room + total_others)) stored,
  currency text not null,
  usd_rate numeric(18,6),
  grand_total_usd numeric(14,2) generated always as (round((total_fb + total_room + total_others) / usd_rate, 2)) stored,
  membership_id bigint,
  constraint visit_pkey PRIMARY KEY (id),
  constraint visit_grand_total_check CHECK (grand_total > 0::numeric),
  constraint visit_grand_total_usd_check CHECK (grand_total_usd >= 0::numeric),
  constraint visit_total_fb_check CHECK (total_fb >= 0::numeric),
  constraint visit_total_others_check CHECK (total_others >= 0::numeric),
  constraint visit_total_room_check CHECK (total_room >= 0::numeric),
  constraint visit_usd_rate_check CHECK (usd_rate > 0::numeric),
  constraint visit_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint visit_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint visit_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint visit_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint visit_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id),
  constraint visit_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX visit_created_at_idx ON visit USING btree (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX visit_deleted_at_idx ON visit USING btree (deleted_at NULLS FIRST, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX visit_hotel_id_created_at_idx ON visit USING btree (hotel_id, created_at);
CREATE UNIQUE INDEX visit_hotel_id_reference_no_key ON visit USING btree (hotel_id, normalize_text(reference_no)) WHERE deleted_at IS NULL;
CREATE INDEX visit_hotel_id_visit_date_idx ON visit USING btree (hotel_id, visit_date) WHERE deleted_at IS NULL;
CREATE INDEX visit_id_idx ON visit USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX visit_member_id_visit_date_idx ON visit USING btree (member_id, visit_date);
CREATE INDEX visit_membership_id_idx ON visit USING btree (membership_id);
CREATE INDEX visit_search_idx ON visit USING gin (visit_no gin_trgm_ops, reference_no gin_trgm_ops, staff_name gin_trgm_ops, remark gin_trgm_ops);
CREATE INDEX visit_visit_date_idx ON visit USING btree (visit_date, id) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX visit_visit_no_key ON visit USING btree (visit_no);
CREATE TRIGGER derive_rollups_on_insert AFTER INSERT ON visit REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_visit_rollups();
CREATE TRIGGER derive_rollups_on_update AFTER UPDATE ON visit REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_visit_rollups();
CREATE TRIGGER keep_rate AFTER UPDATE OF usd_rate ON visit FOR EACH ROW WHEN (new.usd_rate IS DISTINCT FROM old.usd_rate AND old.usd_rate IS NOT NULL AND NOT is_rate_corrected(old.usd_rate, new.usd_rate)) EXECUTE FUNCTION reject_changed_columns('only', '{usd_rate}', 'usd_rate_immutable');
CREATE TRIGGER log_created AFTER INSERT ON visit REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON visit REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER month_open AFTER INSERT OR UPDATE ON visit FOR EACH ROW EXECUTE FUNCTION reject_closed_period('{hotel_id,visit_date}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON visit FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER recompute_standing AFTER UPDATE ON visit REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION recompute_standing_of_visits();
CREATE TRIGGER recompute_standing_on_visit AFTER INSERT ON visit REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION derive_from_new_rows('recompute_standing');
CREATE TRIGGER resolve_held_postings AFTER INSERT ON visit REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION resolve_held_postings();
CREATE TRIGGER resolve_held_postings_on_update AFTER UPDATE ON visit REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION resolve_held_postings();
CREATE TRIGGER snapshot BEFORE INSERT OR UPDATE OF total_fb, total_room, total_others ON visit FOR EACH ROW EXECUTE FUNCTION snapshot_visit();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON visit FOR EACH ROW EXECUTE FUNCTION stamp_record('grand_total', 'grand_total_usd');

create table visit_rollup (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint,
  currency text not null,
  number bigint not null,
  total_room numeric not null,
  total_fb numeric not null,
  total_others numeric not null,
  grand_total numeric not null,
  grand_total_usd numeric not null,
  grand_total_without_rate bigint not null,
  constraint visit_rollup_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint visit_rollup_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id)
);
CREATE UNIQUE INDEX visit_rollup_key ON visit_rollup USING btree (hotel_id, month, membership_id, currency) NULLS NOT DISTINCT;
CREATE INDEX visit_rollup_month_idx ON visit_rollup USING btree (month);
CREATE INDEX visit_rollup_year_after_idx ON visit_rollup USING btree (((month + '1 year'::interval)::date));

create table visit_rollup_delta (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint,
  currency text not null,
  number bigint not null,
  total_room numeric not null,
  total_fb numeric not null,
  total_others numeric not null,
  grand_total numeric not null,
  grand_total_usd numeric not null,
  grand_total_without_rate bigint not null
) inherits (visit_rollup);

create table voucher (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  type_voucher_id bigint not null,
  membership_id bigint not null,
  name text not null,
  name_id text not null,
  description text not null,
  description_id text not null,
  terms_condition text not null,
  terms_condition_id text not null,
  file_url text not null,
  nominal numeric(15,3) not null,
  quantity integer not null,
  sort_no integer not null default 0,
  hotel_id bigint,
  is_restricted boolean not null,
  is_active boolean not null,
  constraint voucher_pkey PRIMARY KEY (id),
  constraint voucher_file_url_check CHECK (file_url ~ '^[0-9a-f]{32}\.[a-z]+$'::text),
  constraint voucher_nominal_check CHECK (nominal >= 0::numeric),
  constraint voucher_quantity_check CHECK (quantity >= 0 AND quantity <= 1000),
  constraint voucher_sort_no_check CHECK (sort_no >= 0),
  constraint voucher_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint voucher_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint voucher_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint voucher_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id),
  constraint voucher_type_voucher_id_fkey FOREIGN KEY (type_voucher_id) REFERENCES option_detail(id),
  constraint voucher_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX voucher_hotel_id_idx ON voucher USING btree (hotel_id);
CREATE INDEX voucher_id_idx ON voucher USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX voucher_membership_id_idx ON voucher USING btree (membership_id);
CREATE INDEX voucher_search_idx ON voucher USING gin (name gin_trgm_ops, name_id gin_trgm_ops, description gin_trgm_ops, description_id gin_trgm_ops, terms_condition gin_trgm_ops, terms_condition_id gin_trgm_ops);
CREATE INDEX voucher_type_voucher_id_idx ON voucher USING btree (type_voucher_id);
CREATE TRIGGER log_created AFTER INSERT ON voucher REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON voucher REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON voucher FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON voucher FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table voucher_redeem (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  redeem_no text not null default next_number('R'::text, 'redeem_no_seq'::regclass),
  member_voucher_id bigint not null,
  redeem_hotel_id bigint not null,
  redeem_date timestamp(0) with time zone not null,
  booking_no text not null,
  staff_name text not null,
  remark text,
  member_id bigint not null,
  void_reason text,
  constraint voucher_redeem_pkey PRIMARY KEY (id),
  constraint voucher_redeem_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint voucher_redeem_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint voucher_redeem_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(id),
  constraint voucher_redeem_member_voucher_id_fkey FOREIGN KEY (member_voucher_id) REFERENCES member_voucher(id),
  constraint voucher_redeem_owner_fkey FOREIGN KEY (member_voucher_id, member_id) REFERENCES member_voucher(id, member_id) ON UPDATE CASCADE,
  constraint voucher_redeem_redeem_hotel_id_fkey FOREIGN KEY (redeem_hotel_id) REFERENCES hotel(id),
  constraint voucher_redeem_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX voucher_redeem_created_at_idx ON voucher_redeem USING btree (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX voucher_redeem_deleted_at_idx ON voucher_redeem USING btree (deleted_at NULLS FIRST, id) WHERE deleted_at IS NOT NULL;
CREATE INDEX voucher_redeem_id_idx ON voucher_redeem USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX voucher_redeem_member_id_idx ON voucher_redeem USING btree (member_id);
CREATE INDEX voucher_redeem_member_voucher_id_idx ON voucher_redeem USING btree (member_voucher_id);
CREATE UNIQUE INDEX voucher_redeem_member_voucher_id_key ON voucher_redeem USING btree (member_voucher_id) WHERE deleted_at IS NULL;
CREATE INDEX voucher_redeem_redeem_date_idx ON voucher_redeem USING btree (redeem_date, id) WHERE deleted_at IS NULL;
CREATE INDEX voucher_redeem_redeem_hotel_id_created_at_idx ON voucher_redeem USING btree (redeem_hotel_id, created_at);
CREATE UNIQUE INDEX voucher_redeem_redeem_no_key ON voucher_redeem USING btree (redeem_no);
CREATE INDEX voucher_redeem_search_idx ON voucher_redeem USING gin (redeem_no gin_trgm_ops, booking_no gin_trgm_ops, staff_name gin_trgm_ops, remark gin_trgm_ops);
CREATE TRIGGER derive_voucher_states_on_insert AFTER INSERT ON voucher_redeem REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_redeemed_voucher_states();
CREATE TRIGGER derive_voucher_states_on_update AFTER UPDATE ON voucher_redeem REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_redeemed_voucher_states();
CREATE TRIGGER keep_redemption BEFORE UPDATE OF member_voucher_id, redeem_hotel_id, redeem_date, member_id ON voucher_redeem FOR EACH ROW WHEN (current_actor_id() IS NOT NULL AND (old.deleted_at IS NULL OR new.member_voucher_id <> old.member_voucher_id OR new.redeem_hotel_id <> old.redeem_hotel_id OR new.redeem_date <> old.redeem_date)) EXECUTE FUNCTION reject_changed_columns('only', '{member_voucher_id,redeem_hotel_id,redeem_date,member_id}');
CREATE TRIGGER log_created AFTER INSERT ON voucher_redeem REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON voucher_redeem REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER month_open AFTER INSERT OR UPDATE ON voucher_redeem FOR EACH ROW EXECUTE FUNCTION reject_closed_period('{redeem_hotel_id,redeem_date}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON voucher_redeem FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER set_redemption_member BEFORE INSERT ON voucher_redeem FOR EACH ROW WHEN (new.member_id IS NULL) EXECUTE FUNCTION set_redemption_member();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON voucher_redeem FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table voucher_rollup (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint not null,
  currency text not null,
  issued bigint not null,
  issued_nominal numeric not null,
  cancelled bigint not null,
  cancelled_nominal numeric not null,
  constraint voucher_rollup_hotel_id_fkey FOREIGN KEY (hotel_id) REFERENCES hotel(id),
  constraint voucher_rollup_membership_id_fkey FOREIGN KEY (membership_id) REFERENCES membership(id)
);
CREATE UNIQUE INDEX voucher_rollup_key ON voucher_rollup USING btree (hotel_id, month, membership_id, currency);
CREATE INDEX voucher_rollup_month_idx ON voucher_rollup USING btree (month);
CREATE INDEX voucher_rollup_year_after_idx ON voucher_rollup USING btree (((month + '1 year'::interval)::date));

create table voucher_rollup_delta (
  hotel_id bigint not null,
  month date not null,
  membership_id bigint not null,
  currency text not null,
  issued bigint not null,
  issued_nominal numeric not null,
  cancelled bigint not null,
  cancelled_nominal numeric not null
) inherits (voucher_rollup);

create table voucher_state (
  member_voucher_id bigint not null,
  state text not null,
  hotel_id bigint not null,
  membership_id bigint not null,
  voucher_id bigint not null,
  issue_month date not null,
  valid_until_date date not null,
  currency text not null,
  nominal numeric(15,3) not null,
  issuing_hotel_id bigint not null,
  issued_on date not null,
  ended_as text not null,
  ended_on date not null,
  usd_rate numeric(18,6),
  redeem_hotel_id bigint,
  redeem_month date,
  constraint voucher_state_pkey PRIMARY KEY (member_voucher_id),
  constraint voucher_state_ended_as_check CHECK (ended_as = ANY (ARRAY['redeemed'::text, 'expired'::text, 'cancelled'::text])),
  constraint voucher_state_state_check CHECK (state = ANY (ARRAY['open'::text, 'cancelled'::text, 'redeemed'::text, 'deleted'::text]))
) with (fillfactor=90);
CREATE INDEX voucher_state_hotel_id_idx ON voucher_state USING btree (hotel_id);
CREATE INDEX voucher_state_valid_until_date_idx ON voucher_state USING btree (valid_until_date);
CREATE TRIGGER derive_rollups_on_insert AFTER INSERT ON voucher_state REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_voucher_state_rollups();
CREATE TRIGGER derive_rollups_on_update AFTER UPDATE ON voucher_state REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION sync_voucher_state_rollups();

create table webhook (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  name text not null,
  integration_id bigint,
  url text not null,
  is_active boolean not null,
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
  paused_at timestamp(0) with time zone,
  sale_refunded boolean not null default false,
  constraint webhook_pkey PRIMARY KEY (id),
  constraint webhook_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint webhook_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint webhook_integration_id_fkey FOREIGN KEY (integration_id) REFERENCES integration(id),
  constraint webhook_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX webhook_id_idx ON webhook USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX webhook_integration_id_idx ON webhook USING btree (integration_id);
CREATE INDEX webhook_search_idx ON webhook USING gin (name gin_trgm_ops, url gin_trgm_ops);
CREATE TRIGGER log_created AFTER INSERT ON webhook REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{secret}');
CREATE TRIGGER log_updated AFTER UPDATE ON webhook REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{secret}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON webhook FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON webhook FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table webhook_delivery (
  id bigint not null generated by default as identity,
  version integer not null default 1,
  created_at timestamp(0) with time zone not null default now(),
  created_by_id bigint,
  updated_at timestamp(0) with time zone not null default now(),
  updated_by_id bigint,
  deleted_at timestamp(0) with time zone,
  deleted_by_id bigint,
  webhook_id bigint not null,
  event text not null,
  about text not null,
  delivery_status text not null default 'queued'::text,
  status_code integer,
  answer text,
  duration_ms integer,
  attempts integer not null default 0,
  last_attempt_at timestamp(0) with time zone,
  next_attempt_at timestamp(0) with time zone,
  message_id text not null,
  constraint webhook_delivery_pkey PRIMARY KEY (id),
  constraint webhook_delivery_attempts_check CHECK (attempts >= 0),
  constraint webhook_delivery_delivery_status_check CHECK (delivery_status = ANY (ARRAY['queued'::text, 'sent'::text, 'failed'::text])),
  constraint webhook_delivery_duration_ms_check CHECK (duration_ms >= 0),
  constraint webhook_delivery_event_check CHECK (event = ANY (ARRAY['member.created'::text, 'member.updated'::text, 'member.upgraded'::text, 'member.lapsed'::text, 'card.issued'::text, 'voucher.redeemed'::text, 'voucher.voided'::text, 'visit.posted'::text, 'visit.moved'::text, 'visit.deleted'::text, 'sale.made'::text, 'sale.cancelled'::text, 'sale.refunded'::text])),
  constraint webhook_delivery_status_code_check CHECK (status_code >= 0),
  constraint webhook_delivery_created_by_id_fkey FOREIGN KEY (created_by_id) REFERENCES users(id),
  constraint webhook_delivery_deleted_by_id_fkey FOREIGN KEY (deleted_by_id) REFERENCES users(id),
  constraint webhook_delivery_updated_by_id_fkey FOREIGN KEY (updated_by_id) REFERENCES users(id),
  constraint webhook_delivery_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id)
) with (autovacuum_analyze_threshold=5);
CREATE INDEX webhook_delivery_due_idx ON webhook_delivery USING btree (webhook_id, next_attempt_at) WHERE delivery_status = 'queued'::text;
CREATE INDEX webhook_delivery_id_idx ON webhook_delivery USING btree (id) WHERE deleted_at IS NULL;
CREATE INDEX webhook_delivery_search_idx ON webhook_delivery USING gin (about gin_trgm_ops, answer gin_trgm_ops, message_id gin_trgm_ops);
CREATE INDEX webhook_delivery_turn_idx ON webhook_delivery USING btree (webhook_id, about, id) WHERE delivery_status = 'queued'::text;
CREATE INDEX webhook_delivery_webhook_id_idx ON webhook_delivery USING btree (webhook_id, id);
CREATE TRIGGER log_created AFTER INSERT ON webhook_delivery REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_created('{}');
CREATE TRIGGER log_updated AFTER UPDATE ON webhook_delivery REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION log_updated('{}');
CREATE TRIGGER never_removed BEFORE DELETE OR TRUNCATE ON webhook_delivery FOR EACH STATEMENT EXECUTE FUNCTION reject_change();
CREATE TRIGGER stamp BEFORE INSERT OR UPDATE ON webhook_delivery FOR EACH ROW EXECUTE FUNCTION stamp_record();

create table webhook_event (
  id bigint not null generated always as identity,
  event text not null,
  record_id bigint not null,
  at timestamp(0) with time zone not null,
  before jsonb,
  constraint webhook_event_pkey PRIMARY KEY (id)
);

create table webhook_message (
  delivery_id bigint not null,
  body text not null,
  tried_since timestamp(0) with time zone,
  constraint webhook_message_pkey PRIMARY KEY (delivery_id),
  constraint webhook_message_delivery_id_fkey FOREIGN KEY (delivery_id) REFERENCES webhook_delivery(id)
);

create table webhook_secret (
  webhook_id bigint not null,
  secret text not null,
  until timestamp(0) with time zone not null,
  constraint webhook_secret_webhook_id_fkey FOREIGN KEY (webhook_id) REFERENCES webhook(id)
);
CREATE INDEX webhook_secret_webhook_id_idx ON webhook_secret USING btree (webhook_id);

create sequence audit_log_id_seq;
create sequence card_no_seq;
create sequence mail_language_sequence_no;
create sequence redeem_no_seq;
create sequence transaction_no_seq;
create sequence visit_no_seq;

create view audit_entry (id bigint, version integer, created_at timestamp(0) with time zone, created_by_id bigint, updated_at timestamp(0) with time zone, updated_by_id bigint, deleted_at timestamp(0) with time zone, deleted_by_id bigint, integration_id bigint, resource text, record_id bigint, action text, request_id text, ip text, record_name text, changes text, hotel_id bigint, member_id bigint, owner_id bigint, actor_kind text);
create view export_entry (id bigint, version integer, created_at timestamp(0) with time zone, created_by_id bigint, updated_at timestamp(0) with time zone, updated_by_id bigint, deleted_at timestamp(0) with time zone, deleted_by_id bigint, ip text, request_id text, resource text, format text, columns text, question text, rows integer);
create view flagged_activity_minimum (kind text, is_bill boolean, times integer);
create view former_name (resource text, column_name text, value text, former text);
create view hotel_time_zone (hotel_id bigint, zone text);
create view issued_voucher (id bigint, hotel_id bigint, membership_id bigint, voucher_id bigint, valid_until_date date, currency text, created_at timestamp(0) with time zone, deleted_at timestamp(0) with time zone, issued integer, issued_nominal numeric(15,3), redeemed integer, redeemed_nominal numeric, open integer, open_nominal numeric, expired integer, expired_nominal numeric, cancelled integer, cancelled_nominal numeric);
create view liability_rollup_current (hotel_id bigint, voucher_id bigint, currency text, kind text, span text, day date, number bigint, nominal numeric, nominal_usd numeric, without_rate bigint);
create view log_partition (name name, starts_at timestamp with time zone, ends_at timestamp with time zone);
create view member_day_rollup_computed (hotel_id bigint, day date, joined bigint, ending bigint, active_ending bigint);
create view member_month_rollup_computed (hotel_id bigint, month date, membership_id bigint, joined bigint);
create view member_rollup_computed (hotel_id bigint, membership_id bigint, standing text, number bigint);
create view open_voucher_day_rollup_computed (hotel_id bigint, day date, membership_id bigint, issue_month date, currency text, number bigint, nominal numeric);
create view open_voucher_month_rollup_computed (hotel_id bigint, month date, membership_id bigint, issue_month date, currency text, number bigint, nominal numeric);
create view redemption_by_voucher_rollup_computed (hotel_id bigint, month date, membership_id bigint, voucher_id bigint, currency text, number bigint, nominal numeric);
create view redemption_rollup_computed (hotel_id bigint, month date, membership_id bigint, currency text, number bigint, nominal numeric);
create view rollup_difference (hotel_id bigint, note text);
create view rollup_source (rollup text, source text);
create view sale_rollup_computed (hotel_id bigint, month date, membership_id bigint, transaction_type_id bigint, currency text, number bigint, net_number bigint, sub_total numeric, discount numeric, grand_total numeric, grand_total_usd numeric, grand_total_without_rate bigint);
create view service_fee_rollup_computed (hotel_id bigint, month date, membership_id bigint, transaction_type_id bigint, currency text, number bigint, amount numeric, amount_usd numeric, without_rate bigint);
create view visit_rollup_computed (hotel_id bigint, month date, membership_id bigint, currency text, number bigint, total_room numeric, total_fb numeric, total_others numeric, grand_total numeric, grand_total_usd numeric, grand_total_without_rate bigint);
create view voucher_rollup_computed (hotel_id bigint, month date, membership_id bigint, currency text, issued bigint, issued_nominal numeric, cancelled bigint, cancelled_nominal numeric);
create view voucher_state_computed (member_voucher_id bigint, state text, hotel_id bigint, membership_id bigint, voucher_id bigint, issue_month date, valid_until_date date, currency text, nominal numeric(15,3), issuing_hotel_id bigint, issued_on date, ended_as text, ended_on date, usd_rate numeric(18,6), redeem_hotel_id bigint, redeem_month date);
create view voucher_terms (member_card_id bigint, voucher_id bigint, member_id bigint, nominal numeric, currency text, terms_condition text, terms_condition_id text, restrict_hotel_id bigint);

create function add_seal(upto bigint, is_unchained boolean) returns void language sql volatile;
create function advance_log_watermark() returns void language plpgsql volatile;
create function allocate_usd_to_lines(transactions bigint[]) returns void language sql volatile;
create function allows_password(role_group_id bigint) returns boolean language sql stable;
create function append_only_except() returns trigger language plpgsql volatile;
create function archive_log_partition(partition_name text, archive_file text, archive_lines bigint, archive_bytes bigint, archive_sha256 bytea) returns bigint language plpgsql volatile set TimeZone=UTC;
create function are_independent(one bigint, other bigint, at timestamp with time zone) returns boolean language sql stable;
create function are_visits_counted_per_day() returns boolean language sql stable;
create function assign_receipt_number() returns trigger language plpgsql volatile;
create function audit_json(r jsonb, secrets text[]) returns jsonb language sql immutable;
create function backfill_usd_amounts() returns trigger language plpgsql volatile;
create function bill_limit(of_country numeric, usd_rate numeric) returns numeric language sql immutable parallel safe;
create function bump_permissions_version() returns trigger language plpgsql volatile;
create function calculate_line() returns trigger language plpgsql volatile;
create function calculate_totals(transactions bigint[]) returns void language plpgsql volatile set plan_cache_mode=force_generic_plan set enable_nestloop=on;
create function calculate_totals_on_update() returns trigger language plpgsql volatile set enable_nestloop=off;
create function can_know_password(user_id bigint, role_group_id bigint) returns boolean language sql stable;
create function changes_month(before jsonb, after jsonb, watched text[]) returns boolean language plpgsql stable;
create function check_digit(number text, alphabet text) returns text language plpgsql immutable strict;
create function clear_cancellation() returns trigger language plpgsql volatile;
create function closed_months(hotel bigint, at timestamp with time zone) returns TABLE(month text, name text) language sql stable;
create function comp_visits_for_upgrade(credited integer, card bigint) returns integer language sql stable;
create function compact_rollups() returns bigint language plpgsql volatile;
create function compact_row_counts() returns bigint language plpgsql volatile;
create function compute_standing(by_day boolean, per_day integer, days_after integer) returns TABLE(member_id bigint, computed member_standing, stored member_standing) language sql stable;
create function count_activity(visit_ids bigint[], redemption_ids bigint[]) returns TABLE(kind text, is_bill boolean, record_id bigint, at timestamp with time zone, hotel_id bigint, member_id bigint, staff_name text, amount numeric, currency text, times bigint) language sql stable;
create function create_log_partitions(present timestamp with time zone DEFAULT clock_timestamp()) returns integer language plpgsql volatile set TimeZone=UTC set lock_timeout=200ms;
create function create_log_table(name text) returns void language plpgsql volatile;
create function create_module_permissions() returns trigger language plpgsql volatile;
create function currency_of(hotel bigint, OUT currency text, OUT usd_rate numeric) returns record language sql stable;
create function current_actor_id() returns bigint language sql stable;
create function current_user_id() returns bigint language sql stable;
create function define_last_line_hash() returns void language plpgsql volatile set TimeZone=UTC;
create function delete_old_integration_usage() returns void language sql volatile;
create function derive_from_new_rows() returns trigger language plpgsql volatile;
create function detect_flagged_activity() returns void language plpgsql volatile;
create function detect_flagged_activity(since timestamp with time zone) returns void language sql volatile;
create function discount_limit_of(role_group bigint) returns integer language sql stable;
create function effective_discount_limit(discount_limit integer, level text) returns integer language sql immutable;
create function effective_time_zone(hotel bigint) returns text language sql stable;
create function effective_time_zone(of_hotel text, of_country text) returns text language sql immutable parallel safe;
create procedure enable_audit(IN resource regclass, IN secrets text[] DEFAULT '{}'::text[]) language plpgsql;
create function end_date_if_sold_today(membership bigint, hotel bigint) returns date language sql stable;
create function end_sessions() returns trigger language plpgsql volatile;
create function enqueue_lapsed_event() returns trigger language plpgsql volatile;
create function enqueue_webhook_events() returns trigger language plpgsql volatile;
create function extended_from_after_revert(change_kind text, record_id bigint, extended_from date, last_day date, reverted_to date) returns date language sql stable;
create function fee_by_month(fee numeric, fee_usd numeric, share numeric, first_month date, months integer, sold_in date) returns TABLE(month date, amount numeric, amount_usd numeric) language sql stable;
create function find_archivable_partition(months integer, present timestamp with time zone DEFAULT clock_timestamp()) returns text language plpgsql stable set TimeZone=UTC;
create function find_last_line_hash(logged_resource text, logged_id bigint) returns bytea language plpgsql volatile;
create function first_card_of_term(card bigint) returns bigint language plpgsql stable;
create function first_day_of_term(card bigint) returns date language plpgsql stable;
create function first_open_day(of_hotel bigint) returns date language sql stable;
create function fits_usd_column(amount numeric, usd_rate numeric) returns boolean language sql immutable parallel safe;
create function flag_activity(new_visits bigint[], new_redemptions bigint[]) returns void language plpgsql volatile;
create function flag_mutual_approvals(new_approvals bigint[]) returns void language sql volatile;
create function gains_rights(from_group bigint, to_group bigint) returns boolean language sql stable;
create function guard_single_line() returns trigger language plpgsql volatile;
create function has_amounts(hotel bigint) returns boolean language sql stable;
create function has_amounts_in_currency_of(hotel bigint, country bigint, other_country bigint) returns boolean language plpgsql volatile;
create function has_closed_months(countries bigint[]) returns boolean language plpgsql volatile;
create function has_effect(code text) returns boolean language sql immutable;
create function has_excess_decimals(amount numeric, decimals integer) returns boolean language sql immutable parallel safe;
create function has_final_lines(transaction_id bigint) returns boolean language plpgsql stable;
create function has_records(hotel bigint) returns boolean language plpgsql stable;
create function has_webhook_for(event_name text) returns boolean language sql stable;
create function idempotency_retention(actor bigint) returns interval language sql immutable;
create function insert_name_words(members bigint[]) returns void language plpgsql volatile set plan_cache_mode=force_generic_plan;
create function insert_voucher_states(vouchers bigint[]) returns void language plpgsql volatile set plan_cache_mode=force_generic_plan set enable_nestloop=on;
create function integration_permissions_version(token bytea, at timestamp with time zone) returns text language plpgsql stable parallel restricted;
create function is_cancelled_by_reversal(record jsonb) returns boolean language sql stable;
create function is_free_term(card bigint) returns boolean language plpgsql stable;
create function is_limited_to_lower_tier(card bigint, day date) returns boolean language sql stable;
create function is_live_transaction(transaction_id bigint) returns boolean language plpgsql stable;
create function is_merge(from_member bigint, to_member bigint) returns boolean language sql stable;
create function is_rate_corrected(from_rate numeric, to_rate numeric) returns boolean language plpgsql stable;
create function is_refunded(transaction_id bigint) returns boolean language sql stable;
create function is_retired_number(number text, card bigint) returns boolean language plpgsql stable;
create function is_reversed(transaction_id bigint) returns boolean language sql stable;
create function is_sale(type bigint) returns boolean language sql stable;
create function issued_voucher_count(card bigint, voucher bigint) returns integer language sql stable;
create function last_day_of_term(first_day date, months integer) returns date language sql immutable;
create function last_line_hash(logged_resource text, logged_id bigint, moment timestamp with time zone) returns bytea language plpgsql volatile;
create function liability_between(hotels bigint[], first_day date, last_day date) returns TABLE(hotel_id bigint, voucher_id bigint, currency text, part text, number bigint, nominal numeric, nominal_usd numeric, without_rate bigint) language sql stable;
create function liability_rollups(d liability_rollup_delta) returns SETOF liability_rollup language sql stable;
create function liability_sign(kind text) returns integer language sql immutable parallel safe;
create function line_hash(previous bytea, id bigint, at timestamp with time zone, actor_id bigint, ip inet, request_id text, resource text, record_id bigint, action text, before jsonb, after jsonb) returns bytea language sql stable parallel safe;
create function local_price(amount numeric, priced_in bigint, hotel bigint) returns numeric language sql stable;
create function lock_for_revaluation(of_country bigint) returns void language plpgsql volatile;
create function lock_mail_template() returns trigger language plpgsql volatile;
create function lock_members_of(records regclass, ids bigint[], others bigint[], is_shared boolean) returns void language plpgsql volatile;
create function lock_rollup_sources() returns void language plpgsql volatile;
create function lock_vouchers_of_redemptions(redemptions bigint[]) returns void language plpgsql volatile;
create function log_comp_visits() returns trigger language plpgsql volatile;
create function log_created() returns trigger language plpgsql volatile;
create function log_decision() returns trigger language plpgsql volatile set TimeZone=UTC;
create function log_manual_card() returns trigger language plpgsql volatile;
create function log_partition_name(starts_at timestamp with time zone) returns text language sql stable set TimeZone=UTC;
create function log_rights() returns trigger language plpgsql volatile;
create function log_sign_in_method() returns trigger language plpgsql volatile;
create function log_two_factor_change() returns trigger language plpgsql volatile;
create function log_updated() returns trigger language plpgsql volatile set enable_nestloop=off;
create function max_visits_per_day() returns integer language sql stable;
create function meets_visit_minimum(total numeric, total_usd numeric, minimum numeric) returns boolean language sql immutable parallel safe;
create function member_day_rollups(m member) returns SETOF member_day_rollup language sql stable;
create function member_month_rollups(m member) returns SETOF member_month_rollup language sql stable;
create function member_rollups(s member_standing) returns SETOF member_rollup language sql stable;
create function month_rows(of_country bigint, of_month text) returns TABLE(resource text, record_id bigint, hotel_id bigint, part text, currency text, amount numeric, amount_usd numeric) language sql stable;
create function months_of_term(first_day date, last_day date) returns integer language sql immutable;
create function movement_statement(records text) returns text language sql immutable;
create function name_skeleton(name text) returns text language sql immutable strict parallel safe;
create function names_in_log(present text) returns text[] language sql immutable;
create function next_card_no() returns text language plpgsql volatile;
create function next_number(letter text, sequence regclass) returns text language sql volatile;
create function next_tier(of_rank integer, region bigint) returns SETOF membership language sql stable;
create function next_voucher_no() returns text language plpgsql volatile;
create function normalize_text(written text) returns text language sql immutable strict parallel safe;
create function open_voucher_day_rollups(v voucher_state) returns SETOF open_voucher_day_rollup language sql stable;
create function open_voucher_month_rollups(v voucher_state) returns SETOF open_voucher_month_rollup language sql stable;
create function option_number(option_slug text, detail_code text) returns integer language plpgsql stable;
create function option_numbers(slugs text[], codes text[]) returns integer[] language plpgsql stable set plan_cache_mode=force_generic_plan;
create function option_rule(option_slug text, detail_code text, OUT allowed int4range, OUT otherwise integer) returns record language sql immutable;
create function post_movements(movements liability_rollup_delta[]) returns void language plpgsql volatile set plan_cache_mode=force_generic_plan;
create function price_at(membership_id bigint, hotel bigint, is_renewal boolean, OUT price numeric, OUT missing text) returns record language sql stable;
create function queue_status_recount_of_membership() returns trigger language plpgsql volatile;
create function queue_status_recount_of_rule() returns trigger language plpgsql volatile;
create function raise_immutable(table_name text, column_name text, rule text) returns void language plpgsql volatile;
create function rebuild_liability(hotels bigint[], from_start boolean) returns void language plpgsql volatile;
create function rebuild_name_words_on_update() returns trigger language plpgsql volatile set enable_nestloop=off;
create function rebuild_rollup_months(hotels bigint[]) returns void language plpgsql volatile;
create function rebuild_rollups() returns void language plpgsql volatile;
create function recompute_due_standing(at_most integer) returns bigint[] language plpgsql volatile;
create function recompute_standing(members bigint[]) returns void language plpgsql volatile set plan_cache_mode=force_generic_plan set enable_nestloop=on;
create function recompute_standing_of_members() returns trigger language plpgsql volatile set enable_nestloop=off;
create function recompute_standing_of_visits() returns trigger language plpgsql volatile set enable_nestloop=off;
create function recompute_voucher_state(vouchers bigint[]) returns void language plpgsql volatile set plan_cache_mode=force_generic_plan set enable_nestloop=on;
create function record_member_lookups(actor bigint, moment timestamp with time zone, source inet, request text, lookup_origin text, lookups jsonb, at_most integer) returns integer language plpgsql volatile;
create function records_with_rate(of_country bigint, rate numeric, from_date date, until_date date) returns TABLE(resource text, record_id bigint, month text, closed_in text) language sql stable;
create function recount_days_of_hotels() returns trigger language plpgsql volatile;
create function recount_rollups(sources text[], hotels bigint[]) returns void language plpgsql volatile;
create function redeemed_together(redemption bigint) returns SETOF voucher_redeem language sql stable;
create function redemption_by_voucher_rollups(v voucher_state) returns SETOF redemption_by_voucher_rollup language sql stable;
create function redemption_rollups(v voucher_state) returns SETOF redemption_rollup language sql stable;
create function refresh_flagged_activity_limits() returns boolean language plpgsql volatile;
create function refresh_voucher_states(hotels bigint[]) returns void language plpgsql volatile;
create function refunded_amount(sale bigint) returns numeric language sql stable;
create function region_of(hotel bigint) returns bigint language sql stable;
create function reject_change() returns trigger language plpgsql volatile;
create function reject_changed_columns() returns trigger language plpgsql volatile;
create function reject_closed_period() returns trigger language plpgsql volatile;
create function reject_row() returns trigger language plpgsql volatile;
create function remaining_term(first_day date, months integer, on_day date, OUT term_start date, OUT term_months integer) returns record language sql immutable;
create function replace_oldest_log_partition(partition_name text, replacement text, cut timestamp with time zone) returns void language plpgsql volatile set lock_timeout=200ms;
create function request_upgrades(cards bigint[], needs text, moment timestamp with time zone) returns SETOF bigint language plpgsql volatile;
create function require_password_change() returns trigger language plpgsql volatile;
create function resolve_held_postings() returns trigger language plpgsql volatile set enable_seqscan=off;
create function resource_of_log(logged text) returns text language sql immutable;
create function restore_line_amounts(correction bigint) returns void language plpgsql volatile;
create function restore_log_archive(archive_id bigint, table_name text) returns void language plpgsql volatile set TimeZone=UTC;
create function revalue_records(transactions bigint[], visits bigint[], rate numeric) returns void language plpgsql volatile;
create function rollup_inserts(source text, records text) returns text language sql stable;
create function rollup_query(rollup text, records text) returns text language sql stable;
create function rollup_statement(template text, rollup text) returns text language sql stable;
create function sale_rollups(t transaction) returns SETOF sale_rollup language sql stable;
create function seal_log(age interval DEFAULT '00:00:00'::interval) returns void language plpgsql volatile;
create function search_name(name text) returns text language sql immutable parallel safe;
create function search_number(number text) returns text language sql immutable strict parallel safe;
create function search_phone(phone text) returns text language sql immutable strict parallel safe;
create function seed_standing() returns trigger language plpgsql volatile;
create function service_fee_rollups(t transaction) returns SETOF service_fee_rollup language sql stable;
create function set_deactivated_at() returns trigger language plpgsql volatile;
create function set_default_language() returns trigger language plpgsql volatile;
create function set_flagged_activity_limits(of_hotel bigint, upto timestamp with time zone) returns void language sql volatile;
create function set_log_hash() returns trigger language plpgsql volatile;
create function set_password_flags() returns trigger language plpgsql volatile;
create function set_redemption_member() returns trigger language plpgsql volatile;
create function set_tier_of_ended_cards(cards bigint[], former_memberships bigint[]) returns void language sql volatile set enable_nestloop=on;
create function set_validity(members bigint[]) returns void language plpgsql volatile set plan_cache_mode=force_generic_plan set enable_nestloop=on;
create function set_validity_on_update() returns trigger language plpgsql volatile set enable_nestloop=off;
create function signed_file_path(name text, at timestamp with time zone DEFAULT now()) returns text language sql stable strict parallel safe;
create function snapshot_card() returns trigger language plpgsql volatile;
create function snapshot_transaction() returns trigger language plpgsql volatile;
create function snapshot_visit() returns trigger language plpgsql volatile;
create function snapshot_voucher() returns trigger language plpgsql volatile;
create function sold_card_of(card bigint) returns bigint language plpgsql stable;
create function stamp_record() returns trigger language plpgsql volatile;
create function sync_card_voucher_states() returns trigger language plpgsql volatile set enable_nestloop=off;
create function sync_changed_voucher_states() returns trigger language plpgsql volatile set enable_nestloop=off;
create function sync_member_rollups() returns trigger language plpgsql volatile;
create function sync_member_standing_rollups() returns trigger language plpgsql volatile;
create function sync_member_voucher_states() returns trigger language plpgsql volatile set enable_nestloop=off;
create function sync_new_voucher_states() returns trigger language plpgsql volatile;
create function sync_redeemed_voucher_states() returns trigger language plpgsql volatile;
create function sync_statements(source text, records text) returns text language sql stable;
create function sync_term_end() returns trigger language plpgsql volatile;
create function sync_transaction_rollups() returns trigger language plpgsql volatile;
create function sync_visit_rollups() returns trigger language plpgsql volatile;
create function sync_voucher_state_rollups() returns trigger language plpgsql volatile;
create function take_quota(system bigint, of_minute timestamp with time zone, requested integer, at_most integer, OUT granted integer, OUT rest integer) returns record language plpgsql volatile;
create function token_permissions_version(token bytea, at timestamp with time zone) returns text language plpgsql stable parallel restricted;
create function translate_log_values(logged_resource text, logged jsonb) returns jsonb language plpgsql stable;
create function unfreeze_liability(country bigint) returns void language plpgsql volatile;
create function upgrade_voucher_count(card bigint, voucher bigint, quantity integer) returns integer language sql stable;
create function usd_amounts_of_lines(transactions bigint[]) returns TABLE(line_id bigint, amount_usd numeric) language sql stable;
create function user_permissions_version(of_user bigint) returns text language plpgsql stable parallel restricted;
create function values_of_log(logged_resource text, logged jsonb) returns jsonb language sql stable;
create function visit_rollups(v visit) returns SETOF visit_rollup language sql stable;
create function visits_between(member bigint, first_day date, last_day date) returns integer language sql stable;
create function visits_between(member bigint, first_day date, last_day date, by_day boolean, per_day integer, of_country bigint DEFAULT NULL::bigint, other_minimum numeric DEFAULT NULL::numeric) returns integer language sql stable;
create function visits_to_maintain(at_sale integer, current_minimum integer) returns integer language sql immutable parallel safe;
create function visits_to_upgrade(at_sale integer, current_minimum integer) returns integer language sql immutable parallel safe;
create function voucher_movements(s voucher_state) returns SETOF liability_rollup_delta language sql immutable;
create function voucher_rollups(v voucher_state) returns SETOF voucher_rollup language sql stable;
