import { defineTexts } from './catalogue.ts';

/** The mail that hands over a shift. The console has the same words in its own catalogues. */
export const shiftTexts = defineTexts({
  subject: { en: 'Handover: {hotel}, {to}', id: 'Serah terima: {hotel}, {to}' },
  intro: {
    en: 'Hello {recipient},\n\n{sender} hands over the shift to you.',
    id: 'Halo {recipient},\n\n{sender} menyerahkan sif kepada Anda.',
  },
  period: { en: '{from} to {to} ({zone})', id: '{from} sampai {to} ({zone})' },
  ownEntries: { en: 'Entries of {sender}', id: 'Pencatatan {sender}' },
  allEntries: { en: 'Everyone’s entries', id: 'Pencatatan semua staf' },
  payments: { en: 'Payments', id: 'Pembayaran' },
  noPayment: { en: 'No payment type', id: 'Tanpa jenis pembayaran' },
  payment: {
    en: '{payment}: taken {taken}, returned {returned}, balance {balance}',
    id: '{payment}: diterima {taken}, dikembalikan {returned}, saldo {balance}',
  },
  sold: { en: 'Sold', id: 'Terjual' },
  redeemed: { en: 'Redeemed', id: 'Ditukar' },
  posted: { en: 'Posted', id: 'Dicatat' },
  undone: { en: 'Undone', id: 'Diurungkan' },
  none: { en: 'None', id: 'Tidak ada' },
  more: { en: '{count} more', id: '{count} lagi' },
  open: { en: 'Open the handover', id: 'Buka serah terima' },
  noAccess: {
    en: 'The recipient may no longer view this shift.',
    id: 'Penerima tidak lagi berhak melihat sif ini.',
  },
});
