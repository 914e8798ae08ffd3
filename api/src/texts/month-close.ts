import { defineTexts } from './catalogue.ts';

/** Closing months. */
export const monthCloseTexts = defineTexts({
  alreadyReopened: { en: 'This month is already reopened.', id: 'Bulan ini sudah dibuka kembali.' },
  secondApprover: {
    en: 'Reopening needs a second approver. Request approval.',
    id: 'Membuka kembali bulan memerlukan penyetuju kedua. Minta persetujuan.',
  },
});

/** What the files of a month state, and their headings. The console has these texts in its own catalogues. */
export const monthFileTexts = defineTexts({
  totals: { en: 'Totals', id: 'Total' },
  fees: { en: 'Fees by month of service', id: 'Biaya menurut bulan layanan' },
  liability: { en: 'Voucher liability', id: 'Kewajiban voucher' },
  period: { en: 'Period', id: 'Periode' },
  month: { en: 'Month', id: 'Bulan' },
  state: { en: 'Status', id: 'Status' },
  open: { en: 'Open', id: 'Terbuka' },
  closed: { en: 'Closed', id: 'Ditutup' },
  country: { en: 'Country', id: 'Negara' },
  hotelCode: { en: 'Hotel code', id: 'Kode hotel' },
  hotel: { en: 'Hotel', id: 'Hotel' },
  allHotels: { en: 'All hotels', id: 'Semua hotel' },
  item: { en: 'Item', id: 'Item' },
  currency: { en: 'Currency', id: 'Mata uang' },
  count: { en: 'Count', id: 'Jumlah data' },
  amount: { en: 'Amount', id: 'Jumlah' },
  usd: { en: 'USD', id: 'USD' },
  withoutRate: { en: 'Without a rate', id: 'Tanpa kurs' },
  atClose: { en: 'At close', id: 'Saat ditutup' },
  now: { en: 'Now', id: 'Sekarang' },
  difference: { en: 'Difference', id: 'Selisih' },
});

/** The values of a part of a sum, after its heading: "Opening, count". */
export const sumTexts = defineTexts({
  count: { en: 'count', id: 'jumlah' },
  amount: { en: 'amount', id: 'nilai' },
  nominal: { en: 'nominal', id: 'nominal' },
  amountInUsd: { en: 'amount in USD', id: 'nilai dalam USD' },
  withoutRate: { en: 'without a rate', id: 'tanpa kurs' },
});

/** The records that are totalled, by resource and, for transactions, by the code of their type. */
export const monthKindTexts = defineTexts({
  visit: { en: 'Visits', id: 'Kunjungan' },
  voucher_redeem: { en: 'Redemptions', id: 'Penukaran voucher' },
  'transaction 1': { en: 'New memberships', id: 'Keanggotaan baru' },
  'transaction 2': { en: 'Renewals', id: 'Perpanjangan' },
  'transaction 3': { en: 'Complimentary memberships', id: 'Keanggotaan komplimen' },
  'transaction 4': { en: 'Food and beverages', id: 'Makanan dan minuman' },
  'transaction 5': { en: 'Rooms', id: 'Kamar' },
  other: { en: 'Other transactions', id: 'Transaksi lain' },
});
