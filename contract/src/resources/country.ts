import { decimal, integer, reference, text } from '../field.ts';
import { defineResource } from '../resource.ts';

export const country = defineResource({
  key: 'country',
  label: { en: 'Country', id: 'Negara' },
  labels: { en: 'Countries', id: 'Negara' },
  permission: 'COUNTRY',
  path: '/system/country',
  icon: 'globe',
  display: { name: ['name'], code: 'cca2' },
  fields: {
    region_id: reference('region', 'Region', 'Wilayah', { required: true, width: 180 }),
    name: text('Name', 'Nama', { required: true, width: 220 }),
    cca2: text('CCA2', 'CCA2', {
      required: true, pattern: '^[A-Z]{2}$', upper: true, width: 90,
      hint: { en: 'ISO 3166-1, 2 letters', id: 'ISO 3166-1, 2 huruf' },
    }),
    cca3: text('CCA3', 'CCA3', {
      required: true, pattern: '^[A-Z]{3}$', upper: true, width: 90,
      hint: { en: 'ISO 3166-1, 3 letters', id: 'ISO 3166-1, 3 huruf' },
    }),
    ccn3: text('CCN3', 'CCN3', {
      required: true, pattern: '^[0-9]{3}$', width: 90,
      hint: { en: 'ISO 3166-1, 3 digits', id: 'ISO 3166-1, 3 angka' },
    }),
    time_zone: text('Time zone', 'Zona waktu', {
      required: true, max: 64, width: 180,
      hint: { en: 'IANA name, such as Asia/Jakarta', id: 'Nama IANA, misalnya Asia/Jakarta' },
    }),
    currency: text('Currency', 'Mata uang', {
      required: true, pattern: '^[A-Z]{3}$', upper: true, width: 110, section: { en: 'Money', id: 'Keuangan' },
      hint: { en: 'ISO 4217, 3 letters', id: 'ISO 4217, 3 huruf' },
    }),
    decimals: integer('Decimals', 'Desimal', { required: true, min: 0, max: 3, initial: 2, width: 110 }),
    usd_rate: decimal('USD rate', 'Kurs USD', {
      scale: 6, min: 0, width: 150,
      hint: { en: 'Units of local currency for one US dollar', id: 'Nilai mata uang lokal untuk satu dolar AS' },
    }),
    capital: text('Capital', 'Ibu kota', { width: 150, section: { en: 'Geography', id: 'Geografi' } }),
    w_region: text('World region', 'Kawasan dunia', { width: 140 }),
    sub_region: text('Sub-region', 'Subkawasan', { width: 170 }),
    latitude: decimal('Latitude', 'Lintang', { scale: 15, min: -90, max: 90, width: 180 }),
    longitude: decimal('Longitude', 'Bujur', { scale: 15, min: -180, max: 180, width: 180 }),
    spelling_code: text('Spelling code', 'Kode ejaan', { max: 20, width: 130, section: { en: 'Spelling', id: 'Ejaan' } }),
    spelling: text('Spelling', 'Ejaan', { width: 150 }),
  },
  list: [
    'id', 'region.name', 'name', 'cca2', 'cca3', 'ccn3', 'currency', 'decimals', 'usd_rate', 'capital', 'time_zone',
    { column: 'spelling_code', hidden: true }, { column: 'spelling', hidden: true },
    { column: 'w_region', hidden: true }, { column: 'sub_region', hidden: true },
    { column: 'latitude', hidden: true }, { column: 'longitude', hidden: true },
  ],
  unique: [{ fields: ['cca2'], ignoreCase: true }],
  related: [{ resource: 'hotel', by: 'country_id' }],
  protected: true,
});
