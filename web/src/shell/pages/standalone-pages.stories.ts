import type { Stories } from '../../testing/stories.ts';

const missing = { en: 'This page does not exist.', id: 'Halaman ini tidak ada.' };
const broken = { en: 'Something went wrong', id: 'Terjadi kesalahan' };
const stranger = { user: null };

export const stories: Stories = {
  'no such page, to a stranger': { at: '/error-404', opening: stranger, expectedText: missing },
  'no such page': { at: '/error-404', expectedText: missing },
  'a broken page, to a stranger': { at: '/error-500', opening: stranger, expectedText: broken },
  'a broken page': { at: '/error-500', expectedText: broken },
  maintenance: {
    at: '/under-maintenance',
    opening: stranger,
    expectedText: { en: 'Back soon', id: 'Segera kembali' },
  },
};
