import type { Stories } from '../testing/stories.ts';

const opening = { user: null };

export const stories: Stories = {
  'request for a link': {
    at: '/auth/forgot-password',
    options: opening,
    expectedText: {
      en: 'Enter your email address. We will send',
      id: 'Masukkan alamat email Anda. Kami akan mengirim',
    },
  },
  'form for a new password': {
    at: '/auth/reset-password/token/sari@example.test',
    options: opening,
    expectedText: { en: 'Set a new password', id: 'Atur kata sandi baru' },
  },
};
