import type { PageHelp, TopicHelp } from '../page-help.ts';

/** Help of the menu’s first pages, outside any group. */
export const DAILY_HELP = {
  dashboard: {
    about: {
      en: 'Your hotels today: members, expiring cards, the calls to make, and revenue, visits, sales and redemptions by month. Each figure counts only the hotels that you may see.',
      id: 'Hotel Anda hari ini: anggota, kartu yang akan berakhir, panggilan yang perlu dilakukan, serta pendapatan, kunjungan, penjualan, dan penukaran per bulan. Setiap angka hanya mencakup hotel yang boleh Anda lihat.',
    },
    steps: [
      {
        en: 'Choose a region or hotels above to limit the figures to them.',
        id: 'Pilih wilayah atau hotel di bagian atas untuk membatasi angkanya.',
      },
      {
        en: 'Select a figure or a month to open the list of the records behind it.',
        id: 'Pilih angka atau bulan untuk membuka daftar data di baliknya.',
      },
      {
        en: 'Choose Table on a chart to read its values, and Break down by to split it by hotel or membership.',
        id: 'Pilih Tabel pada grafik untuk membaca nilainya, dan Rinci menurut untuk memecahnya menurut hotel atau keanggotaan.',
      },
    ],
  },
  search: {
    about: {
      en: 'Finds guests and vouchers by name, card, voucher, phone or email. Guests of other hotels are found by an exact card or voucher number, phone number or email.',
      id: 'Mencari tamu dan voucher menurut nama, kartu, voucher, telepon, atau email. Tamu hotel lain ditemukan lewat nomor kartu atau voucher, nomor telepon, atau email yang persis.',
    },
    steps: [
      {
        en: 'Type at least part of a name, or scan the card.',
        id: 'Ketik sedikitnya sebagian nama, atau pindai kartunya.',
      },
      {
        en: 'Open the guest, or choose Redeem, Post a visit or the sale on the guest’s line.',
        id: 'Buka tamunya, atau pilih Tukar voucher, Catat kunjungan, atau penjualan pada baris tamu itu.',
      },
      {
        en: 'If there is no such guest, choose “Sell a membership to a new guest”.',
        id: 'Bila tamunya belum terdaftar, pilih “Jual keanggotaan kepada tamu baru”.',
      },
    ],
  },
  member: {
    about: {
      en: 'All members whom your hotels serve or registered. The status shows who has an active card, who met the visit requirement and who did not renew.',
      id: 'Semua anggota yang dilayani atau didaftarkan hotel Anda. Status menunjukkan siapa yang punya kartu aktif, siapa yang memenuhi syarat kunjungan, dan siapa yang tidak memperpanjang.',
    },
    steps: [
      {
        en: 'Search by name, phone, email or card number, and open the member.',
        id: 'Cari menurut nama, telepon, email, atau nomor kartu, lalu buka anggotanya.',
      },
      {
        en: 'A new member comes with a sale. “New member” adds a guest without a card.',
        id: 'Anggota baru dibuat lewat penjualan. “Tambah anggota” menambahkan tamu tanpa kartu.',
      },
      {
        en: 'Select several members to send them an email about their cards.',
        id: 'Pilih beberapa anggota untuk mengirimi mereka email tentang kartunya.',
      },
    ],
  },
  work_lists: {
    about: {
      en: 'Members whom someone should call: renewals due, expiring cards, unused cards, guests close to the next tier, and birthdays. A member leaves the list for 90 days once a call settled the matter.',
      id: 'Anggota yang perlu dihubungi: perpanjangan, kartu yang akan berakhir, kartu yang tidak dipakai, tamu yang mendekati tingkat berikutnya, dan ulang tahun. Anggota keluar dari daftar selama 90 hari setelah panggilan menyelesaikan urusannya.',
    },
    steps: [
      {
        en: 'Choose a list, and limit it to a hotel, to your calls, or to members without a recent call.',
        id: 'Pilih daftar, lalu batasi menurut hotel, panggilan Anda, atau anggota yang belum lama ini dihubungi.',
      },
      {
        en: 'Choose “Start calling” to see one member after another, with phone number, card and last visit.',
        id: 'Pilih “Mulai menelepon” untuk melihat anggota satu per satu, dengan nomor telepon, kartu, dan kunjungan terakhir.',
      },
      {
        en: 'Log each call with its outcome, and with a day to call back if needed.',
        id: 'Catat setiap panggilan beserta hasilnya, dan hari untuk menelepon kembali bila perlu.',
      },
    ],
  },
  member_card: {
    about: {
      en: 'All cards, current and past, with their membership and dates. Cards come from sales and upgrades; one created manually needs a reason and is listed under Manual changes.',
      id: 'Semua kartu, yang berlaku maupun yang lama, beserta keanggotaan dan tanggalnya. Kartu berasal dari penjualan dan kenaikan tingkat; kartu yang dibuat manual memerlukan alasan dan tercatat di Perubahan manual.',
    },
    steps: [
      {
        en: 'Find the card by its number or member, and open it.',
        id: 'Cari kartu menurut nomor atau anggotanya, lalu buka.',
      },
      {
        en: 'For a lost card choose “Replace card…”: it gets a new number, and the old one stops working.',
        id: 'Untuk kartu yang hilang pilih “Ganti kartu…”: kartu mendapat nomor baru dan nomor lama tidak berlaku lagi.',
      },
      {
        en: 'To extend a card, change its last day and give the reason. A card can be extended once.',
        id: 'Untuk memperpanjang kartu, ubah tanggal berakhirnya dan isi alasannya. Kartu dapat diperpanjang sekali.',
      },
    ],
  },
  member_voucher: {
    about: {
      en: 'All vouchers of members with their status: upcoming, available, redeemed, expired or cancelled. They are issued with a card, one number each.',
      id: 'Semua voucher anggota beserta statusnya: akan datang, tersedia, ditukar, kedaluwarsa, atau dibatalkan. Voucher diterbitkan bersama kartu, masing-masing dengan nomornya.',
    },
    steps: [
      {
        en: 'Find the voucher by its number or member. Redeem it on the page Redeem, not here.',
        id: 'Cari voucher menurut nomor atau anggotanya. Penukarannya dilakukan di halaman Tukar voucher, bukan di sini.',
      },
      {
        en: 'Choose “Extend…” to give it a later last day, once, with a reason.',
        id: 'Pilih “Perpanjang…” untuk memundurkan hari terakhirnya, satu kali, dengan alasan.',
      },
      {
        en: 'Choose “New number…” if its number is no longer safe; the old one stops working.',
        id: 'Pilih “Nomor baru…” bila nomornya tidak aman lagi; nomor lama tidak berlaku lagi.',
      },
    ],
  },
} as const satisfies Readonly<Record<string, PageHelp>>;

/** Help of pages of a member that are not in the menu. */
export const MEMBER_TOPICS = {
  member_page: {
    title: { en: 'Member page', id: 'Halaman anggota' },
    menuId: 'member',
    path: /^\/company\/member\/\d+$/,
    about: {
      en: 'Everything about one guest: card, visits towards the next tier, redeemable vouchers, spend, emails and the timeline. The buttons at the top say why an action is not available now.',
      id: 'Segala hal tentang satu tamu: kartu, kunjungan menuju tingkat berikutnya, voucher yang dapat ditukar, belanja, email, dan linimasa. Tombol di bagian atas menjelaskan mengapa suatu tindakan belum tersedia.',
    },
    steps: [
      {
        en: 'Renew, redeem, post a visit or send an email with the buttons at the top.',
        id: 'Perpanjang, tukar voucher, catat kunjungan, atau kirim email dengan tombol di bagian atas.',
      },
      {
        en: 'More has the rarer actions: log a call, replace a lost card, set the tier, merge with another member.',
        id: 'Lainnya berisi tindakan yang lebih jarang: catat panggilan, ganti kartu yang hilang, atur tingkat, gabungkan dengan anggota lain.',
      },
      {
        en: 'Correct the guest’s fields under Data. History shows who changed what.',
        id: 'Perbaiki data tamu di tab Data. Riwayat menunjukkan siapa mengubah apa.',
      },
    ],
    keys: [
      { key: '1', label: { en: 'Sell or renew', id: 'Jual atau perpanjang' } },
      { key: '2', label: { en: 'Redeem', id: 'Tukar voucher' } },
      { key: '3', label: { en: 'Post a visit', id: 'Catat kunjungan' } },
      { key: '4', label: { en: 'Send email', id: 'Kirim email' } },
      { key: '5', label: { en: 'More', id: 'Lainnya' } },
    ],
  },
  merge: {
    title: { en: 'Merge members', id: 'Gabungkan anggota' },
    menuId: 'member',
    path: /^\/company\/member\/\d+\/merge$/,
    about: {
      en: 'Merges two records of the same person. Cards, vouchers, sales and visits move to the member that you keep.',
      id: 'Menggabungkan dua data orang yang sama. Kartu, voucher, penjualan, dan kunjungan berpindah ke anggota yang dipertahankan.',
    },
    steps: [
      {
        en: 'Open one of the two members and choose “Merge with…” under More.',
        id: 'Buka salah satu anggota lalu pilih “Gabungkan dengan…” di Lainnya.',
      },
      {
        en: 'Choose the other member, compare the fields, and swap the two if the wrong one would be kept.',
        id: 'Pilih anggota lainnya, bandingkan isiannya, dan tukar keduanya bila yang dipertahankan keliru.',
      },
      {
        en: 'Check the records to move, then merge. A merge can be undone for 30 days.',
        id: 'Periksa data yang dipindahkan, lalu gabungkan. Penggabungan dapat diurungkan selama 30 hari.',
      },
    ],
  },
} as const satisfies Readonly<Record<string, TopicHelp>>;
