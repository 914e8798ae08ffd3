-- Settings that apply at a hotel: its time zone, currency, rate and region, and prices in its currency.

-- The time zone of a hotel's days: its own, or else its country's. PostgreSQL inlines this function, so it adds no cost
-- to a query. Its parameters are the two zones, because whole rows would be carried along.
create or replace function effective_time_zone(of_hotel text, of_country text) returns text
  language sql immutable parallel safe as
$$ select coalesce(of_hotel, of_country) $$;

-- The same by the hotel's id.
create or replace function effective_time_zone(hotel bigint) returns text language sql stable as
$$ select effective_time_zone(h.time_zone, c.time_zone) from hotel h join country c on c.id = h.country_id
  where h.id = hotel $$;

-- The same for queries over many hotels.
create or replace view hotel_time_zone as
select h.id as hotel_id, effective_time_zone(h.time_zone, c.time_zone) as zone from hotel h join country c
  on c.id = h.country_id;

-- A hotel's currency, and its present rate to the US dollar.
create or replace function currency_of(hotel bigint, out currency text, out usd_rate numeric) language sql stable as
$$ select c.currency, c.usd_rate from hotel h join country c on c.id = h.country_id where h.id = hotel $$;

-- The region to which a hotel belongs today.
create or replace function region_of(hotel bigint) returns bigint language sql stable as
$$ select c.region_id from hotel h join country c on c.id = h.country_id where h.id = hotel $$;

-- True if an amount has more decimals than its currency, so that nobody could pay it.
create or replace function has_excess_decimals(amount numeric, decimals integer) returns boolean
  language sql immutable parallel safe as
$$ select amount <> round(amount, decimals) $$;

-- True if an amount in US dollars fits its column, numeric(14, 2).
create or replace function fits_usd_column(amount numeric, usd_rate numeric) returns boolean
  language sql immutable parallel safe as
$$ select coalesce(abs(round(amount / usd_rate, 2)) < 1e12, true) $$;

-- The bill above which a country requires a remark: its own limit, or else 20,000 US dollars at its rate, rounded to
-- two digits. Null without a rate.
create or replace function bill_limit(of_country numeric, usd_rate numeric) returns numeric
  language sql immutable parallel safe as $$
  select coalesce(of_country, round(20000 * usd_rate, 1 - floor(log(20000 * usd_rate))::integer))
$$;

-- An amount at a hotel, in its currency and decimals; no price is rounded to zero. Null if a rate is missing.
create or replace function local_price(amount numeric, priced_in bigint, hotel bigint) returns numeric
  language sql stable as $$
  select case when p.id is null or p.currency = c.currency then amount
              else greatest(round(amount / p.usd_rate * c.usd_rate, c.decimals),
                            case when amount > 0 and p.usd_rate * c.usd_rate is not null
                              then 10.0 ^ -c.decimals end) end
  from hotel h join country c on c.id = h.country_id left join country p on p.id = priced_in
  where h.id = hotel
$$;

-- The price of a membership at a hotel: its price in the hotel's currency, or else its base price. If the price in that
-- currency is missing, `missing` says how the amount was derived: converted, or used unchanged.
create or replace function price_at(membership_id bigint, hotel bigint, is_renewal boolean, out price numeric,
  out missing text)
language sql stable as $$
  select coalesce(case when is_renewal then p.renewal_price else p.price end,
                  local_price(case when is_renewal then m.renewal_price else m.price end, m.currency_country_id, h.id)),
         case when p.id is not null or base.currency = c.currency then null
              when base.id is not null then 'converted'
              when exists (select from membership_price o where o.membership_id = m.id and o.deleted_at is null)
                then 'as_is' end
  from membership m
  join hotel h on h.id = hotel
  join country c on c.id = h.country_id
  left join country base on base.id = m.currency_country_id
  left join membership_price p on p.membership_id = m.id and p.currency = c.currency and p.deleted_at is null
  where m.id = price_at.membership_id
$$;

