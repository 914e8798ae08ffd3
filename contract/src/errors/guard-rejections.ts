import { type ErrorCode, errors } from './codes.ts';
import type { Label } from '../texts/label.ts';
import type { MessageKey } from './messages.ts';

/** The response when one of the database's guards rejects a write. */
export interface GuardRejection {
  readonly error: ErrorCode;
  /** Replaces the error's own text. */
  readonly text?: Label;
  /** The error of a field: of `field`, or without it, of the field that the guard names. */
  readonly problem?: MessageKey;
  readonly field?: string;
  /** The parameter of the error's text that the detail of the guard's message fills. */
  readonly detailParameter?: string;
}

const ALREADY_REDEEMED = {
  en: 'This voucher is already redeemed.',
  id: 'Voucher ini sudah ditukar.',
};
const CARDS_OVERLAP = {
  en: 'The member has another active card in this period.',
  id: 'Anggota memiliki kartu aktif lain pada periode ini.',
};
const MEMBER_MERGED = {
  en: 'This member is merged into another. Undo the merge to restore it.',
  id: 'Anggota ini telah digabung ke anggota lain. Urungkan penggabungan untuk memulihkannya.',
};
const DISCOUNT_ABOVE_REMAINDER = {
  en: 'The discount would exceed the remaining amount. Lower it first.',
  id: 'Diskon akan melebihi sisa transaksi. Turunkan terlebih dahulu.',
};
const TRANSACTION_LOCKED = {
  en: 'The hotel of a transaction cannot be changed. Delete it and enter it at the right hotel.',
  id: 'Hotel transaksi tidak dapat diubah. Hapus lalu masukkan di hotel yang benar.',
};
const VISIT_LOCKED = {
  en: 'The hotel of a visit cannot be changed. Delete it and post it at the right hotel.',
  id: 'Hotel kunjungan tidak dapat diubah. Hapus lalu catat di hotel yang benar.',
};
const VISIT_MOVES_ONLY = {
  en: 'Use Move to another member to change the member of a visit.',
  id: 'Gunakan Pindahkan ke anggota lain untuk mengubah anggotanya.',
};
const REDEMPTION_LOCKED = {
  en: 'Voucher, hotel, member and date of a redemption cannot be changed. Void it with a reason and redeem again.',
  id: 'Voucher, hotel, anggota, dan tanggal penukaran tidak dapat diubah. Batalkan dengan alasan, lalu tukar lagi.',
};
const DECISION_APPLIED = {
  en: 'The membership is already renewed with this decision. Cancel the renewal first.',
  id: 'Keanggotaan sudah diperpanjang dengan keputusan ini. Batalkan perpanjangannya terlebih dahulu.',
};
const EXTENDED_ONCE = {
  en: 'This voucher is already extended. Only one extension is possible.',
  id: 'Voucher ini sudah diperpanjang. Hanya dapat diperpanjang sekali.',
};
const CARD_EXTENDED_ONCE = {
  en: 'This card is already extended. Renew the membership instead.',
  id: 'Kartu ini sudah diperpanjang. Perpanjang keanggotaannya.',
};
const CARD_LOCKED = {
  en: 'The member of a sold or upgraded card cannot be changed. Merge the members, or cancel the sale and sell again.',
  id: 'Anggota pada kartu yang sudah dijual atau dinaikkan tidak dapat diubah. Gabungkan kedua anggota, atau batalkan penjualannya lalu jual lagi.',
};

const NUMBER_BY_REPLACING = {
  en: 'Use Replace card to change the number of a sold or upgraded card.',
  id: 'Gunakan Ganti kartu untuk mengubah nomor kartu yang sudah dijual atau dinaikkan.',
};
const CARD_SALE_LOCKED = {
  en: 'Hotel and first day of a sold or upgraded card cannot be changed. Cancel the sale and sell again.',
  id: 'Hotel dan hari pertama kartu yang sudah dijual atau dinaikkan tidak dapat diubah. Batalkan penjualannya lalu jual lagi.',
};
const VOUCHER_LOCKED = {
  en: 'Type, hotel and card of an issued voucher cannot be changed. Delete it with a reason and create another one.',
  id: 'Jenis, hotel, dan kartu voucher yang diterbitkan tidak dapat diubah. Hapus dengan alasan, lalu buat yang lain.',
};
const VOUCHER_REDEEMED = {
  en: 'This voucher is redeemed and cannot be changed. Void the redemption first.',
  id: 'Voucher ini sudah ditukar dan tidak dapat diubah. Batalkan penukarannya terlebih dahulu.',
};
const HOTEL_CURRENCY_LOCKED = {
  en: 'This hotel has cards, sales or bills in its country’s currency. It can only move to a country with the same currency.',
  id: 'Hotel ini memiliki kartu, penjualan, atau tagihan dalam mata uang negaranya. Hotel hanya dapat dipindah ke negara dengan mata uang yang sama.',
};

const RATE_LOCKED = {
  en: 'Records keep the rate of their day. To change it, correct the rate of the country.',
  id: 'Data tetap memakai kurs pada harinya. Untuk mengubahnya, koreksi kurs pada negaranya.',
};
const REVERSAL_LOCKED = {
  en: 'A reversal cannot be changed. Make a new sale instead.',
  id: 'Pembalikan tidak dapat diubah. Buat penjualan baru.',
};
const ALREADY_REVERSED = {
  en: 'This transaction is already reversed.',
  id: 'Transaksi ini sudah dibalik.',
};
const CORRECTION_AFTER_PRINT = {
  en: 'The receipt is printed, so this cannot be undone. Change the values back and give a reason.',
  id: 'Kuitansinya sudah dicetak sehingga tidak dapat diurungkan. Ubah kembali nilainya disertai alasan.',
};
const CANCELLED_WITH_SALE = {
  en: 'Cancelled with its sale. Restore the sale instead.',
  id: 'Dibatalkan bersama penjualannya. Pulihkan penjualannya.',
};
const PLACE_LOCKED = {
  en: 'This country has closed months. Hotels with bills must keep their country and time zone.',
  id: 'Negara ini memiliki bulan yang sudah ditutup. Hotel yang memiliki tagihan harus tetap di negara dan zona waktunya.',
};

const ALREADY_REVIEWED: Label = {
  en: 'Already reviewed.',
  id: 'Sudah ditinjau.',
};
const SALE_CANCELLED = {
  en: 'This sale is cancelled. There is nothing to refund.',
  id: 'Penjualan ini sudah dibatalkan. Tidak ada yang perlu dikembalikan.',
};
const NO_SALE = {
  en: 'Only sold, renewed or upgraded memberships can be refunded.',
  id: 'Hanya keanggotaan yang dijual, diperpanjang, atau dinaikkan yang dananya dapat dikembalikan.',
};
const PAYMENT_DISPUTED = {
  en: 'The payment of this sale is disputed. Resolve the dispute before you refund, so the guest is not paid twice.',
  id: 'Pembayaran penjualan ini disengketakan. Selesaikan sengketanya sebelum mengembalikan dana, agar tamu tidak dibayar dua kali.',
};
const PARTLY_REFUNDED = {
  en: 'This sale is partly refunded. Cancel that refund first, or refund the rest.',
  id: 'Sebagian dana penjualan ini sudah dikembalikan. Batalkan pengembalian itu terlebih dahulu, atau kembalikan sisanya.',
};
const REFUND_ENDED = {
  en: 'A cancelled refund cannot be restored. Refund again.',
  id: 'Pengembalian dana yang dibatalkan tidak dapat dipulihkan. Kembalikan dananya lagi.',
};
const CARD_REFUNDED = {
  en: 'This card ended with a refund of its sale. Cancel that refund to reactivate the card.',
  id: 'Kartu ini berakhir bersama pengembalian dana penjualannya. Batalkan pengembalian itu untuk mengaktifkannya kembali.',
};
const immutableRejection = (text: Label = errors.settled): GuardRejection => ({
  error: 'settled',
  problem: 'settled',
  text,
});

/** Messages by constraint name. Other constraints get the general message: the value is taken or invalid. */
export const GUARD_REJECTIONS: Readonly<Record<string, GuardRejection>> = {
  voucher_redeem_member_voucher_id_key: { error: 'already_redeemed', text: ALREADY_REDEEMED },
  voucher_redeem_owner_fkey: { error: 'wrong_member' },
  voucher_redeem_member_voucher_immutable: immutableRejection(REDEMPTION_LOCKED),
  voucher_redeem_redeem_hotel_immutable: immutableRejection(REDEMPTION_LOCKED),
  voucher_redeem_redeem_date_immutable: immutableRejection(REDEMPTION_LOCKED),
  voucher_redeem_member_immutable: immutableRejection(REDEMPTION_LOCKED),
  member_card_period_excl: { error: 'conflict', text: CARDS_OVERLAP, problem: 'taken', field: 'start_date' },
  member_merged_into_id_check: { error: 'conflict', text: MEMBER_MERGED },
  transaction_grand_total_check: { error: 'conflict', text: DISCOUNT_ABOVE_REMAINDER },
  transaction_discount_limit: { error: 'validation_failed', problem: 'discount_limit', field: 'discount' },
  transaction_discount_decimals: { error: 'validation_failed', problem: 'currency_scale', field: 'discount' },
  transaction_detail_unit_price_decimals: {
    error: 'validation_failed',
    problem: 'currency_scale',
    field: 'unit_price',
  },
  transaction_immutable: immutableRejection(),
  transaction_correction_reason: {
    error: 'validation_failed',
    problem: 'correction_reason',
    field: 'correction_reason',
  },
  transaction_correction_undone: {
    error: 'validation_failed',
    text: CORRECTION_AFTER_PRINT,
    problem: 'correction_reason',
    field: 'correction_reason',
  },
  usd_rate_immutable: immutableRejection(RATE_LOCKED),
  transaction_detail_immutable: immutableRejection(),
  transaction_hotel_immutable: immutableRejection(TRANSACTION_LOCKED),
  visit_hotel_immutable: immutableRejection(VISIT_LOCKED),
  visit_member_immutable: immutableRejection(VISIT_MOVES_ONLY),
  transaction_reversal_immutable: immutableRejection(REVERSAL_LOCKED),
  transaction_reversed_immutable: immutableRejection(ALREADY_REVERSED),
  cancelled_immutable: immutableRejection(CANCELLED_WITH_SALE),
  transaction_reverses_id_key: { error: 'conflict', text: ALREADY_REVERSED },
  transaction_refund_cancelled: { error: 'conflict', text: SALE_CANCELLED },
  transaction_refund_sale: { error: 'conflict', text: NO_SALE },
  transaction_refund_disputed: { error: 'conflict', text: PAYMENT_DISPUTED },
  transaction_refunded_immutable: immutableRejection(PARTLY_REFUNDED),
  transaction_refund_ended: immutableRejection(REFUND_ENDED),
  member_card_refunded_check: { error: 'conflict', text: CARD_REFUNDED },
  month_closed: { error: 'month_closed', detailParameter: 'month' },
  month_closed_place: { error: 'month_closed', text: PLACE_LOCKED },
  term_end_immutable: immutableRejection(DECISION_APPLIED),
  receipt_immutable: immutableRejection(),
  flagged_activity_immutable: immutableRejection(ALREADY_REVIEWED),
  member_voucher_member_card_immutable: immutableRejection(VOUCHER_LOCKED),
  member_voucher_voucher_immutable: immutableRejection(VOUCHER_LOCKED),
  member_voucher_transaction_immutable: immutableRejection(VOUCHER_LOCKED),
  member_voucher_restrict_hotel_immutable: immutableRejection(VOUCHER_LOCKED),
  member_voucher_immutable: immutableRejection(VOUCHER_REDEEMED),
  member_voucher_before_card: { error: 'validation_failed', problem: 'before_card', field: 'redeem_date' },
  hotel_currency_immutable: immutableRejection(HOTEL_CURRENCY_LOCKED),
  usd_rate_overflow: { error: 'validation_failed', problem: 'usd_value_of_record', field: 'usd_rate' },
  member_voucher_extended_once: immutableRejection(EXTENDED_ONCE),
  member_card_member_immutable: immutableRejection(CARD_LOCKED),
  member_card_hotel_immutable: immutableRejection(CARD_SALE_LOCKED),
  member_card_start_date_immutable: immutableRejection(CARD_SALE_LOCKED),
  member_card_sbec_no_immutable: { error: 'settled', problem: 'number_only_by_replacement', text: NUMBER_BY_REPLACING },
  member_card_extended_once: immutableRejection(CARD_EXTENDED_ONCE),
  member_comp_visits_term: { error: 'validation_failed', problem: 'comp_visits_term', field: 'comp_visits_period' },
  member_comp_visits_reason: { error: 'validation_failed', problem: 'comp_visits_reason', field: 'comp_visits_reason' },
  member_tier_of_card: { error: 'validation_failed', problem: 'tier_of_card', field: 'membership_id' },
  member_card_change_reason: { error: 'validation_failed', problem: 'change_reason', field: 'remark' },
  member_voucher_extension_reason: { error: 'validation_failed', problem: 'extension_reason', field: 'remark' },
  membership_rank_excl: { error: 'validation_failed', problem: 'rank_taken', field: 'rank' },
  visit_grand_total_check: { error: 'validation_failed', problem: 'empty_bill', field: 'total_fb' },
};
