import { choice, instant, integer, money, reference, text, textarea } from '../fields/kinds.ts';
import { hotelZone } from '../fields/hotel-time-zone.ts';
import { defineResource } from '../fields/definition.ts';

/** An unusual redemption, bill or approval that a maintenance job detected, for an auditor to review. */
export const flagged_activity = defineResource({
  key: 'flagged_activity',
  label: { en: 'Exception', id: 'Transaksi janggal' },
  labels: { en: 'Exceptions', id: 'Transaksi janggal' },
  permission: 'AUDIT',
  path: '/others/flagged-activity',
  icon: 'scan-search',
  display: { name: ['id'] },
  fields: {
    kind: choice('Rule', 'Aturan', {
      computed: true,
      required: true,
      width: 210,
      choices: [
        {
          value: 'after_shift',
          label: { en: 'After shift end', id: 'Setelah giliran kerja berakhir' },
          tone: 'warning',
        },
        { value: 'one_name', label: { en: 'Many by one person', id: 'Banyak oleh satu orang' }, tone: 'warning' },
        {
          value: 'far_away',
          label: { en: 'Far from the member’s hotels', id: 'Jauh dari hotel anggota' },
          tone: 'info',
        },
        { value: 'same_amount', label: { en: 'Amount repeated', id: 'Jumlah berulang' }, tone: 'warning' },
        {
          value: 'mutual_approval',
          label: { en: 'Mutual approvals', id: 'Saling menyetujui' },
          tone: 'warning',
        },
      ],
    }),
    occurred_at: instant('Occurred at', 'Terjadi pada', {
      inHotelZone: true,
      computed: true,
      required: true,
      width: 205,
    }),
    time_zone: hotelZone,
    hotel_id: reference('hotel', 'Hotel', 'Hotel', { computed: true, required: true, width: 180 }),
    member_id: reference('member', 'Member', 'Anggota', {
      computed: true,
      crossHotel: true,
      historical: true,
      width: 170,
    }),
    visit_id: reference('visit', 'Bill', 'Tagihan', { computed: true, historical: true, width: 130 }),
    voucher_redeem_id: reference('voucher_redeem', 'Redemption', 'Penukaran', {
      computed: true,
      historical: true,
      width: 130,
    }),
    staff_name: text('Staff name', 'Nama staf', { computed: true, required: true, max: 120, width: 160 }),
    times: integer('Count', 'Jumlah', {
      computed: true,
      min: 1,
      width: 120,
      hint: {
        en: 'With this name or amount, including this one',
        id: 'Dengan nama atau jumlah ini, termasuk yang ini',
      },
    }),
    amount: money('Amount', 'Jumlah', { computed: true, width: 140 }),
    currency: text('Currency', 'Mata uang', {
      computed: true,
      required: true,
      max: 3,
      excludedFromSearch: true,
      width: 100,
    }),
    note: textarea('Finding', 'Temuan', { computed: true, max: 500, width: 260 }),
    reviewed_by_id: reference('users', 'Reviewed by', 'Ditinjau oleh', {
      computed: true,
      historical: true,
      width: 160,
    }),
    reviewed_at: instant('Reviewed at', 'Ditinjau pada', { computed: true, width: 150 }),
  },
  list: [
    { column: 'kind', pinned: true },
    'id',
    'occurred_at',
    'amount',
    'staff_name',
    { column: 'times', width: 100 },
    { column: 'member.name', width: 170 },
    { column: 'hotel.code', width: 110 },
    'visit.visit_no',
    'voucher_redeem.redeem_no',
    'note',
    { column: 'reviewed_by.name', width: 230 },
    { column: 'reviewed_by.username', label: { en: 'User name', id: 'Nama pengguna' }, hidden: true },
    { column: 'currency', hidden: true },
    { column: 'reviewed_at', hidden: true },
    { column: 'hotel.name', hidden: true },
  ],
  order: '-occurred_at',
  readOnly: true,
  scope: { hotel: ['hotel_id'] },
});
