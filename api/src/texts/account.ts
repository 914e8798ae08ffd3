import { defineTexts } from './catalogue.ts';

/** Signing in, the password, the second factor. */
export const accountTexts = defineTexts({
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
  twoFactorOn: {
    en: 'Two-factor sign-in is on. Turn it off first.',
    id: 'Verifikasi dua langkah sudah aktif. Nonaktifkan terlebih dahulu.',
  },
  twoFactorOff: { en: 'Two-factor sign-in is not on.', id: 'Verifikasi dua langkah tidak aktif.' },
  twoFactorRequired: {
    en: 'Your role group requires two-factor sign-in.',
    id: 'Grup peran Anda mewajibkan verifikasi dua langkah.',
  },
  nothingToConfirm: {
    en: 'Nothing to confirm. Please start again.',
    id: 'Tidak ada yang perlu dikonfirmasi. Silakan mulai dari awal.',
  },
  passwordSetByOthers: {
    en: 'Your password was set by someone with lower access. Use “Forgot Password?” to set your own, or ask an administrator.',
    id: 'Kata sandi Anda ditetapkan oleh orang dengan akses lebih rendah. Gunakan “Lupa kata sandi?” untuk mengatur kata sandi sendiri, atau hubungi administrator.',
  },
  notInvited: {
    en: 'This user has a password already. They can choose “Forgot Password?” on the sign-in page.',
    id: 'Pengguna ini sudah memiliki kata sandi. Mereka dapat memilih “Lupa kata sandi?” di halaman masuk.',
  },
  userInactive: {
    en: 'This user is inactive. Activate the user before you send the invitation.',
    id: 'Pengguna ini tidak aktif. Aktifkan pengguna sebelum mengirim undangan.',
  },
  noMailServer: {
    en: 'This server cannot send emails yet. Set a password instead.',
    id: 'Server ini belum dapat mengirim email. Tetapkan kata sandi sebagai gantinya.',
  },
  session: { en: 'Session', id: 'Sesi' },
});
