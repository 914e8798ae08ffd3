-- Mails that came back, that were reported as spam, and that were never sent.
alter table mail_log
  drop constraint mail_log_delivery_status_check,
  add constraint mail_log_delivery_status_check
    check (delivery_status in ('queued', 'sent', 'failed', 'bounced', 'complained', 'skipped'));

-- Addresses of members that get no mail, or only receipts. Stored by address, not by member: a bounce is about the
-- address that the mail went to, which the member may have changed since.
create table mail_address_state (
  email text primary key constraint mail_address_state_email_check check (email = lower(email)),
  state text not null constraint mail_address_state_state_check check (state in ('bounced', 'complained')),
  at timestamptz(0) not null
);
