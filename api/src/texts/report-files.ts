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
  withoutRate: { en: 'without a rate', id: 'tanpa kurs' },
});
