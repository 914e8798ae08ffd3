import { defineTexts } from './catalogue.ts';

/** Words in which a file of a list, a report or a month states its content. */
export const fileFactTexts = defineTexts({
  about: { en: 'About this file', id: 'Tentang file ini' },
  filters: { en: 'Filters', id: 'Filter' },
  noFilters: { en: 'None (all data)', id: 'Tidak ada (semua data)' },
  search: { en: 'Search', id: 'Pencarian' },
  withDeleted: { en: 'Including deleted records', id: 'Termasuk data yang dihapus' },
  hotels: { en: 'Hotels', id: 'Hotel' },
  everyHotel: { en: 'All hotels', id: 'Semua hotel' },
  noHotel: { en: 'No hotel', id: 'Tidak ada hotel' },
  region: { en: 'region', id: 'wilayah' },
  rows: { en: 'Rows', id: 'Baris' },
  by: { en: 'Created by', id: 'Dibuat oleh' },
  at: { en: 'Created at', id: 'Dibuat pada' },
  moments: { en: 'Times', id: 'Waktu' },
  ofTheHotel: { en: 'Local time of each row’s hotel', id: 'Waktu setempat hotel pada tiap baris' },
});
