import type { Label, Language } from '../texts/label.ts';

/** Field errors. Validation carries a message as `key` or `key:argument`. */
const messages = {
  required: { en: 'This field is required.', id: 'Isian ini wajib diisi.' },
  not_null: { en: 'This cannot be empty.', id: 'Tidak boleh kosong.' },
  text: { en: 'Must be text.', id: 'Harus berupa teks.' },
  nul: { en: 'This contains a character that cannot be stored.', id: 'Ada karakter yang tidak dapat disimpan.' },
  max_length: { en: 'At most {0} characters.', id: 'Maksimal {0} karakter.' },
  max_names: { en: 'At most {0} names.', id: 'Maksimal {0} nama.' },
  max_words: { en: 'At most {0} words.', id: 'Maksimal {0} kata.' },
  reason_length: {
    en: 'Enter a reason of at least {0} letters or digits.',
    id: 'Masukkan alasan minimal {0} huruf atau angka.',
  },
  min_length: { en: 'Min character length is {0}', id: 'Minimal {0} karakter' },
  pattern: { en: 'Invalid format.', id: 'Format tidak valid.' },
  email: { en: 'Enter a valid email address.', id: 'Masukkan alamat email yang valid.' },
  phone: { en: 'Enter a valid phone number.', id: 'Masukkan nomor telepon yang valid.' },
  phone_country: {
    en: 'No country has this calling code. Check the digits after the plus.',
    id: 'Tidak ada negara dengan kode ini. Periksa angka setelah tanda plus.',
  },
  phone_short: {
    en: 'This phone number has too few digits for its country.',
    id: 'Nomor telepon ini kurang angka untuk negaranya.',
  },
  phone_long: {
    en: 'This phone number has too many digits for its country.',
    id: 'Nomor telepon ini kelebihan angka untuk negaranya.',
  },
  number: { en: 'Must be a number.', id: 'Harus berupa angka.' },
  whole: { en: 'Must be a whole number.', id: 'Harus berupa bilangan bulat.' },
  separators: {
    en: 'Invalid separators. Use 1,250,000.5 or 1.250.000,5.',
    id: 'Pemisah tidak valid. Gunakan 1,250,000.5 atau 1.250.000,5.',
  },
  ambiguous_number: { en: 'Ambiguous number: {0}.', id: 'Angka bermakna ganda: {0}.' },
  scale: { en: 'At most {0} decimals.', id: 'Maksimal {0} desimal.' },
  currency_scale: {
    en: 'At most {0} decimals in this currency.',
    id: 'Maksimal {0} desimal untuk mata uang ini.',
  },
  rate_of_currency: {
    en: 'Enter the USD rate of the new currency, or leave the rate empty.',
    id: 'Isi kurs USD mata uang baru, atau kosongkan kursnya.',
  },
  decimals_recorded: {
    en: 'Hotels of this country have amounts with more than {0} decimals.',
    id: 'Hotel di negara ini memiliki jumlah dengan lebih dari {0} desimal.',
  },
  usd_value_too_large: {
    en: 'Too large. Totals must stay below 1,000,000,000,000, also in US dollars.',
    id: 'Terlalu besar. Jumlah harus di bawah 1.000.000.000.000, juga dalam dolar AS.',
  },
  usd_value_of_record: {
    en: 'At this rate, {0} would reach 1,000,000,000,000 US dollars. Correct its amounts first.',
    id: 'Dengan kurs ini, {0} akan mencapai 1.000.000.000.000 dolar AS. Perbaiki jumlahnya terlebih dahulu.',
  },
  min: { en: 'At least {0}.', id: 'Minimal {0}.' },
  max: { en: 'At most {0}.', id: 'Maksimal {0}.' },
  discount_limit: {
    en: 'Your limit is {0} %. Higher discounts need approval.',
    id: 'Batas Anda {0}%. Diskon lebih besar memerlukan persetujuan.',
  },
  less_than: { en: 'Must be less than {0}.', id: 'Harus kurang dari {0}.' },
  less_than_equals: { en: 'Must be at most {0}.', id: 'Harus maksimal {0}.' },
  more_than: { en: 'Must be more than {0}.', id: 'Harus lebih dari {0}.' },
  more_than_equals: { en: 'Must be at least {0}.', id: 'Harus minimal {0}.' },
  before: { en: 'Must be before {0}.', id: 'Harus sebelum {0}.' },
  not_after: { en: 'Must not be after {0}.', id: 'Tidak boleh setelah {0}.' },
  after: { en: 'Must be after {0}.', id: 'Harus setelah {0}.' },
  not_before: { en: 'Must not be before {0}.', id: 'Tidak boleh sebelum {0}.' },
  future: { en: 'Must not be in the future.', id: 'Tidak boleh di masa depan.' },
  days_back: { en: 'At most {0} days ago.', id: 'Paling lama {0} hari yang lalu.' },
  months_back: { en: 'At most {0} months ago.', id: 'Paling lama {0} bulan yang lalu.' },
  late_remark: {
    en: 'Add a reason for the late posting.',
    id: 'Berikan alasan pencatatan terlambat.',
  },
  late_change: {
    en: 'This bill is two days old or more. Add a reason for the change.',
    id: 'Tagihan ini sudah dua hari atau lebih. Berikan alasan perubahan.',
  },
  month_not_over: {
    en: 'You can close this month two hours after it ends.',
    id: 'Bulan ini dapat ditutup dua jam setelah berakhir.',
  },
  month_remark: {
    en: 'The checklist has open items. Add a reason for closing.',
    id: 'Masih ada item terbuka di daftar periksa. Berikan alasan penutupan.',
  },
  extension_reason: {
    en: 'Add a reason.',
    id: 'Berikan alasan.',
  },
  before_card: {
    en: 'Must not be before the first day of its card.',
    id: 'Tidak boleh sebelum hari pertama kartunya.',
  },
  change_reason: {
    en: 'Add a reason for the extension or membership change.',
    id: 'Berikan alasan perpanjangan atau perubahan keanggotaan.',
  },
  correction_reason: {
    en: 'Add a new reason. The receipt is printed, and its next copy shows the reason.',
    id: 'Berikan alasan baru. Kuitansi sudah dicetak, dan salinan berikutnya mencantumkan alasannya.',
  },
  comp_visits_max: {
    en: 'At most {0} complimentary visits per term.',
    id: 'Paling banyak {0} kunjungan komplimen per masa.',
  },
  comp_visits_reason: {
    en: 'Add a new reason each time complimentary visits change.',
    id: 'Berikan alasan baru setiap kali kunjungan komplimen diubah.',
  },
  comp_visits_term: {
    en: 'No term to credit visits to. Sell or issue a membership first.',
    id: 'Belum ada masa untuk dikreditkan. Jual atau terbitkan keanggotaan terlebih dahulu.',
  },
  tier_of_card: {
    en: 'Set by the active card. Change the tier on the member’s page.',
    id: 'Ditetapkan oleh kartu aktif. Ubah tingkat di halaman anggota.',
  },
  number_only_by_replacement: {
    en: 'Use Replace card to change the number of a sold or upgraded card.',
    id: 'Gunakan Ganti kartu untuk mengubah nomor kartu yang sudah dijual atau dinaikkan.',
  },
  switched_off: {
    en: 'This hotel is inactive. Select another one, or activate it.',
    id: 'Hotel ini nonaktif. Pilih yang lain, atau aktifkan.',
  },
  manual_until: {
    en: 'A manual card can end on {0} at the latest, like a sale today.',
    id: 'Kartu manual berakhir paling lambat {0}, seperti penjualan hari ini.',
  },
  voucher_until: {
    en: 'A voucher ends with its card, on {0} at the latest.',
    id: 'Voucher berakhir bersama kartunya, paling lambat {0}.',
  },
  extension_until: {
    en: 'Can be extended until {0}.',
    id: 'Dapat diperpanjang hingga {0}.',
  },
  high_remark: {
    en: 'This bill is above the country limit. Add a note.',
    id: 'Tagihan ini melebihi batas negara. Tambahkan catatan.',
  },
  empty_bill: {
    en: 'A bill must be above 0. Leave unknown amounts empty.',
    id: 'Tagihan harus lebih dari 0. Kosongkan jumlah yang belum diketahui.',
  },
  rank_taken: {
    en: 'Another membership in this region has this rank.',
    id: 'Keanggotaan lain di wilayah ini sudah memakai peringkat ini.',
  },
  same_rate: {
    en: 'Enter a rate other than the one to correct.',
    id: 'Masukkan kurs selain yang akan dikoreksi.',
  },
  flag: { en: 'Must be 1 or 0.', id: 'Harus 1 atau 0.' },
  date: { en: 'Invalid Date Format!', id: 'Format tanggal tidak valid!' },
  ambiguous_date: {
    en: 'Ambiguous date: {0}. Select the order of day and month for this column.',
    id: 'Tanggal bermakna ganda: {0}. Pilih urutan hari dan bulan untuk kolom ini.',
  },
  mixed_dates: {
    en: 'Some dates of this column begin with the day, others with the month. Correct them, or select the order.',
    id: 'Sebagian tanggal di kolom ini diawali hari, sebagian diawali bulan. Perbaiki, atau pilih urutannya.',
  },
  day_first: { en: 'No date if the day comes first.', id: 'Bukan tanggal bila diawali hari.' },
  month_first: { en: 'No date if the month comes first.', id: 'Bukan tanggal bila diawali bulan.' },
  day_with_time: { en: 'Enter a date without a time.', id: 'Masukkan tanggal tanpa waktu.' },
  time: { en: 'Invalid Time Format!', id: 'Format waktu tidak valid!' },
  time_zone: { en: 'Unknown time zone.', id: 'Zona waktu tidak dikenal.' },
  choice: { en: 'Select one of: {0}.', id: 'Pilih salah satu: {0}.' },
  reference: { en: 'Select an existing record.', id: 'Pilih data yang ada.' },
  settled: { en: 'Locked after creation.', id: 'Terkunci setelah dibuat.' },
  same_member: { en: 'This visit already belongs to this member.', id: 'Kunjungan ini sudah milik anggota tersebut.' },
  visit_no_card: { en: 'The member has no card.', id: 'Anggota tidak memiliki kartu.' },
  visit_no_amount: { en: 'The bill has no amount yet.', id: 'Tagihan belum memiliki jumlah.' },
  visit_below_minimum: {
    en: 'Below the minimum amount for a visit.',
    id: 'Di bawah jumlah minimal untuk kunjungan.',
  },
  visit_over_day_limit: {
    en: 'At most {0} visits count per day.',
    id: 'Paling banyak {0} kunjungan dihitung per hari.',
  },
  visit_before_card: { en: 'Before the first day of the term.', id: 'Sebelum hari pertama masa berlaku.' },
  visit_after_card: { en: 'After the last day of the card.', id: 'Setelah hari terakhir kartu.' },
  visit_same_day: {
    en: 'Another bill of this hotel and day already counts.',
    id: 'Tagihan lain dari hotel dan hari yang sama sudah dihitung.',
  },
  visit_deleted: { en: 'This visit is deleted.', id: 'Kunjungan ini sudah dihapus.' },
  not_both: {
    en: 'Select a member or enter a new one, not both.',
    id: 'Pilih anggota atau masukkan anggota baru, jangan keduanya.',
  },
  renewal_of_member: { en: 'Select the member to renew.', id: 'Pilih anggota yang diperpanjang.' },
  upgrade_of_member: { en: 'Select the member to upgrade.', id: 'Pilih anggota yang dinaikkan.' },
  free_of_charge: {
    en: 'Complimentary memberships take no payment or discount.',
    id: 'Keanggotaan komplimen tidak memakai pembayaran atau diskon.',
  },
  not_offered_here: {
    en: 'This membership isn’t sold at this hotel.',
    id: 'Keanggotaan ini tidak dijual di hotel ini.',
  },
  not_higher_here: {
    en: 'Select a membership above {0} that is sold at this hotel.',
    id: 'Pilih keanggotaan di atas {0} yang dijual di hotel ini.',
  },
  lowered_at_term_end: {
    en: 'Visit requirement missed. Decision: lower the tier.',
    id: 'Syarat kunjungan tidak terpenuhi. Keputusan: tingkat diturunkan.',
  },
  not_free_here: {
    en: 'This membership isn’t complimentary at this hotel.',
    id: 'Keanggotaan ini tidak komplimen di hotel ini.',
  },
  no_rate: {
    en: 'No price conversion. Enter the USD rate of {0} in its country first.',
    id: 'Harga tidak dapat dikonversi. Isi kurs USD untuk {0} pada negaranya terlebih dahulu.',
  },
  list: { en: 'Must be a list.', id: 'Harus berupa daftar.' },
  list_length: { en: 'Between 1 and {0} entries.', id: 'Antara 1 dan {0} entri.' },
  address_range: { en: '{0} is not an address or range.', id: '{0} bukan alamat atau rentang alamat.' },
  web_address: {
    en: 'Enter a web address such as https://pms.hotel.example/innkeeper.',
    id: 'Masukkan alamat web seperti https://pms.hotel.example/innkeeper.',
  },
  address_not_allowed: {
    en: 'Must begin with https:// and be outside private networks.',
    id: 'Harus diawali https:// dan berada di luar jaringan pribadi.',
  },
  posted_as: { en: 'Posted with {0}.', id: 'Dicatat dengan {0}.' },
  exactly_one_of: { en: 'Enter exactly one of: {0}.', id: 'Isi tepat salah satu: {0}.' },
  unusual: { en: 'Please check this value.', id: 'Mohon periksa nilai ini.' },
  taken: { en: 'Already in use.', id: 'Sudah dipakai.' },
  user_name_used: {
    en: 'Another user has this or a similar name. Add something to tell them apart.',
    id: 'Pengguna lain memakai nama ini atau yang mirip. Tambahkan pembeda.',
  },
  member_has_email: {
    en: 'A member already uses this email. Search for that member, or enter another email.',
    id: 'Email ini sudah dipakai anggota lain. Cari anggota tersebut, atau isi email lain.',
  },
  unknown_field: { en: 'Unknown field.', id: 'Isian tidak dikenal.' },
  one_by_one: {
    en: 'Can only be changed one record at a time.',
    id: 'Hanya dapat diubah satu per satu.',
  },
  unknown_column: { en: 'Unknown column.', id: 'Kolom tidak dikenal.' },
  shown_only: {
    en: 'Lists can neither be sorted nor filtered by this column.',
    id: 'Daftar tidak dapat diurutkan atau disaring menurut kolom ini.',
  },
  too_many_to_sort: {
    en: 'Too many records to sort by this column. Filter them first, or download the list.',
    id: 'Terlalu banyak data untuk diurutkan menurut kolom ini. Saring dahulu, atau unduh daftarnya.',
  },
  too_many_to_filter: {
    en: 'This filter reads too many records. Add a period, hotel or member, or download the list.',
    id: 'Filter ini membaca terlalu banyak data. Tambahkan periode, hotel, atau anggota, atau unduh daftarnya.',
  },
  too_many_to_search: {
    en: 'This search reads too many records. Enter more letters, or add a filter.',
    id: 'Pencarian ini membaca terlalu banyak data. Ketik lebih banyak huruf, atau tambahkan filter.',
  },
  only_punctuation: {
    en: 'Enter a letter or a digit in each word.',
    id: 'Ketik huruf atau angka dalam setiap kata.',
  },
  no_index_to_search: {
    en: 'This list is too long to search for a word without Latin letters or digits. Use a filter instead.',
    id: 'Daftar ini terlalu panjang untuk mencari kata tanpa huruf Latin atau angka. Gunakan filter.',
  },
  page_too_far: {
    en: 'This page is too far from the first. Reverse the order, or add a filter.',
    id: 'Halaman ini terlalu jauh dari yang pertama. Balik urutannya, atau tambahkan filter.',
  },
  report_too_large: {
    en: 'Too many records for the screen. Shorten the period, or download the report.',
    id: 'Terlalu banyak data untuk ditampilkan di layar. Persingkat periodenya, atau unduh laporannya.',
  },
  no_such_column: { en: 'Unknown column: {0}.', id: 'Kolom tidak dikenal: {0}.' },
  not_to_group_by: { en: 'Rows cannot be grouped by {0}.', id: 'Baris tidak dapat dikelompokkan menurut {0}.' },
  no_period: { en: 'Limit {0} to a period first.', id: 'Batasi {0} pada satu periode terlebih dahulu.' },
  unknown_operator: { en: 'Allowed for this column: {0}.', id: 'Yang diizinkan untuk kolom ini: {0}.' },
  filter_without_operator: {
    en: 'Write filter[column][operator], with one of: {0}.',
    id: 'Tulis filter[kolom][operator], dengan salah satu dari: {0}.',
  },
  unknown_preset: { en: 'Unknown preset.', id: 'Rentang tidak dikenal.' },
  unknown_parameter: { en: 'Unknown parameter.', id: 'Parameter tidak dikenal.' },
  confirmation: { en: 'The passwords do not match.', id: 'Kedua kata sandi tidak sama.' },
  common_password: { en: 'This password is too common.', id: 'Kata sandi ini terlalu umum.' },
  token_variety: {
    en: 'Too easy to guess. Leave empty to generate a token, or enter a random one.',
    id: 'Terlalu mudah ditebak. Kosongkan untuk membuat token, atau isi token acak.',
  },
  one_line: {
    en: 'One line only, without tabs or control characters.',
    id: 'Satu baris saja, tanpa tab atau karakter kontrol.',
  },
  choice_lines: { en: 'One choice per line, each only once.', id: 'Satu pilihan per baris, masing-masing sekali.' },
  unknown_placeholder: { en: 'This email has no placeholder {0}.', id: 'Email ini tidak memiliki penanda {0}.' },
  liquid_tag: {
    en: 'Only placeholders are allowed, no {% … %}.',
    id: 'Hanya penanda yang diizinkan, bukan {% … %}.',
  },
  html_tags: { en: 'At most {0} tags per text.', id: 'Maksimal {0} tag per teks.' },
  other_template: { en: 'This belongs to another mail template.', id: 'Ini milik templat email lain.' },
  other_input_type: { en: 'This parameter has input type {0}.', id: 'Jenis isian parameter ini: {0}.' },
  language_values: {
    en: 'Languages already have values for this.',
    id: 'Sudah ada bahasa yang memiliki nilai untuk ini.',
  },
  choices_in_use: { en: 'Languages still use: {0}.', id: 'Masih dipakai oleh bahasa: {0}.' },
  unknown_table: { en: 'This report has no such table.', id: 'Laporan ini tidak memiliki tabel tersebut.' },
  captcha: {
    en: 'Security check failed. Please try again.',
    id: 'Pemeriksaan keamanan gagal. Silakan coba lagi.',
  },
  wrong_password: { en: 'Wrong current password.', id: 'Kata sandi saat ini salah.' },
  wrong_code: { en: 'This code is wrong or already used.', id: 'Kode ini salah atau sudah dipakai.' },
  reset_token: {
    en: 'This link has expired or is already used.',
    id: 'Tautan ini sudah kedaluwarsa atau sudah dipakai.',
  },
  same_key_other_body: {
    en: 'This key is already used for another request.',
    id: 'Kunci ini sudah dipakai untuk permintaan lain.',
  },
  file: { en: 'Must be an uploaded file.', id: 'Harus berupa berkas yang diunggah.' },
  picture: {
    en: 'Unreadable image. Use JPEG, PNG, WebP or GIF, up to 50 megapixels, readable within 20 seconds.',
    id: 'Gambar tidak dapat dibaca. Gunakan JPEG, PNG, WebP, atau GIF, hingga 50 megapiksel, terbaca dalam 20 detik.',
  },
  reserved: { en: 'Reserved by the system. Cannot be changed.', id: 'Bawaan sistem. Tidak dapat diubah.' },
  module_required: { en: 'This module must stay active.', id: 'Modul ini harus tetap aktif.' },
  hotel_outside_region: { en: 'This hotel is not in that region.', id: 'Hotel ini tidak berada di wilayah itu.' },
  own_role_group: { en: 'This is your own role group.', id: 'Ini grup peran Anda sendiri.' },
  beyond_own_rights: {
    en: 'You don’t have access to do this.',
    id: 'Anda tidak memiliki akses untuk melakukan ini.',
  },
  not_for_integrations: {
    en: 'Integrations cannot have the right {0}.',
    id: 'Integrasi tidak dapat memiliki hak akses {0}.',
  },
  password_change_first: {
    en: 'Clears once the user sets a new password.',
    id: 'Hilang setelah pengguna mengatur kata sandi baru.',
  },
  own_password: {
    en: 'Change your own password in your profile, with your current password.',
    id: 'Ubah kata sandi Anda sendiri di profil, dengan kata sandi saat ini.',
  },
  own_email: {
    en: 'Change your own email in your profile, with your current password.',
    id: 'Ubah email Anda sendiri di profil, dengan kata sandi saat ini.',
  },
  same_password: {
    en: 'Choose a password other than your current one.',
    id: 'Pilih kata sandi selain yang sekarang.',
  },
  users_elsewhere: {
    en: 'This role group has users of hotels you cannot access.',
    id: 'Grup peran ini memiliki pengguna dari hotel yang tidak dapat Anda akses.',
  },
  country_without_region: {
    en: 'Assign this country to a region first.',
    id: 'Tetapkan wilayah untuk negara ini terlebih dahulu.',
  },
  table: {
    en: 'Unreadable file. Use CSV in UTF-8, or Excel (.xlsx).',
    id: 'Berkas tidak dapat dibaca. Gunakan CSV dalam UTF-8, atau Excel (.xlsx).',
  },
  table_encoding: {
    en: 'Some characters are unreadable. Save the file as “CSV UTF-8” or Excel (.xlsx).',
    id: 'Sebagian karakter tidak dapat dibaca. Simpan berkas sebagai “CSV UTF-8” atau Excel (.xlsx).',
  },
  table_rows: { en: 'At most {0} rows.', id: 'Maksimal {0} baris.' },
  rows_elsewhere: {
    en: 'At most {0} rows per minute can refer to guests or vouchers of other hotels.',
    id: 'Maksimal {0} baris per menit dapat merujuk tamu atau voucher hotel lain.',
  },
  table_empty: { en: 'No rows below the headings.', id: 'Tidak ada baris di bawah judul kolom.' },
  secrets: { en: 'At most {0} passwords per file.', id: 'Maksimal {0} kata sandi per berkas.' },
  table_cells: { en: 'At most {0} cells, including empty ones.', id: 'Maksimal {0} sel, termasuk yang kosong.' },
  table_text: { en: 'At most {0} characters in all cells.', id: 'Maksimal {0} karakter di semua sel.' },
  table_lines: {
    en: 'At most {0} lines, including empty ones. Delete empty lines below the rows.',
    id: 'Maksimal {0} baris, termasuk yang kosong. Hapus baris kosong di bawah data.',
  },
  table_record: { en: 'At most {0} characters per row.', id: 'Maksimal {0} karakter per baris.' },
  table_order: {
    en: 'Row numbers in a sheet must ascend, up to {0}.',
    id: 'Nomor baris lembar kerja harus urut naik, hingga {0}.',
  },
  table_large: {
    en: 'Workbook too large when unpacked: at most {0} MB.',
    id: 'Buku kerja terlalu besar setelah dibuka: maksimal {0} MB.',
  },
  table_parts: {
    en: 'At most {0} files inside a workbook.',
    id: 'Maksimal {0} berkas di dalam satu buku kerja.',
  },
  table_depth: {
    en: 'Workbook parts nested too deeply: at most {0} levels.',
    id: 'Bagian buku kerja bersarang terlalu dalam: maksimal {0} tingkat.',
  },
  table_slow: {
    en: 'Reading this file took too long: at most {0} seconds.',
    id: 'Berkas ini terlalu lama dibaca: maksimal {0} detik.',
  },
  table_memory: {
    en: 'Reading this file took too much memory: at most {0} MB.',
    id: 'Berkas ini memakan terlalu banyak memori: maksimal {0} MB.',
  },
  table_sheet: { en: 'No such sheet in this file.', id: 'Lembar kerja tidak ada di berkas ini.' },
  table_heading: {
    en: 'Choose one of the first rows that has texts.',
    id: 'Pilih salah satu baris awal yang berisi teks.',
  },
  table_old: {
    en: 'Unreadable file: an old Excel workbook, or one with a password. Save it as .xlsx without a password.',
    id: 'Berkas tidak dapat dibaca: buku kerja Excel lama atau berkata sandi. Simpan sebagai .xlsx tanpa kata sandi.',
  },
  table_markup: {
    en: 'Unreadable file: a web page or XML with the name of a table. Open it in a spreadsheet and save it as Excel (.xlsx).',
    id: 'Berkas tidak dapat dibaca: halaman web atau XML bernama tabel. Buka di aplikasi spreadsheet, simpan sebagai Excel (.xlsx).',
  },
  table_quote: {
    en: 'Unreadable file: stray quotation mark in cell {0}. Delete it, or double it inside quotation marks.',
    id: 'Berkas tidak dapat dibaca: tanda kutip berlebih di sel {0}. Hapus, atau gandakan di dalam tanda kutip.',
  },
  row_short: {
    en: 'Only {0} cells. If a line break splits this row, put the text in quotation marks; else add the separators.',
    id: 'Hanya {0} sel. Jika baris terpotong, apit teksnya dengan tanda kutip; jika tidak, tambahkan pemisahnya.',
  },
  row_long: {
    en: 'Cell {0} is beyond the last heading. Put texts with separators in quotation marks, or add a heading.',
    id: 'Sel {0} melewati judul kolom terakhir. Apit teks yang berisi pemisah dengan tanda kutip, atau tambah judul.',
  },
  table_columns: { en: 'At most {0} columns.', id: 'Maksimal {0} kolom.' },
  cell_error: {
    en: 'The file contains this in place of a value. Enter the value.',
    id: 'Berkas berisi ini sebagai pengganti nilai. Isi nilainya.',
  },
  cell_rounded: {
    en: 'Excel has rounded this number. Format the column as text and enter it again.',
    id: 'Excel telah membulatkan angka ini. Format kolom sebagai teks dan isi kembali.',
  },
  cell_formula: {
    en: 'This formula has no result. Open the file in a spreadsheet, save it, and import it again.',
    id: 'Rumus ini belum memiliki hasil. Buka berkas di aplikasi spreadsheet, simpan, lalu impor lagi.',
  },
  cell_early_date: {
    en: 'Spreadsheets disagree about dates before March 1900. Write it as text: YYYY-MM-DD.',
    id: 'Aplikasi spreadsheet berbeda soal tanggal sebelum Maret 1900. Tulis sebagai teks: YYYY-MM-DD.',
  },
  cell_damaged: {
    en: 'This cell is damaged. Open the file in a spreadsheet and save it again.',
    id: 'Sel ini rusak. Buka berkas di aplikasi spreadsheet dan simpan kembali.',
  },
  duplicate_mapping: {
    en: 'Another column is mapped to this field too.',
    id: 'Kolom lain juga dipetakan ke isian ini.',
  },
  ambiguous: {
    en: 'Several records have this name. Enter the code or ID.',
    id: 'Beberapa data bernama sama. Masukkan kode atau ID-nya.',
  },
  duplicate_of_row: { en: 'Row {0} has the same value.', id: 'Baris {0} berisi nilai yang sama.' },
  deleted_record: {
    en: 'This record is deleted. Restore it first.',
    id: 'Data ini sudah dihapus. Pulihkan terlebih dahulu.',
  },
  not_importable: {
    en: 'Imports cannot change this.',
    id: 'Impor tidak dapat mengubah ini.',
  },
} as const satisfies Record<string, Label>;

export type MessageKey = keyof typeof messages;

/** Separates the two languages of an argument; no text contains it. */
const LANGUAGE_SEPARATOR = '\u001f';

/** A message with its argument, as carried by validation. A label is shown in the language of the message. */
export function message(key: MessageKey, argument?: string | number | Label): string {
  if (argument === undefined) return key;
  return `${key}:${typeof argument === 'object' ? argument.en + LANGUAGE_SEPARATOR + argument.id : argument}`;
}

/** The text of a message in a language. A text that is not a message key is returned unchanged. */
export function formatMessage(encoded: string, language: Language): string {
  const separatorIndex = encoded.indexOf(':');
  const key = separatorIndex < 0 ? encoded : encoded.slice(0, separatorIndex);
  if (!Object.hasOwn(messages, key)) return encoded;
  const template = messages[key as MessageKey][language]; // hasOwn has just confirmed the key
  const [en = '', id = en] = separatorIndex < 0 ? [] : encoded.slice(separatorIndex + 1).split(LANGUAGE_SEPARATOR);
  return template.replace('{0}', () => (language === 'id' ? id : en));
}
