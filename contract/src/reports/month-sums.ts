import type { Label } from '../texts/label.ts';

/** What the voucher liability consists of, in the order in which it adds up, with the headings of its columns. */
export const LIABILITY_PARTS = {
  opening: { en: 'Opening', id: 'Saldo awal' },
  issued: { en: 'Issued', id: 'Diterbitkan' },
  redeemed: { en: 'Redeemed', id: 'Ditukar' },
  expired: { en: 'Expired', id: 'Kedaluwarsa' },
  cancelled: { en: 'Cancelled', id: 'Dibatalkan' },
  corrected: { en: 'Corrected', id: 'Dikoreksi' },
  closing: { en: 'Closing', id: 'Saldo akhir' },
} as const satisfies Readonly<Record<string, Label>>;
export type LiabilityPart = keyof typeof LIABILITY_PARTS;
export const LIABILITY_PART_KEYS = Object.keys(LIABILITY_PARTS) as LiabilityPart[]; // Object.keys forgets the key type

/** The two months by which fees are summed, with the headings of their columns. */
export const FEE_PARTS = {
  by_sale: { en: 'By month of sale', id: 'Menurut bulan penjualan' },
  by_service: { en: 'By month of service', id: 'Menurut bulan layanan' },
} as const satisfies Readonly<Record<string, Label>>;
export type FeePart = keyof typeof FEE_PARTS;
