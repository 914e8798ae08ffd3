import { SKIP_REASONS } from '@innkeeper/contract';
import { defineTexts } from './catalogue.ts';

/** Mails to members: why a mail cannot be sent, shown or resent. */
export const memberMailTexts = defineTexts({
  ...SKIP_REASONS,
  noMails: {
    en: 'The member opted out: “All emails” is off.',
    id: 'Anggota memilih tidak menerima email: “Semua email” nonaktif.',
  },
  noMembershipMails: {
    en: 'The member opted out: “Membership emails” is off.',
    id: 'Anggota memilih tidak menerima email: “Email keanggotaan” nonaktif.',
  },
  noBirthdayMails: {
    en: 'The member opted out: “Birthday emails” is off.',
    id: 'Anggota memilih tidak menerima email: “Email ulang tahun” nonaktif.',
  },
  noCard: { en: 'The member has no card.', id: 'Anggota tidak memiliki kartu.' },
  sentRecently: {
    en: 'The member got this email within the last 24 hours.',
    id: 'Anggota sudah menerima email ini dalam 24 jam terakhir.',
  },
  secretNotStored: {
    en: 'This email contained a password link. It is not stored.',
    id: 'Email ini berisi tautan kata sandi. Isinya tidak disimpan.',
  },
  contentNotStored: { en: 'The content of this email was not stored.', id: 'Isi email ini tidak disimpan.' },
  noMailFound: { en: 'No email was sent for this.', id: 'Belum ada email yang dikirim untuk ini.' },
  entryDeleted: { en: 'This entry is deleted.', id: 'Entri ini sudah dihapus.' },
  passwordLinkOnRequest: {
    en: 'Password links are not sent again. Ask the person to choose “Forgot Password?” once more.',
    id: 'Tautan kata sandi tidak dapat dikirim ulang. Minta yang bersangkutan memilih “Lupa kata sandi?” sekali lagi.',
  },
  detailsNotStored: {
    en: 'This email cannot be sent again. Its details were not stored.',
    id: 'Email ini tidak dapat dikirim ulang. Keterangannya tidak disimpan.',
  },
  lastTemplate: {
    en: 'This is the last active template for “{type}”. Activate another one first.',
    id: 'Ini templat aktif terakhir untuk “{type}”. Aktifkan yang lain terlebih dahulu.',
  },
});
