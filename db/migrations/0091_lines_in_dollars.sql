-- Lines in US dollars add up to what their transaction is worth: the last one takes what rounding leaves.
-- Of closed months the figures are those of transactions, and stay: only their lines are put right.
do $$
declare is_guarded boolean := exists (
  select from pg_trigger where tgrelid = 'transaction_detail'::regclass and tgname = 'a_month_changed');
begin
  if is_guarded then
    alter table transaction_detail disable trigger a_month_changed;
  end if;
  update transaction_detail d set sub_total_usd = w.worth
  from (
    select l.id, l.own + case when l.place = 1 and (l.own + l.rest) * sign(l.whole) >= 0 then l.rest else 0 end as worth
    from (
      select d.*, row_number() over (partition by d.transaction_id order by (d.own + d.rest) * sign(d.whole) >= 0 desc, d.id desc) as place
      from (
        select d.id, d.transaction_id, round(d.sub_total / t.usd_rate, 2) as own, sum(d.sub_total) over of_transaction as whole,
               round(sum(d.sub_total) over of_transaction / t.usd_rate, 2) - sum(round(d.sub_total / t.usd_rate, 2)) over of_transaction as rest
        from transaction_detail d join transaction t on t.id = d.transaction_id
        where t.usd_rate is not null and (d.deleted_at is null or d.cancelled_with_id is not null)
        window of_transaction as (partition by d.transaction_id)) d) l) w
  where w.id = d.id and d.sub_total_usd is distinct from w.worth;
  if is_guarded then
    alter table transaction_detail enable trigger a_month_changed;
  end if;
end $$;
