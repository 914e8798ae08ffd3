-- The liability has references like the other rollups.
alter table liability_rollup
  add constraint liability_rollup_hotel_id_fkey foreign key (hotel_id) references hotel,
  add constraint liability_rollup_voucher_id_fkey foreign key (voucher_id) references voucher;
