import type { PageHelp } from '../page-help.ts';

/** Help of the pages in the menu group Finance. */
export const FINANCE_HELP = {
  sell_membership: {
    about: {
      en: 'Sells a new membership, a renewal or an upgrade. The page finds out which of them the guest can have, and at what price.',
      id: 'Menjual keanggotaan baru, perpanjangan, atau kenaikan tingkat. Halaman ini menentukan mana yang dapat dijual kepada tamu dan berapa harganya.',
    },
    steps: [
      {
        en: 'Search for the guest, or choose “New guest” and enter name, phone and email.',
        id: 'Cari tamunya, atau pilih “Tamu baru” lalu isi nama, telepon, dan email.',
      },
      {
        en: 'Choose the hotel and the membership. Prices and vouchers are those of this hotel.',
        id: 'Pilih hotel dan keanggotaan. Harga dan vouchernya mengikuti hotel tersebut.',
      },
      {
        en: 'Enter payment type, receipt number and a discount if there is one. A discount above your limit is sent for approval.',
        id: 'Isi jenis pembayaran, nomor kuitansi, dan diskon bila ada. Diskon di atas batas Anda dikirim untuk disetujui.',
      },
      {
        en: 'Review the summary and sell. For ten minutes you can undo your own sale.',
        id: 'Tinjau ringkasannya lalu jual. Selama sepuluh menit Anda dapat mengurungkan penjualan sendiri.',
      },
    ],
  },
  free_membership: {
    about: {
      en: 'Issues a membership that is marked as free, without payment. Each hotel can issue some a month; more need an approval.',
      id: 'Menerbitkan keanggotaan yang ditandai gratis, tanpa pembayaran. Setiap hotel mempunyai jatah per bulan; selebihnya memerlukan persetujuan.',
    },
    steps: [
      {
        en: 'Search for the guest, or choose “New guest”.',
        id: 'Cari tamunya, atau pilih “Tamu baru”.',
      },
      {
        en: 'Choose the hotel and a free membership. A free card can be renewed here inside its renewal window.',
        id: 'Pilih hotel dan keanggotaan gratis. Kartu gratis dapat diperpanjang di sini selama masa perpanjangannya.',
      },
      {
        en: 'Review and issue. The guest gets card and vouchers as with a sale.',
        id: 'Tinjau lalu terbitkan. Tamu mendapat kartu dan voucher seperti pada penjualan.',
      },
    ],
  },
  transaction: {
    about: {
      en: 'All sales, renewals, complimentary memberships, refunds and other transactions. A sale is never edited: correct its payment, undo it, refund it or cancel it.',
      id: 'Semua penjualan, perpanjangan, keanggotaan komplimen, pengembalian dana, dan transaksi lain. Penjualan tidak pernah diubah: koreksi pembayarannya, urungkan, kembalikan dananya, atau batalkan.',
    },
    steps: [
      {
        en: 'Open the transaction. Receipt, correction, refund and dispute are buttons at its top.',
        id: 'Buka transaksinya. Kuitansi, koreksi, pengembalian dana, dan sengketa adalah tombol di bagian atas.',
      },
      {
        en: 'To cancel a sale delete it with a reason: its card and unredeemed vouchers go with it. Once a voucher was redeemed, refund it instead.',
        id: 'Untuk membatalkan penjualan, hapus dengan alasan: kartu dan voucher yang belum ditukar ikut terhapus. Bila ada voucher yang sudah ditukar, kembalikan dananya.',
      },
      {
        en: 'In a closed month use “Reverse…”: a reversing entry is posted today and linked to the old one.',
        id: 'Pada bulan yang sudah ditutup gunakan “Balik…”: entri pembalik dicatat hari ini dan ditautkan ke transaksi lama.',
      },
    ],
  },
  transaction_detail: {
    about: {
      en: 'The lines of all transactions: fee type, quantity and price. Use it to find and add up fees across transactions.',
      id: 'Rincian semua transaksi: jenis biaya, jumlah, dan harga. Gunakan untuk mencari dan menjumlahkan biaya dari banyak transaksi.',
    },
    steps: [
      {
        en: 'Filter by fee type, hotel or date. Lines of a sale are set by the sale and cannot be changed.',
        id: 'Filter menurut jenis biaya, hotel, atau tanggal. Rincian penjualan ditetapkan oleh penjualannya dan tidak dapat diubah.',
      },
      {
        en: 'Add a line to another transaction on that transaction’s page.',
        id: 'Tambahkan rincian untuk transaksi lain di halaman transaksi tersebut.',
      },
    ],
  },
  receipt: {
    about: {
      en: 'Every printed receipt with its number, its day and the number of copies. A receipt gets its number when it is first printed, without gaps.',
      id: 'Setiap kuitansi yang dicetak beserta nomor, hari, dan jumlah salinannya. Kuitansi mendapat nomor saat pertama kali dicetak, tanpa ada yang terlewat.',
    },
    steps: [
      {
        en: 'Find the receipt by its number and open its transaction to print a copy.',
        id: 'Cari kuitansi menurut nomornya lalu buka transaksinya untuk mencetak salinan.',
      },
      {
        en: 'A copy printed after a correction shows that the payment was corrected.',
        id: 'Salinan yang dicetak setelah koreksi menunjukkan bahwa pembayarannya telah dikoreksi.',
      },
    ],
  },
  quick_visit: {
    about: {
      en: 'Posts a guest’s bill as a visit. Bills that reach the visit minimum count towards keeping the tier and reaching the next one.',
      id: 'Mencatat tagihan tamu sebagai kunjungan. Tagihan yang mencapai nilai minimal dihitung untuk mempertahankan tingkat dan naik ke tingkat berikutnya.',
    },
    steps: [
      {
        en: 'Scan the card, or type the card number, phone, email or name.',
        id: 'Pindai kartunya, atau ketik nomor kartu, telepon, email, atau nama.',
      },
      {
        en: 'Enter the bill number and the amounts for food and beverages, rooms and others, then choose Post.',
        id: 'Isi nomor tagihan dan jumlah untuk makanan dan minuman, kamar, dan lainnya, lalu pilih Catat.',
      },
      {
        en: 'A bill that is two or more days old needs a reason. A mistake can be undone below the form.',
        id: 'Tagihan yang sudah dua hari atau lebih memerlukan alasan. Kekeliruan dapat diurungkan di bawah formulir.',
      },
    ],
    keys: [
      { key: '/', label: { en: 'Go to card or name search', id: 'Ke pencarian kartu atau nama' } },
      { key: 'Escape', label: { en: 'Next guest', id: 'Tamu berikutnya' } },
    ],
  },
  visit: {
    about: {
      en: 'All bills of members at your hotels. Each shows amounts, bill number and who posted it.',
      id: 'Semua tagihan anggota di hotel Anda. Setiap kunjungan menampilkan jumlah, nomor tagihan, dan siapa yang mencatatnya.',
    },
    steps: [
      {
        en: 'Post visits on the page Post a visit; here you find and correct them.',
        id: 'Catat kunjungan di halaman Catat kunjungan; di sini Anda mencari dan memperbaikinya.',
      },
      {
        en: 'If a bill was posted to the wrong guest, open it and choose “Move to another member…”.',
        id: 'Bila tagihan dicatat untuk tamu yang keliru, buka lalu pilih “Pindahkan ke anggota lain…”.',
      },
      {
        en: 'Moving or deleting a visit recalculates the tiers that it counted for.',
        id: 'Memindahkan atau menghapus kunjungan menghitung ulang tingkat yang dipengaruhinya.',
      },
    ],
  },
  held_posting: {
    about: {
      en: 'Bills that a hotel system sent and that could not be posted: the card is unknown, has expired, or its member was merged. A bill leaves the waiting ones by itself once a visit with its number exists.',
      id: 'Tagihan dari sistem hotel yang belum dapat dicatat: kartunya tidak dikenal, sudah berakhir, atau anggotanya telah digabung. Tagihan tidak lagi menunggu begitu ada kunjungan dengan nomornya.',
    },
    steps: [
      {
        en: 'Open a bill and choose “Post as a visit…”, then choose the member it belongs to.',
        id: 'Buka tagihan dan pilih “Catat sebagai kunjungan…”, lalu pilih anggota pemiliknya.',
      },
      {
        en: 'If it belongs to no member choose “Dismiss…” and give the reason.',
        id: 'Bila bukan milik anggota mana pun pilih “Abaikan…” dan isi alasannya.',
      },
      {
        en: 'Select several bills to post them together.',
        id: 'Pilih beberapa tagihan untuk mencatatnya sekaligus.',
      },
    ],
  },
  redeem: {
    about: {
      en: 'Redeems a guest’s vouchers at your hotel. Vouchers that cannot be used here today are listed with the reason, in words to read to the guest.',
      id: 'Menukar voucher tamu di hotel Anda. Voucher yang tidak dapat dipakai di sini hari ini ditampilkan dengan alasannya, dalam kata yang dapat dibacakan kepada tamu.',
    },
    steps: [
      {
        en: 'Scan the card or the voucher, or type its number, a phone number, an email or a name.',
        id: 'Pindai kartu atau voucher, atau ketik nomornya, nomor telepon, email, atau nama.',
      },
      {
        en: 'Choose the voucher, or tick several, and enter the booking number and your name.',
        id: 'Pilih voucher, atau centang beberapa, lalu isi nomor reservasi dan nama Anda.',
      },
      {
        en: 'Choose Redeem. For ten minutes you can undo it; afterwards void it in Voucher redemptions with a reason.',
        id: 'Pilih Tukar voucher. Selama sepuluh menit dapat Anda urungkan; setelah itu batalkan di Penukaran voucher dengan alasan.',
      },
    ],
    keys: [
      { key: '/', label: { en: 'Go to card, voucher or name search', id: 'Ke pencarian kartu, voucher, atau nama' } },
      {
        key: '1',
        label: {
          en: 'Choose the first voucher; 2 to 9 the next ones',
          id: 'Pilih voucher pertama; 2 sampai 9 berikutnya',
        },
      },
      { key: ' ', label: { en: 'Tick or untick a voucher', id: 'Centang voucher atau hapus centangnya' } },
      { key: 'Escape', label: { en: 'Next guest', id: 'Tamu berikutnya' } },
    ],
  },
  voucher_redeem: {
    about: {
      en: 'All redemptions at your hotels: voucher, guest, booking number and staff name. They cannot be changed, only voided.',
      id: 'Semua penukaran di hotel Anda: voucher, tamu, nomor reservasi, dan nama staf. Penukaran tidak dapat diubah, hanya dibatalkan.',
    },
    steps: [
      {
        en: 'Find the redemption by voucher, guest or booking number.',
        id: 'Cari penukaran menurut voucher, tamu, atau nomor reservasi.',
      },
      {
        en: 'To void it, delete it and give a reason. The voucher can then be redeemed again.',
        id: 'Untuk membatalkan, hapus dan isi alasannya. Voucher kemudian dapat ditukar lagi.',
      },
    ],
  },
  term_end: {
    about: {
      en: 'Members whose card ended without enough visits to keep their tier. The decision sets the tiers at which they can renew.',
      id: 'Anggota yang kartunya berakhir tanpa cukup kunjungan untuk mempertahankan tingkat. Keputusan menentukan tingkat perpanjangan mereka.',
    },
    steps: [
      {
        en: 'Open a review: it shows visits made and needed, the last visit and the spend in the term.',
        id: 'Buka tinjauan: tampil kunjungan yang tercatat dan yang diperlukan, kunjungan terakhir, dan belanja pada masa berlaku.',
      },
      {
        en: 'Keep the tier, lower it, or give a grace period in days. The next open review follows.',
        id: 'Pertahankan tingkat, turunkan, atau beri masa tenggang dalam hari. Tinjauan berikutnya langsung terbuka.',
      },
      {
        en: 'A decision can be changed until the member renews.',
        id: 'Keputusan dapat diubah sampai anggota memperpanjang.',
      },
    ],
    keys: [
      { key: '1', label: { en: 'Keep tier', id: 'Pertahankan tingkat' } },
      { key: '2', label: { en: 'Lower tier', id: 'Turunkan tingkat' } },
      { key: '3', label: { en: 'Give grace period', id: 'Beri masa tenggang' } },
      { key: '4', label: { en: 'Later', id: 'Nanti' } },
    ],
  },
  handover: {
    about: {
      en: 'The shift as one page: what you or everyone at the hotel sold, redeemed, posted and undid, with the payments to hand over by type and currency.',
      id: 'Sif dalam satu halaman: yang Anda atau semua orang di hotel jual, tukar, catat, dan urungkan, dengan pembayaran yang diserahkan menurut jenis dan mata uang.',
    },
    steps: [
      {
        en: 'Choose the period, and your own entries or those of everyone.',
        id: 'Pilih rentang waktunya, dan data Anda sendiri atau data semua orang.',
      },
      {
        en: 'Count the payments. One that was cancelled counts as taken in its shift and as returned in the shift of the cancellation.',
        id: 'Hitung pembayarannya. Pembayaran yang dibatalkan dihitung sebagai diterima pada sifnya dan sebagai dikembalikan pada sif pembatalannya.',
      },
      {
        en: 'Print the page and sign it, or send it to a colleague by email.',
        id: 'Cetak halamannya lalu tanda tangani, atau kirim ke rekan lewat email.',
      },
    ],
  },
  month_close: {
    about: {
      en: 'Closes the months of a country. Nothing dated in a closed month can be added, changed, deleted or restored, and its totals are stored.',
      id: 'Menutup buku bulanan sebuah negara. Data bertanggal pada bulan yang ditutup tidak dapat ditambah, diubah, dihapus, atau dipulihkan, dan totalnya disimpan.',
    },
    steps: [
      {
        en: 'Choose the country and the month. You need access to all hotels of the country.',
        id: 'Pilih negara dan bulannya. Anda memerlukan akses ke semua hotel di negara itu.',
      },
      {
        en: 'Work through the checklist: bills on hold, missing USD rates, approvals. A remark is required while items are open.',
        id: 'Selesaikan daftar periksa: tagihan tertahan, kurs USD yang belum ada, persetujuan. Catatan wajib diisi selama masih ada yang terbuka.',
      },
      {
        en: 'Check totals, fees and voucher liability, then close. Reopening needs a second approver.',
        id: 'Periksa total, biaya, dan kewajiban voucher, lalu tutup. Membuka kembali memerlukan penyetuju kedua.',
      },
    ],
  },
} as const satisfies Readonly<Record<string, PageHelp>>;
