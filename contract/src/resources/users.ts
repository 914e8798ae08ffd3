import { email, flag, instant, phone, reference, secret, text } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

export const users = defineResource({
  key: 'users',
  label: { en: 'User', id: 'Pengguna' },
  labels: { en: 'Users', id: 'Pengguna' },
  permission: 'USERS',
  path: '/others/users',
  icon: 'user-cog',
  display: { name: ['name'], code: 'username' },
  fields: {
    name: text('Name', 'Nama', { required: true, distinct: true, width: 200 }),
    username: text('User name', 'Nama pengguna', {
      code: true,
      required: true,
      max: 80,
      pattern: '^[A-Za-z0-9._@+-]{4,}$',
      width: 160,
    }),
    email: email('Email', 'Email', { required: true, width: 240 }),
    password: secret('Password', 'Kata sandi', {
      required: true,
      hint: { en: 'min 12 characters', id: 'minimal 12 karakter' },
    }),
    must_change_password: flag('Require new password at next sign-in', 'Wajib kata sandi baru saat masuk berikutnya', {
      default: 0,
      permanent: true,
      width: 150,
    }),
    // A user who requested access has no role group until an administrator assigns one.
    role_group_id: reference('role_group', 'Role group', 'Grup peran', { required: true, nullable: true, width: 180 }),
    phone_no: phone('Phone', 'Telepon', { width: 150 }),
    is_active: flag('Active', 'Aktif', { default: 1, width: 90 }),
    // Until the user has chosen a password.
    invited_at: instant('Invited, not signed in yet', 'Diundang, belum masuk', { computed: true, width: 170 }),
    two_factor: flag('Two-factor sign-in', 'Verifikasi dua langkah', { computed: true, derived: true, width: 150 }),
  },
  list: [
    'id',
    'name',
    'username',
    'email',
    'phone_no',
    'role_group.name',
    { column: 'role_group.access_type.name', label: { en: 'Access type', id: 'Jenis akses' } },
    'is_active',
    'invited_at',
    'two_factor',
  ],
  scope: { user: 'id' },
  unique: [
    { fields: ['username'], ignoreCase: true },
    { fields: ['email'], ignoreCase: true },
  ],
  related: [{ resource: 'region_users', by: 'user_id' }],
});
