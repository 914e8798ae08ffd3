import { text } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

export const module_group = defineResource({
  key: 'module_group',
  label: { en: 'Module group', id: 'Grup modul' },
  labels: { en: 'Module groups', id: 'Grup modul' },
  permission: 'MODULE_GROUP',
  path: '/module-group',
  icon: 'folder',
  display: { name: ['name'] },
  fields: {
    name: text('Name', 'Nama', { required: true, width: 220 }),
    icon: text('Icon', 'Ikon', { max: 80, width: 140 }),
  },
  list: ['id', 'name', 'icon'],
  related: [{ resource: 'module', by: 'group_id' }],
  protected: true,
  envelope: { list: 'bare', record: 'nested' },
});
