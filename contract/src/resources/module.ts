import { flag, reference, text } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';
import { lockedReasonField } from '../rules/lock-reasons.ts';

export const module = defineResource({
  key: 'module',
  label: { en: 'Module', id: 'Modul' },
  labels: { en: 'Modules', id: 'Modul' },
  permission: 'MODULE',
  path: '/module',
  icon: 'box',
  display: { name: ['name'], code: 'slug' },
  fields: {
    group_id: reference('module_group', 'Group', 'Grup', { required: true, width: 160 }),
    name: text('Name', 'Nama', { required: true, width: 220 }),
    slug: text('Slug', 'Slug', {
      code: true,
      required: true,
      max: 80,
      pattern: '^[a-z0-9]+([-_][a-z0-9]+)*$',
      width: 180,
      hint: { en: 'Suffix of the permission codes, in upper case', id: 'Akhiran kode izin, dalam huruf besar' },
    }),
    is_active: flag('Active', 'Aktif', { required: true, initial: 1, width: 90 }),
    locked_reason: lockedReasonField('reserved'),
  },
  list: ['id', 'group.name', 'name', 'slug', 'is_active'],
  unique: [{ fields: ['slug'], ignoreCase: true }],
  protected: true,
});
