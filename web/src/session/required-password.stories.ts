import type { Stories } from '../testing/stories.ts';

export const stories: Stories = {
  'required password': {
    at: '/dashboard',
    options: { user: { must_change_password: 1 } },
    expectedText: { en: 'Choose a new password', id: 'Pilih kata sandi baru' },
  },
};
