import { defineTexts } from './catalogue.ts';

/** Redeeming vouchers. */
export const redemptionTexts = defineTexts({
  noneRedeemed: {
    en: '{voucher}: {reason} Nothing was redeemed.',
    id: '{voucher}: {reason} Tidak ada voucher yang ditukar.',
  },
  ownOfToday: {
    en: 'Hotel systems can only void their own redemptions, on the same day. Ask staff with that right.',
    id: 'Sistem hotel hanya dapat membatalkan penukarannya sendiri, pada hari yang sama. Hubungi staf yang berhak.',
  },
});
