import type { Stories } from '../../testing/stories.ts';

const notFound = { en: 'This page does not exist.', id: 'Halaman ini tidak ada.' };
const unexpectedError = { en: 'Something went wrong', id: 'Terjadi kesalahan' };
const signedOut = { user: null };

export const stories: Stories = {
  'not found, signed out': { at: '/error-404', options: signedOut, expectedText: notFound },
  'not found': { at: '/error-404', expectedText: notFound },
  'unexpected error, signed out': { at: '/error-500', options: signedOut, expectedText: unexpectedError },
  'unexpected error': { at: '/error-500', expectedText: unexpectedError },
  'start page, signed out': {
    at: '/dashboard',
    options: signedOut,
    expectedText: { en: 'The back office of your membership programme.', id: 'Back office program keanggotaan Anda.' },
  },
  maintenance: {
    at: '/under-maintenance',
    options: signedOut,
    expectedText: { en: 'Back soon', id: 'Segera kembali' },
  },
};
