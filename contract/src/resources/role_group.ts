import { flag, integer, option, references, text, textarea } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

export const role_group = defineResource({
  key: 'role_group',
  label: { en: 'Role group', id: 'Grup peran' },
  labels: { en: 'Role groups', id: 'Grup peran' },
  permission: 'ROLE_GROUP',
  path: '/others/role-group',
  icon: 'shield',
  display: { name: ['name'] },
  fields: {
    name: text('Name', 'Nama', { required: true, width: 200 }),
    description: textarea('Description', 'Keterangan', { required: true, width: 300 }),
    access_type_id: option('access-type', 'Access Level', 'Tingkat akses', { required: true, width: 150 }),
    discount_limit: integer('Discount limit (%)', 'Batas diskon (%)', {
      min: 0,
      max: 100,
      width: 150,
      hint: {
        en: 'Higher discounts need approval. Default: 25 (100 for group level).',
        id: 'Diskon lebih besar memerlukan persetujuan. Bawaan: 25 (100 untuk tingkat grup).',
      },
    }),
    is_password_allowed: flag('Passwords allowed', 'Kata sandi diizinkan', {
      default: 1,
      width: 150,
      hint: {
        en: 'Without passwords, users need single sign-on or a passkey.',
        id: 'Tanpa kata sandi, pengguna memerlukan sistem masuk tunggal atau kunci sandi.',
      },
    }),
    is_second_factor_required: flag('Two-factor sign-in required', 'Verifikasi dua langkah wajib', {
      default: 0,
      width: 170,
      hint: {
        en: 'For sign-ins with a password.',
        id: 'Untuk masuk dengan kata sandi.',
      },
    }),
    rolesId: references('Roles', 'Peran', {
      to: 'roles',
      link: 'role_group_role',
      from: 'role_group_id',
      target: 'roles_id',
    }),
  },
  list: [
    'id',
    'name',
    'description',
    'access_type.name',
    { column: 'discount_limit', hidden: true },
    { column: 'is_password_allowed', hidden: true },
    { column: 'is_second_factor_required', hidden: true },
    'created_at',
  ],
  related: [{ resource: 'users', by: 'role_group_id' }],
  envelope: { list: 'nested', record: 'nested' },
});
