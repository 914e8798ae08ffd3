import { date, flag, instant, integer, reference, secret, text, textarea } from '../field.ts';
import { defineResource } from '../resource.ts';

export const integration = defineResource({
  key: 'integration',
  label: { en: 'Integration', id: 'Integrasi' },
  labels: { en: 'Integrations', id: 'Integrasi' },
  permission: 'INTEGRATION',
  path: '/system/integration',
  icon: 'plug',
  single: true,
  display: { name: ['name'] },
  fields: {
    hotel_id: reference('hotel', 'Hotel', 'Hotel', { required: true, owned: true, width: 200 }),
    name: text('Property name', 'Nama properti', { required: true, width: 220 }),
    description: textarea('Description', 'Keterangan', { max: 2000, width: 300 }),
    access_token: secret('Access token', 'Token akses', {
      generated: true,
      token: true,
      hint: {
        en: 'Made by the system when left empty; shown once',
        id: 'Dibuat sistem bila dikosongkan; ditampilkan sekali',
      },
    }),
    is_active: flag('Active', 'Aktif', { required: true, initial: 1, width: 90 }),
    may_read_members: flag('Finds members', 'Mencari anggota', {
      default: 1,
      width: 130,
      section: { en: 'What it may do', id: 'Yang boleh dilakukan' },
    }),
    may_redeem: flag('Redeems vouchers', 'Menukar voucher', { default: 1, width: 130 }),
    may_post_visits: flag('Posts visits', 'Mencatat kunjungan', { default: 1, width: 130 }),
    addresses: textarea('Addresses', 'Alamat', {
      max: 2000,
      width: 200,
      section: { en: 'From where and until when', id: 'Dari mana dan sampai kapan' },
      hint: {
        en: 'One a line: 203.0.113.7 or 203.0.113.0/24. From anywhere when empty',
        id: 'Satu per baris: 203.0.113.7 atau 203.0.113.0/24. Dari mana saja bila dikosongkan',
      },
    }),
    end_date: date('Last day', 'Hari terakhir', {
      width: 120,
      ahead: true,
      neverInvented: true,
      hint: {
        en: 'The day on which it last serves; no end when empty',
        id: 'Hari terakhir berlaku; tanpa akhir bila dikosongkan',
      },
    }),
    calls_per_minute: integer('Calls a minute', 'Panggilan per menit', {
      default: 600,
      min: 1,
      max: 1_000_000,
      width: 130,
    }),
    is_test: flag('On trial', 'Uji coba', {
      default: 0,
      width: 100,
      hint: {
        en: 'Its calls are answered as if they had been done, and change nothing',
        id: 'Panggilannya dijawab seolah berhasil, tanpa mengubah apa pun',
      },
    }),
    last_used_at: instant('Last used', 'Terakhir dipakai', { computed: true, derived: true, width: 160 }),
    calls_day: integer('Calls in 24 hours', 'Panggilan 24 jam', {
      computed: true,
      derived: true,
      generated: true,
      width: 130,
    }),
    failures_day: integer('Refused in 24 hours', 'Ditolak 24 jam', {
      computed: true,
      derived: true,
      generated: true,
      width: 130,
    }),
  },
  list: [
    'id',
    'name',
    'description',
    'hotel.code',
    'hotel.name',
    'is_active',
    'last_used_at',
    'calls_day',
    'failures_day',
    { column: 'end_date', hidden: true },
    { column: 'is_test', hidden: true },
  ],
  scope: { hotel: ['hotel_id'] },
});
