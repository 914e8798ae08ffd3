import { defineTexts } from './catalogue.ts';

/** Reports, their files, schedules and mails. */
export const reportTexts = defineTexts({
  report: { en: 'Report', id: 'Laporan' },
  file: { en: 'File', id: 'Berkas' },
  schedule: { en: 'Schedule', id: 'Jadwal' },
  tooManyRows: {
    en: 'This report has more than {rows} rows. Prepare it in the background, or narrow the filters.',
    id: 'Laporan ini lebih dari {rows} baris. Siapkan di latar belakang, atau persempit filter.',
  },
  accessChanged: {
    en: 'Your access has changed. This file is no longer available.',
    id: 'Akses Anda sudah berubah. Berkas ini tidak tersedia lagi.',
  },
  tooManyFiles: {
    en: '{max} of your files are being prepared. Wait for one, or stop one.',
    id: '{max} berkas Anda sedang disiapkan. Tunggu salah satu selesai, atau hentikan salah satu.',
  },
  failedTwice: {
    en: 'This export failed twice. Narrow the filters, or try again later.',
    id: 'Ekspor ini gagal dua kali. Persempit filter, atau coba lagi nanti.',
  },
  failed: {
    en: 'Couldn’t create this file. Please try again.',
    id: 'Berkas ini tidak dapat dibuat. Silakan coba lagi.',
  },
  tooManySchedules: {
    en: 'You already have {max} schedules. Delete one first.',
    id: 'Anda sudah memiliki {max} jadwal. Hapus salah satu terlebih dahulu.',
  },
  ownerInactive: {
    en: 'The schedule’s owner has left or lost access to this report.',
    id: 'Pemilik jadwal sudah tidak aktif, atau tidak lagi memiliki akses ke laporan ini.',
  },
  systemReport: { en: 'A system report cannot be deleted.', id: 'Laporan bawaan sistem tidak dapat dihapus.' },
  notDelivered: {
    en: 'The email could not be sent after several attempts.',
    id: 'Email gagal dikirim setelah beberapa kali dicoba.',
  },
  mail: {
    en: 'Hello {reader},\n\nThis is your scheduled report from {owner}: {title}, {rows} rows, for the hotels you have access to.\n\n{file}\n',
    id: 'Halo {reader},\n\nBerikut laporan terjadwal dari {owner}: {title}, {rows} baris, untuk hotel yang dapat Anda akses.\n\n{file}\n',
  },
  fileAttached: { en: 'The file is attached.', id: 'Berkas terlampir.' },
  fileByLink: {
    en: 'The file is too large for email. Only you can download it, for {days} days:\n\n{link}',
    id: 'Berkas terlalu besar untuk email. Hanya Anda yang dapat mengunduhnya, selama {days} hari:\n\n{link}',
  },
  notSentSubject: { en: '{title}: not sent to {reader}', id: '{title}: tidak terkirim ke {reader}' },
  notSent: {
    en: 'Hello {owner},\n\nYour scheduled report for {reader} was not sent this time.\n\n{reason}\n',
    id: 'Halo {owner},\n\nLaporan terjadwal Anda untuk {reader} kali ini tidak terkirim.\n\n{reason}\n',
  },
});
