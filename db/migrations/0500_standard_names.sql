-- Renames tables, columns, their constraints and indexes, and stored values to standard terms. No row is added or
-- removed. Earlier migrations and old lines of the audit log keep the former names, see
-- docs/decisions/0094-use-the-fields-standard-terms.md.
--
-- Routines get their new names after the migrations, when db/routines is applied. A later migration may fire the former
-- triggers before that, so the bodies of the former routines are rewritten to the new tables and columns.

create temporary table renamed (kind text, of_table text, old_name text, new_name text) on commit drop;
insert into renamed values
  ('table', null, 'operation', 'audit_log'),
  ('table', null, 'figure', 'rollup'),
  ('table', null, 'figure_delta', 'rollup_delta'),
  ('table', null, 'audit_run', 'reconciliation_run'),
  ('table', null, 'voucher_standing', 'voucher_state'),
  ('table', null, 'record_table', 'audited_table'),
  ('table', null, 'log_end', 'log_watermark'),
  ('table', null, 'look_up', 'member_lookup'),
  ('table', null, 'access_version', 'permissions_version'),
  ('table', null, 'standing_recount', 'status_recount'),
  ('table', null, 'receipt_count', 'receipt_counter'),
  ('table', null, 'mail_order', 'mail_request'),
  ('table', null, 'integration_minute', 'integration_usage'),
  ('table', null, 'captcha_used', 'used_captcha'),
  ('table', null, 'living', 'routine_file'),
  ('table', null, 'unusual_act', 'flagged_activity'),
  ('column', 'member_lookup', 'way', 'origin'),
  ('column', 'mail_cause', 'letter', 'account_mail'),
  ('column', 'idempotency_key', 'answer', 'response'),
  ('column', 'refresh_token', 'answer_salt', 'response_salt'),
  ('column', 'report_file', 'beat_at', 'heartbeat_at'),
  ('column', 'report_file', 'sight', 'visibility'),
  ('column', 'status_recount', 'is_of_rising', 'is_for_upgrades'),
  ('column', 'routine_file', 'made', 'objects'),
  ('column', 'member_card', 'risen_with_id', 'upgraded_by_id'),
  ('column', 'transaction', 'level_before_id', 'tier_before_id'),
  ('column', 'users', 'is_owed_by_rise', 'must_change_for_rights'),
  ('column', 'permissions_version', 'made_in', 'xact_id'),
  ('column', 'mail_language', 'turn', 'sequence_no'),
  ('column', 'signing_key', 'is_only', 'is_singleton'),
  ('column', 'flagged_activity', 'happened_at', 'occurred_at'),
  ('column', 'flagged_activity', 'looked_at', 'reviewed_at'),
  ('column', 'flagged_activity', 'looked_by_id', 'reviewed_by_id'),
  ('column', 'member_card', 'is_by_hand', 'is_tier_manual'),
  ('column', 'approval', 'asked_at', 'requested_at'),
  ('column', 'approval', 'asked_by_id', 'requested_by_id'),
  ('column', 'report_file', 'asked_at', 'requested_at'),
  ('column', 'member_merge', 'kept_id', 'retained_id'),
  ('column', 'sale_dispute', 'lifted_at', 'resolved_at'),
  ('column', 'sale_dispute', 'lifted_by_id', 'resolved_by_id'),
  ('column', 'sale_dispute', 'lift_reason', 'resolution');

do $$
declare
  r record;
  o record;
begin
  -- A new database does not have the table of routines yet.
  for r in select * from renamed where kind = 'table' and to_regclass(old_name) is not null loop
    execute format('alter table %I rename to %I', r.old_name, r.new_name);
  end loop;
  for r in
    select n.* from renamed n
    join pg_attribute a on a.attrelid = to_regclass(quote_ident(n.of_table)) and a.attname = n.old_name
    where n.kind = 'column'
  loop
    execute format('alter table %I rename column %I to %I', r.of_table, r.old_name, r.new_name);
  end loop;

  -- Constraints, indexes and sequences are named after their table and columns.
  for r in
    select 1 as step, t.oid, n.old_name || '_' as old_prefix, n.new_name || '_' as new_prefix
    from renamed n join pg_class t on t.oid = to_regclass(quote_ident(n.new_name))
    where n.kind = 'table'
    union all
    select 2, t.oid, n.of_table || '_' || n.old_name || '_', n.of_table || '_' || n.new_name || '_'
    from renamed n join pg_class t on t.oid = to_regclass(quote_ident(n.of_table))
    where n.kind = 'column'
    order by 1, 3
  loop
    for o in select conname as name from pg_constraint where conrelid = r.oid and starts_with(conname, r.old_prefix) loop
      execute format('alter table %s rename constraint %I to %I', r.oid::regclass, o.name,
                     r.new_prefix || substr(o.name, length(r.old_prefix) + 1));
    end loop;
    for o in
      select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = r.oid and starts_with(c.relname, r.old_prefix)
    loop
      execute format('alter index %I rename to %I', o.name, r.new_prefix || substr(o.name, length(r.old_prefix) + 1));
    end loop;
    for o in
      select c.relname as name from pg_depend d join pg_class c on c.oid = d.objid and c.relkind = 'S'
      where d.refobjid = r.oid and d.deptype = 'i' and starts_with(c.relname, r.old_prefix)
    loop
      execute format('alter sequence %I rename to %I', o.name,
                     r.new_prefix || substr(o.name, length(r.old_prefix) + 1));
    end loop;
  end loop;
end $$;

-- Functions that tables or migrations use.
alter function folded(text) rename to normalize_text;
alter sequence mail_language_turn rename to mail_language_sequence_no;

drop procedure keep_records(regclass, text[]);
-- Makes a table that was created `like record` an audited one: adds foreign keys to the users who wrote its rows, and
-- the index of the default list. db/routines creates the triggers of the tables in audited_table.
create procedure enable_audit(resource regclass, secrets text[] default '{}') language plpgsql as $$
begin
  execute format('alter table %s
    add foreign key (created_by_id) references users (id),
    add foreign key (updated_by_id) references users (id),
    add foreign key (deleted_by_id) references users (id)', resource);
  execute format('create index on %s (id) where deleted_at is null', resource);
  insert into audited_table values ((select relname from pg_class where oid = resource), secrets);
end $$;

do $$
declare
  r record;
  o record;
  words text[] := array(
    select distinct old_name from renamed where old_name not in ('letter', 'answer', 'sight', 'made', 'living')
    union all
    values ('operation_id_seq'), ('folded'), ('mail_language_turn'));
  definition text;
  word text;
begin
  for o in
    select p.oid from pg_proc p join pg_language l on l.oid = p.prolang and l.lanname in ('sql', 'plpgsql')
    where p.pronamespace = current_schema()::text::regnamespace and p.prosrc ~ ('\m(' || array_to_string(words, '|') || ')\M')
      and p.proname not in ('enable_audit', 'normalize_text')
      and not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')
  loop
    definition := pg_get_functiondef(o.oid);
    foreach word in array words loop
      definition := regexp_replace(definition, '\m' || word || '\M', case word
        when 'operation_id_seq' then 'audit_log_id_seq'
        when 'folded' then 'normalize_text'
        when 'mail_language_turn' then 'mail_language_sequence_no'
        else (select min(new_name) from renamed where old_name = word) end, 'g');
    end loop;
    execute definition;
  end loop;

  -- The list of former triggers, which the start uses to drop them.
  if to_regclass('routine_file') is not null then
    for r in select * from renamed where kind = 'table' loop
      update routine_file f set objects = array(
        select regexp_replace(u.object, '\m' || r.old_name || '\M', r.new_name, 'g')
        from unnest(f.objects) with ordinality u (object, n) order by u.n);
    end loop;
  end if;
end $$;

-- Stored values and resource names. Triggers are disabled, because they would log or reject these changes. Updating
-- columns of append-only tables needs a temporary right.
grant update (kind) on approval to current_user;
grant update (origin) on member_lookup to current_user;
grant update (resource) on loaded_record to current_user;
grant update (resource) on export_log to current_user;
alter table approval disable trigger user;
alter table approval drop constraint approval_kind_check, drop constraint approval_outcome_check;
update approval set kind = 'tier' where kind = 'level';
update approval set outcome = 'rejected' where outcome = 'refused';
alter table approval
  add constraint approval_kind_check check (kind in ('discount', 'free_membership', 'tier', 'card', 'voucher',
    'extension', 'reopen_month', 'upgrade', 'refund')),
  add constraint approval_outcome_check check (outcome in ('approved', 'rejected', 'withdrawn', 'failed'));
alter table approval enable trigger user;

alter table manual_change disable trigger user;
alter table manual_change drop constraint manual_change_kind_check;
update manual_change set kind = 'tier_set' where kind = 'level_set';
alter table manual_change add constraint manual_change_kind_check check (kind in ('card_made', 'card_replaced',
  'card_extended', 'card_changed', 'tier_set', 'visits_credited', 'voucher_made', 'voucher_extended',
  'voucher_reissued'));
alter table manual_change enable trigger user;

alter table member_lookup disable trigger user;
alter table member_lookup drop constraint member_lookup_origin_check;
update member_lookup set origin = 'front_desk' where origin = 'counter';
alter table member_lookup
  add constraint member_lookup_origin_check check (origin in ('front_desk', 'search', 'number', 'import'));
alter table member_lookup enable trigger user;

alter table loaded_record disable trigger user;
update loaded_record set resource = 'flagged_activity' where resource = 'unusual_act';
alter table loaded_record enable trigger user;
alter table export_log disable trigger user;
update export_log set resource = 'flagged_activity' where resource = 'unusual_act';
alter table export_log enable trigger user;
revoke update (kind) on approval from current_user;
revoke update (origin) on member_lookup from current_user;
revoke update (resource) on loaded_record from current_user;
revoke update (resource) on export_log from current_user;
update audited_table set name = 'flagged_activity' where name = 'unusual_act';
update row_count set resource = 'flagged_activity' where resource = 'unusual_act';
update saved_view set resource = 'flagged_activity' where resource = 'unusual_act';
update mail_cause set account_mail = 'approval_requested' where account_mail = 'approval_asked';

-- Names within saved views, settings, reports and reconciliation results. Search texts are not changed. Views of the
-- audit log still filter by unusual_act, the name that its old lines have.
create function pg_temp.rename_within(stored jsonb, but_not text[] default '{}') returns jsonb language plpgsql as $$
declare
  t text := (stored - 'search')::text;
  r record;
begin
  for r in
    select * from (values
      ('unusual_act', 'flagged_activity'), ('unusual-act', 'flagged-activity'), ('happened_at', 'occurred_at'),
      ('looked_at', 'reviewed_at'), ('looked_by_id', 'reviewed_by_id'), ('looked_by', 'reviewed_by'),
      ('stays_because', 'locked_reason'), ('is_by_hand', 'is_tier_manual'), ('level_set', 'tier_set'),
      ('kept-counts', 'stored-counts'), ('kept-names', 'stored-names'), ('kept-figures', 'stored-rollups'),
      ('done-as-asked', 'done-as-requested'), ('made-by-hand', 'created-manually'), ('told-of-records', 'events-of-records')) n (former, present)
    where former <> all(but_not)
  loop
    t := regexp_replace(t, '\m' || r.former || '\M', r.present, 'g');
  end loop;
  return t::jsonb || case when stored ? 'search' then jsonb_build_object('search', stored -> 'search') else '{}' end;
end $$;
update saved_view set state = pg_temp.rename_within(state, case when resource = 'audit_entry' then '{unusual_act}' else '{}' end::text[]);
update user_preference set
  settings = pg_temp.rename_within(settings),
  shortcuts = (pg_temp.rename_within(jsonb_build_object('all', shortcuts)) -> 'all')
where settings <> '{}' or shortcuts <> '[]';
update report_schedule set query = pg_temp.rename_within(query);
alter table report_file disable trigger user;
update report_file set query = pg_temp.rename_within(query) where query <> pg_temp.rename_within(query);
alter table report_file enable trigger user;
alter table reconciliation_run disable trigger user;
update reconciliation_run set result = pg_temp.rename_within(result) where result is not null;
alter table reconciliation_run enable trigger user;
