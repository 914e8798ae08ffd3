import { defineTexts } from './catalogue.ts';

/** Subjects of the mails to users that have no template. */
export const accountMailSubjects = defineTexts({
  invitation: { en: 'Your Innkeeper account', id: 'Akun Innkeeper Anda' },
  address_known: { en: 'You already have an account', id: 'Anda sudah memiliki akun' },
  two_factor_on: { en: 'Two-factor sign-in is on', id: 'Verifikasi dua langkah aktif' },
  two_factor_off: { en: 'Two-factor sign-in is off', id: 'Verifikasi dua langkah nonaktif' },
  passkey_added: { en: 'Passkey added', id: 'Kunci sandi ditambahkan' },
  webhook_paused: { en: 'Webhook paused', id: 'Webhook dijeda' },
  approval_requested: { en: 'Approval needed', id: 'Persetujuan diperlukan' },
  approval_decided: { en: 'Decision on your approval request', id: 'Keputusan atas permintaan persetujuan Anda' },
});

/** Texts of the mails to users that have no template, below the greeting. */
export const accountMailTexts = defineTexts({
  invitation: {
    en: 'You have a new account for Innkeeper. Choose your password here. The link works once, for {days} days:\n\n{link}\n\nThen sign in with your email address. If the link has expired, ask your administrator for a new invitation, or choose "Forgot Password?" on the sign-in page.\n',
    id: 'Akun Innkeeper Anda telah dibuat. Pilih kata sandi Anda di sini. Tautan hanya berlaku satu kali, selama {days} hari:\n\n{link}\n\nSetelah itu, masuklah dengan alamat email Anda. Jika tautan sudah kedaluwarsa, mintalah undangan baru kepada administrator Anda, atau pilih "Lupa kata sandi?" di halaman masuk.\n',
  },
  address_known: {
    en: 'Someone requested access to Innkeeper with this address, which already has an account. Sign in here, or choose "Forgot Password?" there:\n\n{link}\n\nIf this was not you, ignore this email. Nothing has changed.\n',
    id: 'Seseorang meminta akses ke Innkeeper dengan alamat ini, padahal alamat ini sudah memiliki akun. Silakan masuk di sini, atau pilih "Lupa kata sandi?" di sana:\n\n{link}\n\nJika bukan Anda yang meminta, abaikan email ini. Tidak ada yang berubah.\n',
  },
  two_factor_on: {
    en: 'Two-factor sign-in is now on for your Innkeeper account. You will need a code from your authenticator app to sign in:\n\n{link}\n\nIf this was not you, tell your administrator immediately.\n',
    id: 'Verifikasi dua langkah kini aktif untuk akun Innkeeper Anda. Anda memerlukan kode dari aplikasi autentikator untuk masuk:\n\n{link}\n\nJika bukan Anda yang melakukannya, segera beri tahu administrator Anda.\n',
  },
  two_factor_off: {
    en: 'Two-factor sign-in is now off for your Innkeeper account. You can sign in with your password alone:\n\n{link}\n\nIf you did not request this, set a new password and tell your administrator immediately.\n',
    id: 'Verifikasi dua langkah kini nonaktif untuk akun Innkeeper Anda. Anda dapat masuk dengan kata sandi saja:\n\n{link}\n\nJika Anda tidak memintanya, segera atur kata sandi baru dan beri tahu administrator Anda.\n',
  },
  passkey_added: {
    en: 'A passkey was added to your Innkeeper account. It signs you in without your password. See your passkeys here:\n\n{link}\n\nIf this was not you, remove it there and tell your administrator immediately.\n',
    id: 'Kunci sandi telah ditambahkan ke akun Innkeeper Anda. Dengannya Anda dapat masuk tanpa kata sandi. Lihat kunci sandi Anda di sini:\n\n{link}\n\nJika bukan Anda yang melakukannya, hapus kunci sandi tersebut di sana dan segera beri tahu administrator Anda.\n',
  },
  webhook_paused: {
    en: 'One of your webhooks is paused: it was unreachable for 24 hours or reported that it no longer exists. Waiting messages are sent once you turn it on again; later events are not sent. See the webhook and its last response here:\n\n{link}\n',
    id: 'Salah satu webhook Anda dijeda: tidak dapat dihubungi selama 24 jam, atau menyatakan sudah tidak ada. Pesan yang menunggu dikirim setelah Anda mengaktifkannya lagi; peristiwa selama jeda tidak dikirim. Lihat webhook dan respons terakhirnya di sini:\n\n{link}\n',
  },
  approval_requested: {
    en: 'A request needs approval, and you can decide it. See the details and the deadline here:\n\n{link}\n',
    id: 'Ada permintaan yang memerlukan persetujuan, dan Anda dapat memutuskannya. Lihat rincian dan batas waktunya di sini:\n\n{link}\n',
  },
  approval_decided: {
    en: 'A colleague has decided your request. See the result here:\n\n{link}\n',
    id: 'Seorang rekan telah memutuskan permintaan Anda. Lihat hasilnya di sini:\n\n{link}\n',
  },
});

/** Shown for a device, address or time that is not known. */
export const deviceTexts = defineTexts({ unknown: { en: 'unknown', id: 'tidak diketahui' } });

/** Greeting of mails without a template. */
export const greetingTexts = defineTexts({
  hello: { en: 'Hello', id: 'Halo' },
  helloName: { en: 'Hello {name}', id: 'Halo {name}' },
});
