import { decimal, instant, money, reference, text, textarea } from '../fields/kinds.ts';
import { hotelZone } from '../fields/hotel-time-zone.ts';
import { defineResource } from '../fields/definition.ts';
import { lockedReasonField } from '../rules/lock-reasons.ts';

export const visit = defineResource({
  key: 'visit',
  label: { en: 'Visit', id: 'Kunjungan' },
  labels: { en: 'Visits', id: 'Kunjungan' },
  permission: 'VISIT',
  path: '/finance/visit',
  icon: 'utensils',
  display: { name: ['visit_no'], subject: 'member' },
  head: ['grand_total', 'hotel_id', 'reference_no', 'visit_date'],
  fields: {
    visit_no: text('Visit No', 'No. kunjungan', { computed: true, generated: true, max: 20, width: 150 }),
    hotel_id: reference('hotel', 'Hotel', 'Hotel', { required: true, fixed: true, activeOnly: true, width: 160 }),
    member_id: reference('member', 'Member', 'Anggota', { required: true, fixed: true, crossHotel: true, width: 180 }),
    membership_id: reference('membership', 'Membership', 'Keanggotaan', { computed: true, width: 150 }),
    visit_date: instant('Visit date', 'Tanggal kunjungan', {
      inHotelZone: true,
      generated: true,
      width: 170,
    }),
    time_zone: hotelZone,
    reference_no: text('Reference No', 'No. referensi', {
      code: true,
      required: true,
      max: 80,
      width: 160,
      hint: { en: 'Bill or check number', id: 'Nomor tagihan' },
    }),
    // The sum of the entered amounts must be more than 0; missing ones count as 0. A visit without any amount does not
    // count for a tier until it gets one.
    total_fb: money('Food and beverages', 'Makanan dan minuman', {
      width: 160,
      section: { en: 'Amounts', id: 'Jumlah' },
    }),
    total_room: money('Rooms', 'Kamar', { width: 140 }),
    total_others: money('Others', 'Lainnya', { width: 140 }),
    staff_name: text('Staff name', 'Nama staf', { required: true, max: 120, width: 160 }),
    remark: textarea('Remark', 'Catatan', {
      max: 2000,
      width: 240,
      hint: { en: 'Required for bills two days old or more', id: 'Wajib untuk tagihan dua hari atau lebih' },
    }),
    grand_total: money('Grand total', 'Total', { computed: true, width: 150 }),
    currency: text('Currency', 'Mata uang', {
      computed: true,
      generated: true,
      max: 3,
      excludedFromSearch: true,
      width: 100,
    }),
    usd_rate: decimal('Rate to USD', 'Kurs terhadap USD', { computed: true, scale: 6, width: 130 }),
    grand_total_usd: decimal('Grand total (USD)', 'Total (USD)', { computed: true, scale: 2, width: 150 }),
    locked_reason: lockedReasonField('month_closed'),
  },
  list: [
    { column: 'member.name', width: 170, pinned: true },
    'id',
    { column: 'visit_no', width: 130 },
    { column: 'visit_date', width: 205 },
    { column: 'grand_total', width: 140 },
    { column: 'grand_total_usd', width: 120 },
    { column: 'hotel.name', width: 200 },
    { column: 'membership.name', hidden: true },
    // Hidden by default: the total column is enough.
    { column: 'total_fb', hidden: true },
    { column: 'total_room', hidden: true },
    { column: 'total_others', hidden: true },
    'reference_no',
    { column: 'currency', hidden: true },
    'staff_name',
    { column: 'remark', hidden: true },
  ],
  order: '-visit_date',
  selfRevertible: true,
  month: { hotel: 'hotel_id', at: 'visit_date' },
  scope: { hotel: ['hotel_id'] },
  unique: [{ fields: ['hotel_id', 'reference_no'], ignoreNotation: true }],
});
