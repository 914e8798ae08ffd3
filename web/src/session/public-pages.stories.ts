import type { Stories } from '../testing/stories.ts';

const signedOut = { user: null };

export const stories: Stories = {
  'sign-in': {
    at: '/login',
    options: signedOut,
    expectedText: { en: 'LOGIN TO YOUR ACCOUNT', id: 'MASUK KE AKUN ANDA' },
  },
  'request for access': {
    at: '/register',
    options: signedOut,
    expectedText: { en: 'Request access', id: 'Minta akses' },
  },
  'forgotten password': {
    at: '/auth/forgot-password',
    options: signedOut,
    expectedText: { en: 'Forgot Password?', id: 'Lupa kata sandi?' },
  },
};
