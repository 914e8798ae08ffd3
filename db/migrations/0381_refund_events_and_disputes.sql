alter table webhook add column sale_refunded boolean not null default false;
alter table webhook_delivery drop constraint webhook_delivery_event_check,
  add constraint webhook_delivery_event_check check (event in (
    'member.created', 'member.updated', 'member.upgraded', 'member.lapsed', 'card.issued', 'voucher.redeemed', 'voucher.voided',
    'visit.posted', 'visit.moved', 'visit.deleted', 'sale.made', 'sale.cancelled', 'sale.refunded'));

-- The sales report can show why a refund was made.
insert into report_column (report_id, table_name, column_name, sort_no, align, formatter, is_checked)
select c.report_id, 'transaction', 'refund_reason.name', c.sort_no + 1, 'left', null, false
from report r
join report_column c on c.report_id = r.id and c.table_name = 'transaction' and c.column_name = 'reverses.transaction_no' and c.deleted_at is null
where r.key = 'sales-report'
  and not exists (select from report_column k where k.report_id = r.id and k.table_name = 'transaction' and k.column_name = 'refund_reason.name');

-- Sales whose payment somebody disputes, as a guest's bank does: why, and how it ended. They stand beside the sale, whose month may be closed.
create table sale_dispute (
  id bigint generated always as identity primary key,
  transaction_id bigint not null constraint sale_dispute_transaction_id_fkey references transaction (id),
  reason text not null,
  disputed_at timestamptz(0) not null,
  disputed_by_id bigint not null constraint sale_dispute_disputed_by_id_fkey references users (id),
  lifted_at timestamptz(0),
  lifted_by_id bigint constraint sale_dispute_lifted_by_id_fkey references users (id),
  lift_reason text,
  constraint sale_dispute_lifted_at_check check (num_nulls(lifted_at, lifted_by_id, lift_reason) in (0, 3))
);
create unique index sale_dispute_open_key on sale_dispute (transaction_id) where lifted_at is null;
create index sale_dispute_transaction_id_idx on sale_dispute (transaction_id);
revoke update, delete, truncate on sale_dispute from public, current_user;
grant update (lifted_at, lifted_by_id, lift_reason) on sale_dispute to current_user;
