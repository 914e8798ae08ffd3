-- Single sign-on with an OpenID Connect provider, passkeys, and rules of role groups about signing in.

-- Who a person is at a provider. Only issuer and subject together are permanent; addresses and names change.
create table user_identity (
  issuer text not null,
  subject text not null,
  user_id bigint not null references users (id),
  linked_at timestamptz not null,
  primary key (issuer, subject),
  constraint user_identity_user_id_issuer_key unique (user_id, issuer)
);

-- A public key whose private half is on a device of the user, or in their password manager (WebAuthn).
create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id),
  name text not null,
  credential_id bytea not null constraint passkey_credential_id_key unique,
  public_key bytea not null,
  -- The number of uses, if the device counts them: one that does not grow means a copy.
  use_count bigint not null,
  transports text[] not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkey_user_id_idx on passkey (user_id);

-- Our challenges that a passkey has signed, each valid once. A row remains until its challenge expires.
create table used_challenge (
  signature bytea primary key constraint used_challenge_signature_check check (length(signature) = 32),
  expires_at timestamptz not null
);
create index used_challenge_expires_at_idx on used_challenge (expires_at);

-- How the session began. The provider's ID token identifies its session when the user signs out.
alter table session
  add column method text not null default 'password'
    constraint session_method_check check (method in ('password', 'provider', 'passkey')),
  add column id_token text;

alter table role_group
  add column is_password_allowed boolean not null default true,
  add column is_second_factor_required boolean not null default false;
