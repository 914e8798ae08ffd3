import { integer, reference, text, textarea } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

export const mail_params = defineResource({
  key: 'mail_params',
  label: { en: 'Mail parameter', id: 'Parameter email' },
  labels: { en: 'Mail parameters', id: 'Parameter email' },
  permission: 'MAIL_TEMPLATE',
  path: '/system/mail-params',
  icon: 'braces',
  display: { name: ['name'] },
  fields: {
    mail_template_id: reference('mail_template', 'Mail template', 'Templat email', { required: true, width: 200 }),
    sort_no: integer('Sort number', 'Nomor urut', { required: true, min: 0, width: 110 }),
    name: text('Name', 'Nama', { required: true, max: 80, width: 200 }),
    type_input_id: reference('type_input', 'Input type', 'Jenis isian', { required: true, width: 150 }),
    default_value: textarea('Default value', 'Nilai awal', { required: true, inputType: 'type_input_id', width: 300 }),
  },
  list: ['id', 'sort_no', 'mail_template.name', 'name', 'type_input.name', 'default_value'],
  order: 'sort_no',
  related: [{ resource: 'mail_language_params', by: 'mail_params_id' }],
  protected: true,
});
