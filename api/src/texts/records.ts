import { defineTexts } from './catalogue.ts';

/** Writing records of any resource. */
export const recordTexts = defineTexts({
  inUse: { en: 'Still in use.', id: 'Masih dipakai.' },
  notOwnChange: {
    en: 'Without the right to delete, you can only revert your own entries, within {minutes} minutes.',
    id: 'Tanpa hak menghapus, Anda hanya dapat membatalkan entri Anda sendiri, dalam {minutes} menit.',
  },
  restoreFirst: {
    en: '{label}: restore this record before changing it.',
    id: '{label}: pulihkan data ini sebelum diubah.',
  },
});
