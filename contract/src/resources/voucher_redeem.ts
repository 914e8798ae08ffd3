import { instant, reference, text, textarea } from '../field.ts';
import { defineResource } from '../resource.ts';

export const voucher_redeem = defineResource({
  key: 'voucher_redeem',
  label: { en: 'Voucher redemption', id: 'Penukaran voucher' },
  labels: { en: 'Voucher redemptions', id: 'Penukaran voucher' },
  permission: 'VOUCHER_REDEEM',
  path: '/finance/voucher-redeem',
  icon: 'ticket-check',
  display: { name: ['redeem_no'] },
  fields: {
    redeem_no: text('Redeem No', 'No. penukaran', { computed: true, generated: true, max: 20, width: 150 }),
    member_voucher_id: reference('member_voucher', 'Member voucher', 'Voucher anggota', {
      required: true,
      anywhere: true,
      width: 180,
    }),
    redeem_hotel_id: reference('hotel', 'Redeemed at', 'Ditukar di', { required: true, width: 180 }),
    redeem_date: instant('Redeem date', 'Tanggal penukaran', { required: true, width: 170 }),
    booking_no: text('Booking No', 'No. pemesanan', { required: true, max: 80, width: 150 }),
    staff_name: text('Staff name', 'Nama staf', { required: true, max: 120, width: 160 }),
    remark: textarea('Remark', 'Catatan', { max: 2000, width: 240 }),
    member_id: reference('member', 'Member', 'Anggota', {
      generated: true,
      anywhere: true,
      width: 180,
      hint: { en: "The voucher's own when empty", id: 'Pemilik voucher bila dikosongkan' },
    }),
  },
  list: [
    'id',
    'redeem_no',
    'redeem_date',
    'member_voucher.voucher_no',
    'member_voucher.voucher.name',
    'member_voucher.nominal',
    { column: 'member_voucher.currency', hidden: true },
    'member.name',
    'redeem_hotel.name',
    'booking_no',
    'staff_name',
    { column: 'member_voucher.valid_until_date', hidden: true },
    { column: 'remark', hidden: true },
  ],
  order: '-redeem_date',
  scope: { hotel: ['redeem_hotel_id'] },
  unique: [{ fields: ['member_voucher_id'] }],
});
