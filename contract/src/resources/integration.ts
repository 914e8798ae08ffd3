import { date, flag, instant, integer, reference, references, secret, text, textarea } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';
import { INTEGRATION_PERMISSIONS } from '../rules/integration.ts';

export const integration = defineResource({
  key: 'integration',
  label: { en: 'Integration', id: 'Integrasi' },
  labels: { en: 'Integrations', id: 'Integrasi' },
  permission: 'INTEGRATION',
  path: '/system/integration',
  icon: 'plug',
  opensInDialog: true,
  display: { name: ['name'] },
  fields: {
    hotel_id: reference('hotel', 'Hotel', 'Hotel', { required: true, owned: true, width: 200 }),
    name: text('Property name', 'Nama properti', { required: true, width: 220 }),
    description: textarea('Description', 'Keterangan', { max: 2000, width: 300 }),
    access_token: secret('Access token', 'Token akses', {
      generated: true,
      token: true,
      hint: {
        en: 'Leave empty to generate. Shown once.',
        id: 'Kosongkan untuk dibuat otomatis. Ditampilkan sekali.',
      },
    }),
    is_active: flag('Active', 'Aktif', { required: true, initial: 1, width: 90 }),
    may_read_members: flag('Finds members', 'Mencari anggota', {
      default: 1,
      width: 130,
      section: { en: 'Permissions', id: 'Izin' },
    }),
    may_redeem: flag('Redeems vouchers', 'Menukar voucher', { default: 1, width: 130 }),
    may_post_visits: flag('Posts visits', 'Mencatat kunjungan', { default: 1, width: 130 }),
    rolesId: references('Rights', 'Hak akses', {
      to: 'roles',
      link: 'integration_role',
      from: 'integration_id',
      target: 'roles_id',
      names: INTEGRATION_PERMISSIONS,
      hint: {
        en: 'For BI and websites: View reads lists, files and reports; Create enrols members and sells memberships.',
        id: 'Untuk BI dan situs web: Lihat membaca daftar, berkas, dan laporan; Tambah mendaftarkan anggota dan menjual keanggotaan.',
      },
    }),
    hotelsId: references('Other hotels', 'Hotel lain', {
      to: 'hotel',
      link: 'integration_hotel',
      from: 'integration_id',
      target: 'hotel_id',
      hint: {
        en: 'Hotels it sees in addition to its own',
        id: 'Hotel yang dilihat selain hotelnya sendiri',
      },
    }),
    sees_all_hotels: flag('All hotels', 'Semua hotel', {
      default: 0,
      width: 110,
      hint: {
        en: 'Sees every hotel, including future ones',
        id: 'Melihat setiap hotel, termasuk yang baru nanti',
      },
    }),
    addresses: textarea('Addresses', 'Alamat', {
      max: 2000,
      width: 200,
      section: { en: 'Restrictions', id: 'Pembatasan' },
      hint: {
        en: 'One per line: 203.0.113.7 or 203.0.113.0/24. Leave empty to allow all.',
        id: 'Satu per baris: 203.0.113.7 atau 203.0.113.0/24. Kosongkan untuk mengizinkan semua.',
      },
    }),
    end_date: date('Last day', 'Hari terakhir', {
      width: 120,
      futureDates: true,
      noAutoFill: true,
      hint: {
        en: 'Last day of access. Empty = no end.',
        id: 'Hari terakhir akses. Kosong = tanpa akhir.',
      },
    }),
    calls_per_minute: integer('Calls per minute', 'Panggilan per menit', {
      default: 600,
      min: 1,
      max: 1_000_000,
      width: 130,
    }),
    is_test: flag('Test mode', 'Mode uji', {
      default: 0,
      width: 100,
      hint: {
        en: 'Test mode: calls return normal answers but change nothing',
        id: 'Mode uji: panggilan dijawab seperti biasa tanpa mengubah apa pun',
      },
    }),
    last_used_at: instant('Last used', 'Terakhir dipakai', { computed: true, derived: true, width: 160 }),
    calls_day: integer('Calls in 24 hours', 'Panggilan 24 jam', {
      computed: true,
      derived: true,
      generated: true,
      width: 130,
    }),
    failures_day: integer('Rejected in 24 hours', 'Ditolak 24 jam', {
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
