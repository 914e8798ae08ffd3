import { email, flag, phone, reference, text, textarea } from '../field.ts';
import { defineResource } from '../resource.ts';

export const hotel = defineResource({
  key: 'hotel',
  label: { en: 'Hotel', id: 'Hotel' },
  labels: { en: 'Hotels', id: 'Hotel' },
  permission: 'HOTEL',
  path: '/system/hotel',
  icon: 'building',
  display: { name: ['name'], code: 'code' },
  fields: {
    country_id: reference('country', 'Country', 'Negara', { required: true, width: 160 }),
    code: text('Code', 'Kode', { required: true, max: 20, upper: true, width: 110 }),
    name: text('Name', 'Nama', { required: true, width: 240 }),
    is_active: flag('Active', 'Aktif', { required: true, initial: 1, width: 90 }),
    time_zone: text('Time zone', 'Zona waktu', {
      max: 64, width: 170,
      hint: { en: "Only where it differs from the country's", id: 'Hanya bila berbeda dari negaranya' },
    }),
    email: email('Email (public contact)', 'Surel (kontak umum)', {
      required: true, width: 240, section: { en: 'Contact', id: 'Kontak' },
    }),
    phone_no: phone('Phone', 'Telepon', { width: 150 }),
    fax_no: phone('Fax', 'Faks', { width: 150 }),
    address_1: textarea('Address 1', 'Alamat 1', { max: 500, width: 260 }),
    address_2: textarea('Address 2', 'Alamat 2', { max: 500, width: 200 }),
    zip: text('ZIP code', 'Kode pos', { max: 20, width: 100 }),
    greeting_name: text('Greeting name', 'Nama penyambut', {
      width: 180, section: { en: 'Greeting', id: 'Sambutan' },
      hint: { en: 'Who signs the letters to members', id: 'Penanda tangan surat kepada anggota' },
    }),
    greeting_position: text('Greeting position', 'Jabatan penyambut', { width: 180 }),
  },
  relations: { region: 'country.region' },
  list: [
    'id', 'region.code', 'country.name', 'code', 'name', 'address_1', { column: 'address_2', hidden: true }, 'phone_no',
    { column: 'fax_no', hidden: true }, { column: 'zip', hidden: true }, 'email', 'greeting_name', 'greeting_position',
    { column: 'time_zone', hidden: true }, 'is_active',
  ],
  scope: { hotel: ['id'] },
  unique: [{ fields: ['code'], ignoreCase: true }],
  related: [
    { resource: 'member', by: 'hotel_id' },
    { resource: 'region_users', by: 'restrict_hotel_id' },
  ],
  protected: true,
});
