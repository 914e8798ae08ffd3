import { file, flag, option, text, textarea } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

export const mail_template = defineResource({
  key: 'mail_template',
  label: { en: 'Mail template', id: 'Templat email' },
  labels: { en: 'Mail templates', id: 'Templat email' },
  permission: 'MAIL_TEMPLATE',
  path: '/system/mail-template',
  icon: 'mail',
  display: { name: ['name'] },
  fields: {
    name: text('Name', 'Nama', { required: true, width: 220 }),
    mail_type_id: option('mail-type', 'Mail type', 'Jenis email', { width: 180 }),
    description: textarea('Description', 'Keterangan', { max: 2000, width: 300 }),
    image_url: file('Picture', 'Gambar', { accept: ['image/*'], width: 100 }),
    is_active: flag('Active', 'Aktif', { required: true, initial: 1, width: 90 }),
    is_reserved: flag('System reserved', 'Bawaan sistem', { computed: true, default: 0, width: 140 }),
  },
  list: ['id', 'name', 'description', 'mail_type.name', 'image_url', 'is_active', 'is_reserved'],
  related: [
    { resource: 'mail_language', by: 'mail_template_id' },
    { resource: 'mail_params', by: 'mail_template_id' },
    { resource: 'mail_data', by: 'mail_template_id' },
  ],
  protected: true,
});
