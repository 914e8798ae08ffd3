import { defineTexts } from './catalogue.ts';

/** Subjects of the mails about an account. */
export const accountMailSubjects = defineTexts({
  password_reset: { en: 'Choose a new password', id: 'Pilih kata sandi baru' },
  access_requested: { en: 'Your access request', id: 'Permintaan akses Anda' },
  address_known: { en: 'You already have an account', id: 'Anda sudah memiliki akun' },
  new_device: { en: 'Sign-in on a new device', id: 'Masuk dari perangkat baru' },
  two_factor_on: { en: 'Two-factor sign-in is on', id: 'Verifikasi dua langkah aktif' },
  two_factor_off: { en: 'Two-factor sign-in is off', id: 'Verifikasi dua langkah nonaktif' },
  webhook_paused: { en: 'Webhook paused', id: 'Webhook dijeda' },
  approval_requested: { en: 'Approval needed', id: 'Persetujuan diperlukan' },
  approval_decided: { en: 'Decision on your approval request', id: 'Keputusan atas permintaan persetujuan Anda' },
  access_granted: { en: 'Your access is ready', id: 'Akses Anda sudah siap' },
});

/** Texts of the mails about an account, below the greeting. */
export const accountMailTexts = defineTexts({
  password_reset: {
    en: 'Someone requested a new password for your Innkeeper account. To set it, open this link within {minutes} minutes. It works once:\n\n{link}\n\nIf this was not you, ignore this email. Nothing has changed.\n',
    id: 'Seseorang meminta kata sandi baru untuk akun Innkeeper Anda. Untuk mengaturnya, buka tautan ini dalam {minutes} menit. Tautan hanya berlaku satu kali:\n\n{link}\n\nJika bukan Anda yang meminta, abaikan email ini. Tidak ada yang berubah.\n',
  },
  access_requested: {
    en: 'We have received your request for access to Innkeeper. An administrator will decide, and we email you when access is granted. You can sign in meanwhile, but there is nothing to see yet:\n\n{link}\n\nIf this was not you, please tell your administrator.\n',
    id: 'Kami telah menerima permintaan akses Anda ke Innkeeper. Administrator akan memutuskan, dan kami akan mengirim email saat akses diberikan. Sementara itu Anda sudah dapat masuk, tetapi belum ada yang dapat dilihat:\n\n{link}\n\nJika bukan Anda yang meminta, mohon beri tahu administrator Anda.\n',
  },
  address_known: {
    en: 'Someone requested access to Innkeeper with this address, which already has an account. Sign in here, or choose "Forgot Password?" there:\n\n{link}\n\nIf this was not you, ignore this email. Nothing has changed.\n',
    id: 'Seseorang meminta akses ke Innkeeper dengan alamat ini, padahal alamat ini sudah memiliki akun. Silakan masuk di sini, atau pilih "Lupa kata sandi?" di sana:\n\n{link}\n\nJika bukan Anda yang meminta, abaikan email ini. Tidak ada yang berubah.\n',
  },
  new_device: {
    en: 'Someone signed in to your Innkeeper account with your password, on a new device or from a new address.\n\nIf this was you, you can ignore this email. If not, set a new password immediately, which signs out all other devices, and tell your administrator. Your profile lists the devices that use your account:\n\n{link}\n',
    id: 'Seseorang masuk ke akun Innkeeper Anda dengan kata sandi Anda, dari perangkat atau alamat baru.\n\nJika itu Anda, abaikan email ini. Jika bukan, segera atur kata sandi baru, yang akan mengeluarkan semua perangkat lain, dan beri tahu administrator Anda. Profil Anda mencantumkan perangkat yang memakai akun Anda:\n\n{link}\n',
  },
  two_factor_on: {
    en: 'Two-factor sign-in is now on for your Innkeeper account. You will need a code from your authenticator app to sign in:\n\n{link}\n\nIf this was not you, tell your administrator immediately.\n',
    id: 'Verifikasi dua langkah kini aktif untuk akun Innkeeper Anda. Anda memerlukan kode dari aplikasi autentikator untuk masuk:\n\n{link}\n\nJika bukan Anda yang melakukannya, segera beri tahu administrator Anda.\n',
  },
  two_factor_off: {
    en: 'Two-factor sign-in is now off for your Innkeeper account. You can sign in with your password alone:\n\n{link}\n\nIf you did not request this, set a new password and tell your administrator immediately.\n',
    id: 'Verifikasi dua langkah kini nonaktif untuk akun Innkeeper Anda. Anda dapat masuk dengan kata sandi saja:\n\n{link}\n\nJika Anda tidak memintanya, segera atur kata sandi baru dan beri tahu administrator Anda.\n',
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
  access_granted: {
    en: 'An administrator has given you access to Innkeeper. Sign in here:\n\n{link}\n',
    id: 'Administrator telah memberi Anda akses ke Innkeeper. Silakan masuk di sini:\n\n{link}\n',
  },
});

export const greetingTexts = defineTexts({
  hello: { en: 'Hello', id: 'Halo' },
  helloName: { en: 'Hello {name}', id: 'Halo {name}' },
});
