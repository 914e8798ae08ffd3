import { option, references, text, textarea } from '../field.ts';
import { defineResource } from '../resource.ts';

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
    rolesId: references('Roles', 'Peran', {
      to: 'roles',
      link: 'role_group_role',
      from: 'role_group_id',
      target: 'roles_id',
    }),
  },
  list: ['id', 'name', 'description', 'access_type.name', 'created_at'],
  related: [{ resource: 'users', by: 'role_group_id' }],
  envelope: { list: 'nested', record: 'nested' },
});
