import { choice, date, integer, reference, textarea } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';
import { lockedReasonField } from '../rules/lock-reasons.ts';

export const term_end = defineResource({
  key: 'term_end',
  label: { en: 'Term-end review', id: 'Tinjauan akhir masa berlaku' },
  labels: { en: 'Term-end review', id: 'Tinjauan akhir masa berlaku' },
  permission: 'TERM_END',
  path: '/company/term-end',
  icon: 'scale',
  display: { name: ['id'], subject: 'member' },
  fields: {
    member_card_id: reference('member_card', 'Member card', 'Kartu anggota', {
      required: true,
      fixed: true,
      owned: true,
      width: 170,
      hint: { en: 'Card that ended', id: 'Kartu yang berakhir' },
    }),
    decision: choice('Decision', 'Keputusan', {
      default: 'open',
      width: 140,
      choices: [
        { value: 'open', label: { en: 'Open', id: 'Belum diputuskan' }, tone: 'warning' },
        { value: 'keep', label: { en: 'Keep tier', id: 'Pertahankan tingkat' }, tone: 'success' },
        { value: 'lower', label: { en: 'Lower tier', id: 'Turunkan tingkat' }, tone: 'danger' },
        { value: 'grace', label: { en: 'Give grace period', id: 'Beri masa tenggang' }, tone: 'info' },
      ],
    }),
    grace_days: integer('Grace days', 'Masa tenggang (hari)', {
      min: 1,
      max: 180,
      default: 30,
      width: 130,
      hint: {
        en: 'Days after expiry in which the member can still renew at this tier',
        id: 'Hari setelah berakhir saat anggota masih dapat memperpanjang tingkat ini',
      },
    }),
    note: textarea('Note', 'Catatan', { max: 500, width: 260 }),
    transaction_id: reference('transaction', 'Applied with', 'Diterapkan dengan', {
      computed: true,
      owned: true,
      historical: true,
      width: 150,
    }),
    visits_made: integer('Visits made', 'Kunjungan tercatat', { computed: true, derived: true, min: 0, width: 110 }),
    visits_needed: integer('Visits needed', 'Kunjungan diperlukan', {
      computed: true,
      derived: true,
      min: 0,
      width: 120,
    }),
    last_visit_on: date('Last visit', 'Kunjungan terakhir', { computed: true, derived: true, width: 130 }),
    locked_reason: lockedReasonField('renewed'),
  },
  relations: { member: 'member_card.member', membership: 'member_card.membership', hotel: 'member_card.hotel' },
  list: [
    { column: 'member.name', pinned: true },
    'id',
    { column: 'member_card.end_date', label: { en: 'Ended on', id: 'Berakhir pada' } },
    'membership.name',
    'visits_made',
    'visits_needed',
    'last_visit_on',
    'decision',
    'grace_days',
    'note',
    'member_card.sbec_no',
    'hotel.code',
    'transaction.transaction_no',
    'updated_by.name',
  ],
  order: '-id',
  scope: { hotel: ['member_card.hotel_id', 'member_card.member.hotel_id', 'member_card.member.register_hotel_id'] },
  unique: [{ fields: ['member_card_id'] }],
  // The note can still be corrected.
  immutable: { reasons: ['renewed'], except: ['note'] },
});
