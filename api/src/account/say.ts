import type { Label } from '@innkeeper/contract';
import type { FastifyRequest } from 'fastify';
import { languageOf } from '../platform/http/language.ts';

/** What people are told about their accounts, in the place of a record. */
const SAID = {
  signedOut: { en: 'You are signed out.', id: 'Anda telah keluar.' },
  passwordChanged: { en: 'Your password was changed.', id: 'Kata sandi Anda telah diubah.' },
  linkSent: {
    en: 'If this address belongs to an account, a mail with a link is on its way.',
    id: 'Jika alamat ini milik sebuah akun, email berisi tautan sedang dikirim.',
  },
  accessRequested: {
    en: 'Your request has been received. A mail is on its way to you.',
    id: 'Permintaan Anda telah kami terima. Email sedang dikirim kepada Anda.',
  },
  twoFactorRemoved: { en: 'Two-factor sign-in is off.', id: 'Verifikasi dua langkah dimatikan.' },
} as const satisfies Record<string, Label>;

export const say = (request: FastifyRequest, text: keyof typeof SAID) => ({ message: SAID[text][languageOf(request)] });
