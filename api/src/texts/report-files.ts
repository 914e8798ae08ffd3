import { defineTexts } from './catalogue.ts';

/** Words in files of reports. */
export const reportFileTexts = defineTexts({
  page: { en: 'Page', id: 'Halaman' },
  of: { en: 'of', id: 'dari' },
  nothing: { en: 'No rows match these filters.', id: 'Tidak ada baris yang cocok dengan filter ini.' },
  subtotal: { en: 'Subtotal', id: 'Subtotal' },
  empty: { en: 'Empty', id: 'Kosong' },
  oneRow: { en: 'row', id: 'baris' },
  manyRows: { en: 'rows', id: 'baris' },
  total: { en: 'Total', id: 'Total' },
  totalOfAll: { en: 'Total of all rows', id: 'Total semua baris' },
  noCurrency: { en: 'no currency', id: 'tanpa mata uang' },
  elsewhere: { en: 'Elsewhere (not included in totals)', id: 'Di hotel lain (tidak termasuk jumlah)' },
  noneElsewhere: { en: 'None', id: 'Tidak ada' },
  yearComparison: { en: '{year} vs {previous}', id: '{year} vs {previous}' },
  monthsComparison: {
    en: 'Compared with the same months last year',
    id: 'Dibandingkan dengan bulan yang sama tahun lalu',
  },
  lastYear: { en: 'last year', id: 'tahun lalu' },
  valueUntil: { en: '{value} by {month} {year}', id: '{value} s.d. {month} {year}' },
  valueIn: { en: '{value} in {year}', id: '{value} pada {year}' },
  byMonth: { en: 'By month', id: 'Menurut bulan' },
  byHotel: { en: 'By hotel', id: 'Menurut hotel' },
  byMembership: { en: 'By membership', id: 'Menurut keanggotaan' },
  noMembership: { en: 'No membership', id: 'Tanpa keanggotaan' },
  more: { en: 'and {count} more', id: 'dan {count} lainnya' },
  withoutRate: { en: 'without a rate', id: 'tanpa kurs' },
});
