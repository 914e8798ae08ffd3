import { integer, reference, text, textarea } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

/** A placeholder for the texts of a template, with its meaning. */
export const mail_data = defineResource({
  key: 'mail_data',
  label: { en: 'Mail data', id: 'Data email' },
  labels: { en: 'Mail data', id: 'Data email' },
  permission: 'MAIL_TEMPLATE',
  path: '/system/mail-data',
  icon: 'variable',
  display: { name: ['name'] },
  fields: {
    mail_template_id: reference('mail_template', 'Mail template', 'Templat email', { required: true, width: 200 }),
    sort_no: integer('Sort number', 'Nomor urut', { required: true, min: 0, width: 110 }),
    name: text('Name', 'Nama', { required: true, max: 120, width: 220 }),
    description: textarea('Description', 'Keterangan', { required: true, max: 2000, width: 320 }),
  },
  list: ['id', 'sort_no', 'mail_template.name', 'name', 'description'],
});
