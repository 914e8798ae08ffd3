import { defineTexts } from './catalogue.ts';

/** Merging members, and setting their tier. */
export const memberTexts = defineTexts({
  mergeIntoDeleted: {
    en: 'This member is deleted and cannot be merged into.',
    id: 'Anggota ini sudah dihapus dan tidak dapat menjadi tujuan penggabungan.',
  },
  alreadyMember: {
    en: 'This guest is a member already.',
    id: 'Tamu ini sudah menjadi anggota.',
  },
  alreadyEnrolled: {
    en: 'The guest with this number is enrolled already.',
    id: 'Tamu dengan nomor ini sudah terdaftar.',
  },
  merge: { en: 'Merge', id: 'Penggabungan' },
  mergeUndone: { en: 'This merge is already undone.', id: 'Penggabungan ini sudah diurungkan.' },
  mergeTooOld: {
    en: 'The {days} days for undoing this merge have passed.',
    id: 'Batas {days} hari untuk mengurungkan penggabungan ini sudah lewat.',
  },
  emailTaken: {
    en: 'Another member now uses the email that one of the two had. Change it there first.',
    id: 'Email salah satu anggota sebelum digabung kini dipakai anggota lain. Ubah di sana terlebih dahulu.',
  },
  targetDeleted: {
    en: 'A record that one of the two was linked to is deleted. Restore it first.',
    id: 'Data yang terkait dengan salah satu anggota sebelum digabung sudah dihapus. Pulihkan terlebih dahulu.',
  },
  mergedSince: {
    en: 'This member has since been merged into {member}. Undo that merge first.',
    id: 'Anggota ini kemudian digabung ke {member}. Urungkan penggabungan itu terlebih dahulu.',
  },
  deletedSince: {
    en: 'This member has since been deleted. Restore it first.',
    id: 'Anggota ini kemudian dihapus. Pulihkan terlebih dahulu.',
  },
  notOwnTier: {
    en: 'Only the user who set the tier can undo it, within {minutes} minutes.',
    id: 'Hanya pengguna yang menetapkan tingkat yang dapat mengurungkannya, dalam {minutes} menit.',
  },
  tierUndone: { en: 'Tier undone', id: 'Penetapan tingkat diurungkan' },
  noActiveCard: {
    en: 'The member has no active card. Sell or renew a membership instead.',
    id: 'Anggota tidak memiliki kartu aktif. Jual atau perpanjang keanggotaan.',
  },
});
