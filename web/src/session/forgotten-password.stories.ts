import type { Stories } from '../testing/stories.ts';

const opening = { user: null };

export const stories: Stories = {
  'asking for a link': {
    at: '/auth/forgot-password',
    opening,
    shows: { en: 'Tell us your email address', id: 'Tuliskan alamat email Anda' },
  },
  'setting a new password': {
    at: '/auth/reset-password/token/sari@example.test',
    opening,
    shows: { en: 'Set a new password', id: 'Atur kata sandi baru' },
  },
};
