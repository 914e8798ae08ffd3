import type { HelpKey, PageHelp } from '../page-help.ts';

const REPORT_KEYS: readonly HelpKey[] = [
  { key: '/', label: { en: 'Search this report', id: 'Cari di laporan ini' } },
  { key: 'ArrowDown', label: { en: 'Move to the report', id: 'Masuk ke laporan' } },
];

const CHOOSE_VIEW = {
  en: 'Under “View as” choose rows, groups, a pivot table or a chart.',
  id: 'Di “Lihat sebagai” pilih baris, kelompok, tabel pivot, atau grafik.',
};
const COMPARE = {
  en: 'Compare with the previous period or last year, and export, print or schedule the report by email.',
  id: 'Bandingkan dengan periode sebelumnya atau tahun lalu, lalu ekspor, cetak, atau jadwalkan laporan lewat email.',
};

/** Help of the reports. */
export const REPORTS_HELP = {
  'overview-report': {
    about: {
      en: 'The year beside last year: members, sales, visits, redemptions and vouchers, by month, hotel and membership. The current year is compared with the same months of last year.',
      id: 'Tahun ini di samping tahun lalu: anggota, penjualan, kunjungan, penukaran, dan voucher, menurut bulan, hotel, dan keanggotaan. Tahun berjalan dibandingkan dengan bulan yang sama tahun lalu.',
    },
    steps: [
      {
        en: 'Choose a tile at the top to chart its figure, and the year with the arrows.',
        id: 'Pilih ubin di bagian atas untuk menampilkan grafik angkanya, dan tahunnya dengan tombol panah.',
      },
      {
        en: 'Choose Table to read the values of a chart. Below a hotel, “Why?” names where it is behind.',
        id: 'Pilih Tabel untuk membaca nilai sebuah grafik. Di bawah hotel, “Mengapa?” menyebutkan hal yang tertinggal.',
      },
      CHOOSE_VIEW,
    ],
    keys: REPORT_KEYS,
  },
  'sales-report': {
    about: {
      en: 'Memberships sold, renewed, upgraded and issued free: when, where, by whom and for how much. A sale counts at the hotel that made it.',
      id: 'Keanggotaan yang dijual, diperpanjang, dinaikkan, dan diterbitkan gratis: kapan, di mana, oleh siapa, dan berapa. Penjualan dihitung di hotel yang melakukannya.',
    },
    steps: [
      {
        en: 'Filter by date, hotel, membership or seller, and show more columns with Columns.',
        id: 'Filter menurut tanggal, hotel, keanggotaan, atau penjual, dan tampilkan kolom lain lewat Kolom.',
      },
      CHOOSE_VIEW,
      COMPARE,
    ],
    keys: REPORT_KEYS,
  },
  'member-report': {
    about: {
      en: 'Members by the day on which they joined. A member counts at the hotel that serves them.',
      id: 'Anggota menurut hari bergabung. Anggota dihitung di hotel yang melayaninya.',
    },
    steps: [
      {
        en: 'Filter by date of joining, hotel, membership or origin country.',
        id: 'Filter menurut tanggal bergabung, hotel, keanggotaan, atau negara asal.',
      },
      CHOOSE_VIEW,
      COMPARE,
    ],
    keys: REPORT_KEYS,
  },
  'visit-report': {
    about: {
      en: 'What members spent: bills with their amounts for food and beverages, rooms and others. A bill counts at the hotel where it was paid.',
      id: 'Belanja anggota: tagihan dengan jumlah makanan dan minuman, kamar, dan lainnya. Tagihan dihitung di hotel tempat dibayar.',
    },
    steps: [
      {
        en: 'Filter by date, hotel or membership. Amounts of several currencies are added up in US dollars.',
        id: 'Filter menurut tanggal, hotel, atau keanggotaan. Jumlah dalam beberapa mata uang dijumlahkan dalam dolar AS.',
      },
      CHOOSE_VIEW,
      COMPARE,
    ],
    keys: REPORT_KEYS,
  },
  'redemption-report': {
    about: {
      en: 'Vouchers that were redeemed: when, where, by whom and their value. A redemption counts at the hotel where the voucher was used.',
      id: 'Voucher yang sudah ditukar: kapan, di mana, oleh siapa, dan nilainya. Penukaran dihitung di hotel tempat voucher dipakai.',
    },
    steps: [
      {
        en: 'Filter by date, hotel, voucher or staff name.',
        id: 'Filter menurut tanggal, hotel, voucher, atau nama staf.',
      },
      CHOOSE_VIEW,
      COMPARE,
    ],
    keys: REPORT_KEYS,
  },
  'takings-report': {
    about: {
      en: 'Money received and refunded at your hotels, over transactions of every type, by payment type and day.',
      id: 'Uang yang diterima dan dikembalikan di hotel Anda, dari semua jenis transaksi, menurut jenis pembayaran dan hari.',
    },
    steps: [
      {
        en: 'Filter by the day to compare it with the cash desk, and group by payment type.',
        id: 'Filter menurut hari untuk mencocokkannya dengan kas, lalu kelompokkan menurut jenis pembayaran.',
      },
      CHOOSE_VIEW,
      COMPARE,
    ],
    keys: REPORT_KEYS,
  },
  'benefit-report': {
    about: {
      en: 'Vouchers issued, redeemed, open, expired and cancelled, with their nominal value. Issued is the sum of the others.',
      id: 'Voucher yang diterbitkan, ditukar, belum ditukar, kedaluwarsa, dan dibatalkan, beserta nilai nominalnya. Diterbitkan adalah jumlah semua yang lain.',
    },
    steps: [
      {
        en: 'Filter by date of issue, voucher, membership or hotel.',
        id: 'Filter menurut tanggal penerbitan, voucher, keanggotaan, atau hotel.',
      },
      CHOOSE_VIEW,
      COMPARE,
    ],
    keys: REPORT_KEYS,
  },
} as const satisfies Readonly<Record<string, PageHelp>>;
