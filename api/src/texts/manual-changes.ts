import { defineTexts } from './catalogue.ts';

/** Replacing lost cards, and reissuing and extending vouchers. */
export const manualChangeTexts = defineTexts({
  redeemedNotExtended: {
    en: 'This voucher is redeemed and cannot be extended.',
    id: 'Voucher ini sudah ditukar dan tidak dapat diperpanjang.',
  },
  extensionNeedsApproval: {
    en: 'Extending this voucher beyond {day} needs approval.',
    id: 'Perpanjangan voucher ini melewati {day} memerlukan persetujuan.',
  },
  redeemedNotReissued: {
    en: 'This voucher is redeemed. Void the redemption first.',
    id: 'Voucher ini sudah ditukar. Batalkan penukarannya terlebih dahulu.',
  },
  noActiveCard: {
    en: 'The member is inactive or has no active card.',
    id: 'Anggota nonaktif atau tidak memiliki kartu aktif.',
  },
  inactiveCard: {
    en: 'This card is inactive and cannot be replaced.',
    id: 'Kartu ini nonaktif dan tidak dapat diganti.',
  },
});
