import { defineTexts } from './catalogue.ts';

/** Requests that are invalid, or that cannot be handled at the moment. */
export const requestTexts = defineTexts({
  busy: { en: 'The server is busy. Try again in a moment.', id: 'Server sedang sibuk. Coba lagi sebentar lagi.' },
  stopped: {
    en: 'This took too long and was stopped. Nothing has changed. Narrow your request, or try again later.',
    id: 'Proses ini terlalu lama dan dihentikan. Tidak ada yang berubah. Persempit permintaan, atau coba lagi nanti.',
  },
  diskFull: {
    en: 'No storage space for this file. Try again later.',
    id: 'Tidak ada ruang penyimpanan untuk berkas ini. Coba lagi nanti.',
  },
  filesUnavailable: {
    en: 'Files are unavailable. Try again in a moment.',
    id: 'Berkas sedang tidak tersedia. Coba lagi sebentar lagi.',
  },
  captchaUnavailable: {
    en: 'The security check is unavailable. Try again in a moment.',
    id: 'Pemeriksaan keamanan sedang tidak tersedia. Coba lagi sebentar lagi.',
  },
  notAnObject: { en: 'The body must be a JSON object.', id: 'Isi permintaan harus berupa objek JSON.' },
  tooDeep: {
    en: 'Lists and objects can be nested at most {levels} levels deep.',
    id: 'Daftar dan objek dapat bersarang maksimal {levels} tingkat.',
  },
  tooManyNames: {
    en: 'At most {max} names per request. Send only the fields of this call.',
    id: 'Maksimal {max} nama per permintaan. Kirim hanya isian panggilan ini.',
  },
  file: { en: 'File', id: 'Berkas' },
  keyNeeded: {
    en: 'Send an Idempotency-Key with every write. Repeat the same key when you retry a call.',
    id: 'Kirim Idempotency-Key pada setiap penulisan. Pakai kunci yang sama saat mengulang panggilan.',
  },
});
