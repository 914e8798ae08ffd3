import { file, flag, integer, money, option, reference, text, textarea } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

const TERMS = 5000;

export const voucher = defineResource({
  key: 'voucher',
  label: { en: 'Voucher', id: 'Voucher' },
  labels: { en: 'Vouchers', id: 'Voucher' },
  permission: 'VOUCHER',
  path: '/system/voucher',
  icon: 'ticket',
  display: { name: ['name'] },
  fields: {
    type_voucher_id: option('type-voucher', 'Voucher type', 'Jenis voucher', { required: true, width: 150 }),
    membership_id: reference('membership', 'Membership', 'Keanggotaan', { required: true, width: 160 }),
    name: text('Name (EN)', 'Nama (EN)', {
      required: true,
      pairsWithNext: true,
      width: 220,
      section: { en: 'Content', id: 'Konten' },
    }),
    name_id: text('Name (ID)', 'Nama (ID)', { required: true, pairsWithNext: true, width: 220 }),
    description: textarea('Description (EN)', 'Keterangan (EN)', { required: true, max: TERMS, width: 260 }),
    description_id: textarea('Description (ID)', 'Keterangan (ID)', { required: true, max: TERMS, width: 260 }),
    terms_condition: textarea('Terms and conditions (EN)', 'Syarat dan ketentuan (EN)', {
      required: true,
      max: TERMS,
      width: 260,
    }),
    terms_condition_id: textarea('Terms and conditions (ID)', 'Syarat dan ketentuan (ID)', {
      required: true,
      max: TERMS,
      width: 260,
    }),
    file_url: file('Picture', 'Gambar', { required: true, accept: ['image/*'], width: 100 }),
    nominal: money('Nominal', 'Nominal', {
      required: true,
      whole: true,
      width: 140,
      section: { en: 'Value', id: 'Nilai' },
    }),
    quantity: integer('Quantity', 'Jumlah', {
      required: true,
      min: 0,
      max: 1000,
      initial: 1,
      width: 110,
      hint: { en: 'Number issued per card', id: 'Jumlah per kartu' },
    }),
    sort_no: integer('Sort number', 'Nomor urut', { min: 0, default: 0, width: 110 }),
    hotel_id: reference('hotel', 'Hotel', 'Hotel', {
      width: 160,
      section: { en: 'Where it’s valid', id: 'Tempat berlaku' },
      hint: {
        en: 'Only for this property. Leave empty for all hotels.',
        id: 'Hanya untuk properti ini. Kosongkan untuk semua hotel.',
      },
    }),
    is_restricted: flag('Usable at the issuing property only', 'Hanya di properti penerbit', {
      required: true,
      initial: 0,
      width: 150,
    }),
    is_active: flag('Active', 'Aktif', { required: true, initial: 1, width: 90 }),
  },
  list: [
    'id',
    'file_url',
    'sort_no',
    'name',
    { column: 'name_id', hidden: true },
    'nominal',
    'quantity',
    'type_voucher.name',
    'membership.name',
    'hotel.code',
    'is_restricted',
    'is_active',
    { column: 'description', hidden: true },
    { column: 'description_id', hidden: true },
    { column: 'terms_condition', hidden: true },
    { column: 'terms_condition_id', hidden: true },
  ],
  scope: { hotel: ['hotel_id'], open: true },
  related: [{ resource: 'member_voucher', by: 'voucher_id' }],
  protected: true,
});
