import type { Stories } from '../testing/stories.ts';

const stranger = { user: null };

export const stories: Stories = {
  'sign-in': {
    at: '/login',
    opening: stranger,
    expectedText: { en: 'LOGIN TO YOUR ACCOUNT', id: 'MASUK KE AKUN ANDA' },
  },
  'request for access': {
    at: '/register',
    opening: stranger,
    expectedText: { en: 'Request access', id: 'Minta akses' },
  },
  'forgotten password': {
    at: '/auth/forgot-password',
    opening: stranger,
    expectedText: { en: 'Forgot Password?', id: 'Lupa kata sandi?' },
  },
};
