import type { FieldSet } from '../fields/definition.ts';
import { choice } from '../fields/kinds.ts';

export const memberMailBody = {
  fields: {
    mail_type: choice('Email', 'Email', {
      required: true,
      choices: [
        { value: 'welcome', label: { en: 'Welcome', id: 'Selamat datang' } },
        { value: 'renewal', label: { en: 'Renewal', id: 'Perpanjangan' } },
        {
          value: 'expiry-reminder',
          label: { en: 'Reminder before the card ends', id: 'Pengingat sebelum kartu berakhir' },
        },
        { value: 'birthday', label: { en: 'Birthday wishes', id: 'Ucapan ulang tahun' } },
      ],
    }),
  },
} as const satisfies FieldSet;
