-- Strangers at the door: who asks for access waits without a role group, and an answer to a captcha of our own serves once.

alter table users alter column role_group_id drop not null;

-- Kept until the challenge has expired: from then on it is refused for its age.
create table captcha_used (
  signature bytea primary key constraint captcha_used_signature_check check (length(signature) = 32),
  expires_at timestamptz not null
);
create index captcha_used_expires_at_idx on captcha_used (expires_at);
