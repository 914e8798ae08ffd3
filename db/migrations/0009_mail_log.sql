-- Guards of integrations, reports and mails.

-- Of a hotel's token there is but the hash: SHA-256 in hexadecimal digits.
alter table integration add constraint integration_access_token_check check (access_token ~ '^[0-9a-f]{64}$');

-- A report is run by its key.
create unique index report_key_key on report (key) where deleted_at is null;

-- One language of a template is the default. Asked at the end, so that the flag can pass from one to another.
alter table mail_language add constraint mail_language_default_excl
  exclude using btree (mail_template_id with =) where (is_reserved and deleted_at is null) deferrable initially deferred;
