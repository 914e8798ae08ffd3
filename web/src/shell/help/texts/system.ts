import type { PageHelp } from '../page-help.ts';

/** Help of the pages in the menu group System. */
export const SYSTEM_HELP = {
  membership: {
    about: {
      en: 'The memberships that you sell: price, validity, visit requirements and where they are valid. Changes apply to new sales; a card keeps the terms under which it was sold.',
      id: 'Keanggotaan yang Anda jual: harga, masa berlaku, syarat kunjungan, dan tempat berlakunya. Perubahan berlaku untuk penjualan baru; kartu tetap memakai ketentuan saat dijual.',
    },
    steps: [
      {
        en: 'Create a membership with its price, renewal price and validity.',
        id: 'Buat keanggotaan dengan harga, harga perpanjangan, dan masa berlakunya.',
      },
      {
        en: 'Give tiers a rank: visits upgrade a member to the next higher rank. 0 is not part of the order.',
        id: 'Beri peringkat pada tingkat: kunjungan menaikkan anggota ke peringkat berikutnya. 0 berada di luar urutan.',
      },
      {
        en: 'Add its vouchers, and prices in other currencies where the converted price does not suit.',
        id: 'Tambahkan vouchernya, dan harga dalam mata uang lain bila harga konversi tidak sesuai.',
      },
    ],
  },
  membership_price: {
    about: {
      en: 'Prices of a membership in other currencies. Hotels with that currency use them instead of the converted price.',
      id: 'Harga keanggotaan dalam mata uang lain. Hotel dengan mata uang itu memakainya menggantikan harga konversi.',
    },
    steps: [
      {
        en: 'Choose the membership and the currency, and enter price and renewal price.',
        id: 'Pilih keanggotaan dan mata uangnya, lalu isi harga dan harga perpanjangan.',
      },
      {
        en: 'Delete a price to convert the membership’s own price at today’s rate again.',
        id: 'Hapus sebuah harga agar harga keanggotaan kembali dikonversi dengan kurs hari ini.',
      },
    ],
  },
  voucher: {
    about: {
      en: 'The vouchers that come with each membership. A sale issues as many as Quantity says, each with its own number.',
      id: 'Voucher yang disertakan pada setiap keanggotaan. Penjualan menerbitkan sebanyak isian Jumlah, masing-masing dengan nomornya sendiri.',
    },
    steps: [
      {
        en: 'Choose membership and type, and enter name, description and terms in both languages.',
        id: 'Pilih keanggotaan dan jenisnya, lalu isi nama, keterangan, dan ketentuan dalam kedua bahasa.',
      },
      {
        en: 'Add a picture, the nominal value and the quantity per card.',
        id: 'Tambahkan gambar, nilai nominal, dan jumlah per kartu.',
      },
      {
        en: 'Limit it to one hotel, or to the hotel that issues it. Switch it off to stop issuing it; issued ones stay valid.',
        id: 'Batasi ke satu hotel, atau ke hotel penerbitnya. Nonaktifkan agar tidak diterbitkan lagi; yang sudah terbit tetap berlaku.',
      },
    ],
  },
  mail_log: {
    about: {
      en: 'Every email to members and users with its delivery status, and whether it was opened. An email that was not sent says why.',
      id: 'Setiap email kepada anggota dan pengguna beserta status pengirimannya, dan apakah sudah dibuka. Email yang tidak dikirim disertai alasannya.',
    },
    steps: [
      {
        en: 'Open an email to see it as the guest received it.',
        id: 'Buka email untuk melihatnya seperti yang diterima tamu.',
      },
      {
        en: 'Choose “Send again” if it failed, after correcting the address.',
        id: 'Pilih “Kirim lagi” bila gagal, setelah alamatnya diperbaiki.',
      },
    ],
  },
  mail_template: {
    about: {
      en: 'The emails of the programme: welcome, renewal, upgrade, expiry reminder, birthday and others. Of several active templates of one type the newest is used.',
      id: 'Email program: sambutan, perpanjangan, kenaikan tingkat, pengingat berakhir, ulang tahun, dan lainnya. Dari beberapa templat aktif berjenis sama dipakai yang terbaru.',
    },
    steps: [
      {
        en: 'Open a template, choose a language and edit its sections where they appear in the email.',
        id: 'Buka templat, pilih bahasa, lalu ubah bagiannya di tempatnya dalam email.',
      },
      {
        en: 'Insert placeholders for names, numbers and dates. An unknown placeholder is an error when you save.',
        id: 'Sisipkan penanda untuk nama, nomor, dan tanggal. Penanda yang tidak dikenal menjadi kesalahan saat disimpan.',
      },
      {
        en: 'Preview it with a real member, and choose “Send me a test”.',
        id: 'Pratinjau dengan data anggota sungguhan, lalu pilih “Kirim uji coba ke saya”.',
      },
    ],
  },
  mail_language: {
    about: {
      en: 'The languages of each template: one per country, and the default for all other countries. A member gets the email of their country.',
      id: 'Bahasa setiap templat: satu per negara, dan bawaan untuk semua negara lain. Anggota menerima email menurut negaranya.',
    },
    steps: [
      {
        en: 'Add a language with its country and subject; its texts are edited on the template’s page.',
        id: 'Tambahkan bahasa dengan negara dan subjeknya; teksnya diubah di halaman templat.',
      },
      {
        en: 'Switch a language off and its members get the default email.',
        id: 'Nonaktifkan sebuah bahasa agar anggotanya menerima email bawaan.',
      },
    ],
  },
  mail_params: {
    about: {
      en: 'The sections of each template with their kind, order and default value. Usually you edit them on the template’s page.',
      id: 'Bagian setiap templat beserta jenis, urutan, dan nilai awalnya. Biasanya Anda mengubahnya di halaman templat.',
    },
    steps: [
      {
        en: 'Sections appear in the email in the order of their sort number.',
        id: 'Bagian tampil dalam email menurut nomor urutnya.',
      },
      {
        en: 'The default value is used by each language without a text of its own.',
        id: 'Nilai awal dipakai oleh setiap bahasa yang tidak punya teks sendiri.',
      },
    ],
  },
  mail_language_params: {
    about: {
      en: 'The texts of a language that differ from the template’s. Usually you edit them on the template’s page.',
      id: 'Teks sebuah bahasa yang berbeda dari templatnya. Biasanya Anda mengubahnya di halaman templat.',
    },
    steps: [
      {
        en: 'Filter by mail language to see all its texts.',
        id: 'Filter menurut bahasa email untuk melihat semua teksnya.',
      },
      {
        en: 'Delete a text to use the template’s text again.',
        id: 'Hapus sebuah teks untuk kembali memakai teks templat.',
      },
    ],
  },
  mail_data: {
    about: {
      en: 'The placeholders that the editor offers for each template, with their meaning.',
      id: 'Penanda yang ditawarkan editor untuk setiap templat, beserta artinya.',
    },
    steps: [
      {
        en: 'Read here what a placeholder contains before you use it in a text.',
        id: 'Baca di sini isi sebuah penanda sebelum memakainya dalam teks.',
      },
      {
        en: 'Change a description to explain it in your own words; the name is fixed by the mail type.',
        id: 'Ubah keterangannya untuk menjelaskan dengan kata Anda sendiri; namanya ditentukan jenis email.',
      },
    ],
  },
  integration: {
    about: {
      en: 'Hotel systems, BI and websites that work by themselves: they find members, redeem vouchers, post visits, read reports or sell memberships. Each has its own token, rights and limits.',
      id: 'Sistem hotel, BI, dan situs web yang bekerja sendiri: mencari anggota, menukar voucher, mencatat kunjungan, membaca laporan, atau menjual keanggotaan. Masing-masing punya token, hak, dan batasannya.',
    },
    steps: [
      {
        en: 'Create one for a hotel and keep its access token: it is shown once.',
        id: 'Buat satu untuk sebuah hotel dan simpan token aksesnya: token hanya ditampilkan sekali.',
      },
      {
        en: 'Choose what it may do, which hotels it sees, from which addresses and until which day. You can only grant rights and hotels that you have. In test mode its calls change nothing.',
        id: 'Pilih apa yang boleh dilakukannya, hotel mana yang dilihatnya, dari alamat mana, dan sampai hari apa. Anda hanya dapat memberikan hak dan hotel yang Anda miliki. Dalam mode uji panggilannya tidak mengubah apa pun.',
      },
      {
        en: 'Watch calls and rejected calls of the last 24 hours. Replace the token if it became known.',
        id: 'Pantau panggilan dan penolakan dalam 24 jam terakhir. Ganti tokennya bila diketahui orang lain.',
      },
    ],
  },
  webhook: {
    about: {
      en: 'Addresses of other systems that receive a message when something happens, such as a redemption or a sale.',
      id: 'Alamat sistem lain yang menerima pesan saat sesuatu terjadi, misalnya penukaran atau penjualan.',
    },
    steps: [
      {
        en: 'Enter the address, choose the events, and keep the signing secret: it proves that a message is ours.',
        id: 'Isi alamatnya, pilih peristiwanya, dan simpan kunci rahasia tanda tangan: kunci membuktikan bahwa pesan berasal dari sini.',
      },
      {
        en: 'Its page lists each message and lets you send it again. A webhook that was unreachable for 24 hours is paused.',
        id: 'Halamannya memuat setiap pesan dan dapat mengirimnya lagi. Webhook yang tidak terjangkau selama 24 jam dijeda.',
      },
    ],
  },
  hotel: {
    about: {
      en: 'Your hotels with country, time zone, contact and the name that signs emails. A hotel’s currency is that of its country.',
      id: 'Hotel Anda beserta negara, zona waktu, kontak, dan nama penanda tangan email. Mata uang hotel mengikuti negaranya.',
    },
    steps: [
      {
        en: 'Add a hotel with its country and code, then assign staff to it.',
        id: 'Tambahkan hotel dengan negara dan kodenya, lalu tugaskan stafnya.',
      },
      {
        en: 'Switch a hotel off to stop new sales, visits and redemptions there. What exists stays.',
        id: 'Nonaktifkan hotel untuk menghentikan penjualan, kunjungan, dan penukaran baru di sana. Data yang ada tetap tersimpan.',
      },
    ],
  },
  region: {
    about: {
      en: 'Regions group countries. Regional staff see the hotels of the regions to which they are assigned.',
      id: 'Wilayah mengelompokkan negara. Staf wilayah melihat hotel di wilayah tempat mereka ditugaskan.',
    },
    steps: [
      {
        en: 'Create a region, then assign countries to it on the country’s page.',
        id: 'Buat wilayah, lalu tetapkan negaranya di halaman negara.',
      },
      {
        en: 'Moving a country to another region changes who sees its members, and the console says how many it concerns.',
        id: 'Memindahkan negara ke wilayah lain mengubah siapa yang melihat anggotanya, dan konsol menyebutkan berapa yang terpengaruh.',
      },
    ],
  },
  region_users: {
    about: {
      en: 'Which users work where. An assignment is for a whole region, or for one hotel in it; without one, a user below group level sees no records.',
      id: 'Siapa bekerja di mana. Penugasan berlaku untuk seluruh wilayah atau satu hotel di dalamnya; tanpa penugasan, pengguna di bawah tingkat grup tidak melihat data.',
    },
    steps: [
      {
        en: 'Choose the user and the region, and the hotel if they work at one only.',
        id: 'Pilih pengguna dan wilayahnya, serta hotelnya bila hanya bekerja di satu hotel.',
      },
      {
        en: 'A user with several hotels has one assignment for each.',
        id: 'Pengguna dengan beberapa hotel mempunyai satu penugasan untuk masing-masing.',
      },
    ],
  },
  country: {
    about: {
      en: 'Countries with region, currency, time zone and exchange rate, and the limits for bills. Every amount is stored with the rate of its day.',
      id: 'Negara beserta wilayah, mata uang, zona waktu, dan kurs, serta batas tagihan. Setiap jumlah disimpan dengan kurs hari itu.',
    },
    steps: [
      {
        en: 'Keep the USD rate up to date: local currency for one US dollar.',
        id: 'Perbarui kurs USD: mata uang lokal untuk satu dolar AS.',
      },
      {
        en: 'If records were booked with a wrong rate, choose “Correct rate…” and preview the changes by month.',
        id: 'Bila data dibukukan dengan kurs yang keliru, pilih “Koreksi kurs…” dan pratinjau perubahannya per bulan.',
      },
      {
        en: 'Set the visit minimum and the bill limit in local currency.',
        id: 'Atur minimal kunjungan dan batas tagihan dalam mata uang lokal.',
      },
    ],
  },
} as const satisfies Readonly<Record<string, PageHelp>>;
