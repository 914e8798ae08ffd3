import type { Label } from '../texts/label.ts';
import { message } from '../errors/messages.ts';

/** A value of the member or of the mail's cause that a mail may contain: `{{ member.first_name }}`. */
export interface MailPlaceholder {
  readonly name: string;
  readonly meaning: Label;
}

const is = (name: string, en: string, id: string): MailPlaceholder => ({ name, meaning: { en, id } });

const member = [
  is('member.first_name', 'First name of the member', 'Nama depan anggota'),
  is('member.last_name', 'Last name of the member', 'Nama belakang anggota'),
  is('member.email', 'Email of the member', 'Email anggota'),
  is('hotel.name', 'Hotel that serves the member', 'Hotel yang melayani anggota'),
  is('hotel.phone_no', 'Phone number of the hotel', 'Nomor telepon hotel'),
  is('hotel.email', 'Email of the hotel', 'Email hotel'),
  is('hotel.greeting_name', 'Signatory of the hotel', 'Penanda tangan atas nama hotel'),
  is('hotel.greeting_position', 'Position of the signatory', 'Jabatan penanda tangan'),
];

const card = [
  is('card.sbec_no', 'Number on the member card', 'Nomor pada kartu anggota'),
  is('card.membership', 'Membership of the card', 'Keanggotaan kartu'),
  is('card.start_date', 'First day of the card', 'Hari pertama kartu'),
  is('card.end_date', 'Last day of the card', 'Hari terakhir kartu'),
];

const user = [
  is('user.name', 'Name of the user', 'Nama pengguna'),
  is('user.email', 'Email of the user', 'Email pengguna'),
];

const byMailType: Readonly<Record<string, readonly MailPlaceholder[]>> = {
  welcome: [...member, ...card, is('vouchers.count', 'Number of new vouchers', 'Jumlah voucher baru')],
  renewal: [...member, ...card, is('vouchers.count', 'Number of new vouchers', 'Jumlah voucher baru')],
  upgrade: [
    ...member,
    ...card,
    is('upgrade.from', 'Membership before the upgrade', 'Keanggotaan sebelum naik tingkat'),
    is('vouchers.count', 'Number of new vouchers', 'Jumlah voucher baru'),
  ],
  'expiry-reminder': [
    ...member,
    ...card,
    is('card.days_left', 'Days until the card ends', 'Sisa hari sampai kartu berakhir'),
    is('visits.needed', 'Visits still needed to keep the membership', 'Kunjungan yang masih diperlukan'),
  ],
  birthday: [...member, ...card],
  'voucher-redeemed': [
    ...member,
    is('voucher.name', 'Name of the voucher', 'Nama voucher'),
    is('voucher.voucher_no', 'Number of the voucher', 'Nomor voucher'),
    is('redemption.redeem_no', 'Number of the redemption', 'Nomor penukaran'),
    is('redemption.redeem_date', 'Time of the redemption', 'Waktu penukaran'),
    is('redemption.hotel', 'Hotel of the redemption', 'Hotel tempat penukaran'),
  ],
  'visit-thank-you': [
    ...member,
    is('visit.visit_no', 'Number of the visit', 'Nomor kunjungan'),
    is('visit.visit_date', 'Day of the visit', 'Tanggal kunjungan'),
    is('visit.hotel', 'Hotel of the visit', 'Hotel kunjungan'),
    is('visit.grand_total', 'Total of the bill, with currency', 'Jumlah tagihan beserta mata uangnya'),
  ],
  receipt: [
    ...member,
    is('receipt.receipt_no', 'Number of the receipt', 'Nomor kuitansi'),
    is('receipt.receipt_date', 'Print date of the receipt', 'Tanggal kuitansi dicetak'),
    is('receipt.transaction_no', 'Number of the transaction', 'Nomor transaksi'),
    is('receipt.hotel', 'Hotel of the receipt', 'Hotel penerbit kuitansi'),
    is('receipt.grand_total', 'Amount paid, with currency', 'Jumlah yang dibayar beserta mata uangnya'),
  ],
  'password-reset': [
    ...user,
    is('link.url', 'Link to set a new password', 'Tautan untuk mengatur kata sandi baru'),
    is('link.minutes', 'Minutes until the link expires', 'Masa berlaku tautan dalam menit'),
  ],
  'new-device': [
    ...user,
    is('device.name', 'Browser and system of the device', 'Peramban dan sistem perangkat'),
    is('device.ip', 'IP address of the device', 'Alamat IP perangkat'),
    is('device.signed_in_at', 'Time of the sign-in', 'Waktu masuk'),
  ],
};

/** Codes of the mail types that the server sends. */
export const MAIL_TYPES = Object.keys(byMailType);

/**
 * The placeholders of a mail type, by its code. A template without a type, or with a type made by staff, has those of a
 * member.
 */
export const placeholdersOf = (mailType: string | null): readonly MailPlaceholder[] =>
  (mailType !== null && Object.hasOwn(byMailType, mailType) ? byMailType[mailType] : undefined) ?? member;

/** A placeholder as written in a text. */
export const placeholderTag = (name: string): string => `{{ ${name} }}`;

/** Maximum characters of an unknown placeholder in its error. */
const MAX_SHOWN = 60;

/**
 * The error of the placeholders of a text, as a message that names the first invalid one: one that its mail type does
 * not have, one without an end, or a Liquid tag, which templates do not support.
 */
export function invalidPlaceholder(text: string, mailType: string | null): string | undefined {
  if (text.includes('{%')) return message('liquid_tag');
  const known = new Set(placeholdersOf(mailType).map(({ name }) => name));
  for (const [found, inside] of text.matchAll(/\{\{(?:([^{}]*)\}\})?/g))
    if (inside === undefined || !known.has(inside.trim()))
      return message('unknown_placeholder', inside === undefined ? found : `{{${inside.slice(0, MAX_SHOWN)}}}`);
  return undefined;
}
