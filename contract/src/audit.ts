import type { Label } from './label.ts';
import type { ResourceKey } from './resources.ts';

/** The sets that the audit adds up, in its order. */
export const AUDIT_SETS = {
  money: { en: 'Money', id: 'Uang' },
  cards: { en: 'Cards', id: 'Kartu' },
  promises: { en: 'Promises', id: 'Janji' },
  vouchers: { en: 'Vouchers', id: 'Voucher' },
  redemptions: { en: 'Redemptions', id: 'Penukaran' },
  visits: { en: 'Visits', id: 'Kunjungan' },
  standings: { en: 'Standings', id: 'Status anggota' },
  figures: { en: 'Kept figures and counts', id: 'Angka dan jumlah tersimpan' },
  numbers: { en: 'Numbers', id: 'Nomor' },
  closings: { en: 'Closed months', id: 'Bulan yang ditutup' },
  decisions: { en: 'Approvals and decisions', id: 'Persetujuan dan keputusan' },
  messages: { en: 'Messages to other systems', id: 'Pesan ke sistem lain' },
  log: { en: 'Operation log', id: 'Log operasi' },
} as const satisfies Record<string, Label>;

export type AuditSet = keyof typeof AUDIT_SETS;

/** A rule that the records keep together. */
export interface AuditCheck {
  readonly set: AuditSet;
  /** The resource of the records that break it; null where a row names it itself. */
  readonly resource: ResourceKey | null;
  readonly label: Label;
}

const check = <const S extends AuditSet>(set: S, resource: ResourceKey | null, en: string, id: string) => ({
  set,
  resource,
  label: { en, id },
});

/** Every rule of the books, by key; how those that break it are found stands in `db/src/audit`. */
export const AUDIT_CHECKS = {
  'sum-of-lines': check(
    'money',
    'transaction',
    'A transaction is the sum of its lines',
    'Transaksi adalah jumlah rinciannya',
  ),
  'worth-in-dollars': check(
    'money',
    'transaction',
    'What stands in dollars is the local amount at the rate of its record',
    'Nilai dolar adalah jumlah lokal menurut kurs yang tercatat',
  ),
  'lines-in-dollars': check(
    'money',
    'transaction_detail',
    'A line in dollars is its local amount at the rate of its transaction',
    'Nilai dolar rincian adalah jumlah lokalnya menurut kurs transaksinya',
  ),
  'visit-in-dollars': check(
    'money',
    'visit',
    'A visit in dollars is its local amount at its rate',
    'Nilai dolar kunjungan adalah jumlah lokalnya menurut kursnya',
  ),
  'money-of-its-hotel': check(
    'money',
    'transaction',
    'A transaction is in the money of its hotel',
    'Transaksi memakai mata uang hotelnya',
  ),
  'visit-money-of-its-hotel': check(
    'money',
    'visit',
    'A visit is in the money of its hotel',
    'Kunjungan memakai mata uang hotelnya',
  ),
  'free-of-charge': check(
    'money',
    'transaction',
    'A free membership is given without payment',
    'Keanggotaan gratis diberikan tanpa pembayaran',
  ),
  'sale-with-lines': check(
    'money',
    'transaction',
    'A sale that stands has the line of its fee',
    'Penjualan yang berlaku memiliki rincian biayanya',
  ),
  'settled-sale': check('money', 'transaction', 'A sale stands as it was made', 'Penjualan tetap seperti saat dibuat'),
  'refunds-within-sale': check(
    'money',
    'transaction',
    'The refunds of a sale come to no more than was paid, at its hotel and at its rate',
    'Pengembalian dana penjualan tidak melebihi yang dibayar, di hotel dan dengan kursnya',
  ),
  'refunded-card-is-off': check(
    'cards',
    'member_card',
    'A card that ended with a refund of its sale is switched off while the refund stands',
    'Kartu yang berakhir bersama pengembalian dana penjualannya nonaktif selama pengembalian itu berlaku',
  ),
  'card-of-its-sale': check(
    'cards',
    'member_card',
    'A card belongs to the member to whom it was sold, and goes with its sale',
    'Kartu milik anggota yang membelinya, dan mengikuti penjualannya',
  ),
  'one-card-of-a-sale': check(
    'cards',
    'transaction',
    'A sale of a membership that stands has one card',
    'Penjualan keanggotaan yang berlaku memiliki satu kartu',
  ),
  'cards-do-not-overlap': check(
    'cards',
    'member_card',
    'Active cards of one member overlap only through an upgrade or a merge',
    'Kartu aktif satu anggota hanya tumpang tindih karena kenaikan atau penggabungan',
  ),
  'free-term-ended': check(
    'cards',
    'member_card',
    'A free term that a sale ended is over while that sale stands, and runs again when it is cancelled',
    'Masa gratis yang diakhiri penjualan selesai selama penjualan itu berlaku, dan berjalan lagi saat dibatalkan',
  ),
  'upgrade-leads-up': check(
    'cards',
    'member_card',
    'An upgrade leads up the ladder, unless staff set the level, within the period of the card before',
    'Kenaikan menuju tingkat lebih tinggi, kecuali ditetapkan staf, dalam masa kartu sebelumnya',
  ),
  'upgrade-has-its-visits': check(
    'cards',
    'member_card',
    'A level that visits led to has its visits',
    'Tingkat karena kunjungan memiliki kunjungannya',
  ),
  'valid-until-last-card': check(
    'cards',
    'member',
    'A member is valid until the last day of the active cards',
    'Anggota berlaku sampai hari terakhir kartu aktifnya',
  ),
  'card-promise': check(
    'promises',
    'member_card',
    'What was promised with a card has not changed since',
    'Janji bersama kartu tidak berubah sejak diberikan',
  ),
  'voucher-promise': check(
    'promises',
    'member_voucher',
    'What was promised with a voucher has not changed since',
    'Janji bersama voucher tidak berubah sejak diterbitkan',
  ),
  'voucher-money': check(
    'promises',
    'member_voucher',
    'A voucher is in the money of its card',
    'Voucher memakai mata uang kartunya',
  ),
  'voucher-of-its-card': check(
    'vouchers',
    'member_voucher',
    'A member voucher is of the membership, sale and hotel of its card',
    'Voucher anggota sesuai keanggotaan, penjualan, dan hotel kartunya',
  ),
  'voucher-within-card': check(
    'vouchers',
    'member_voucher',
    'A member voucher is good within the period of its card',
    'Voucher anggota berlaku dalam masa kartunya',
  ),
  'voucher-in-one-state': check(
    'vouchers',
    'member_voucher',
    'Issued vouchers are those redeemed, open, expired and cancelled, each once',
    'Voucher terbit adalah yang ditukar, terbuka, kedaluwarsa, dan dibatalkan, masing-masing satu kali',
  ),
  'issued-once': check(
    'vouchers',
    'member_voucher',
    'A voucher of a term is issued once',
    'Voucher satu masa diterbitkan satu kali',
  ),
  'redeemed-once': check(
    'redemptions',
    'member_voucher',
    'A voucher is redeemed at most once',
    'Voucher ditukar paling banyak satu kali',
  ),
  'redeemed-still-there': check(
    'redemptions',
    'voucher_redeem',
    'What was redeemed was not cancelled, and is still there',
    'Yang ditukar tidak dibatalkan dan masih ada',
  ),
  'redeemed-by-owner': check(
    'redemptions',
    'voucher_redeem',
    'A voucher is redeemed by the member whose it is',
    'Voucher ditukar oleh anggota pemiliknya',
  ),
  'redeemed-in-its-days': check(
    'redemptions',
    'voucher_redeem',
    'A redemption lies in the days of its voucher, where it was redeemed',
    'Penukaran berada dalam masa berlaku voucher, di tempat penukaran',
  ),
  'redeemed-where-good': check(
    'redemptions',
    'voucher_redeem',
    'A restricted voucher is redeemed at its hotel, one of a regional membership in its region',
    'Voucher terbatas ditukar di hotelnya, voucher regional di wilayahnya',
  ),
  'void-with-reason': check(
    'redemptions',
    'voucher_redeem',
    'A redemption that stands has no reason why it was voided',
    'Penukaran yang berlaku tidak memiliki alasan pembatalan',
  ),
  'bill-once': check(
    'visits',
    'visit',
    'A bill is a visit once in its hotel',
    'Tagihan menjadi satu kunjungan di hotelnya',
  ),
  'late-visit-says-why': check(
    'visits',
    'visit',
    'A visit that was entered days later says why',
    'Kunjungan yang dimasukkan beberapa hari kemudian menyebutkan alasannya',
  ),
  standing: check(
    'standings',
    'member',
    'Where a member stands follows from the cards and visits',
    'Status anggota sesuai kartu dan kunjungannya',
  ),
  'standing-of-everybody': check(
    'standings',
    'member',
    'Every member has a standing',
    'Setiap anggota memiliki status',
  ),
  'one-tier': check(
    'standings',
    'member',
    'A member has the membership of the running card',
    'Keanggotaan anggota sama dengan keanggotaan kartu aktifnya',
  ),
  'kept-figures': check(
    'figures',
    'hotel',
    'The kept figures are those of the records',
    'Angka tersimpan sesuai datanya',
  ),
  'open-vouchers': check(
    'figures',
    'member_voucher',
    'The vouchers kept as open or cancelled are those that are',
    'Voucher yang tersimpan sebagai terbuka atau dibatalkan memang demikian',
  ),
  'voucher-liability': check(
    'figures',
    'hotel',
    'The liability of vouchers is that of the records, and its closed months are corrected in the first open one',
    'Kewajiban voucher sesuai datanya, dan bulan yang ditutup dikoreksi pada bulan terbuka pertama',
  ),
  'liability-of-months': check(
    'figures',
    'hotel',
    'The liability of a month and of a year is that of its days',
    'Kewajiban satu bulan dan satu tahun adalah jumlah dari hari-harinya',
  ),
  'fees-by-month': check(
    'figures',
    'hotel',
    'Fees by month of service add up to the fees of the sales',
    'Biaya menurut bulan layanan berjumlah sama dengan biaya penjualannya',
  ),
  'kept-counts': check('figures', null, 'The kept counts are those of the tables', 'Jumlah tersimpan sesuai tabelnya'),
  'kept-names': check(
    'figures',
    'member',
    'The words by which members are found are those of their names',
    'Kata pencarian anggota sesuai namanya',
  ),
  'voucher-digit': check(
    'numbers',
    'member_voucher',
    'A voucher’s number ends with its check digit',
    'Nomor voucher berakhir dengan digit pemeriksanya',
  ),
  'number-once': check('numbers', null, 'A number is given once', 'Nomor diberikan satu kali'),
  'receipts-without-gaps': check(
    'numbers',
    'receipt',
    'Receipts of a hotel are numbered one after the other, by the day they were printed',
    'Kuitansi satu hotel bernomor urut, menurut hari dicetak',
  ),
  'receipt-of-its-sale': check(
    'numbers',
    'receipt',
    'A transaction has one receipt, of its hotel',
    'Transaksi memiliki satu kuitansi, dari hotelnya',
  ),
  'given-up-number': check(
    'numbers',
    null,
    'A number that was given up for another serves no more',
    'Nomor yang sudah diganti tidak berlaku lagi',
  ),
  'number-was-given': check('numbers', null, 'A number comes from its sequence', 'Nomor berasal dari urutannya'),
  'closed-as-it-stood': check(
    'closings',
    null,
    'What lies in a closed month stands as it was closed',
    'Isi bulan yang ditutup tetap seperti saat ditutup',
  ),
  'reversal-mirrors': check(
    'closings',
    'transaction',
    'A reversal carries minus what it reverses, at the same rate',
    'Pembalikan bernilai minus dari yang dibalik, dengan kurs yang sama',
  ),
  'reopened-as-approved': check(
    'closings',
    null,
    'A month was opened again by two, as it was approved',
    'Bulan dibuka kembali oleh dua orang, sesuai persetujuan',
  ),
  'done-as-asked': check(
    'decisions',
    null,
    'What was approved was done in time, in the name and at the price of the asking, and nothing else was',
    'Yang disetujui dijalankan tepat waktu, atas nama dan harga peminta, dan tidak ada yang lain',
  ),
  'extended-once': check(
    'decisions',
    'member_voucher',
    'A voucher that was extended stands once in the list of what was done by hand',
    'Voucher yang diperpanjang tercatat satu kali dalam daftar perubahan manual',
  ),
  'made-by-hand': check(
    'decisions',
    'member_voucher',
    'A voucher that somebody made stands once in the list of what was done by hand, and one that was issued does not',
    'Voucher yang dibuat manual tercatat satu kali dalam daftar perubahan manual, dan yang diterbitkan tidak',
  ),
  'card-extended-once': check(
    'decisions',
    'member_card',
    'A card that was extended stands once in the list of what was done by hand',
    'Kartu yang diperpanjang tercatat satu kali dalam daftar perubahan manual',
  ),
  'decided-at-term-end': check(
    'decisions',
    'member_card',
    'Who did not maintain the membership is to be decided about',
    'Anggota yang tidak memenuhi syarat menunggu keputusan',
  ),
  'applied-at-renewal': check(
    'decisions',
    'term_end',
    'A decision at term end was applied with a renewal of the same member',
    'Keputusan akhir masa berlaku diterapkan pada perpanjangan anggota yang sama',
  ),
  'message-has-its-text': check(
    'messages',
    'webhook_delivery',
    'A message that waits has its text, and one that was sent was tried',
    'Pesan yang menunggu memiliki isinya, dan yang terkirim pernah dicoba',
  ),
  'told-of-records': check(
    'messages',
    null,
    'What other systems will be told of is there',
    'Yang akan diberitahukan ke sistem lain memang ada',
  ),
  'log-lines': check(
    'log',
    null,
    'A line of the log is as it was written, after the same line as then',
    'Baris log tetap seperti saat ditulis, setelah baris yang sama seperti saat itu',
  ),
  'log-seals': check(
    'log',
    null,
    'The log has the lines that its seals cover, all of them and no other',
    'Log memiliki baris yang tercakup segelnya, semuanya dan tidak ada yang lain',
  ),
  'log-heads': check(
    'log',
    null,
    'The log still begins as it did when its head was kept',
    'Log masih berawal seperti saat kepalanya disimpan',
  ),
  'log-of-decisions': check(
    'log',
    null,
    'An approval, a merge, a correction of a rate or a dispute of a payment is what the log says of it',
    'Persetujuan, penggabungan, koreksi kurs, atau sengketa pembayaran sama dengan isinya di log',
  ),
  'log-state': check(
    'log',
    null,
    'A record is what the log says of it last',
    'Data sama dengan isi terakhirnya di log',
  ),
  'log-chain': check(
    'log',
    null,
    'Each entry of the log begins where the one before it ended',
    'Setiap entri log dimulai dari akhir entri sebelumnya',
  ),
  'log-complete': check(
    'log',
    null,
    'The log has an entry for each version of a record',
    'Log memiliki entri untuk setiap versi data',
  ),
  'log-of-records': check('log', null, 'The log speaks of records that are there', 'Log menyebut data yang ada'),
  'log-of-rights': check(
    'log',
    'role_group',
    'A role group holds the rights that the log says',
    'Grup peran memiliki hak sesuai log',
  ),
  'log-in-sequence': check(
    'log',
    null,
    'Entries of the log come from its sequence',
    'Entri log berasal dari urutannya',
  ),
} as const satisfies Record<string, AuditCheck>;

export type AuditCheckKey = keyof typeof AUDIT_CHECKS;

/** A record that breaks a rule, and how where numbers say it: `1500000.000 ≠ 1500001.000`. */
export interface AuditRow {
  readonly resource: string;
  readonly id: number;
  readonly note: string | null;
}

/** A rule that is broken: by how many records, and the first of them. */
export interface AuditDifference {
  readonly check: AuditCheckKey;
  readonly count: number;
  readonly rows: readonly AuditRow[];
}

/**
 * How far the log is sealed: the newest seal, how many lines the log has up to there, when it was sealed, and the hash, from which
 * everything before follows. Kept outside the database it shows later that the log still begins the same.
 */
export interface LogHead {
  readonly seal: number;
  readonly lines: number;
  /** UTC. */
  readonly at: string;
  readonly hash: string;
}

/** A head as it is kept: the number of the seal and its hash, `12-9f86d081…`. */
export const LOG_HEAD = /^([1-9][0-9]{0,14})-([0-9a-f]{64})$/;

export interface AuditResult {
  readonly differences: readonly AuditDifference[];
  /** Null before the first seal. */
  readonly head: LogHead | null;
  /** Seconds that each set took which was asked for. */
  readonly seconds: { readonly [S in AuditSet]?: number };
}

/** Rows that a difference names. */
export const AUDIT_ROWS = 20;
