import { choice, instant, integer, money, reference, text, textarea } from '../field.ts';
import { hotelZone } from '../hotel-zone.ts';
import { defineResource } from '../resource.ts';

/** A redemption, bill or approval that is out of the ordinary, until an auditor has looked into it. The upkeep finds them. */
export const unusual_act = defineResource({
  key: 'unusual_act',
  label: { en: 'Unusual act', id: 'Tindakan tidak biasa' },
  labels: { en: 'Unusual acts', id: 'Tindakan tidak biasa' },
  permission: 'AUDIT',
  path: '/others/unusual-act',
  icon: 'scan-search',
  display: { name: ['id'] },
  fields: {
    kind: choice('Why it is unusual', 'Mengapa tidak biasa', {
      computed: true,
      required: true,
      width: 210,
      choices: [
        {
          value: 'after_shift',
          label: { en: 'After the end of the shift', id: 'Setelah giliran kerja' },
          tone: 'warning',
        },
        { value: 'one_name', label: { en: 'Many by one name', id: 'Banyak oleh satu nama' }, tone: 'warning' },
        {
          value: 'far_away',
          label: { en: 'Far from the member’s hotels', id: 'Jauh dari hotel anggota' },
          tone: 'info',
        },
        { value: 'same_amount', label: { en: 'Amount repeated', id: 'Jumlah berulang' }, tone: 'warning' },
        {
          value: 'mutual_approval',
          label: { en: 'Approved for each other', id: 'Saling menyetujui' },
          tone: 'warning',
        },
      ],
    }),
    happened_at: instant('Happened at', 'Terjadi pada', {
      atHotel: true,
      computed: true,
      required: true,
      width: 205,
    }),
    time_zone: hotelZone,
    hotel_id: reference('hotel', 'Hotel', 'Hotel', { computed: true, required: true, width: 180 }),
    member_id: reference('member', 'Member', 'Anggota', { computed: true, anywhere: true, past: true, width: 170 }),
    visit_id: reference('visit', 'Bill', 'Tagihan', { computed: true, past: true, width: 130 }),
    voucher_redeem_id: reference('voucher_redeem', 'Redemption', 'Penukaran', {
      computed: true,
      past: true,
      width: 130,
    }),
    staff_name: text('Staff name', 'Nama staf', { computed: true, required: true, max: 120, width: 160 }),
    times: integer('How often', 'Berapa kali', {
      computed: true,
      min: 1,
      width: 120,
      hint: { en: 'With that name or amount, this one included', id: 'Dengan nama atau jumlah itu, termasuk yang ini' },
    }),
    amount: money('Amount', 'Jumlah', { computed: true, width: 140 }),
    currency: text('Currency', 'Mata uang', { computed: true, required: true, max: 3, unsearched: true, width: 100 }),
    note: textarea('What was found out', 'Hasil pemeriksaan', { computed: true, max: 500, width: 260 }),
    looked_by_id: reference('users', 'Looked into by', 'Diperiksa oleh', { computed: true, past: true, width: 160 }),
    looked_at: instant('Looked into at', 'Diperiksa pada', { computed: true, width: 150 }),
  },
  list: [
    { column: 'kind', pinned: true },
    'id',
    'happened_at',
    'amount',
    'staff_name',
    { column: 'times', width: 100 },
    { column: 'member.name', width: 170 },
    { column: 'hotel.code', width: 110 },
    'visit.visit_no',
    'voucher_redeem.redeem_no',
    'note',
    { column: 'looked_by.name', width: 230 },
    { column: 'looked_by.username', label: { en: 'User name', id: 'Nama pengguna' }, hidden: true },
    { column: 'currency', hidden: true },
    { column: 'looked_at', hidden: true },
    { column: 'hotel.name', hidden: true },
  ],
  order: '-happened_at',
  readOnly: true,
  scope: { hotel: ['hotel_id'] },
});
