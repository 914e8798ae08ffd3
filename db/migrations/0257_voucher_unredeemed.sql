-- voucher_standing has what it had. Its functions and views go with it.
drop table voucher_unredeemed cascade;
