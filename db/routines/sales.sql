-- Sales: a transaction is the sum of its lines, and its lines take missing values from it.
-- See docs/decisions/0034-make-a-sale-one-transaction-and-do-not-allow-edits.md.

-- A new transaction stores its type, the currency and rate of its day, and the share of the fee for each month of the
-- term, truncated to the decimals of the currency; the last month gets the rest.
create or replace function snapshot_transaction() returns trigger language plpgsql as $$
begin
  if new.transaction_type_id is null then
    select d.id into new.transaction_type_id
    from option_detail d join option o on o.id = d.option_id where o.slug = 'transaction-type' and d.code = '99'
      and d.deleted_at is null;
  end if;
  if new.currency is null then
    select c.currency, c.usd_rate into new.currency, new.usd_rate from currency_of(new.hotel_id) c;
  end if;
  if new.term_months is not null and new.term_share is null then
    select trunc((new.sub_total - new.discount) / new.term_months, c.decimals) into new.term_share
    from hotel h join country c on c.id = h.country_id where h.id = new.hotel_id;
  end if;
  return new;
end $$;
create or replace trigger snapshot before insert on transaction for each row execute function snapshot_transaction();

-- The US dollar amount of a line is what it adds to the converted total of all lines, so the last line takes the
-- rounding difference. The line's fee type follows from the transaction's type.
create or replace function calculate_line() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.transaction_id, new.quantity, new.unit_price)
    = (old.transaction_id, old.quantity, old.unit_price) then
    return new;
  end if;
  select case when (others.last_id is null or others.last_id < new.id)
      and l.usd_difference * case when l.amount < 0 then -1 else 1 end >= 0 then l.usd_difference
              else round(l.amount / t.usd_rate, 2) end,
         coalesce(new.spend_type_id, fee.id)
  into new.sub_total_usd, new.spend_type_id
  from transaction t
  cross join lateral (
    select max(d.id) as last_id, coalesce(sum(d.sub_total), 0) as amount,
      coalesce(sum(d.sub_total_usd), 0) as amount_usd
    from transaction_detail d where d.transaction_id = t.id and d.id <> new.id and d.deleted_at is null) others
  cross join lateral (
    select new.quantity * new.unit_price as amount,
      round((others.amount + new.quantity * new.unit_price) / t.usd_rate, 2) - others.amount_usd as usd_difference) l
  join option_detail type on type.id = t.transaction_type_id
  left join (option_detail fee join option o on o.id = fee.option_id and o.slug = 'spend-type')
    on fee.deleted_at is null
    and fee.code = case type.code when '1' then '1' when '2' then '2' when '3' then '1' when '6' then '1' when '4'
      then '3' when '5' then '4' else '99' end
  where t.id = new.transaction_id;
  return new;
end $$;
create or replace trigger calculate_line before insert or update of transaction_id, quantity, unit_price
  on transaction_detail for each row execute function calculate_line();

-- The US dollar amounts of all lines of transactions: each is converted by itself, and the last line whose sign fits
-- takes the rounding difference.
create or replace function usd_amounts_of_lines(transactions bigint[])
  returns table (line_id bigint, amount_usd numeric) language sql stable as $$
  select l.id,
    l.line_usd + case when l.nth = 1 and (l.line_usd + l.remainder) * sign(l.total) >= 0 then l.remainder else 0 end
  from (
    select d.*, row_number() over (partition by d.transaction_id, d.is_live
      order by (d.line_usd + d.remainder) * sign(d.total) >= 0 desc, d.id desc) as nth
    from (
      select
        d.id,
        d.transaction_id,
        d.deleted_at is null as is_live,
        round(d.sub_total / t.usd_rate, 2) as line_usd,
        sum(d.sub_total) over lines as total,
        round(sum(d.sub_total) over lines / t.usd_rate, 2)
          - sum(round(d.sub_total / t.usd_rate, 2)) over lines as remainder
      from transaction_detail d join transaction t on t.id = d.transaction_id
      where d.transaction_id = any(transactions)
        and (d.deleted_at is null or t.deleted_at is not null or d.sub_total_usd is null)
      window lines as (partition by d.transaction_id, d.deleted_at is null)) d) l
$$;
create or replace function allocate_usd_to_lines(transactions bigint[]) returns void language sql as $$
  update transaction_detail d set sub_total_usd = w.amount_usd
  from usd_amounts_of_lines(transactions) w where d.id = w.line_id and d.sub_total_usd is distinct from w.amount_usd
$$;

-- A transaction is the sum of its lines. It is locked before they are read, so that two concurrent lines are both
-- counted. A sale is written with its total; then no update runs, which would fire every trigger of the table.
create or replace function calculate_totals(transactions bigint[]) returns void language plpgsql
  set plan_cache_mode = force_generic_plan set enable_nestloop = on as $$
declare
  changed bigint[];
  totals numeric[];
  unallocated bigint[];
begin
  perform from transaction where id = any(transactions) and deleted_at is null order by id for no key update;
  select array_agg(t.id) filter (where t.sub_total <> s.sub_total),
    array_agg(s.sub_total) filter (where t.sub_total <> s.sub_total),
    array_agg(t.id) filter (where s.amount_usd is distinct from round(s.sub_total / t.usd_rate, 2) and s.lines > 0)
  into changed, totals, unallocated
  from transaction t
  cross join lateral (
    select count(*) as lines, coalesce(sum(d.sub_total), 0) as sub_total, sum(d.sub_total_usd) as amount_usd
    from transaction_detail d where d.transaction_id = t.id and d.deleted_at is null) s
  where t.id = any(transactions) and t.deleted_at is null;
  if changed is not null then
    update transaction t set sub_total = n.sub_total
    from unnest(changed, totals) n (id, sub_total) where t.id = n.id;
  end if;
  if unallocated is not null then
    perform allocate_usd_to_lines(unallocated);
  end if;
end $$;
create or replace function calculate_totals_on_update() returns trigger language plpgsql set enable_nestloop = off as $$
begin
  perform calculate_totals(array(
    select n.transaction_id from new_rows n join old_rows o on o.id = n.id
    where (n.sub_total, n.transaction_id, n.deleted_at) is distinct from (o.sub_total, o.transaction_id, o.deleted_at)
    union
    select o.transaction_id from new_rows n join old_rows o on o.id = n.id where n.transaction_id <> o.transaction_id));
  return null;
end $$;
create or replace trigger calculate_totals_on_insert after insert on transaction_detail
  referencing new table as new_rows
  for each statement execute function derive_from_new_rows('calculate_totals');
create or replace trigger calculate_totals_on_update after update on transaction_detail
  referencing old table as old_rows new table as new_rows
  for each statement execute function calculate_totals_on_update();

-- The sum of the refunds of a sale that are not cancelled.
create or replace function refunded_amount(sale bigint) returns numeric language sql stable as $$
  select coalesce(-sum(r.grand_total), 0) from transaction r where r.reverses_id = sale
    and r.refund_reason_id is not null and r.deleted_at is null
$$;

-- Disputes are append-only; the resolution is written once.
create or replace trigger append_only before update or delete on sale_dispute
  for each row execute function append_only_except('resolved_at', 'resolved_by_id', 'resolution');

