import { choice, date, reference, textarea } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

export const member_call = defineResource({
  key: 'member_call',
  label: { en: 'Call', id: 'Panggilan' },
  labels: { en: 'Calls', id: 'Panggilan' },
  permission: 'MEMBER',
  path: '/company/member-call',
  icon: 'phone',
  withoutMenuEntry: true,
  display: { name: ['id'], subject: 'member' },
  fields: {
    member_id: reference('member', 'Member', 'Anggota', { required: true, owned: true, width: 180 }),
    work_list: choice('Call list', 'Daftar panggilan', {
      width: 170,
      hint: { en: 'Call list the call belongs to', id: 'Daftar panggilan terkait' },
      choices: [
        { value: 'renewal', label: { en: 'Renewals due', id: 'Perlu diperpanjang' } },
        { value: 'expiring', label: { en: 'Expiring soon', id: 'Segera berakhir' } },
        { value: 'never_used', label: { en: 'Not used for 90 days', id: '90 hari tidak dipakai' } },
        { value: 'near_upgrade', label: { en: 'Close to the next tier', id: 'Hampir naik tingkat' } },
        { value: 'birthday', label: { en: 'Birthdays, next 7 days', id: 'Ulang tahun 7 hari ke depan' } },
      ],
    }),
    outcome: choice('Outcome', 'Hasil', {
      required: true,
      width: 150,
      choices: [
        { value: 'reached', label: { en: 'Reached', id: 'Terhubung' }, tone: 'success' },
        { value: 'no_answer', label: { en: 'No answer', id: 'Tidak dijawab' }, tone: 'neutral' },
        { value: 'call_back', label: { en: 'Call back', id: 'Hubungi lagi' }, tone: 'info' },
        { value: 'declined', label: { en: 'Declined', id: 'Menolak' }, tone: 'warning' },
        { value: 'renewed', label: { en: 'Renewed', id: 'Diperpanjang' }, tone: 'success' },
        { value: 'wrong_number', label: { en: 'Wrong number', id: 'Nomor salah' }, tone: 'danger' },
      ],
    }),
    note: textarea('Note', 'Catatan', { max: 2000, width: 280 }),
    call_back_on: date('Call back on', 'Hubungi lagi pada', {
      // The console must not preset a day: nobody has agreed on one.
      noAutoFill: true,
      futureDates: true,
      width: 150,
    }),
  },
  // The hotel at which the record counts.
  relations: { hotel: 'member.hotel' },
  list: [
    { column: 'member.name', pinned: true },
    'id',
    'created_at',
    'outcome',
    'call_back_on',
    'work_list',
    'note',
    'created_by.name',
  ],
  order: '-id',
  selfRevertible: true,
  scope: { hotel: ['member.hotel_id', 'member.register_hotel_id'] },
});
