import type { Label } from '../texts/label.ts';
import { message } from '../errors/messages.ts';

/** A value that a mail may contain, of the member or the mail's cause: `{{ member.first_name }}`. */
export interface MailPlaceholder {
  readonly name: string;
  readonly meaning: Label;
}

const definePlaceholder = (name: string, en: string, id: string): MailPlaceholder => ({ name, meaning: { en, id } });

const memberPlaceholders = [
  definePlaceholder('member.first_name', 'First name of the member', 'Nama depan anggota'),
  definePlaceholder('member.last_name', 'Last name of the member', 'Nama belakang anggota'),
  definePlaceholder('member.email', 'Email of the member', 'Email anggota'),
  definePlaceholder('hotel.name', 'Hotel that serves the member', 'Hotel yang melayani anggota'),
  definePlaceholder('hotel.phone_no', 'Phone number of the hotel', 'Nomor telepon hotel'),
  definePlaceholder('hotel.email', 'Email of the hotel', 'Email hotel'),
  definePlaceholder('hotel.greeting_name', 'Signatory of the hotel', 'Penanda tangan atas nama hotel'),
  definePlaceholder('hotel.greeting_position', 'Position of the signatory', 'Jabatan penanda tangan'),
];

const cardPlaceholders = [
  definePlaceholder('card.sbec_no', 'Number on the member card', 'Nomor pada kartu anggota'),
  definePlaceholder('card.membership', 'Membership of the card', 'Keanggotaan kartu'),
  definePlaceholder('card.start_date', 'First day of the card', 'Hari pertama kartu'),
  definePlaceholder('card.end_date', 'Last day of the card', 'Hari terakhir kartu'),
];

const userPlaceholders = [
  definePlaceholder('user.name', 'Name of the user', 'Nama pengguna'),
  definePlaceholder('user.email', 'Email of the user', 'Email pengguna'),
];

/** Codes of the mail types about the account of a user. */
export const ACCOUNT_MAIL_TYPES = ['password-reset', 'new-device', 'access-requested', 'access-granted'] as const;
export type AccountMailType = (typeof ACCOUNT_MAIL_TYPES)[number];

export const isAccountMailType = (code: string | null): code is AccountMailType =>
  ACCOUNT_MAIL_TYPES.some((type) => type === code);

const accountPlaceholders: Readonly<Record<AccountMailType, readonly MailPlaceholder[]>> = {
  'password-reset': [
    ...userPlaceholders,
    definePlaceholder('link.url', 'Link to set a new password', 'Tautan untuk mengatur kata sandi baru'),
    definePlaceholder('link.minutes', 'Minutes until the link expires', 'Masa berlaku tautan dalam menit'),
  ],
  'new-device': [
    ...userPlaceholders,
    definePlaceholder('device.name', 'Browser and system of the device', 'Peramban dan sistem perangkat'),
    definePlaceholder('device.ip', 'IP address of the device', 'Alamat IP perangkat'),
    definePlaceholder('device.signed_in_at', 'Time of the sign-in', 'Waktu masuk'),
    definePlaceholder('link.url', 'Link to the profile', 'Tautan ke profil'),
  ],
  'access-requested': [...userPlaceholders, definePlaceholder('link.url', 'Link to sign in', 'Tautan untuk masuk')],
  'access-granted': [...userPlaceholders, definePlaceholder('link.url', 'Link to sign in', 'Tautan untuk masuk')],
};

const placeholdersByMailType: Readonly<Record<string, readonly MailPlaceholder[]>> = {
  welcome: [
    ...memberPlaceholders,
    ...cardPlaceholders,
    definePlaceholder('vouchers.count', 'Number of new vouchers', 'Jumlah voucher baru'),
  ],
  renewal: [
    ...memberPlaceholders,
    ...cardPlaceholders,
    definePlaceholder('vouchers.count', 'Number of new vouchers', 'Jumlah voucher baru'),
  ],
  upgrade: [
    ...memberPlaceholders,
    ...cardPlaceholders,
    definePlaceholder('upgrade.from', 'Membership before the upgrade', 'Keanggotaan sebelum naik tingkat'),
    definePlaceholder('vouchers.count', 'Number of new vouchers', 'Jumlah voucher baru'),
  ],
  'expiry-reminder': [
    ...memberPlaceholders,
    ...cardPlaceholders,
    definePlaceholder('card.days_left', 'Days until the card ends', 'Sisa hari sampai kartu berakhir'),
    definePlaceholder('visits.needed', 'Visits still needed to keep the membership', 'Kunjungan yang masih diperlukan'),
  ],
  birthday: [...memberPlaceholders, ...cardPlaceholders],
  'voucher-redeemed': [
    ...memberPlaceholders,
    definePlaceholder('voucher.name', 'Name of the voucher', 'Nama voucher'),
    definePlaceholder('voucher.voucher_no', 'Number of the voucher', 'Nomor voucher'),
    definePlaceholder('redemption.redeem_no', 'Number of the redemption', 'Nomor penukaran'),
    definePlaceholder('redemption.redeem_date', 'Time of the redemption', 'Waktu penukaran'),
    definePlaceholder('redemption.hotel', 'Hotel of the redemption', 'Hotel tempat penukaran'),
  ],
  'visit-thank-you': [
    ...memberPlaceholders,
    definePlaceholder('visit.visit_no', 'Number of the visit', 'Nomor kunjungan'),
    definePlaceholder('visit.visit_date', 'Day of the visit', 'Tanggal kunjungan'),
    definePlaceholder('visit.hotel', 'Hotel of the visit', 'Hotel kunjungan'),
    definePlaceholder('visit.grand_total', 'Total of the bill, with currency', 'Jumlah tagihan beserta mata uangnya'),
  ],
  receipt: [
    ...memberPlaceholders,
    definePlaceholder('receipt.receipt_no', 'Number of the receipt', 'Nomor kuitansi'),
    definePlaceholder('receipt.receipt_date', 'Print date of the receipt', 'Tanggal kuitansi dicetak'),
    definePlaceholder('receipt.transaction_no', 'Number of the transaction', 'Nomor transaksi'),
    definePlaceholder('receipt.hotel', 'Hotel of the receipt', 'Hotel penerbit kuitansi'),
    definePlaceholder('receipt.grand_total', 'Amount paid, with currency', 'Jumlah yang dibayar beserta mata uangnya'),
  ],
  ...accountPlaceholders,
};

/** Codes of the mail types that the server sends. */
export const MAIL_TYPES = Object.keys(placeholdersByMailType);

/**
 * The placeholders of a mail type, by its code. Templates without a type, or with a type created by staff, have those
 * of a member.
 */
export const placeholdersOf = (mailType: string | null): readonly MailPlaceholder[] =>
  (mailType !== null && Object.hasOwn(placeholdersByMailType, mailType)
    ? placeholdersByMailType[mailType]
    : undefined) ?? memberPlaceholders;

/** A placeholder as written in a text. */
export const placeholderTag = (name: string): string => `{{ ${name} }}`;

/** Maximum number of characters of an unknown placeholder in its error message. */
const MAX_TAG_LENGTH = 60;

/**
 * The error of the placeholders of a text, as a message that names the first invalid one. Invalid are placeholders of
 * other mail types, unterminated ones, and Liquid tags, which templates do not support.
 */
export function findPlaceholderError(text: string, mailType: string | null): string | undefined {
  if (text.includes('{%')) return message('liquid_tag');
  const knownNames = new Set(placeholdersOf(mailType).map(({ name }) => name));
  for (const [tag, name] of text.matchAll(/\{\{(?:([^{}]*)\}\})?/g))
    if (name === undefined || !knownNames.has(name.trim()))
      return message('unknown_placeholder', name === undefined ? tag : `{{${name.slice(0, MAX_TAG_LENGTH)}}}`);
  return undefined;
}
