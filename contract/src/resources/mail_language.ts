import { flag, reference, text } from '../fields/kinds.ts';
import { defineResource } from '../fields/definition.ts';

export const mail_language = defineResource({
  key: 'mail_language',
  label: { en: 'Mail language', id: 'Bahasa email' },
  labels: { en: 'Mail languages', id: 'Bahasa email' },
  permission: 'MAIL_TEMPLATE',
  path: '/system/mail-language',
  icon: 'languages',
  display: { name: ['header'] },
  fields: {
    mail_template_id: reference('mail_template', 'Mail template', 'Templat email', { required: true, width: 200 }),
    country_id: reference('country', 'Country', 'Negara', {
      width: 160,
      hint: { en: 'Leave empty for all other countries', id: 'Kosongkan untuk semua negara lain' },
    }),
    header: text('Subject', 'Subjek', { required: true, width: 320 }),
    is_active: flag('Active', 'Aktif', { required: true, initial: 1, width: 90 }),
    is_reserved: flag('Default email', 'Email bawaan', { computed: true, generated: true, width: 130 }),
  },
  list: [
    'id',
    'mail_template.name',
    'mail_template.mail_type.name',
    'country.name',
    'header',
    'is_active',
    'is_reserved',
  ],
  unique: [{ fields: ['mail_template_id', 'country_id'] }],
  related: [{ resource: 'mail_language_params', by: 'mail_language_id' }],
  protected: true,
});
