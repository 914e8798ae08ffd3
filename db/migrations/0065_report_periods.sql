-- The overview tells who joined, as the member report lists them, before what was sold.
insert into report_column (report_id, table_name, column_name, sort_no, align, formatter, is_checked)
select r.id, 'overview', n.column_name, c.sort_no - n.before, 'right', 'number', true
from report r
join report_column c on c.report_id = r.id and c.table_name = 'overview' and c.column_name = 'new_members' and c.deleted_at is null
cross join (values ('joined', 2), ('joined_last_year', 1)) n (column_name, before)
where r.key = 'overview-report' and c.sort_no > 1
  and not exists (select from report_column k where k.report_id = r.id and k.table_name = 'overview' and k.column_name = n.column_name);

-- Reports open with the present month: of who joined, and of vouchers issued.
create index member_member_date_idx on member (member_date, id) where deleted_at is null;
create index member_voucher_created_at_idx on member_voucher (created_at, id) where deleted_at is null;
