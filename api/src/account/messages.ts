import type { Label } from '@innkeeper/contract';
import type { FastifyRequest } from 'fastify';
import { languageOf } from '../platform/http/language.ts';

/** Messages about accounts, used instead of a record's. */
const MESSAGES = {
  signedOut: { en: 'You are signed out.', id: 'Anda telah keluar.' },
  passwordChanged: { en: 'Password changed.', id: 'Kata sandi diubah.' },
  linkSent: {
    en: 'If this address has an account, an email with a link is being sent.',
    id: 'Jika alamat ini memiliki akun, email berisi tautan sedang dikirim.',
  },
  accessRequested: {
    en: 'Request received. A confirmation email is being sent.',
    id: 'Permintaan diterima. Email konfirmasi sedang dikirim.',
  },
  twoFactorRemoved: { en: 'Two-factor sign-in is off.', id: 'Verifikasi dua langkah nonaktif.' },
} as const satisfies Record<string, Label>;

export const localizedMessage = (request: FastifyRequest, text: keyof typeof MESSAGES) => ({
  message: MESSAGES[text][languageOf(request)],
});
