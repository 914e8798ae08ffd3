import type { Stories } from '../../testing/stories.ts';

export const stories: Stories = {
  'required second factor': {
    at: '/dashboard',
    options: { user: { must_set_up_second_factor: 1 } },
    expectedText: { en: 'Set up two-factor sign-in', id: 'Atur verifikasi dua langkah' },
  },
};
