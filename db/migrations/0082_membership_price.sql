-- What a membership costs in a currency, where a group does not want it converted.
create table membership_price (
  like record including all,
  membership_id bigint not null references membership (id),
  currency text not null constraint membership_price_currency_check check (currency ~ '^[A-Z]{3}$'),
  price numeric(15, 3) not null constraint membership_price_price_check check (price >= 0),
  renewal_price numeric(15, 3) not null constraint membership_price_renewal_price_check check (renewal_price >= 0)
);
create unique index membership_price_membership_id_currency_key on membership_price (membership_id, currency) where deleted_at is null;
create index membership_price_membership_id_idx on membership_price (membership_id);
create index membership_price_search_idx on membership_price using gin (currency gin_trgm_ops);
call keep_records('membership_price');
