import { defineTexts } from './catalogue.ts';

/** Why a membership cannot be sold, renewed, given or upgraded now. */
export const saleEligibilityTexts = defineTexts({
  noCardToRenew: {
    en: 'The member has no card to renew. Sell a membership instead.',
    id: 'Anggota tidak memiliki kartu untuk diperpanjang. Jual keanggotaan baru.',
  },
  neverPaid: {
    en: 'This membership is complimentary. Renew it free, or sell a membership at full price.',
    id: 'Keanggotaan ini komplimen. Perpanjang gratis, atau jual keanggotaan dengan harga penuh.',
  },
  freeUntil: {
    en: 'Card {card} is complimentary until {end}. Renew it free from {from}, or sell a membership at any time.',
    id: 'Kartu {card} komplimen hingga {end}. Perpanjang gratis mulai {from}, atau jual keanggotaan kapan saja.',
  },
  cardAhead: {
    en: 'The member already has card {card}, valid {start} to {end}.',
    id: 'Anggota sudah memiliki kartu {card}, berlaku {start} hingga {end}.',
  },
  cardRunning: {
    en: 'The member has card {card} until {end}. Renew it instead.',
    id: 'Anggota memiliki kartu {card} hingga {end}. Perpanjang kartu itu.',
  },
  alreadyRenewed: {
    en: '{user} renewed this membership on {day} at {time} ({sale}). Card {card} is valid {start} to {end}.',
    id: '{user} telah memperpanjang keanggotaan ini pada {day} pukul {time} ({sale}). Kartu {card} berlaku {start} hingga {end}.',
  },
  outsideWindow: {
    en: 'Card {card} ends on {end}. Renewal window: {from} to {until}.',
    id: 'Kartu {card} berakhir pada {end}. Masa perpanjangan: {from} hingga {until}.',
  },
  noCardToUpgrade: {
    en: 'The member has no active card to upgrade. Sell or renew a membership instead.',
    id: 'Anggota tidak memiliki kartu aktif untuk dinaikkan. Jual atau perpanjang keanggotaan.',
  },
  complimentary: {
    en: 'This membership is complimentary. Sell a membership at full price instead.',
    id: 'Keanggotaan ini komplimen. Jual keanggotaan dengan harga penuh.',
  },
  manualCard: {
    en: 'Manual card {card} has no sale price to upgrade from. Set the tier on the member’s page.',
    id: 'Kartu manual {card} tidak memiliki harga jual sebagai dasar kenaikan. Atur tingkat di halaman anggota.',
  },
  beginsLater: {
    en: 'Card {card} begins on {start}. Date the upgrade on that day or later.',
    id: 'Kartu {card} mulai pada {start}. Beri tanggal kenaikan pada hari itu atau sesudahnya.',
  },
  renewedAlready: {
    en: 'Card {card} is already renewed: card {next} begins on {start}. Cancel the renewal, upgrade, then renew the higher membership.',
    id: 'Kartu {card} sudah diperpanjang: kartu {next} mulai pada {start}. Batalkan perpanjangan, naikkan, lalu perpanjang keanggotaan yang lebih tinggi.',
  },
  highestTier: {
    en: 'Card {card} is {membership}. No higher membership is sold here.',
    id: 'Kartu {card} adalah {membership}. Tidak ada keanggotaan lebih tinggi yang dijual di sini.',
  },
  otherCurrency: {
    en: 'Card {card} was sold in {currency}. Upgrade it at a hotel with that currency.',
    id: 'Kartu {card} dijual dalam {currency}. Naikkan di hotel dengan mata uang itu.',
  },
  otherCard: {
    en: 'The active card is now {card} ({membership}). Check the price again.',
    id: 'Kartu yang aktif kini {card} ({membership}). Periksa kembali harganya.',
  },
  alreadyUpgraded: {
    en: '{user} upgraded this membership on {day} at {time} ({sale}). Card {card} is now {membership}.',
    id: '{user} telah menaikkan keanggotaan ini pada {day} pukul {time} ({sale}). Kartu {card} kini {membership}.',
  },
  someone: { en: 'Someone', id: 'Seseorang' },
});
