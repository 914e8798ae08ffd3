import { flag, text, textarea } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';
import { lockedReasonField } from '../rules/lock-reasons.ts';

export const option = defineResource({
  key: 'option',
  label: { en: 'Option', id: 'Opsi' },
  labels: { en: 'Options', id: 'Opsi' },
  permission: 'OPTION',
  publicList: ['name', 'slug', 'option_detail'],
  unpagedList: true,
  path: '/others/option',
  icon: 'list',
  display: { name: ['name'], code: 'slug' },
  fields: {
    name: text('Name', 'Nama', { required: true, width: 220 }),
    slug: text('Slug', 'Slug', {
      code: true,
      max: 80,
      pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
      width: 180,
      hint: { en: 'Leave empty to derive it from the name', id: 'Kosongkan untuk dibuat dari nama' },
    }),
    description: textarea('Description', 'Keterangan', { width: 300 }),
    is_active: flag('Active', 'Aktif', { required: true, initial: 1, width: 90 }),
    is_reserved: flag('System reserved', 'Bawaan sistem', { computed: true, default: 0, width: 140 }),
    locked_reason: lockedReasonField('reserved'),
  },
  list: ['id', 'name', 'slug', 'description', 'is_active', 'is_reserved'],
  unique: [{ fields: ['slug'] }],
  embeds: [{ resource: 'option_detail', by: 'option_id', fields: ['name', 'value', 'code'] }],
  related: [{ resource: 'option_detail', by: 'option_id' }],
  protected: true,
  envelope: { list: 'nested', record: 'data' },
});
