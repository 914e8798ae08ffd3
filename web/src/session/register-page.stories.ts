import type { Stories } from '../testing/stories.ts';

export const stories: Stories = {
  empty: {
    at: '/register',
    options: { user: null },
    expectedText: {
      en: 'An administrator reviews each request',
      id: 'Administrator memeriksa setiap permintaan',
    },
  },
};
