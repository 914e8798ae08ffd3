import { type ErrorCode, errors } from './errors.ts';
import type { Label } from './label.ts';
import type { MessageKey } from './messages.ts';

/** The answer where one of the database's own guards refuses a write. */
export interface Refusal {
  readonly error: ErrorCode;
  /** In place of the error's own text. */
  readonly text?: Label;
  /** The error of a field: of the one that the guard names, where `field` names none. */
  readonly problem?: MessageKey;
  readonly field?: string;
}

const REDEEMED_JUST_NOW = {
  en: 'This voucher was redeemed already.',
  id: 'Voucher ini sudah ditukar.',
};
const CARDS_OVERLAP = {
  en: 'The member has another active card in these days.',
  id: 'Anggota memiliki kartu aktif lain pada hari-hari ini.',
};
const MERGED = {
  en: 'This member was merged into another one: undo the merge to bring it back.',
  id: 'Anggota ini telah digabung ke anggota lain: urungkan penggabungan untuk memulihkannya.',
};
const DISCOUNT_ABOVE_REST = {
  en: 'The discount would be more than what is left of the transaction: lower it first.',
  id: 'Diskon akan melebihi sisa transaksi: turunkan terlebih dahulu.',
};
const TRANSACTION_STAYS = {
  en: 'A transaction stays at its hotel: delete it and enter it at the right one.',
  id: 'Transaksi tetap di hotelnya: hapus lalu masukkan di hotel yang benar.',
};
const VISIT_STAYS = {
  en: 'A visit stays at its hotel: delete it and post it at the right one.',
  id: 'Kunjungan tetap di hotelnya: hapus lalu catat di hotel yang benar.',
};
const VISIT_IS_MOVED = {
  en: 'A visit goes to another member by moving it.',
  id: 'Kunjungan berpindah ke anggota lain dengan memindahkannya.',
};
const REDEMPTION_STAYS = {
  en: 'A redemption keeps its voucher, hotel, member and date: void it with a reason, and redeem again.',
  id: 'Penukaran tetap pada voucher, hotel, anggota dan tanggalnya: batalkan dengan alasan, lalu tukar lagi.',
};
const DECISION_APPLIED = {
  en: 'The membership was renewed with this decision: cancel the renewal first.',
  id: 'Keanggotaan sudah diperpanjang dengan keputusan ini: batalkan perpanjangannya terlebih dahulu.',
};
const VOUCHER_IS_REISSUED = {
  en: 'A voucher gets another number by re-issuing it.',
  id: 'Nomor voucher diganti dengan menerbitkannya ulang.',
};
const EXTENDED_ONCE = {
  en: 'This voucher was extended already: that is possible once.',
  id: 'Voucher ini sudah pernah diperpanjang: hanya dapat dilakukan sekali.',
};
const CARD_EXTENDED_ONCE = {
  en: 'This card was extended already: that is possible once. Renew the membership instead.',
  id: 'Kartu ini sudah pernah diperpanjang: hanya dapat dilakukan sekali. Perpanjang keanggotaannya.',
};
const CARD_STAYS = {
  en: 'A card that was sold or raised stays with its member: merge the two members, or cancel the sale and sell again.',
  id: 'Kartu yang sudah dijual atau dinaikkan tetap pada anggotanya: gabungkan kedua anggota, atau batalkan penjualannya lalu jual lagi.',
};

const NUMBER_BY_REPLACING = {
  en: 'A card that was sold or raised gets another number by replacing it.',
  id: 'Kartu yang sudah dijual atau dinaikkan mendapat nomor lain dengan menggantinya.',
};
const SALE_OF_CARD_STAYS = {
  en: 'A card that was sold or raised keeps its hotel and its first day: cancel the sale, and sell again.',
  id: 'Kartu yang sudah dijual atau dinaikkan tetap pada hotel dan tanggal mulainya: batalkan penjualannya, lalu jual lagi.',
};
const VOUCHER_STAYS = {
  en: 'A voucher that came with a card keeps its kind, its hotel and that card: delete it with a reason, and make another one.',
  id: 'Voucher yang diterbitkan bersama kartu tetap pada jenis, hotel dan kartunya: hapus dengan alasan, lalu buat yang lain.',
};
const VOUCHER_IS_USED = {
  en: 'This voucher was redeemed and stays as it is: void that redemption first.',
  id: 'Voucher ini sudah ditukar dan tidak dapat diubah: batalkan penukarannya terlebih dahulu.',
};
const CARD_IS_USED = {
  en: 'A voucher of this card was redeemed: void that redemption first.',
  id: 'Voucher kartu ini sudah ditukar: batalkan penukaran itu terlebih dahulu.',
};
const HOTEL_HAS_MONEY = {
  en: 'This hotel has cards, sales or bills in the currency of its country: it stays among countries of that currency.',
  id: 'Hotel ini memiliki kartu, penjualan atau tagihan dalam mata uang negaranya: hotel ini tetap di negara dengan mata uang yang sama.',
};

const RATE_STANDS = {
  en: 'What was written down keeps the rate of its day, unless the rate is corrected in its country.',
  id: 'Yang sudah dicatat tetap memakai kurs pada harinya, kecuali kursnya dikoreksi pada negaranya.',
};
const REVERSAL_STANDS = {
  en: 'A reversal stands as it was made: sell again.',
  id: 'Pembalikan tidak dapat diubah atau dibatalkan: jual lagi.',
};
const REVERSED_ALREADY = {
  en: 'This transaction was reversed already.',
  id: 'Transaksi ini sudah dibalik.',
};
const CORRECTED_ON_PAPER = {
  en: 'The receipt was printed, so that this cannot be undone: change the values back with a reason.',
  id: 'Kuitansinya sudah dicetak, sehingga ini tidak dapat diurungkan: kembalikan nilainya dengan mengubahnya disertai alasan.',
};
const CANCELLED_WITH_SALE = {
  en: 'This was cancelled with its sale, and comes back with it alone.',
  id: 'Ini dibatalkan bersama penjualannya, dan hanya kembali bersama penjualan itu.',
};
const PLACE_STAYS = {
  en: 'Months of this country are closed: its hotels with bills stay in their country and time zone, or the days of what happened there would move.',
  id: 'Negara ini memiliki bulan yang sudah ditutup: hotel yang memiliki transaksi tetap di negara dan zona waktunya, agar tanggalnya tidak bergeser.',
};

const LOOKED_INTO: Label = {
  en: 'This was looked into already: what was found out stands.',
  id: 'Ini sudah diperiksa: hasil pemeriksaan tidak dapat diubah.',
};
const SALE_CANCELLED = {
  en: 'This sale is cancelled: there is nothing to refund.',
  id: 'Penjualan ini sudah dibatalkan: tidak ada yang perlu dikembalikan.',
};
const NO_SALE = {
  en: 'Only memberships that were sold, renewed or upgraded are refunded.',
  id: 'Hanya keanggotaan yang dijual, diperpanjang, atau dinaikkan yang dananya dapat dikembalikan.',
};
const PAYMENT_DISPUTED = {
  en: 'The payment of this sale is disputed: lift the dispute before a refund, so that the guest is not paid twice.',
  id: 'Pembayaran penjualan ini disengketakan: cabut sengketanya sebelum mengembalikan dana, agar tamu tidak dibayar dua kali.',
};
const REFUNDED_MEANWHILE = {
  en: 'This is more than what is left of the sale: another refund of it was made. Look at it again.',
  id: 'Ini melebihi sisa penjualan: ada pengembalian lain untuk penjualan ini. Periksa kembali.',
};
const REFUNDED_IN_PART = {
  en: 'A part of this sale was refunded: cancel that refund first, or refund the rest.',
  id: 'Sebagian dana penjualan ini sudah dikembalikan: batalkan pengembalian itu terlebih dahulu, atau kembalikan sisanya.',
};
const REFUND_ENDED = {
  en: 'A cancelled refund is not restored: refund again.',
  id: 'Pengembalian dana yang dibatalkan tidak dapat dipulihkan: kembalikan dananya lagi.',
};
const CARD_REFUNDED = {
  en: 'This card ended with a refund of its sale: cancel that refund to switch the card on again.',
  id: 'Kartu ini berakhir bersama pengembalian dana penjualannya: batalkan pengembalian itu untuk mengaktifkannya kembali.',
};
const settled = (text: Label = errors.settled): Refusal => ({ error: 'settled', problem: 'settled', text });

/** By the constraint that is named: those that say more than that a value of a field is taken or wrong. */
export const REFUSALS: Readonly<Record<string, Refusal>> = {
  voucher_redeem_member_voucher_id_key: { error: 'already_redeemed', text: REDEEMED_JUST_NOW },
  voucher_redeem_owner_fkey: { error: 'wrong_member' },
  voucher_redeem_member_voucher_settled: settled(REDEMPTION_STAYS),
  voucher_redeem_redeem_hotel_settled: settled(REDEMPTION_STAYS),
  voucher_redeem_redeem_date_settled: settled(REDEMPTION_STAYS),
  voucher_redeem_member_settled: settled(REDEMPTION_STAYS),
  member_card_period_excl: { error: 'conflict', text: CARDS_OVERLAP, problem: 'taken', field: 'start_date' },
  member_merged_into_id_check: { error: 'conflict', text: MERGED },
  transaction_grand_total_check: { error: 'conflict', text: DISCOUNT_ABOVE_REST },
  transaction_discount_limit: { error: 'validation_failed', problem: 'discount_limit', field: 'discount' },
  transaction_discount_decimals: { error: 'validation_failed', problem: 'currency_scale', field: 'discount' },
  transaction_detail_unit_price_decimals: {
    error: 'validation_failed',
    problem: 'currency_scale',
    field: 'unit_price',
  },
  transaction_settled: settled(),
  transaction_correction_reason: {
    error: 'validation_failed',
    problem: 'correction_reason',
    field: 'correction_reason',
  },
  transaction_correction_undone: {
    error: 'validation_failed',
    text: CORRECTED_ON_PAPER,
    problem: 'correction_reason',
    field: 'correction_reason',
  },
  usd_rate_settled: settled(RATE_STANDS),
  transaction_detail_settled: settled(),
  transaction_hotel_settled: settled(TRANSACTION_STAYS),
  visit_hotel_settled: settled(VISIT_STAYS),
  visit_member_settled: settled(VISIT_IS_MOVED),
  transaction_reversal_settled: settled(REVERSAL_STANDS),
  transaction_reversed_settled: settled(REVERSED_ALREADY),
  cancelled_settled: settled(CANCELLED_WITH_SALE),
  transaction_reverses_id_key: { error: 'conflict', text: REVERSED_ALREADY },
  transaction_refund_cancelled: { error: 'conflict', text: SALE_CANCELLED },
  transaction_refund_sale: { error: 'conflict', text: NO_SALE },
  transaction_refund_disputed: { error: 'conflict', text: PAYMENT_DISPUTED },
  transaction_refund_decimals: { error: 'validation_failed', problem: 'currency_scale', field: 'amount' },
  transaction_refund_total: { error: 'conflict', text: REFUNDED_MEANWHILE },
  transaction_refunded_settled: settled(REFUNDED_IN_PART),
  transaction_refund_ended: settled(REFUND_ENDED),
  member_card_refunded_check: { error: 'conflict', text: CARD_REFUNDED },
  month_closed: { error: 'month_closed' },
  month_closed_place: { error: 'month_closed', text: PLACE_STAYS },
  term_end_applied: settled(DECISION_APPLIED),
  receipt_settled: settled(),
  unusual_act_settled: settled(LOOKED_INTO),
  member_voucher_member_card_settled: settled(VOUCHER_STAYS),
  member_voucher_voucher_settled: settled(VOUCHER_STAYS),
  member_voucher_transaction_settled: settled(VOUCHER_STAYS),
  member_voucher_restrict_hotel_settled: settled(VOUCHER_STAYS),
  member_voucher_settled: settled(VOUCHER_IS_USED),
  member_voucher_before_card: { error: 'validation_failed', problem: 'before_card', field: 'redeem_date' },
  member_voucher_redeemed: { error: 'conflict', text: VOUCHER_IS_USED },
  member_card_redeemed: { error: 'conflict', text: CARD_IS_USED },
  hotel_currency_settled: settled(HOTEL_HAS_MONEY),
  usd_rate_worth: { error: 'validation_failed', problem: 'worth_of_record', field: 'usd_rate' },
  member_voucher_number_settled: settled(VOUCHER_IS_REISSUED),
  member_voucher_extended_once: settled(EXTENDED_ONCE),
  member_card_member_settled: settled(CARD_STAYS),
  member_card_hotel_settled: settled(SALE_OF_CARD_STAYS),
  member_card_start_date_settled: settled(SALE_OF_CARD_STAYS),
  member_card_manual_reason: { error: 'validation_failed', problem: 'manual_reason', field: 'remark' },
  member_card_manual_limit: { error: 'validation_failed', problem: 'manual_limit', field: 'end_date' },
  member_voucher_manual_limit: { error: 'validation_failed', problem: 'manual_limit', field: 'valid_until_date' },
  member_voucher_manual_reason: { error: 'validation_failed', problem: 'manual_reason', field: 'remark' },
  member_card_sbec_no_settled: { error: 'settled', problem: 'number_by_replacing', text: NUMBER_BY_REPLACING },
  member_card_extended_once: settled(CARD_EXTENDED_ONCE),
  member_comp_visits_limit: { error: 'validation_failed', problem: 'comp_visits_limit', field: 'comp_visits_period' },
  member_comp_visits_term: { error: 'validation_failed', problem: 'comp_visits_term', field: 'comp_visits_period' },
  member_comp_visits_reason: { error: 'validation_failed', problem: 'comp_visits_reason', field: 'comp_visits_reason' },
  member_level_of_card: { error: 'validation_failed', problem: 'level_of_card', field: 'membership_id' },
  member_card_change_reason: { error: 'validation_failed', problem: 'change_reason', field: 'remark' },
  member_card_extension_limit: { error: 'validation_failed', problem: 'extension_limit', field: 'end_date' },
  member_voucher_extension_reason: { error: 'validation_failed', problem: 'extension_reason', field: 'remark' },
  membership_rank_excl: { error: 'validation_failed', problem: 'rank_taken', field: 'rank' },
  visit_grand_total_check: { error: 'validation_failed', problem: 'bill_of_nothing', field: 'total_fb' },
  member_voucher_extension_limit: { error: 'validation_failed', problem: 'extension_limit', field: 'valid_until_date' },
};
