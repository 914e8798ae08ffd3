-- Sales: a transaction is the sum of its lines, and its lines take the values that they do not say from it.
-- See docs/decisions/0034-what-a-sale-is.md.

create or replace function give_transaction_type() returns trigger language plpgsql as $$
begin
  select d.id into new.transaction_type_id
  from option_detail d join option o on o.id = d.option_id where o.slug = 'transaction-type' and d.code = '99' and d.deleted_at is null;
  return new;
end $$;
create or replace trigger give_type before insert on transaction for each row
  when (new.transaction_type_id is null) execute function give_transaction_type();

-- What each month of the term that is sold takes of the fee, in whole units of the currency as they are now: the last month takes what is left.
create or replace function set_term_share() returns trigger language plpgsql as $$
begin
  select trunc((new.sub_total - new.discount) / new.term_months, c.decimals) into new.term_share
  from hotel h join country c on c.id = h.country_id where h.id = new.hotel_id;
  return new;
end $$;
create or replace trigger set_term_share before insert on transaction for each row
  when (new.term_months is not null and new.term_share is null) execute function set_term_share();

-- The worth of a line in US dollars is the amount that it adds to the worth of all lines by the transaction's rate: so the last one takes
-- what rounding leaves. Its fee type follows from the transaction's type.
create or replace function complete_detail() returns trigger language plpgsql as $$
begin
  select case when (others.last is null or others.last < new.id) and l.added * case when l.amount < 0 then -1 else 1 end >= 0 then l.added
              else round(l.amount / t.usd_rate, 2) end,
         coalesce(new.spend_type_id, fee.id)
  into new.sub_total_usd, new.spend_type_id
  from transaction t
  cross join lateral (
    select max(d.id) as last, coalesce(sum(d.sub_total), 0) as amount, coalesce(sum(d.sub_total_usd), 0) as worth
    from transaction_detail d where d.transaction_id = t.id and d.id <> new.id and d.deleted_at is null) others
  cross join lateral (
    select new.quantity * new.unit_price as amount, round((others.amount + new.quantity * new.unit_price) / t.usd_rate, 2) - others.worth as added) l
  join option_detail type on type.id = t.transaction_type_id
  left join (option_detail fee join option o on o.id = fee.option_id and o.slug = 'spend-type')
    on fee.deleted_at is null
    and fee.code = case type.code when '1' then '1' when '2' then '2' when '3' then '1' when '6' then '1' when '4' then '3' when '5' then '4' else '99' end
  where t.id = new.transaction_id;
  return new;
end $$;
create or replace function guard_line_decimals() returns trigger language plpgsql as $$
declare
  places integer := (select c.decimals from transaction t join hotel h on h.id = t.hotel_id join country c on c.id = h.country_id where t.id = new.transaction_id);
begin
  if is_finer_than(new.unit_price, places) then
    raise check_violation using table = 'transaction_detail', column = 'unit_price', constraint = 'transaction_detail_unit_price_decimals', detail = places,
      message = format('the price %s has more than %s decimals', new.unit_price, places);
  end if;
  return new;
end $$;
-- A price that a country's rate brought about is rounded to its decimals: whole prices need not be looked at.
create or replace trigger guard_new_decimals before insert on transaction_detail for each row
  when (acting_user() is not null and not new.is_reversal and new.unit_price <> trunc(new.unit_price)) execute function guard_line_decimals();
create or replace trigger guard_decimals before update of unit_price, transaction_id on transaction_detail for each row
  when (acting_user() is not null and new.unit_price <> trunc(new.unit_price)
        and (new.unit_price, new.transaction_id) is distinct from (old.unit_price, old.transaction_id)) execute function guard_line_decimals();
create or replace trigger complete before insert on transaction_detail for each row execute function complete_detail();
create or replace trigger complete_anew before update of transaction_id, quantity, unit_price on transaction_detail for each row
  when ((new.transaction_id, new.quantity, new.unit_price) is distinct from (old.transaction_id, old.quantity, old.unit_price))
  execute function complete_detail();

-- The worth of the lines of transactions in US dollars, where some changed or went: each by its own amount, and the last that can bear it with
-- what rounding leaves.
create or replace function lines_in_dollars(transactions bigint[]) returns table (line_id bigint, worth numeric) language sql stable as $$
  select l.id, l.own + case when l.place = 1 and (l.own + l.rest) * sign(l.whole) >= 0 then l.rest else 0 end
  from (
    select d.*, row_number() over (partition by d.transaction_id, d.is_live order by (d.own + d.rest) * sign(d.whole) >= 0 desc, d.id desc) as place
    from (
      select d.id, d.transaction_id, d.deleted_at is null as is_live, round(d.sub_total / t.usd_rate, 2) as own, sum(d.sub_total) over together as whole,
             round(sum(d.sub_total) over together / t.usd_rate, 2) - sum(round(d.sub_total / t.usd_rate, 2)) over together as rest
      from transaction_detail d join transaction t on t.id = d.transaction_id
      where d.transaction_id = any(transactions) and (d.deleted_at is null or t.deleted_at is not null or d.sub_total_usd is null)
      window together as (partition by d.transaction_id, d.deleted_at is null)) d) l
$$;
create or replace function settle_lines(transactions bigint[]) returns void language sql as $$
  update transaction_detail d set sub_total_usd = w.worth
  from lines_in_dollars(transactions) w where d.id = w.line_id and d.sub_total_usd is distinct from w.worth
$$;

-- A transaction is the sum of its lines. It is locked before they are read: two lines that come at once are both counted.
create or replace function add_up(transactions bigint[]) returns void language plpgsql set plan_cache_mode = force_generic_plan set enable_nestloop = on as $$
declare unsettled bigint[];
begin
  perform from transaction where id = any(transactions) and deleted_at is null order by id for no key update;
  with sums as (
    select d.transaction_id, sum(d.sub_total) as sub_total, sum(d.sub_total_usd) as worth
    from transaction_detail d where d.transaction_id = any(transactions) and d.deleted_at is null group by 1
  ),
  added as (
    update transaction t set sub_total = coalesce((select s.sub_total from sums s where s.transaction_id = t.id), 0)
    where t.id = any(transactions) and t.deleted_at is null
  )
  select array_agg(t.id) into unsettled
  from sums s join transaction t on t.id = s.transaction_id
  where t.deleted_at is null and s.worth is distinct from round(s.sub_total / t.usd_rate, 2);
  if unsettled is not null then
    perform settle_lines(unsettled);
  end if;
end $$;
-- Amounts that are entered have no more decimals than the currency of their hotel.
create or replace function guard_discount_decimals() returns trigger language plpgsql as $$
declare
  places integer := (select c.decimals from hotel h join country c on c.id = h.country_id where h.id = new.hotel_id);
begin
  if is_finer_than(new.discount, places) then
    raise check_violation using table = 'transaction', column = 'discount', constraint = 'transaction_discount_decimals', detail = places,
      message = format('the discount %s has more than %s decimals', new.discount, places);
  end if;
  return new;
end $$;
create or replace trigger guard_new_discount_decimals before insert on transaction for each row
  when (acting_user() is not null and new.reverses_id is null and new.discount <> trunc(new.discount)) execute function guard_discount_decimals();
create or replace trigger guard_discount_decimals before update of discount on transaction for each row
  when (acting_user() is not null and new.discount <> old.discount and new.discount <> trunc(new.discount)) execute function guard_discount_decimals();

-- A discount stays within the limit of the role group that takes it off, whatever becomes of the lines: it is checked wherever it grows in
-- proportion to their sum. One that somebody with more rights gave is no hindrance while its part shrinks. A sale is checked when it is made, where
-- an approval is known.
create or replace function guard_discount() returns trigger language plpgsql as $$
declare
  most integer := (select discount_limit_of(u.role_group_id) from users u where u.id = acting_user());
begin
  if new.discount between 0 and new.sub_total and new.discount * 100 > new.sub_total * most and new.discount * old.sub_total > old.discount * new.sub_total then
    raise exception 'a discount of % is more than % %% of %', new.discount, most, new.sub_total
      using errcode = 'check_violation', table = 'transaction', column = 'discount', constraint = 'transaction_discount_limit', detail = most;
  end if;
  return new;
end $$;
create or replace trigger guard_discount before update of discount, sub_total on transaction for each row
  when (acting_user() is not null and new.discount > 0 and (new.discount, new.sub_total) is distinct from (old.discount, old.sub_total))
  execute function guard_discount();
create or replace function add_up_new() returns trigger language plpgsql as $$
begin
  perform add_up(array(select distinct transaction_id from new_rows));
  return null;
end $$;
create or replace function add_up_changed() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  perform add_up(array(
    select n.transaction_id from new_rows n join old_rows o on o.id = n.id
    where (n.sub_total, n.transaction_id, n.deleted_at) is distinct from (o.sub_total, o.transaction_id, o.deleted_at)
    union
    select o.transaction_id from new_rows n join old_rows o on o.id = n.id where n.transaction_id <> o.transaction_id));
  return null;
end $$;
create or replace trigger add_up_new after insert on transaction_detail referencing new table as new_rows
  for each statement execute function add_up_new();
create or replace trigger add_up_changed after update on transaction_detail referencing old table as old_rows new table as new_rows
  for each statement execute function add_up_changed();

-- The sum of the refunds of a sale that are not cancelled.
create or replace function refunded_of(sale bigint) returns numeric language sql stable as $$
  select coalesce(-sum(r.grand_total), 0) from transaction r where r.reverses_id = sale and r.refund_reason_id is not null and r.deleted_at is null
$$;

-- A dispute is a record of its own, of which how it ended is written once.
create or replace trigger append_only before update or delete on sale_dispute
  for each row execute function keep_but_the_end('lifted_at', 'lifted_by_id', 'lift_reason');
create or replace trigger never_emptied before truncate on sale_dispute for each statement execute function refuse_change();

-- A refund pays back no more than was paid for a sale that is neither cancelled nor reversed, together with the other refunds of it. A sale
-- of which a part was refunded is not reversed as a whole. The sale is locked before its refunds are added up: of two at the same time the
-- second one counts the first.
create or replace function guard_refund() returns trigger language plpgsql as $$
declare
  sale transaction;
  refunded numeric;
  refused text;
  places integer := (select c.decimals from hotel h join country c on c.id = h.country_id where h.id = new.hotel_id);
begin
  select * into sale from transaction where id = new.reverses_id for no key update;
  refunded := refunded_of(sale.id);
  if new.refund_reason_id is null then
    refused := case when refunded > 0 then 'transaction_refunded_settled' end;
  else
    refused := case
      when sale.deleted_at is not null then 'transaction_refund_cancelled'
      when not is_sale(sale.transaction_type_id) or sale.reverses_id is not null then 'transaction_refund_sale'
      when exists (select from transaction b where b.reverses_id = sale.id and b.refund_reason_id is null) then 'transaction_reversed_settled'
      when exists (select from sale_dispute d where d.transaction_id = sale.id and d.lifted_at is null) then 'transaction_refund_disputed'
      when is_finer_than(new.sub_total, places) then 'transaction_refund_decimals'
      when refunded > sale.grand_total then 'transaction_refund_total' end;
  end if;
  if refused is not null then
    raise exception 'transaction % is not refunded or reversed', sale.id
      using errcode = 'check_violation', table = 'transaction', constraint = refused, detail = places;
  end if;
  return null;
end $$;
create or replace trigger guard_refund after insert on transaction for each row
  when (new.reverses_id is not null) execute function guard_refund();
