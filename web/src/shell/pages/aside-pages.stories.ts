import type { Stories } from '../../testing/stories.ts';

const missing = { en: 'This page does not exist.', id: 'Halaman ini tidak ada.' };
const broken = { en: 'Something went wrong here.', id: 'Terjadi kesalahan di sini.' };
const stranger = { user: null };

export const stories: Stories = {
  'no such page, to a stranger': { at: '/error-404', opening: stranger, shows: missing },
  'no such page': { at: '/error-404', shows: missing },
  'a broken page, to a stranger': { at: '/error-500', opening: stranger, shows: broken },
  'a broken page': { at: '/error-500', shows: broken },
  maintenance: {
    at: '/under-maintenance',
    opening: stranger,
    shows: { en: 'We are putting the house in order.', id: 'Kami sedang berbenah.' },
  },
};
