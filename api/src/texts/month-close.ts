import { defineTexts } from './catalogue.ts';

/** Closing months. */
export const monthCloseTexts = defineTexts({
  alreadyReopened: { en: 'This month is already reopened.', id: 'Bulan ini sudah dibuka kembali.' },
  secondApprover: {
    en: 'Reopening needs a second approver. Request approval.',
    id: 'Membuka kembali bulan memerlukan penyetuju kedua. Minta persetujuan.',
  },
});
