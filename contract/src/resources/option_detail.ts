import { reference, text } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';
import { lockedReasonField } from '../rules/lock-reasons.ts';

export const option_detail = defineResource({
  key: 'option_detail',
  label: { en: 'Option detail', id: 'Rincian opsi' },
  labels: { en: 'Option details', id: 'Rincian opsi' },
  permission: 'OPTION',
  path: '/others/option-detail',
  icon: 'list-tree',
  display: { name: ['name'], code: 'code' },
  isSetup: true,
  choicesBy: { parameter: 'slug', column: 'option.slug', description: 'Only details of this option' },
  fields: {
    option_id: reference('option', 'Option', 'Opsi', { required: true, width: 180 }),
    name: text('Label', 'Label', { required: true, width: 220 }),
    code: text('Code', 'Kode', { code: true, max: 80, width: 160 }),
    value: text('Value', 'Nilai', { width: 160 }),
    locked_reason: lockedReasonField('reserved'),
  },
  list: ['id', 'option.name', 'name', 'code', 'value'],
  unique: [{ fields: ['option_id', 'code'] }],
  protected: true,
});
