-- Places: the zone of a hotel's days, and an amount in its currency.

-- The zone in which a hotel's days are meant: its own, or else that of its country. PostgreSQL puts these few words in the place of
-- the call, so that it costs a question nothing. Taking both rows instead of their zones, it would carry whole rows along.
create or replace function zone_of(of_hotel text, of_country text) returns text language sql immutable parallel safe as
$$ select coalesce(of_hotel, of_country) $$;

-- The same where the hotel's row is not at hand.
create or replace function zone_of(hotel bigint) returns text language sql stable as
$$ select zone_of(h.time_zone, c.time_zone) from hotel h join country c on c.id = h.country_id where h.id = hotel $$;

-- The same for questions to many hotels.
create or replace view hotel_zone as
select h.id as hotel_id, zone_of(h.time_zone, c.time_zone) as zone from hotel h join country c on c.id = h.country_id;

-- A hotel's currency, and the price of a US dollar there today.
create or replace function currency_of(hotel bigint, out currency text, out usd_rate numeric) language sql stable as
$$ select c.currency, c.usd_rate from hotel h join country c on c.id = h.country_id where h.id = hotel $$;

-- The region to which a hotel belongs today.
create or replace function region_of(hotel bigint) returns bigint language sql stable as
$$ select c.region_id from hotel h join country c on c.id = h.country_id where h.id = hotel $$;

-- Whether an amount has more decimals than its currency: nobody can pay it.
create or replace function is_finer_than(amount numeric, decimals integer) returns boolean language sql immutable parallel safe as
$$ select amount <> round(amount, decimals) $$;

-- Whether the worth of an amount in US dollars has room in its column, numeric(14, 2).
create or replace function is_worth_recordable(amount numeric, usd_rate numeric) returns boolean language sql immutable parallel safe as
$$ select coalesce(abs(round(amount / usd_rate, 2)) < 1e12, true) $$;

-- The bill of a country above which a remark is needed: its own limit, or else the worth of 20,000 US dollars in two digits. None without a rate.
create or replace function bill_limit(of_country numeric, usd_rate numeric) returns numeric language sql immutable parallel safe as $$
  select coalesce(of_country, round(20000 * usd_rate, 1 - floor(log(20000 * usd_rate))::integer))
$$;

-- An amount at a hotel, in its currency and decimals; no price is rounded to nothing. Null where a rate is missing.
create or replace function local_price(amount numeric, priced_in bigint, hotel bigint) returns numeric language sql stable as $$
  select case when p.id is null or p.currency = c.currency then amount
              else greatest(round(amount / p.usd_rate * c.usd_rate, c.decimals),
                            case when amount > 0 and p.usd_rate * c.usd_rate is not null then 10.0 ^ -c.decimals end) end
  from hotel h join country c on c.id = h.country_id left join country p on p.id = priced_in
  where h.id = hotel
$$;

-- The price of a membership at a hotel: its price in the currency there, and where it has none its one number there. `missing` says
-- how the number came about where a price in that currency was left out: it was converted, or taken as it is beside prices in others.
create or replace function price_at(membership_id bigint, hotel bigint, is_renewal boolean, out price numeric, out missing text)
language sql stable as $$
  select coalesce(case when is_renewal then p.renewal_price else p.price end,
                  local_price(case when is_renewal then m.renewal_price else m.price end, m.currency_country_id, h.id)),
         case when p.id is not null or base.currency = c.currency then null
              when base.id is not null then 'converted'
              when exists (select from membership_price o where o.membership_id = m.id and o.deleted_at is null) then 'as_is' end
  from membership m
  join hotel h on h.id = hotel
  join country c on c.id = h.country_id
  left join country base on base.id = m.currency_country_id
  left join membership_price p on p.membership_id = m.id and p.currency = c.currency and p.deleted_at is null
  where m.id = price_at.membership_id
$$;

-- A sum keeps the currency and the rate of the day on which it was written down, even if they change.
create or replace function keep_rate() returns trigger language plpgsql as $$
begin
  select c.currency, c.usd_rate into new.currency, new.usd_rate from currency_of(new.hotel_id) c;
  return new;
end $$;
create or replace trigger keep_rate before insert on transaction for each row when (new.currency is null) execute function keep_rate();
create or replace trigger keep_rate before insert on visit for each row when (new.currency is null) execute function keep_rate();
