import { date, file, flag, integer, money, reference, text, textarea } from '../field.ts';
import { defineResource } from '../resource.ts';
import { staysBecause } from '../stays.ts';

/** A sale, or a card from which visits led up. */
const ISSUED_BY = ['transaction_id', 'upgraded_from_id'];

export const member_card = defineResource({
  key: 'member_card',
  label: { en: 'Member card', id: 'Kartu anggota' },
  labels: { en: 'Member cards', id: 'Kartu anggota' },
  permission: 'MEMBER_CARD',
  path: '/company/member-card',
  icon: 'id-card',
  display: { name: ['sbec_no'] },
  fields: {
    member_id: reference('member', 'Member', 'Anggota', {
      required: true,
      owned: true,
      fixedBy: ISSUED_BY,
      width: 180,
    }),
    membership_id: reference('membership', 'Membership', 'Keanggotaan', { required: true, width: 150 }),
    hotel_id: reference('hotel', 'Hotel', 'Hotel', {
      required: true,
      inService: true,
      fixedBy: ISSUED_BY,
      width: 160,
      hint: { en: 'Where the card was sold', id: 'Tempat kartu dijual' },
    }),
    sbec_no: text('SBEC No', 'No. SBEC', {
      generated: true,
      fixedBy: ISSUED_BY,
      fixedSays: 'number_by_replacing',
      max: 40,
      pattern: '^[A-Z0-9]+([ -][A-Z0-9]+)*$',
      upper: true,
      inGroups: true,
      width: 170,
      hint: {
        en: 'Given by the system, unless the card was printed beforehand',
        id: 'Diberikan sistem, kecuali kartu sudah dicetak sebelumnya',
      },
    }),
    start_date: date('Start date', 'Tanggal mulai', {
      required: true,
      fixedBy: ISSUED_BY,
      width: 130,
      section: { en: 'Validity', id: 'Masa berlaku' },
      rules: [{ rule: 'lessThanEquals', field: 'end_date' }],
    }),
    end_date: date('End date', 'Tanggal berakhir', {
      required: true,
      ahead: true,
      width: 130,
      hint: {
        en: 'No later than if it were sold today; a card is extended once, and only some days',
        id: 'Tidak melewati akhir penjualan hari ini; kartu diperpanjang sekali, dan hanya beberapa hari',
      },
    }),
    remark: textarea('Reason', 'Alasan', {
      required: true,
      nullable: true,
      max: 500,
      unsearched: true,
      width: 200,
      hint: {
        en: 'Why it is made, extended or given another membership by hand',
        id: 'Alasan dibuat, diperpanjang, atau diberi keanggotaan lain secara manual',
      },
    }),
    is_active: flag('Active', 'Aktif', { required: true, initial: 1, width: 90 }),
    transaction_id: reference('transaction', 'Sold by', 'Dijual dengan', { computed: true, owned: true, width: 160 }),
    upgraded_from_id: reference('member_card', 'Upgraded from', 'Naik dari', {
      computed: true,
      owned: true,
      width: 160,
    }),
    merged_from_id: reference('member', 'Merged from', 'Digabung dari', {
      computed: true,
      owned: true,
      past: true,
      width: 160,
    }),
    price: money('Price', 'Harga', { computed: true, width: 140 }),
    currency: text('Currency', 'Mata uang', { computed: true, max: 3, unsearched: true, width: 100 }),
    min_visit: integer('Visits to Maintain', 'Kunjungan agar memenuhi syarat', { computed: true, min: 0, width: 150 }),
    min_visit_to_upgrade: integer('Visits to Upgrade', 'Kunjungan untuk naik', { computed: true, min: 0, width: 150 }),
    is_by_hand: flag('Level set by hand', 'Tingkat diatur manual', { computed: true, default: 0, width: 140 }),
    is_manual: flag('Made manually', 'Dibuat manual', { computed: true, derived: true, default: 0, width: 120 }),
    is_withdrawn: flag('Upgrade withdrawn', 'Kenaikan ditarik', { computed: true, default: 0, width: 140 }),
    extended_from: date('Extended from', 'Diperpanjang dari', { computed: true, width: 140 }),
    benefits: textarea('Benefits', 'Manfaat', { computed: true, width: 280 }),
    file_url: file('Card', 'Kartu', { computed: true, derived: true, accept: ['image/png'], width: 100 }),
    stays_because: staysBecause('cancelled', 'month_closed', 'used'),
  },
  list: [
    { column: 'member.name', pinned: true },
    'id',
    'file_url',
    'sbec_no',
    { column: 'membership.name', width: 160 },
    'start_date',
    'end_date',
    'hotel.code',
    'hotel.name',
    'is_active',
    { column: 'transaction.transaction_no', hidden: true },
    { column: 'extended_from', hidden: true },
    { column: 'is_manual', hidden: true },
  ],
  order: '-end_date',
  month: {
    through: 'transaction_id',
    only: ['member_id', 'membership_id', 'hotel_id', 'transaction_id', 'start_date'],
  },
  scope: { hotel: ['hotel_id', 'member.hotel_id', 'member.register_hotel_id'] },
  unique: [{ fields: ['sbec_no'], ignoreCase: true }],
  related: [
    { resource: 'member_voucher', by: 'member_card_id' },
    { resource: 'manual_change', by: 'member_card_id' },
    { resource: 'term_end', by: 'member_card_id' },
  ],
});
