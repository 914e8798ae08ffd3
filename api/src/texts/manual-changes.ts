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
  notOwnReplacement: {
    en: 'Only the user who replaced the card can undo it, within {minutes} minutes.',
    id: 'Hanya pengguna yang mengganti kartu yang dapat mengurungkannya, dalam {minutes} menit.',
  },
  replacementUndone: { en: 'Replacement undone', id: 'Penggantian diurungkan' },
  noActiveCard: {
    en: 'The member is inactive or has no active card.',
    id: 'Anggota nonaktif atau tidak memiliki kartu aktif.',
  },
  inactiveCard: {
    en: 'This card is inactive and cannot be replaced.',
    id: 'Kartu ini nonaktif dan tidak dapat diganti.',
  },
});
