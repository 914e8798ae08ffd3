-- A sum counts the hotels that it names (docs/decisions/0085-sums-of-hotels.md), so that nothing is kept for the other hotels that see a sale or a voucher:
-- which they are of a sale (living/sight.sql until now), and the figures of vouchers by the hotel that signed their member up.
drop table transaction_sight;
drop view if exists transaction_sight_now;
drop function if exists refresh_transaction_sight(bigint[]), see_new_sales(), see_changed_sale(), see_sales_of_moved_member() cascade;

delete from figure_delta where kind in ('issued_away', 'cancelled_away', 'voucher_away', 'voucher_month_away');
delete from figure where kind in ('issued_away', 'cancelled_away', 'voucher_away', 'voucher_month_away');
-- The views that show the column go with it, and are made again without it.
drop view if exists voucher_standing_now cascade;
alter table voucher_standing drop column register_hotel_id cascade;
