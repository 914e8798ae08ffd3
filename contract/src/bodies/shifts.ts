import type { FieldSet } from '../fields/definition.ts';
import { choice, reference, textarea } from '../fields/kinds.ts';

/** The period of a shift, in the hotel's time zone. */
export const shiftPeriodField = choice('Period', 'Periode', {
  required: true,
  choices: [
    { value: 'today', label: { en: 'Today', id: 'Hari ini' } },
    { value: 'hours_8', label: { en: 'Last 8 hours', id: '8 jam terakhir' } },
    { value: 'hours_12', label: { en: 'Last 12 hours', id: '12 jam terakhir' } },
    { value: 'yesterday', label: { en: 'Yesterday', id: 'Kemarin' } },
  ],
});
export type ShiftPeriod = (typeof shiftPeriodField)['choices'][number]['value'];

/** Whose entries a shift has: the caller's, or everyone's if empty. */
export const shiftUserField = choice('Entries', 'Pencatatan', {
  choices: [{ value: 'me', label: { en: 'Mine', id: 'Saya' } }],
});

/** To whom a shift is handed over. */
export const handoverBody = {
  fields: {
    user_id: reference('users', 'Colleague', 'Rekan kerja', { required: true }),
    note: textarea('Note', 'Catatan', {
      max: 1000,
      hint: { en: 'What your colleague should know', id: 'Hal yang perlu diketahui rekan kerja Anda' },
    }),
  },
} as const satisfies FieldSet;
