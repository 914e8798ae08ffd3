import { defineTexts } from './catalogue.ts';

/** Cards, their vouchers, and tiers that nobody paid for. */
export const cardTexts = defineTexts({
  nothingToRedeem: { en: 'No voucher is redeemable now.', id: 'Tidak ada voucher yang dapat ditukar saat ini.' },
  unpaidTierOfCard: {
    en: 'This tier is unpaid. Set it on the member’s page, where you can request approval.',
    id: 'Tingkat ini belum dibayar. Atur di halaman anggota, tempat Anda dapat meminta persetujuan.',
  },
  voucherRedeemed: {
    en: '{voucher} is redeemed ({redemption}). Void the redemption first.',
    id: '{voucher} sudah ditukar ({redemption}). Batalkan penukarannya terlebih dahulu.',
  },
  system: { en: 'the system', id: 'sistem' },
  unpaidTier: {
    en: 'This tier is unpaid. The discount exceeds your limit of {limit} % and needs approval.',
    id: 'Tingkat ini belum dibayar. Diskonnya melebihi batas Anda {limit}% dan memerlukan persetujuan.',
  },
  unpaidCard: {
    en: 'Manual cards are unpaid. Sell or issue the membership, or request approval.',
    id: 'Kartu manual tidak dibayar. Jual atau terbitkan keanggotaannya, atau minta persetujuan.',
  },
  unpaidVouchers: {
    en: 'Manual vouchers count as a discount. This one exceeds your limit of {limit} % and needs approval.',
    id: 'Voucher manual dihitung sebagai diskon. Yang ini melebihi batas Anda {limit}% dan memerlukan persetujuan.',
  },
});

/** What the picture of a member card says besides names and dates. */
export const cardFaceTexts = defineTexts({
  valid: { en: 'VALID', id: 'BERLAKU' },
  notValid: { en: 'NOT VALID', id: 'TIDAK BERLAKU' },
});
