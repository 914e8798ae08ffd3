import { reference, text } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

/** A permission code. Codes are created with their module and are inactive while it is switched off. */
export const roles = defineResource({
  key: 'roles',
  label: { en: 'Role', id: 'Peran' },
  labels: { en: 'Roles', id: 'Peran' },
  permission: 'ROLE_GROUP',
  readableWithAny: true,
  unpagedList: true,
  path: '/others/role-group',
  icon: 'key',
  withoutMenuEntry: true,
  display: { name: ['name'] },
  fields: {
    name: text('Name', 'Nama', { required: true, computed: true, width: 220 }),
    label: text('Label', 'Label', { required: true, computed: true, width: 220 }),
    module_id: reference('module', 'Module', 'Modul', { required: true, computed: true, owned: true, width: 160 }),
  },
  list: ['id', 'name', 'label', 'module.name', 'module.group.name'],
  order: 'id',
  readOnly: true,
  envelope: { list: 'nested', record: 'data' },
});
