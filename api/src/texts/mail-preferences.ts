import { defineTexts } from './catalogue.ts';

/** The page on which a guest chooses mails, and the link to it in a mail. */
export const mailPreferenceTexts = defineTexts({
  footLink: { en: 'Unsubscribe or choose your emails', id: 'Berhenti berlangganan atau pilih email Anda' },
  title: { en: 'Your emails', id: 'Email Anda' },
  intro: {
    en: 'Choose which emails {address} receives from us.',
    id: 'Pilih email dari kami yang diterima {address}.',
  },
  all: { en: 'Send me emails', id: 'Kirimi saya email' },
  allHint: {
    en: 'Without this, you receive none of the emails below, and no thanks after a visit.',
    id: 'Tanpa ini, Anda tidak menerima email di bawah ini maupun ucapan terima kasih setelah kunjungan.',
  },
  membership: {
    en: 'My membership: welcome, renewal, upgrade, expiry',
    id: 'Keanggotaan saya: sambutan, perpanjangan, kenaikan tingkat, masa berlaku',
  },
  birthday: { en: 'Birthday wishes', id: 'Ucapan ulang tahun' },
  alwaysSent: {
    en: 'Receipts and confirmations of used vouchers are always sent.',
    id: 'Tanda terima dan konfirmasi voucher yang digunakan selalu dikirim.',
  },
  save: { en: 'Save', id: 'Simpan' },
  unsubscribe: { en: 'Unsubscribe from all', id: 'Berhenti dari semua' },
  saved: { en: 'Your choice is saved.', id: 'Pilihan Anda tersimpan.' },
  unsubscribed: { en: 'You are unsubscribed.', id: 'Anda telah berhenti berlangganan.' },
  otherLanguage: { en: 'Bahasa Indonesia', id: 'English' },
  unknownTitle: { en: 'This link does not work', id: 'Tautan ini tidak berfungsi' },
  unknown: {
    en: 'Copy the whole link from the email, or ask the hotel that wrote to you.',
    id: 'Salin seluruh tautan dari email, atau hubungi hotel yang mengirimnya.',
  },
  waitTitle: { en: 'Please wait a moment', id: 'Mohon tunggu sebentar' },
  wait: {
    en: 'There were too many attempts. Try again in {minutes} minutes.',
    id: 'Terlalu banyak percobaan. Coba lagi dalam {minutes} menit.',
  },
  tooOften: {
    en: 'These choices were changed too often. Try again in {minutes} minutes.',
    id: 'Pilihan ini terlalu sering diubah. Coba lagi dalam {minutes} menit.',
  },
});
