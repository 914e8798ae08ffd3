import { text } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';
import { lockedReasonField } from '../rules/lock-reasons.ts';

export const type_input = defineResource({
  key: 'type_input',
  label: { en: 'Input type', id: 'Jenis isian' },
  labels: { en: 'Input types', id: 'Jenis isian' },
  permission: 'TYPE_INPUT',
  path: '/others/type-input',
  icon: 'text-cursor-input',
  display: { name: ['name'], code: 'code' },
  fields: {
    name: text('Name', 'Nama', { required: true, width: 220 }),
    code: text('Code', 'Kode', { code: true, required: true, max: 40, width: 140 }),
    locked_reason: lockedReasonField('reserved'),
  },
  list: ['id', 'name', 'code'],
  unique: [{ fields: ['code'] }],
  protected: true,
});
