import { defineTexts } from './catalogue.ts';

/** Signing in by other ways than a password. */
export const signInTexts = defineTexts({
  providerUnavailable: {
    en: 'Single sign-on is unavailable. Try again in a moment.',
    id: 'Sistem masuk tunggal sedang tidak tersedia. Coba lagi sebentar lagi.',
  },
  providerRejected: {
    en: 'Single sign-on was cancelled or rejected.',
    id: 'Proses masuk tunggal dibatalkan atau ditolak.',
  },
  attemptOutdated: {
    en: 'This sign-in is out of date. Start again.',
    id: 'Proses masuk ini sudah kedaluwarsa. Mulai lagi dari awal.',
  },
  passkey: { en: 'Passkey', id: 'Kunci sandi' },
  passkeyRejected: {
    en: 'This passkey was not accepted. Try again, or sign in another way.',
    id: 'Kunci sandi ini tidak diterima. Coba lagi, atau masuk dengan cara lain.',
  },
  passkeyLimit: {
    en: 'This passkey exists already, or you have 20. Remove one first.',
    id: 'Kunci sandi ini sudah ada, atau Anda sudah memiliki 20. Hapus salah satu terlebih dahulu.',
  },
  signInAgain: {
    en: 'For your safety, passkeys can be added only within 15 minutes after signing in. Sign in again.',
    id: 'Demi keamanan, kunci sandi hanya dapat ditambahkan dalam 15 menit setelah masuk. Silakan masuk kembali.',
  },
  addressNotVerified: {
    en: 'Single sign-on does not confirm your email address. Ask an administrator.',
    id: 'Sistem masuk tunggal tidak mengonfirmasi alamat email Anda. Hubungi administrator.',
  },
  addressInUse: {
    en: 'Your email address belongs to another account. Ask an administrator.',
    id: 'Alamat email Anda milik akun lain. Hubungi administrator.',
  },
  accountInactive: {
    en: 'Your account is not active. Ask an administrator.',
    id: 'Akun Anda tidak aktif. Hubungi administrator.',
  },
});
