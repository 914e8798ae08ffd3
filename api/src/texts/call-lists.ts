import { defineTexts } from './catalogue.ts';

/** Columns of a call list as a file that are no field of a record. */
export const callListTexts = defineTexts({
  dueOn: { en: 'Due', id: 'Tanggal terkait' },
  renewalPrice: { en: 'Renewal price', id: 'Harga perpanjangan' },
  vouchersLeft: { en: 'Vouchers left', id: 'Voucher tersisa' },
  vouchersWorth: { en: 'Worth of vouchers left (USD)', id: 'Nilai voucher tersisa (USD)' },
  lastVisit: { en: 'Last visit', id: 'Kunjungan terakhir' },
  lastCall: { en: 'Last call', id: 'Panggilan terakhir' },
  lastCallBy: { en: 'Called by', id: 'Penelepon' },
});
