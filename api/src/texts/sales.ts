import { defineTexts } from './catalogue.ts';

/** Sales, their cancellation, reversal, refund and dispute. */
export const saleTexts = defineTexts({
  currencyChanged: {
    en: 'The hotel’s currency has just changed. Check the price again.',
    id: 'Mata uang hotel ini baru saja berubah. Periksa kembali harganya.',
  },
  memberInactive: {
    en: 'This member is inactive. Activate the member before selling.',
    id: 'Anggota ini nonaktif. Aktifkan anggota sebelum menjual.',
  },
  receiptNumberUsed: {
    en: 'Receipt number {receipt} is already on {sale} of {day} at this hotel. Use it again?',
    id: 'Nomor kuitansi {receipt} sudah tercatat pada {sale} tanggal {day} di hotel ini. Pakai lagi?',
  },
  discountNeedsApproval: {
    en: 'Discounts above {limit} % need approval.',
    id: 'Diskon di atas {limit}% memerlukan persetujuan.',
  },
  freeNeedsApproval: {
    en: 'This hotel has issued {count} complimentary memberships this month. The next one needs approval.',
    id: 'Hotel ini sudah menerbitkan {count} keanggotaan komplimen bulan ini. Yang berikutnya memerlukan persetujuan.',
  },
  voucherRedeemed: {
    en: 'Voucher {voucher} of this sale is redeemed ({redemption}). Void the redemption first.',
    id: 'Voucher {voucher} dari penjualan ini sudah ditukar ({redemption}). Batalkan penukarannya terlebih dahulu.',
  },
  cancellationNeedsApproval: {
    en: 'You can undo your own sale for {minutes} minutes. Afterwards, a user with the right to delete sales decides.',
    id: 'Anda dapat mengurungkan penjualan Anda sendiri selama {minutes} menit. Setelah itu, pengguna dengan hak menghapus penjualan yang memutuskan.',
  },
  notOwnSaleOfToday: {
    en: 'Without the right to change sales, you can only correct the payment of your own sales of today.',
    id: 'Tanpa hak mengubah penjualan, Anda hanya dapat mengoreksi pembayaran penjualan Anda sendiri hari ini.',
  },
  notPaid: {
    en: 'Only a paid sale, renewal or upgrade can be disputed.',
    id: 'Hanya penjualan, perpanjangan, atau kenaikan berbayar yang dapat disengketakan.',
  },
  alreadyDisputed: { en: 'This payment is already disputed.', id: 'Pembayaran ini sudah disengketakan.' },
  notDisputed: { en: 'This payment is not disputed.', id: 'Pembayaran ini tidak disengketakan.' },
  nothingLeft: {
    en: 'This sale has no amount left to refund.',
    id: 'Tidak ada lagi sisa penjualan ini yang dapat dikembalikan.',
  },
  refundNeedsApproval: {
    en: 'Including earlier refunds, this exceeds {limit} % of the sale and needs approval.',
    id: 'Termasuk pengembalian sebelumnya, ini melebihi {limit}% dari penjualan dan memerlukan persetujuan.',
  },
  isReversal: {
    en: 'A reversal cannot be reversed. Make a new sale instead.',
    id: 'Pembalikan tidak dapat dibalik. Buat penjualan baru.',
  },
  isRefund: {
    en: 'A refund in a closed month cannot be reversed. If the guest pays again, make a new sale.',
    id: 'Pengembalian dana dalam bulan yang sudah ditutup tidak dapat dibalik. Bila tamu membayar lagi, buat penjualan baru.',
  },
  monthOpen: {
    en: 'The month of this transaction is open. Delete it with a reason instead.',
    id: 'Bulan transaksi ini masih terbuka. Hapus dengan alasan.',
  },
  cancelOrRefund: {
    en: 'Cancel {sale} first, or refund it and end its membership.',
    id: 'Batalkan {sale} terlebih dahulu, atau kembalikan dananya dan akhiri keanggotaannya.',
  },
  cancelFirst: { en: 'Cancel {sale} first.', id: 'Batalkan {sale} terlebih dahulu.' },
  dependentSale: { en: '{later} depends on {sale}. {advice}', id: '{later} bergantung pada {sale}. {advice}' },
  laterUpgrade: {
    en: '{later} upgraded or renewed the membership of {sale}. {advice}',
    id: '{later} sudah menaikkan atau memperpanjang keanggotaan dari {sale}. {advice}',
  },
  followsCancelled: {
    en: '{sale} depends on {earlier}, which is cancelled. Restore {earlier} first.',
    id: '{sale} bergantung pada {earlier} yang sudah dibatalkan. Pulihkan {earlier} terlebih dahulu.',
  },
  followsReversed: {
    en: '{sale} depends on {earlier}, which is reversed. Sell the membership again.',
    id: '{sale} bergantung pada {earlier} yang sudah dibalik. Jual lagi keanggotaannya.',
  },
  followsRefunded: {
    en: '{sale} depends on {earlier}, whose membership ended with refund {refund}. Cancel {refund} first.',
    id: '{sale} bergantung pada {earlier} yang keanggotaannya berakhir dengan pengembalian dana {refund}. Batalkan {refund} terlebih dahulu.',
  },
});
