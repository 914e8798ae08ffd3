import type { Stories } from '../../testing/stories.ts';

const notFound = { en: 'This page does not exist.', id: 'Halaman ini tidak ada.' };
const broken = { en: 'Something went wrong', id: 'Terjadi kesalahan' };
const signedOut = { user: null };

export const stories: Stories = {
  'not found, signed out': { at: '/error-404', opening: signedOut, expectedText: notFound },
  'not found': { at: '/error-404', expectedText: notFound },
  'unexpected error, signed out': { at: '/error-500', opening: signedOut, expectedText: broken },
  'unexpected error': { at: '/error-500', expectedText: broken },
  maintenance: {
    at: '/under-maintenance',
    opening: signedOut,
    expectedText: { en: 'Back soon', id: 'Segera kembali' },
  },
};
