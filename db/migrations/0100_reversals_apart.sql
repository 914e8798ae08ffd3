-- Reversals are counted apart from sales: none is a second sale. Days are those of the hotel's zone.
insert into figure_delta (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd)
select k.kind, t.hotel_id, date_trunc('month', t.transaction_date at time zone coalesce(h.time_zone, c.time_zone))::date, t.membership_id,
       t.transaction_type_id::text, t.currency, k.sign, k.sign * t.grand_total, k.sign * coalesce(t.grand_total_usd, 0)
from transaction t join hotel h on h.id = t.hotel_id join country c on c.id = h.country_id
cross join (values ('sale', -1), ('reversal', 1)) k (kind, sign)
where t.reverses_id is not null and t.deleted_at is null;

-- The sales report can show which sale a reversal takes back.
insert into report_column (report_id, table_name, column_name, sort_no, align, formatter, is_checked)
select c.report_id, 'transaction', 'reverses.transaction_no', c.sort_no + 1, 'left', null, false
from report r join report_column c on c.report_id = r.id and c.table_name = 'transaction' and c.column_name = 'remark' and c.deleted_at is null
where r.key = 'sales-report'
  and not exists (select from report_column k where k.report_id = r.id and k.table_name = 'transaction' and k.column_name = 'reverses.transaction_no');
