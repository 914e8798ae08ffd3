import { choice, date, flag, money, reference, text, textarea } from '../field.ts';
import { defineResource } from '../resource.ts';
import { staysBecause } from '../stays.ts';

const ISSUED = ['is_issued'];

export const member_voucher = defineResource({
  key: 'member_voucher',
  label: { en: 'Member voucher', id: 'Voucher anggota' },
  labels: { en: 'Member vouchers', id: 'Voucher anggota' },
  permission: 'MEMBER_VOUCHER',
  path: '/company/member-voucher',
  icon: 'tickets',
  display: { name: ['voucher_no'] },
  fields: {
    voucher_no: text('Voucher No', 'No. voucher', { computed: true, generated: true, max: 20, width: 160 }),
    state: choice('State', 'Status', {
      computed: true,
      derived: true,
      default: 'available',
      width: 130,
      choices: [
        { value: 'upcoming', label: { en: 'Upcoming', id: 'Akan datang' }, tone: 'info' },
        { value: 'available', label: { en: 'Available', id: 'Tersedia' }, tone: 'success' },
        { value: 'redeemed', label: { en: 'Redeemed', id: 'Ditukar' }, tone: 'neutral' },
        { value: 'expired', label: { en: 'Expired', id: 'Kedaluwarsa' }, tone: 'warning' },
        { value: 'cancelled', label: { en: 'Cancelled', id: 'Dibatalkan' }, tone: 'danger' },
      ],
    }),
    member_card_id: reference('member_card', 'Member card', 'Kartu anggota', {
      required: true,
      owned: true,
      fixedBy: ISSUED,
      width: 160,
    }),
    voucher_id: reference('voucher', 'Voucher', 'Voucher', { required: true, fixedBy: ISSUED, width: 220 }),
    transaction_id: reference('transaction', 'Transaction', 'Transaksi', { owned: true, fixedBy: ISSUED, width: 160 }),
    restrict_hotel_id: reference('hotel', 'Only at', 'Hanya di', {
      width: 160,
      hint: { en: 'Every hotel when empty', id: 'Semua hotel bila dikosongkan' },
    }),
    redeem_date: date('Redeem from', 'Ditukar mulai', {
      required: true,
      width: 140,
      section: { en: 'Validity', id: 'Masa berlaku' },
      hint: { en: 'First day on which it may be redeemed', id: 'Hari pertama dapat ditukar' },
      rules: [{ rule: 'lessThanEquals', field: 'valid_until_date' }],
    }),
    valid_until_date: date('Valid until', 'Berlaku hingga', {
      required: true,
      ahead: true,
      width: 140,
      hint: {
        en: 'A voucher is extended once, and only some days beyond its card',
        id: 'Voucher diperpanjang sekali, dan hanya beberapa hari melewati kartunya',
      },
    }),
    remark: textarea('Reason', 'Alasan', {
      required: true,
      nullable: true,
      max: 500,
      unsearched: true,
      width: 240,
      hint: {
        en: 'Why it is made or extended by hand',
        id: 'Alasan dibuat atau diperpanjang secara manual',
      },
    }),
    is_issued: flag('Came with its card', 'Diterbitkan bersama kartu', { computed: true, derived: true, width: 150 }),
    extended_from: date('Extended from', 'Diperpanjang dari', { computed: true, width: 140 }),
    member_id: reference('member', 'Member', 'Anggota', {
      computed: true,
      generated: true,
      owned: true,
      width: 180,
    }),
    nominal: money('Nominal', 'Nominal', { computed: true, generated: true, width: 140 }),
    currency: text('Currency', 'Mata uang', { computed: true, generated: true, max: 3, unsearched: true, width: 100 }),
    terms_condition: textarea('Terms and conditions (EN)', 'Syarat dan ketentuan (EN)', {
      computed: true,
      generated: true,
      width: 260,
    }),
    terms_condition_id: textarea('Terms and conditions (ID)', 'Syarat dan ketentuan (ID)', {
      computed: true,
      generated: true,
      width: 260,
    }),
    void_reason: textarea('Void reason', 'Alasan pembatalan', {
      computed: true,
      max: 500,
      unsearched: true,
      width: 240,
    }),
    stays_because: staysBecause('cancelled', 'redeemed', 'month_closed'),
  },
  // The hotel at which it counts.
  relations: { hotel: 'member.hotel' },
  list: [
    { column: 'member.name', pinned: true },
    'id',
    'voucher_no',
    'voucher.name',
    'state',
    'valid_until_date',
    'nominal',
    { column: 'currency', width: 90 },
    'redeem_date',
    'voucher.type_voucher.name',
    'restrict_hotel.code',
    'member_card.sbec_no',
    { column: 'voucher.name_id', hidden: true },
    { column: 'voucher.membership.name', hidden: true },
    { column: 'voucher.nominal', hidden: true },
    { column: 'transaction.transaction_no', hidden: true },
    { column: 'void_reason', hidden: true },
    { column: 'extended_from', hidden: true },
    { column: 'remark', hidden: true },
  ],
  order: '-valid_until_date',
  deleteReason: 'void_reason',
  reasonOptional: true,
  settled: { because: ['redeemed'], but: ['remark'] },
  month: {
    through: 'transaction_id',
    only: ['member_card_id', 'voucher_id', 'transaction_id', 'restrict_hotel_id', 'redeem_date'],
  },
  scope: { hotel: ['member.hotel_id', 'member.register_hotel_id'] },
  related: [
    { resource: 'voucher_redeem', by: 'member_voucher_id' },
    { resource: 'manual_change', by: 'member_voucher_id' },
  ],
});
