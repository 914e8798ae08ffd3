import { mockResponse, rejection } from '../testing/mock-server.ts';
import { mockSingleSignOn } from '../testing/single-sign-on.ts';
import type { Stories } from '../testing/stories.ts';

const signedOut = { user: null };

export const stories: Stories = {
  'sign-in': {
    at: '/login',
    options: signedOut,
    expectedText: { en: 'LOGIN TO YOUR ACCOUNT', id: 'MASUK KE AKUN ANDA' },
  },
  'sign-in with single sign-on': {
    at: '/login',
    options: signedOut,
    mockResponses: mockSingleSignOn,
    expectedText: { en: 'Sign in with Hotel Group', id: 'Masuk dengan Hotel Group' },
  },
  'rejected single sign-on': {
    at: '/auth/single-sign-on?error=access_denied',
    options: signedOut,
    mockResponses: () => mockResponse('POST /auth/single-sign-on/finish', () => rejection(403, 'sign_in_rejected')),
    expectedText: { en: 'Single sign-on', id: 'Masuk tunggal' },
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
