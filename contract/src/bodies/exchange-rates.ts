import type { FieldSet } from '../fields/definition.ts';
import { date, decimal, textarea } from '../fields/kinds.ts';

const rate = { required: true, scale: 6, rules: [{ rule: 'moreThan', value: '0' }] } as const;

export const rateFields = {
  fields: {
    wrong_rate: decimal('Wrong rate', 'Kurs salah', { ...rate, pairsWithNext: true }),
    usd_rate: decimal('Correct rate', 'Kurs benar', {
      ...rate,
      hint: { en: 'Local currency per US dollar', id: 'Mata uang lokal per dolar AS' },
    }),
  },
} as const satisfies FieldSet;

export const rateCorrectionBody = {
  fields: {
    ...rateFields.fields,
    from_date: date('From', 'Dari', {
      noAutoFill: true,
      pairsWithNext: true,
      hint: { en: 'Leave empty for all days', id: 'Kosongkan untuk semua hari' },
    }),
    until_date: date('Until', 'Sampai', {
      noAutoFill: true,
      hint: {
        en: 'Set a last day to leave the country’s current rate unchanged',
        id: 'Isi hari terakhir agar kurs negara saat ini tidak berubah',
      },
    }),
    reason: textarea('Reason', 'Alasan', { required: true, reason: true, max: 500 }),
  },
} as const satisfies FieldSet;
