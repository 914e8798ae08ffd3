import { defineTexts } from './catalogue.ts';

/** Visits, their bills, and postings on hold. */
export const visitTexts = defineTexts({
  tierUsed: {
    en: 'A voucher of the tier earned with this visit is redeemed. Only staff who can delete visits can decide.',
    id: 'Voucher dari tingkat yang dicapai dengan kunjungan ini sudah ditukar. Hanya staf yang berhak menghapus kunjungan dapat memutuskan.',
  },
  postedDifferently: {
    en: 'This bill is already posted with other content. Nothing has changed.',
    id: 'Tagihan ini sudah dicatat dengan isi yang berbeda. Tidak ada yang berubah.',
  },
  heldDifferently: {
    en: 'This bill is already on hold with other content. Nothing has changed.',
    id: 'Tagihan ini sudah tertahan dengan isi yang berbeda. Tidak ada yang berubah.',
  },
  alreadyPosted: { en: 'This bill is already posted.', id: 'Tagihan ini sudah dicatat.' },
});
