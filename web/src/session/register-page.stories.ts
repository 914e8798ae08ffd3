import type { Stories } from '../testing/stories.ts';

export const stories: Stories = {
  empty: {
    at: '/register',
    opening: { user: null },
    shows: {
      en: 'An administrator looks at every request',
      id: 'Administrator memeriksa setiap permintaan',
    },
  },
};
