import { integer, option, references, text, textarea } from '../fields/kinds.ts';
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
    rolesId: references('Roles', 'Peran', {
      to: 'roles',
      link: 'role_group_role',
      from: 'role_group_id',
      target: 'roles_id',
    }),
  },
  list: ['id', 'name', 'description', 'access_type.name', { column: 'discount_limit', hidden: true }, 'created_at'],
  related: [{ resource: 'users', by: 'role_group_id' }],
  envelope: { list: 'nested', record: 'nested' },
});
