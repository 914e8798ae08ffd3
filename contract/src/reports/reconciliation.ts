import type { Label } from '../texts/label.ts';
import type { ResourceKey } from '../resources/by-key.ts';

/** The sets of reconciliation rules, in order. */
export const RECONCILIATION_SETS = {
  money: { en: 'Money', id: 'Uang' },
  cards: { en: 'Cards', id: 'Kartu' },
  promises: { en: 'Terms at sale', id: 'Ketentuan saat penjualan' },
  vouchers: { en: 'Vouchers', id: 'Voucher' },
  redemptions: { en: 'Redemptions', id: 'Penukaran' },
  visits: { en: 'Visits', id: 'Kunjungan' },
  standings: { en: 'Member status', id: 'Status anggota' },
  rollups: { en: 'Stored totals and counts', id: 'Total dan jumlah tersimpan' },
  numbers: { en: 'Numbers', id: 'Nomor' },
  closings: { en: 'Closed months', id: 'Bulan yang ditutup' },
  decisions: { en: 'Approvals and decisions', id: 'Persetujuan dan keputusan' },
  messages: { en: 'Messages to other systems', id: 'Pesan ke sistem lain' },
  log: { en: 'Audit log', id: 'Log audit' },
} as const satisfies Record<string, Label>;

export type ReconciliationSet = keyof typeof RECONCILIATION_SETS;

/** A rule that must hold across records. */
export interface ReconciliationCheck {
  readonly set: ReconciliationSet;
  /** The resource of the records that violate the rule; null if each row names its resource. */
  readonly resource: ResourceKey | null;
  readonly label: Label;
}

const defineCheck = <const S extends ReconciliationSet>(
  set: S,
  resource: ResourceKey | null,
  en: string,
  id: string,
) => ({
  set,
  resource,
  label: { en, id },
});

/** Every reconciliation rule, by key. The SQL that finds violations is in `db/src/reconciliation`. */
export const RECONCILIATION_CHECKS = {
  'sum-of-lines': defineCheck(
    'money',
    'transaction',
    'Every transaction equals the sum of its lines',
    'Setiap transaksi sama dengan jumlah rinciannya',
  ),
  'worth-in-dollars': defineCheck(
    'money',
    'transaction',
    'Every USD amount equals the local amount at the stored rate',
    'Setiap nilai USD sama dengan jumlah lokal menurut kurs tersimpan',
  ),
  'lines-in-dollars': defineCheck(
    'money',
    'transaction_detail',
    'Every line’s USD amount equals its local amount at the transaction’s rate',
    'Nilai USD setiap rincian sama dengan jumlah lokalnya menurut kurs transaksi',
  ),
  'visit-in-dollars': defineCheck(
    'money',
    'visit',
    'Every visit’s USD amount equals its local amount at its rate',
    'Nilai USD setiap kunjungan sama dengan jumlah lokalnya menurut kursnya',
  ),
  'money-of-its-hotel': defineCheck(
    'money',
    'transaction',
    'Every transaction uses its hotel’s currency',
    'Setiap transaksi memakai mata uang hotelnya',
  ),
  'visit-money-of-its-hotel': defineCheck(
    'money',
    'visit',
    'Every visit uses its hotel’s currency',
    'Setiap kunjungan memakai mata uang hotelnya',
  ),
  'free-of-charge': defineCheck(
    'money',
    'transaction',
    'Complimentary memberships have no payment',
    'Keanggotaan komplimen tidak memiliki pembayaran',
  ),
  'sale-with-lines': defineCheck(
    'money',
    'transaction',
    'Every active sale has its fee line',
    'Setiap penjualan aktif memiliki rincian biayanya',
  ),
  'settled-sale': defineCheck(
    'money',
    'transaction',
    'Sales are unchanged since creation',
    'Penjualan tidak berubah sejak dibuat',
  ),
  'refunds-within-sale': defineCheck(
    'money',
    'transaction',
    'Refunds do not exceed the amount paid, and use the hotel and rate of the sale',
    'Pengembalian dana tidak melebihi yang dibayar, dengan hotel dan kurs penjualannya',
  ),
  'refunded-card-is-off': defineCheck(
    'cards',
    'member_card',
    'Cards ended by a refund are inactive while the refund is active',
    'Kartu yang berakhir karena pengembalian dana tetap nonaktif selama pengembalian itu berlaku',
  ),
  'card-of-its-sale': defineCheck(
    'cards',
    'member_card',
    'Every card belongs to its buyer and is deleted with its sale',
    'Setiap kartu milik pembelinya dan terhapus bersama penjualannya',
  ),
  'one-card-of-a-sale': defineCheck(
    'cards',
    'transaction',
    'Every active membership sale has one card',
    'Setiap penjualan keanggotaan aktif memiliki satu kartu',
  ),
  'cards-do-not-overlap': defineCheck(
    'cards',
    'member_card',
    'A member’s active cards overlap only after an upgrade or merge',
    'Kartu aktif anggota hanya tumpang tindih setelah kenaikan atau penggabungan',
  ),
  'free-term-ended': defineCheck(
    'cards',
    'member_card',
    'A complimentary term ends with a sale and resumes if that sale is cancelled',
    'Masa komplimen berakhir karena penjualan dan berlanjut bila penjualan itu dibatalkan',
  ),
  'upgrade-leads-up': defineCheck(
    'cards',
    'member_card',
    'Upgrades lead to a higher tier within the previous card’s period, unless set manually',
    'Kenaikan menuju tingkat lebih tinggi dalam masa kartu sebelumnya, kecuali diatur manual',
  ),
  'upgrade-has-its-visits': defineCheck(
    'cards',
    'member_card',
    'Every tier earned by visits has enough visits',
    'Setiap tingkat dari kunjungan memiliki kunjungan yang cukup',
  ),
  'valid-until-last-card': defineCheck(
    'cards',
    'member',
    'Every member is valid until the last day of their active cards',
    'Setiap anggota berlaku hingga hari terakhir kartu aktifnya',
  ),
  'card-promise': defineCheck(
    'promises',
    'member_card',
    'Terms of a card are unchanged since its sale',
    'Ketentuan kartu tidak berubah sejak penjualan',
  ),
  'voucher-promise': defineCheck(
    'promises',
    'member_voucher',
    'Terms of a voucher are unchanged since it was issued',
    'Ketentuan voucher tidak berubah sejak diterbitkan',
  ),
  'voucher-money': defineCheck(
    'promises',
    'member_voucher',
    'Every voucher uses its card’s currency',
    'Setiap voucher memakai mata uang kartunya',
  ),
  'voucher-of-its-card': defineCheck(
    'vouchers',
    'member_voucher',
    'Every member voucher matches its card’s membership, sale and hotel',
    'Setiap voucher anggota sesuai keanggotaan, penjualan, dan hotel kartunya',
  ),
  'voucher-within-card': defineCheck(
    'vouchers',
    'member_voucher',
    'Every member voucher is valid only within its card’s period',
    'Setiap voucher anggota hanya berlaku dalam masa kartunya',
  ),
  'voucher-in-one-state': defineCheck(
    'vouchers',
    'member_voucher',
    'Every issued voucher is redeemed, open, expired or cancelled, and only one of these',
    'Setiap voucher terbit berstatus ditukar, terbuka, kedaluwarsa, atau dibatalkan, hanya salah satunya',
  ),
  'issued-once': defineCheck(
    'vouchers',
    'member_voucher',
    'Every voucher is issued once per term',
    'Setiap voucher diterbitkan sekali per masa',
  ),
  'redeemed-once': defineCheck(
    'redemptions',
    'member_voucher',
    'Every voucher is redeemed at most once',
    'Setiap voucher ditukar paling banyak sekali',
  ),
  'redeemed-still-there': defineCheck(
    'redemptions',
    'voucher_redeem',
    'Redeemed vouchers exist and are not cancelled',
    'Voucher yang ditukar masih ada dan tidak dibatalkan',
  ),
  'redeemed-by-owner': defineCheck(
    'redemptions',
    'voucher_redeem',
    'Every voucher is redeemed by its own member',
    'Setiap voucher ditukar oleh anggota pemiliknya',
  ),
  'redeemed-in-its-days': defineCheck(
    'redemptions',
    'voucher_redeem',
    'Every redemption is dated while its voucher was valid, in the hotel’s time zone',
    'Setiap penukaran bertanggal dalam masa berlaku voucher, menurut zona waktu hotel',
  ),
  'redeemed-where-good': defineCheck(
    'redemptions',
    'voucher_redeem',
    'Restricted vouchers are redeemed at their hotel, regional ones in their region',
    'Voucher terbatas ditukar di hotelnya, voucher regional di wilayahnya',
  ),
  'void-with-reason': defineCheck(
    'redemptions',
    'voucher_redeem',
    'Active redemptions have no void reason',
    'Penukaran aktif tidak memiliki alasan pembatalan',
  ),
  'bill-once': defineCheck(
    'visits',
    'visit',
    'Every bill is posted once per hotel',
    'Setiap tagihan dicatat sekali per hotel',
  ),
  'late-visit-says-why': defineCheck(
    'visits',
    'visit',
    'Late postings have a reason',
    'Pencatatan terlambat memiliki alasan',
  ),
  standing: defineCheck(
    'standings',
    'member',
    'Every member’s status matches their cards and visits',
    'Status setiap anggota sesuai kartu dan kunjungannya',
  ),
  'standing-of-everybody': defineCheck(
    'standings',
    'member',
    'Every member has a status',
    'Setiap anggota memiliki status',
  ),
  'one-tier': defineCheck(
    'standings',
    'member',
    'Every member’s membership is that of the active card',
    'Keanggotaan setiap anggota sama dengan kartu aktifnya',
  ),
  'stored-rollups': defineCheck(
    'rollups',
    'hotel',
    'Stored totals match the records',
    'Total tersimpan sesuai datanya',
  ),
  'open-vouchers': defineCheck(
    'rollups',
    'member_voucher',
    'Stored open and cancelled vouchers match the records',
    'Voucher terbuka dan dibatalkan yang tersimpan sesuai datanya',
  ),
  'voucher-liability': defineCheck(
    'rollups',
    'hotel',
    'Voucher liability matches the records; closed months are corrected in the first open one',
    'Kewajiban voucher sesuai datanya; bulan yang ditutup dikoreksi pada bulan terbuka pertama',
  ),
  'liability-of-months': defineCheck(
    'rollups',
    'hotel',
    'Monthly and yearly voucher liability equals the sum of its days',
    'Kewajiban voucher bulanan dan tahunan sama dengan jumlah hari-harinya',
  ),
  'fees-by-month': defineCheck(
    'rollups',
    'hotel',
    'Fees by month of service equal the fees of their sales',
    'Biaya menurut bulan layanan sama dengan biaya penjualannya',
  ),
  'stored-counts': defineCheck('rollups', null, 'Stored counts match the tables', 'Jumlah tersimpan sesuai tabelnya'),
  'stored-names': defineCheck(
    'rollups',
    'member',
    'Members’ search terms match their names',
    'Kata pencarian anggota sesuai namanya',
  ),
  'voucher-digit': defineCheck(
    'numbers',
    'member_voucher',
    'Every voucher number ends with its check digit',
    'Setiap nomor voucher berakhir dengan digit pemeriksanya',
  ),
  'number-once': defineCheck('numbers', null, 'Every number is used once', 'Setiap nomor dipakai sekali'),
  'receipts-without-gaps': defineCheck(
    'numbers',
    'receipt',
    'Receipt numbers of a hotel have no gaps and follow the print date',
    'Nomor kuitansi satu hotel berurutan tanpa celah menurut tanggal cetak',
  ),
  'receipt-of-its-sale': defineCheck(
    'numbers',
    'receipt',
    'Every transaction has at most one receipt, from its hotel',
    'Setiap transaksi memiliki paling banyak satu kuitansi, dari hotelnya',
  ),
  'given-up-number': defineCheck(
    'numbers',
    null,
    'Replaced numbers no longer work',
    'Nomor yang diganti tidak berlaku lagi',
  ),
  'number-was-given': defineCheck(
    'numbers',
    null,
    'Every number comes from its sequence',
    'Setiap nomor berasal dari urutannya',
  ),
  'closed-as-it-stood': defineCheck(
    'closings',
    null,
    'Records of closed months are unchanged since closing',
    'Data bulan yang ditutup tidak berubah sejak penutupan',
  ),
  'reversal-mirrors': defineCheck(
    'closings',
    'transaction',
    'Every reversal negates its transaction at the same rate',
    'Setiap pembalikan bernilai minus dari transaksinya, dengan kurs yang sama',
  ),
  'reopened-as-approved': defineCheck(
    'closings',
    null,
    'Every reopened month has a second approver',
    'Setiap bulan yang dibuka kembali memiliki penyetuju kedua',
  ),
  'done-as-requested': defineCheck(
    'decisions',
    null,
    'Approved requests ran in time, as requested and for the requester; others did not run',
    'Permintaan yang disetujui dijalankan tepat waktu sesuai dan atas nama peminta; yang lain tidak',
  ),
  'extended-once': defineCheck(
    'decisions',
    'member_voucher',
    'Every voucher extension has one entry in Manual changes',
    'Setiap perpanjangan voucher memiliki satu entri di Perubahan manual',
  ),
  'created-manually': defineCheck(
    'decisions',
    'member_voucher',
    'Every manual voucher has one entry in Manual changes; issued vouchers have none',
    'Setiap voucher manual memiliki satu entri di Perubahan manual; voucher terbitan tidak',
  ),
  'card-extended-once': defineCheck(
    'decisions',
    'member_card',
    'Every card extension has one entry in Manual changes',
    'Setiap perpanjangan kartu memiliki satu entri di Perubahan manual',
  ),
  'decided-at-term-end': defineCheck(
    'decisions',
    'member_card',
    'Every membership not maintained is in the term-end review',
    'Setiap keanggotaan yang tidak memenuhi syarat ada di tinjauan akhir masa berlaku',
  ),
  'applied-at-renewal': defineCheck(
    'decisions',
    'term_end',
    'Term-end decisions are applied with a renewal of the same member',
    'Keputusan akhir masa berlaku diterapkan pada perpanjangan anggota yang sama',
  ),
  'message-has-its-text': defineCheck(
    'messages',
    'webhook_delivery',
    'Waiting messages have content, and sent ones have an attempt',
    'Pesan yang menunggu memiliki isi, dan yang terkirim memiliki percobaan',
  ),
  'events-of-records': defineCheck(
    'messages',
    null,
    'Records of outgoing events exist',
    'Data untuk peristiwa keluar memang ada',
  ),
  'log-lines': defineCheck(
    'log',
    null,
    'Log entries and their order are unchanged since writing',
    'Entri log dan urutannya tidak berubah sejak ditulis',
  ),
  'log-seals': defineCheck(
    'log',
    null,
    'The log contains exactly the entries covered by its seals',
    'Log berisi tepat entri yang tercakup segelnya',
  ),
  'log-heads': defineCheck(
    'log',
    null,
    'The log still matches the stored head',
    'Log masih sesuai dengan segel yang disimpan',
  ),
  'log-of-decisions': defineCheck(
    'log',
    null,
    'Approvals, merges, rate corrections and disputes match the log',
    'Persetujuan, penggabungan, koreksi kurs, dan sengketa sesuai log',
  ),
  'log-state': defineCheck(
    'log',
    null,
    'Every record matches its last log entry',
    'Setiap data sesuai entri log terakhirnya',
  ),
  'log-chain': defineCheck(
    'log',
    null,
    'Every log entry continues the previous one',
    'Setiap entri log melanjutkan entri sebelumnya',
  ),
  'log-complete': defineCheck(
    'log',
    null,
    'Every version of a record has a log entry',
    'Setiap versi data memiliki entri log',
  ),
  'log-of-records': defineCheck(
    'log',
    null,
    'Log entries refer to existing records',
    'Entri log merujuk data yang ada',
  ),
  'log-of-rights': defineCheck(
    'log',
    null,
    'Rights of every role group and integration match the log',
    'Hak setiap grup peran dan integrasi sesuai log',
  ),
  'log-in-sequence': defineCheck(
    'log',
    null,
    'Log entries come from their sequence',
    'Entri log berasal dari urutannya sendiri',
  ),
} as const satisfies Record<string, ReconciliationCheck>;

export type ReconciliationCheckKey = keyof typeof RECONCILIATION_CHECKS;

/** A record that violates a rule, with the differing values if they are numbers: `1500000.000 ≠ 1500001.000`. */
export interface ReconciliationRow {
  readonly resource: string;
  readonly id: number;
  readonly note: string | null;
}

/** A violated rule, with the number of violating records and the first of them. */
export interface ReconciliationDifference {
  readonly check: ReconciliationCheckKey;
  readonly count: number;
  readonly rows: readonly ReconciliationRow[];
}

/**
 * How far the audit log is sealed: the newest seal, the number of lines up to it, its time, and its hash, which depends
 * on all earlier lines. With a copy stored outside the database, one can prove later that these lines are unchanged.
 */
export interface LogHead {
  readonly seal: number;
  readonly lines: number;
  /** UTC. */
  readonly at: string;
  readonly hash: string;
}

/** The stored form of a head: the number of the seal and its hash, `12-9f86d081…`. */
export const LOG_HEAD = /^([1-9][0-9]{0,14})-([0-9a-f]{64})$/;

export interface ReconciliationResult {
  readonly differences: readonly ReconciliationDifference[];
  /** Null before the first seal. */
  readonly head: LogHead | null;
  /** The seconds that each requested set took. */
  readonly seconds: { readonly [S in ReconciliationSet]?: number };
}

/** Maximum rows listed per difference. */
export const RECONCILIATION_ROWS = 20;
