-- The reports of the system tell free members apart from new ones, and cancelled vouchers, so that their figures add up.
insert into report_column (report_id, table_name, column_name, sort_no, align, formatter, is_checked)
select c.report_id, c.table_name, n.column_name, c.sort_no + 1, c.align, c.formatter, c.is_checked
from (values ('benefit-report', 'expired', 'cancelled'), ('benefit-report', 'expired_nominal', 'cancelled_nominal'),
             ('overview-report', 'new_members_last_year', 'free_members'), ('overview-report', 'new_members_last_year', 'free_members_last_year')) n (key, beside, column_name)
join report r on r.key = n.key
join report_column c on c.report_id = r.id and c.table_name in ('benefit', 'overview') and c.column_name = n.beside and c.deleted_at is null
where not exists (select from report_column k where k.report_id = r.id and k.table_name = c.table_name and k.column_name = n.column_name);

-- Cards that end are counted apart for members who are switched on: they alone stand in the list of whom somebody should call.
delete from figure_delta where kind = 'ending';
delete from figure where kind = 'ending';
insert into figure (kind, hotel_id, day, membership_id, part, currency, number, amount, amount_usd)
select 'ending', hotel_id, valid_until_date, null, case when is_active then 'active' end, null, count(*), 0, 0
from member where deleted_at is null and valid_until_date is not null group by hotel_id, valid_until_date, is_active;
