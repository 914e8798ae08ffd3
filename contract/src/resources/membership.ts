import { flag, integer, money, reference, text, textarea } from '../field.ts';
import { defineResource } from '../resource.ts';

export const membership = defineResource({
  key: 'membership',
  label: { en: 'Membership', id: 'Keanggotaan' },
  labels: { en: 'Memberships', id: 'Keanggotaan' },
  permission: 'MEMBERSHIP',
  path: '/system/membership',
  icon: 'badge-check',
  display: { name: ['name'], code: 'code' },
  fields: {
    code: text('Code', 'Kode', { max: 20, upper: true, width: 110 }),
    name: text('Name', 'Nama', { required: true, width: 200 }),
    price: money('Price', 'Harga', { required: true, whole: true, width: 140, section: { en: 'Price', id: 'Harga' } }),
    renewal_price: money('Renewal price', 'Harga perpanjangan', { required: true, whole: true, width: 160 }),
    is_free: flag('Free Member?', 'Anggota gratis?', { required: true, initial: 0, width: 110 }),
    validity_months: integer('Validity (months)', 'Masa berlaku (bulan)', { min: 1, max: 120, default: 12, width: 150 }),
    rank: integer('Rank', 'Peringkat', {
      min: 0, max: 1000, default: 0, width: 100, section: { en: 'Levels', id: 'Tingkatan' },
      hint: { en: 'An upgrade leads to the next higher rank', id: 'Kenaikan menuju peringkat berikutnya yang lebih tinggi' },
    }),
    min_visit: integer('Visits to Maintain', 'Kunjungan untuk bertahan', {
      required: true, min: 0, width: 160, hint: { en: '0 turns the rule off', id: '0 mematikan aturan' },
    }),
    min_visit_to_upgrade: integer('Visits to Upgrade', 'Kunjungan untuk naik', {
      required: true, min: 0, width: 160, hint: { en: '0 turns the rule off', id: '0 mematikan aturan' },
    }),
    is_regional: flag('World / Regional Access Type Only', 'Akses wilayah saja', {
      required: true, initial: 0, width: 150, section: { en: 'Where it holds', id: 'Tempat berlaku' },
    }),
    restrict_region_id: reference('region', 'Only for ... Region', 'Hanya untuk Wilayah ...', { width: 170 }),
    benefits: textarea('Benefits', 'Manfaat', { width: 280, section: { en: 'Benefits', id: 'Manfaat' } }),
    benefits_url: text('Benefits address', 'Alamat manfaat', { max: 500, width: 220 }),
  },
  list: [
    'id', 'code', 'name', 'price', 'renewal_price', 'min_visit', 'min_visit_to_upgrade', 'restrict_region.name', 'is_regional',
    { column: 'is_free', label: { en: 'Benefits?', id: 'Manfaat?' } }, 'rank', { column: 'validity_months', hidden: true },
    { column: 'benefits', hidden: true }, { column: 'benefits_url', hidden: true },
  ],
  unique: [{ fields: ['code'], ignoreCase: true }],
  related: [{ resource: 'member', by: 'membership_id' }],
  protected: true,
});
