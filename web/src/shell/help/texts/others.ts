import type { PageHelp } from '../page-help.ts';

/** The id of the menu entry. Shortcuts of users store it, so it keeps its former name. */
const RECONCILIATION_ID = 'books';

/** Help of the pages in the menu group Others. */
export const OTHERS_HELP = {
  approvals: {
    about: {
      en: 'Requests above a limit wait here for a second person: discounts, refunds, complimentary memberships, manual tiers and others. A request expires after seven days.',
      id: 'Permintaan di atas batas menunggu orang kedua di sini: diskon, pengembalian dana, keanggotaan komplimen, tingkat manual, dan lainnya. Permintaan kedaluwarsa setelah tujuh hari.',
    },
    steps: [
      {
        en: 'Open a request, and read its amounts and reason.',
        id: 'Buka permintaan, lalu baca jumlah dan alasannya.',
      },
      {
        en: 'Approve it, and it takes effect immediately on behalf of the requester; or reject it with a reason.',
        id: 'Setujui, dan permintaan langsung berlaku atas nama peminta; atau tolak dengan alasan.',
      },
      {
        en: 'You can decide only what you may do yourself, and never your own requests. Those you can withdraw.',
        id: 'Anda hanya dapat memutuskan hal yang boleh Anda lakukan sendiri, dan bukan permintaan Anda sendiri. Permintaan sendiri dapat ditarik kembali.',
      },
    ],
  },
  users: {
    about: {
      en: 'The people who use this console. A user has one role group, which sets what they may do, and staff assignments, which set the hotels they see.',
      id: 'Orang yang memakai konsol ini. Pengguna punya satu grup peran yang menentukan apa yang boleh dilakukan, dan penugasan staf yang menentukan hotel yang dilihat.',
    },
    steps: [
      {
        en: 'Invite the user: they choose a password by the link in the email. Without email, give a first password instead.',
        id: 'Undang penggunanya: kata sandi dipilih sendiri lewat tautan di email. Tanpa email, berikan kata sandi awal.',
      },
      {
        en: 'Choose the hotels or regions in which the user works.',
        id: 'Pilih hotel atau wilayah tempat pengguna bekerja.',
      },
      {
        en: 'Switch off users who leave: their sessions end immediately.',
        id: 'Nonaktifkan pengguna yang keluar: sesinya langsung berakhir.',
      },
    ],
  },
  role_group: {
    about: {
      en: 'What users may do: view, create, edit and delete, module by module, with an access level and a discount limit. You can only grant rights that you have.',
      id: 'Apa yang boleh dilakukan pengguna: lihat, tambah, ubah, dan hapus, modul demi modul, dengan tingkat akses dan batas diskon. Anda hanya dapat memberikan hak yang Anda miliki.',
    },
    steps: [
      {
        en: 'Choose the access level: group sees all hotels, region those of its regions, property its own.',
        id: 'Pilih tingkat akses: grup melihat semua hotel, wilayah melihat hotel di wilayahnya, properti melihat hotelnya sendiri.',
      },
      {
        en: 'Tick the rights. A change takes effect immediately, in running sessions too.',
        id: 'Centang haknya. Perubahan langsung berlaku, termasuk pada sesi yang sedang berjalan.',
      },
    ],
  },
  audit_entry: {
    about: {
      en: 'Every change of every record: who, when, from where, and the values before and after. The log can only grow; nobody can edit it.',
      id: 'Setiap perubahan data: siapa, kapan, dari mana, serta nilai sebelum dan sesudahnya. Log hanya dapat bertambah; tidak seorang pun dapat mengubahnya.',
    },
    steps: [
      {
        en: 'Filter by record type, user or day. Changes by systems are hidden until you clear the filter Author.',
        id: 'Filter menurut jenis data, pengguna, atau hari. Perubahan oleh sistem tersembunyi sampai filter Pelaku dihapus.',
      },
      {
        en: 'The history of one record is on its own page.',
        id: 'Riwayat satu data ada di halamannya sendiri.',
      },
      {
        en: 'Months that were moved to the archive are files on the page Reconciliation.',
        id: 'Bulan yang dipindahkan ke arsip tersedia sebagai berkas di halaman Rekonsiliasi.',
      },
    ],
  },
  flagged_activity: {
    about: {
      en: 'Redemptions, bills and approvals that look unusual: after shift end, many by one person, far from the member’s hotels, repeated amounts, mutual approvals. An exception is a reason to look, not a proof.',
      id: 'Penukaran, tagihan, dan persetujuan yang tampak janggal: setelah giliran kerja, banyak oleh satu orang, jauh dari hotel anggota, jumlah berulang, saling menyetujui. Ini alasan untuk memeriksa, bukan bukti.',
    },
    steps: [
      {
        en: 'Open an exception, and from it the bill or the redemption.',
        id: 'Buka satu transaksi janggal, lalu tagihan atau penukarannya.',
      },
      {
        en: 'Choose “Review…” and write down the finding.',
        id: 'Pilih “Tinjau…” dan tuliskan temuannya.',
      },
    ],
  },
  export_entry: {
    about: {
      en: 'Every list and report that was exported as a file: who, when, how many rows, which columns and which query.',
      id: 'Setiap daftar dan laporan yang diekspor sebagai berkas: siapa, kapan, berapa baris, kolom mana, dan kueri mana.',
    },
    steps: [
      {
        en: 'Filter by user or day, and sort by rows to find large exports.',
        id: 'Filter menurut pengguna atau hari, dan urutkan menurut baris untuk menemukan ekspor besar.',
      },
      {
        en: 'Open an entry to read its columns and its query.',
        id: 'Buka satu entri untuk membaca kolom dan kuerinya.',
      },
    ],
  },
  manual_change: {
    about: {
      en: 'Cards, vouchers and tiers that staff created, extended or changed manually, with value before and after and the reason.',
      id: 'Kartu, voucher, dan tingkat yang dibuat, diperpanjang, atau diubah manual oleh staf, dengan nilai sebelum, sesudah, dan alasannya.',
    },
    steps: [
      {
        en: 'Filter by kind of change, hotel or user.',
        id: 'Filter menurut jenis perubahan, hotel, atau pengguna.',
      },
      {
        en: 'Open the card or the voucher from its entry.',
        id: 'Buka kartu atau vouchernya dari entri tersebut.',
      },
    ],
  },
  [RECONCILIATION_ID]: {
    about: {
      en: 'Recalculates money, cards, vouchers, visits and closed months, and lists every difference. It changes nothing.',
      id: 'Menghitung ulang uang, kartu, voucher, kunjungan, dan bulan yang ditutup, lalu menampilkan setiap selisih. Tidak ada data yang diubah.',
    },
    steps: [
      {
        en: 'Choose “Run check”. It takes from seconds to a few minutes, and needs access to all hotels.',
        id: 'Pilih “Periksa”. Pemeriksaan memakan waktu beberapa detik sampai beberapa menit, dan memerlukan akses ke semua hotel.',
      },
      {
        en: 'Open the records of a difference and correct them, then run the check again.',
        id: 'Buka data dari selisih itu dan perbaiki, lalu periksa lagi.',
      },
    ],
  },
  report: {
    about: {
      en: 'The reports and their default view. Reserved reports can be given other columns but not be deleted.',
      id: 'Laporan beserta tampilan bawaannya. Laporan bawaan sistem dapat diberi kolom lain tetapi tidak dapat dihapus.',
    },
    steps: [
      {
        en: 'Open a report to see its first rows and its columns.',
        id: 'Buka laporan untuk melihat baris pertama dan kolomnya.',
      },
      {
        en: 'Add columns from the catalogue, and set which are shown at first.',
        id: 'Tambahkan kolom dari katalog, dan tentukan mana yang tampil sejak awal.',
      },
    ],
  },
  report_column: {
    about: {
      en: 'The columns of all reports: table, column, order, label, alignment and format.',
      id: 'Kolom semua laporan: tabel, kolom, urutan, label, perataan, dan format.',
    },
    steps: [
      {
        en: 'Choose the report, then a table and one of its columns.',
        id: 'Pilih laporan, lalu tabel dan salah satu kolomnya.',
      },
      {
        en: '“Default Checked” shows the column at first; users can still choose others.',
        id: '“Otomatis dicentang” menampilkan kolom sejak awal; pengguna tetap dapat memilih kolom lain.',
      },
    ],
  },
  option: {
    about: {
      en: 'The lists of choices in forms, such as payment types, and the settings of the programme, such as the renewal window. Reserved ones can be renamed but not deleted.',
      id: 'Daftar pilihan dalam formulir, misalnya jenis pembayaran, dan pengaturan program, misalnya masa perpanjangan. Bawaan sistem dapat diganti namanya tetapi tidak dapat dihapus.',
    },
    steps: [
      {
        en: 'Open an option to add or rename its details.',
        id: 'Buka sebuah opsi untuk menambah atau mengganti nama rinciannya.',
      },
      {
        en: 'The description of a setting says what its values mean.',
        id: 'Keterangan sebuah pengaturan menjelaskan arti nilainya.',
      },
    ],
  },
  option_detail: {
    about: {
      en: 'The single choices of all options with label, code and value.',
      id: 'Setiap pilihan dari semua opsi beserta label, kode, dan nilainya.',
    },
    steps: [
      {
        en: 'Filter by option to see its choices; usually you edit them on the option’s page.',
        id: 'Filter menurut opsi untuk melihat pilihannya; biasanya diubah di halaman opsi.',
      },
      {
        en: 'Codes of reserved options are fixed; their labels are yours.',
        id: 'Kode opsi bawaan sistem tidak dapat diubah; labelnya bebas Anda tentukan.',
      },
    ],
  },
  type_input: {
    about: {
      en: 'The kinds of input that sections of mail templates can have, such as a line of text or a picture.',
      id: 'Jenis isian untuk bagian templat email, misalnya satu baris teks atau gambar.',
    },
    steps: [
      {
        en: 'Rename a kind if another name suits your staff better; reserved codes are fixed.',
        id: 'Ganti nama jenis bila nama lain lebih cocok bagi staf Anda; kode bawaan sistem tidak dapat diubah.',
      },
    ],
  },
  module_group: {
    about: {
      en: 'Groups of modules, as they appear in the rights of a role group.',
      id: 'Kelompok modul, seperti yang tampil pada hak grup peran.',
    },
    steps: [
      {
        en: 'Create a group, then choose it in its modules.',
        id: 'Buat grup, lalu pilih grup itu di modulnya.',
      },
    ],
  },
  module: {
    about: {
      en: 'The modules of the console. Each has the rights to view, create, edit and delete; switching a module off takes them away from everybody.',
      id: 'Modul konsol. Setiap modul punya hak lihat, tambah, ubah, dan hapus; menonaktifkan modul mencabutnya dari semua orang.',
    },
    steps: [
      {
        en: 'Move a module to another group to order the rights of role groups.',
        id: 'Pindahkan modul ke grup lain untuk menata hak grup peran.',
      },
      {
        en: 'Switch a module off if nobody shall use it for now.',
        id: 'Nonaktifkan modul bila untuk sementara tidak boleh dipakai siapa pun.',
      },
    ],
  },
} as const satisfies Readonly<Record<string, PageHelp>>;
