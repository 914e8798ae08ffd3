import type { Label } from '../texts/label.ts';

/**
 * The state of an address that mails came back from: `bounced` gets no mail until the member has a new address,
 * `complained` gets only receipts.
 */
export const ADDRESS_STATES = ['bounced', 'complained'] as const;
export type AddressState = (typeof ADDRESS_STATES)[number];

/** Why a mail was not sent, as the mail log shows it. The log stores the English text. */
export const SKIP_REASONS = {
  notToMember: { en: 'This was not an email to a member.', id: 'Ini bukan email untuk anggota.' },
  recipientDeleted: { en: 'The recipient no longer exists.', id: 'Penerima ini sudah tidak ada.' },
  memberDeleted: { en: 'The member is deleted.', id: 'Anggota ini sudah dihapus.' },
  noEmail: { en: 'The member has no email.', id: 'Anggota ini tidak memiliki email.' },
  unwanted: {
    en: 'The member has opted out of these emails.',
    id: 'Anggota ini memilih tidak lagi menerima email seperti ini.',
  },
  addressRejected: {
    en: 'Email to this address was rejected before. Ask the member for a new address.',
    id: 'Email ke alamat ini pernah ditolak. Mintalah alamat baru kepada anggota.',
  },
  reportedAsSpam: {
    en: 'The member reported an email as spam. Only receipts are sent.',
    id: 'Anggota melaporkan email sebagai spam. Hanya kuitansi dan bukti penukaran yang dikirim.',
  },
  recordDeleted: {
    en: 'The record behind this email is deleted.',
    id: 'Data yang menjadi isi email ini sudah dihapus.',
  },
  noTemplate: { en: 'No active mail template of this type.', id: 'Tidak ada templat email aktif untuk jenis ini.' },
  nothingToTest: { en: 'There is nothing left to send.', id: 'Tidak ada lagi yang dapat dikirim.' },
} as const satisfies Record<string, Label>;
export type SkipReason = keyof typeof SKIP_REASONS;
