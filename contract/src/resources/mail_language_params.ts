import { reference, text, textarea } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

export const mail_language_params = defineResource({
  key: 'mail_language_params',
  label: { en: 'Mail language parameter', id: 'Parameter bahasa email' },
  labels: { en: 'Mail language parameters', id: 'Parameter bahasa email' },
  permission: 'MAIL_TEMPLATE',
  path: '/system/mail-language-params',
  icon: 'pilcrow',
  display: { name: ['name'] },
  fields: {
    mail_language_id: reference('mail_language', 'Mail language', 'Bahasa email', { required: true, width: 240 }),
    mail_params_id: reference('mail_params', 'Mail parameter', 'Parameter email', { required: true, width: 180 }),
    // The input type of the parameter. `owned`, because the parameter itself already prevents deleting the type.
    type_input_id: reference('type_input', 'Input type', 'Jenis isian', {
      required: true,
      owned: true,
      width: 150,
    }),
    name: text('Name', 'Nama', { required: true, max: 80, width: 200 }),
    value: textarea('Value', 'Nilai', { required: true, inputType: 'type_input_id', width: 300 }),
  },
  list: ['id', 'mail_language.header', 'mail_params.name', 'type_input.name', 'name', 'value'],
});
