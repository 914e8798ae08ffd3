import type { TopicHelp } from '../page-help.ts';

/** Help of what all pages have in common, in the order of the guide. */
export const BASICS_HELP = {
  getting_around: {
    title: { en: 'Getting around', id: 'Menjelajahi konsol' },
    path: /^\/dashboard$/,
    about: {
      en: 'The menu shows only the pages that your role group permits. The command palette opens any of them from the keyboard, and finds guests and vouchers too.',
      id: 'Menu hanya menampilkan halaman yang diizinkan grup peran Anda. Palet perintah membuka halaman mana pun dari papan ketik, serta mencari tamu dan voucher.',
    },
    steps: [
      {
        en: 'Open the command palette and type part of a page, a guest’s name, a card number or a voucher number.',
        id: 'Buka palet perintah, lalu ketik sebagian nama halaman, nama tamu, nomor kartu, atau nomor voucher.',
      },
      {
        en: 'Type “redeem”, “sell”, “renew” or “visit” before a guest’s name to open that page with the guest.',
        id: 'Ketik “tukar”, “jual”, “perpanjang”, atau “catat” sebelum nama tamu untuk membuka halaman itu bersama tamunya.',
      },
      {
        en: 'Star the pages you use most: they appear in the toolbar, and Alt with their digit opens them.',
        id: 'Beri bintang pada halaman yang paling sering dipakai: halaman itu tampil di bilah alat dan dapat dibuka dengan Alt dan angkanya.',
      },
      {
        en: 'The quick panel has your hotels, running exports, past messages and your notes.',
        id: 'Panel cepat berisi hotel Anda, ekspor yang sedang berjalan, pesan sebelumnya, dan catatan Anda.',
      },
    ],
  },
  lists: {
    title: { en: 'Lists', id: 'Daftar' },
    about: {
      en: 'All lists work alike. What you search, filter and sort is part of the address, so a link shows others the same list, limited to the records that they may see.',
      id: 'Semua daftar bekerja dengan cara yang sama. Pencarian, filter, dan urutan menjadi bagian dari alamat halaman, sehingga tautan menampilkan daftar yang sama kepada orang lain, terbatas pada data yang boleh mereka lihat.',
    },
    steps: [
      {
        en: 'Type into the field under a column heading to filter it, and open its menu for other operators and date presets.',
        id: 'Ketik pada kotak di bawah judul kolom untuk memfilter, lalu buka menunya untuk operator lain dan pilihan tanggal.',
      },
      {
        en: 'Select a heading to sort. Columns can be shown, hidden, moved and pinned with Columns.',
        id: 'Pilih judul kolom untuk mengurutkan. Kolom dapat ditampilkan, disembunyikan, digeser, dan disematkan lewat Kolom.',
      },
      {
        en: 'Save filters, sorting and columns under Views, for yourself, your role group or everyone.',
        id: 'Simpan filter, urutan, dan kolom di Tampilan, untuk Anda sendiri, grup peran Anda, atau semua orang.',
      },
      {
        en: 'Select rows, or all rows that match, to edit, delete or export them together. The dialog shows how many it affects before you confirm.',
        id: 'Pilih beberapa baris, atau semua yang cocok, untuk diubah, dihapus, atau diekspor sekaligus. Dialog menampilkan jumlah yang terpengaruh sebelum Anda mengonfirmasi.',
      },
    ],
    keys: [
      { key: '/', label: { en: 'Search the list', id: 'Cari di daftar' } },
      { key: 'ArrowDown', label: { en: 'Move to the list', id: 'Masuk ke daftar' } },
      { key: 'Enter', label: { en: 'Open row', id: 'Buka baris' } },
      { key: 'p', label: { en: 'Preview row', id: 'Pratinjau baris' } },
      { key: ' ', label: { en: 'Select row', id: 'Pilih baris' } },
      { key: 'Escape', label: { en: 'Deselect', id: 'Batalkan pilihan' } },
      { key: 'n', label: { en: 'Create new', id: 'Buat baru' } },
      { key: 'e', label: { en: 'Edit row', id: 'Ubah baris' } },
      { key: 'Delete', label: { en: 'Delete row', id: 'Hapus baris' } },
    ],
  },
  records: {
    title: { en: 'Records and forms', id: 'Data dan formulir' },
    about: {
      en: 'A record’s page has its fields, its related lists and its history with every change, user and time. Deleted records go to the trash of their list.',
      id: 'Halaman sebuah data memuat isiannya, daftar terkait, dan riwayat setiap perubahan beserta pengguna dan waktunya. Data yang dihapus masuk ke tempat sampah di daftarnya.',
    },
    steps: [
      {
        en: 'Change the fields and save. A field with a problem shows what to do.',
        id: 'Ubah isian lalu simpan. Isian yang bermasalah menjelaskan apa yang harus dilakukan.',
      },
      {
        en: 'If someone else saved the record first, choose between their values and yours, field by field.',
        id: 'Bila orang lain lebih dulu menyimpan data itu, pilih nilai mereka atau nilai Anda untuk setiap isian.',
      },
      {
        en: 'If your session ends while you type, the form offers your draft again after you sign in.',
        id: 'Bila sesi Anda berakhir saat mengisi, formulir menawarkan draf Anda kembali setelah Anda masuk.',
      },
      {
        en: 'To restore a deleted record, open Trash above its list and choose Restore.',
        id: 'Untuk memulihkan data yang dihapus, buka Tempat sampah di atas daftarnya lalu pilih Pulihkan.',
      },
    ],
    keys: [{ key: 'Ctrl S', label: { en: 'Save', id: 'Simpan' } }],
  },
  import_export: {
    title: { en: 'Import and export', id: 'Impor dan ekspor' },
    path: /\/import$/,
    about: {
      en: 'A list exports what it shows: the same filters, columns and order, as CSV, Excel or PDF. An import checks the whole file before it writes anything, and imports nothing while a row is rejected.',
      id: 'Ekspor daftar berisi yang sedang tampil: filter, kolom, dan urutan yang sama, sebagai CSV, Excel, atau PDF. Impor memeriksa seluruh berkas sebelum menulis apa pun, dan tidak mengimpor apa pun selama masih ada baris yang ditolak.',
    },
    steps: [
      {
        en: 'Choose Import above a list, then a CSV or Excel file. A template with the headings can be downloaded there.',
        id: 'Pilih Impor di atas daftar, lalu pilih berkas CSV atau Excel. Templat dengan judul kolom dapat diunduh di sana.',
      },
      {
        en: 'Map its columns to fields and check the rows. Choose a field under “Update existing records by” to change records instead of adding them.',
        id: 'Petakan kolomnya ke isian lalu periksa barisnya. Pilih isian di “Perbarui data yang ada menurut” untuk mengubah data, bukan menambahkannya.',
      },
      {
        en: 'Correct rejected cells on the page, or download the rejected rows, then import.',
        id: 'Perbaiki sel yang ditolak langsung di halaman, atau unduh baris yang ditolak, lalu impor.',
      },
      {
        en: 'An entire import can be undone under “Earlier imports”.',
        id: 'Seluruh impor dapat diurungkan di “Impor sebelumnya”.',
      },
    ],
  },
  profile: {
    title: { en: 'My Profile', id: 'Profil Saya' },
    path: /^\/pages\/profile/,
    url: '/pages/profile',
    about: {
      en: 'Your name, photo, password and two-factor sign-in, and the devices on which you are signed in. Only an administrator can change your role group and hotels.',
      id: 'Nama, foto, kata sandi, dan verifikasi dua langkah Anda, serta perangkat tempat Anda sedang masuk. Hanya administrator yang dapat mengubah grup peran dan hotel Anda.',
    },
    steps: [
      {
        en: 'To turn on two-factor sign-in choose Set up, scan the code with an authenticator app, and keep the recovery codes in a safe place.',
        id: 'Untuk mengaktifkan verifikasi dua langkah pilih Atur, pindai kodenya dengan aplikasi autentikator, lalu simpan kode pemulihan di tempat aman.',
      },
      {
        en: 'A passkey signs you in with the lock of your device, without a password or a code. Add one for each of your devices.',
        id: 'Kunci sandi memasukkan Anda dengan kunci layar perangkat, tanpa kata sandi atau kode. Tambahkan satu untuk tiap perangkat.',
      },
      {
        en: 'If you do not recognise a device, sign it out and change your password.',
        id: 'Bila ada perangkat yang tidak Anda kenal, keluarkan perangkat itu dan ubah kata sandi Anda.',
      },
    ],
  },
} as const satisfies Readonly<Record<string, TopicHelp>>;
