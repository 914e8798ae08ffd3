-- Where a password comes from: `own`, its owner chose it; `given`, somebody else set it; `void`, it was given, and its user has
-- risen since.
alter table users add column password_state text not null default 'own'
  constraint users_password_state_check check (password_state in ('own', 'given', 'void'));
