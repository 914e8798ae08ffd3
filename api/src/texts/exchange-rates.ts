import { defineTexts } from './catalogue.ts';

/** Corrections of wrong rates. */
export const exchangeRateTexts = defineTexts({
  nothingToCorrect: { en: 'No records use this rate.', id: 'Tidak ada data yang memakai kurs ini.' },
  alreadyUndone: { en: 'This correction is already undone.', id: 'Koreksi ini sudah diurungkan.' },
  changedSince: {
    en: 'A rate set by this correction has since changed. Undo that change first.',
    id: 'Kurs yang ditetapkan koreksi ini sudah diubah lagi. Urungkan perubahan itu terlebih dahulu.',
  },
});
