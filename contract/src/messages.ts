import type { Label } from './label.ts';

export const LANGUAGES = ['en', 'id'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Errors of fields. A message travels through validation as `key` or `key:argument`. */
const messages = {
  required: { en: 'Please fill this in.', id: 'Mohon diisi.' },
  not_null: { en: 'This cannot be empty.', id: 'Tidak boleh kosong.' },
  text: { en: 'This must be text.', id: 'Harus berupa teks.' },
  nul: { en: 'This contains a character that cannot be stored.', id: 'Ada karakter yang tidak dapat disimpan.' },
  max_length: { en: 'At most {0} characters.', id: 'Maksimal {0} karakter.' },
  max_names: { en: 'At most {0} names.', id: 'Maksimal {0} nama.' },
  max_words: { en: 'At most {0} words.', id: 'Maksimal {0} kata.' },
  reason_length: {
    en: 'Say why in at least {0} letters or digits.',
    id: 'Jelaskan alasannya dengan paling sedikit {0} huruf atau angka.',
  },
  min_length: { en: 'Min character length is {0}', id: 'Minimal {0} karakter' },
  pattern: { en: 'This does not have the right form.', id: 'Formatnya tidak sesuai.' },
  email: { en: 'This is not an email address.', id: 'Ini bukan alamat email.' },
  phone: { en: 'This is not a phone number.', id: 'Ini bukan nomor telepon.' },
  number: { en: 'This must be a number.', id: 'Ini harus berupa angka.' },
  whole: { en: 'This must be a whole number.', id: 'Ini harus berupa bilangan bulat.' },
  separators: {
    en: 'These separators do not fit. Write it like 1,250,000.5 or 1.250.000,5.',
    id: 'Pemisahnya tidak sesuai. Tulis seperti 1,250,000.5 atau 1.250.000,5.',
  },
  two_readings: { en: 'This can be read in two ways: {0}.', id: 'Ini dapat dibaca dengan dua cara: {0}.' },
  scale: { en: 'At most {0} decimals.', id: 'Maksimal {0} desimal.' },
  currency_scale: {
    en: 'The currency has {0} decimals: at most that many.',
    id: 'Mata uang ini memiliki {0} desimal: paling banyak sebanyak itu.',
  },
  rate_of_currency: {
    en: 'The currency changes: enter its rate to the US dollar, or leave the rate empty.',
    id: 'Mata uang berubah: isi kursnya terhadap dolar AS, atau kosongkan kursnya.',
  },
  decimals_recorded: {
    en: 'Amounts with more than {0} decimals are recorded at hotels of this country.',
    id: 'Jumlah dengan lebih dari {0} desimal sudah tercatat di hotel negara ini.',
  },
  worth_too_large: {
    en: 'This is more than can be recorded: sums end below 1,000,000,000,000, also in US dollars.',
    id: 'Ini melebihi yang dapat dicatat: jumlah di bawah 1.000.000.000.000, juga dalam dolar AS.',
  },
  worth_of_record: {
    en: 'At this rate {0} would be worth 1,000,000,000,000 US dollars or more. Correct its amounts first.',
    id: 'Dengan kurs ini {0} akan bernilai 1.000.000.000.000 dolar AS atau lebih. Perbaiki jumlahnya terlebih dahulu.',
  },
  min: { en: 'At least {0}.', id: 'Minimal {0}.' },
  max: { en: 'At most {0}.', id: 'Maksimal {0}.' },
  discount_limit: {
    en: 'Your role group may take off up to {0} %: more needs an approval.',
    id: 'Grup peran Anda boleh memberi diskon hingga {0}%: lebih dari itu perlu persetujuan.',
  },
  less_than: { en: 'This must be less than {0}.', id: 'Ini harus kurang dari {0}.' },
  less_than_equals: { en: 'This must be at most {0}.', id: 'Ini maksimal {0}.' },
  more_than: { en: 'This must be more than {0}.', id: 'Ini harus lebih dari {0}.' },
  more_than_equals: { en: 'This must be at least {0}.', id: 'Ini minimal {0}.' },
  before: { en: 'This must be before {0}.', id: 'Ini harus sebelum {0}.' },
  not_after: { en: 'This must not be after {0}.', id: 'Ini tidak boleh setelah {0}.' },
  after: { en: 'This must be after {0}.', id: 'Ini harus setelah {0}.' },
  not_before: { en: 'This must not be before {0}.', id: 'Ini tidak boleh sebelum {0}.' },
  future: { en: 'This lies in the future.', id: 'Tanggal ini belum tiba.' },
  days_back: { en: 'At most {0} days back.', id: 'Paling lama {0} hari yang lalu.' },
  months_back: { en: 'At most {0} months back.', id: 'Paling lama {0} bulan yang lalu.' },
  late_remark: {
    en: 'Say why this visit is posted two days late or more.',
    id: 'Jelaskan mengapa kunjungan ini dicatat terlambat dua hari atau lebih.',
  },
  late_change: {
    en: 'This bill is two or more days old: say why it is changed.',
    id: 'Tagihan ini sudah dua hari atau lebih: jelaskan mengapa diubah.',
  },
  month_not_over: {
    en: 'This month is not over yet: it can be closed from two hours after its end on.',
    id: 'Bulan ini belum berakhir: dapat ditutup mulai dua jam setelah berakhir.',
  },
  month_remark: {
    en: 'The check list has open points: say why the month is closed with them.',
    id: 'Masih ada poin terbuka di daftar periksa: jelaskan mengapa bulan ini tetap ditutup.',
  },
  extension_reason: {
    en: 'Say why the voucher is extended.',
    id: 'Jelaskan mengapa voucher ini diperpanjang.',
  },
  before_card: {
    en: 'This must not be before the first day of its card.',
    id: 'Tidak boleh sebelum hari pertama kartunya.',
  },
  change_reason: {
    en: 'Say why the card is extended or given another membership.',
    id: 'Jelaskan mengapa kartu ini diperpanjang atau diberi keanggotaan lain.',
  },
  correction_reason: {
    en: 'Say why this is corrected, in other words than the last time: the receipt was printed, and its next copy says so.',
    id: 'Jelaskan mengapa ini dikoreksi, dengan alasan selain yang terakhir: kuitansinya sudah dicetak, dan salinan berikutnya mencantumkannya.',
  },
  comp_visits_max: {
    en: 'At most {0} complimentary visits can be credited per term.',
    id: 'Seorang anggota dikreditkan paling banyak {0} kunjungan per masa.',
  },
  comp_visits_limit: {
    en: 'This is more than the visits that may be credited per term: see the option Complimentary visits.',
    id: 'Ini melebihi kunjungan yang boleh dikreditkan per masa: lihat opsi Complimentary visits.',
  },
  comp_visits_reason: {
    en: 'Give a reason each time the number of complimentary visits changes.',
    id: 'Berikan alasan setiap kali jumlah kunjungan komplimenter diubah.',
  },
  comp_visits_term: {
    en: 'Visits are credited to a term: sell or give a membership first.',
    id: 'Kunjungan dikreditkan untuk suatu masa: jual atau beri keanggotaan terlebih dahulu.',
  },
  level_of_card: {
    en: 'This follows from the active card. To change it, set the level on the member’s page.',
    id: 'Ini mengikuti kartu yang aktif. Untuk mengubahnya, atur tingkat di halaman anggota.',
  },
  number_by_replacing: {
    en: 'A card that was sold or raised gets another number by replacing it: Replace the card, with the reason.',
    id: 'Kartu yang sudah dijual atau dinaikkan mendapat nomor lain dengan menggantinya: Ganti kartu, dengan alasannya.',
  },
  switched_off: {
    en: 'This hotel is switched off and takes nothing new: choose another one, or switch it on.',
    id: 'Hotel ini nonaktif dan tidak menerima data baru: pilih yang lain, atau aktifkan.',
  },
  manual_until: {
    en: 'Made manually it ends on {0} at the latest, as if it were sold today.',
    id: 'Bila dibuat secara manual, berakhir paling lambat {0}, seperti bila dijual hari ini.',
  },
  voucher_until: {
    en: 'A voucher ends with its card, on {0} at the latest.',
    id: 'Voucher berakhir bersama kartunya, paling lambat {0}.',
  },
  manual_limit: {
    en: 'Made manually it ends no later than if it were sold today.',
    id: 'Bila dibuat secara manual, berakhir tidak lebih lambat daripada bila dijual hari ini.',
  },
  manual_reason: {
    en: 'Say why this is made manually.',
    id: 'Jelaskan mengapa ini dibuat secara manual.',
  },
  extension_limit: {
    en: 'This is too long after the end of the card: renew the membership instead.',
    id: 'Ini terlalu lama setelah kartu berakhir: perpanjang keanggotaannya.',
  },
  extension_until: {
    en: 'Can be extended until {0}.',
    id: 'Dapat diperpanjang hingga {0}.',
  },
  high_remark: {
    en: 'This bill is above the limit of the country: say what it is for.',
    id: 'Tagihan ini melebihi batas negara: jelaskan untuk apa.',
  },
  bill_of_nothing: {
    en: 'A bill is above 0. Leave its amounts empty where they are not known yet.',
    id: 'Tagihan harus lebih dari 0. Kosongkan jumlahnya bila belum diketahui.',
  },
  rank_taken: {
    en: 'Another membership that is open in the same region has this rank.',
    id: 'Keanggotaan lain yang terbuka di wilayah yang sama sudah memakai peringkat ini.',
  },
  same_rate: {
    en: 'This is the rate that is to be corrected.',
    id: 'Ini kurs yang hendak dikoreksi.',
  },
  flag: { en: 'This must be 1 or 0.', id: 'Ini harus 1 atau 0.' },
  date: { en: 'Invalid Date Format!', id: 'Format tanggal tidak valid!' },
  time: { en: 'Invalid Time Format!', id: 'Format waktu tidak valid!' },
  time_zone: { en: 'This is not a time zone.', id: 'Ini bukan zona waktu.' },
  choice: { en: 'Choose one of: {0}.', id: 'Pilih salah satu: {0}.' },
  reference: { en: 'Choose a record that exists.', id: 'Pilih data yang ada.' },
  settled: { en: 'This stands as it was made.', id: 'Tidak dapat diubah setelah dibuat.' },
  same_member: { en: 'The visit is this member’s already.', id: 'Kunjungan ini sudah milik anggota tersebut.' },
  visit_no_card: { en: 'The member has no card.', id: 'Anggota tidak memiliki kartu.' },
  visit_no_amount: { en: 'The bill has no amount yet.', id: 'Tagihan belum memiliki jumlah.' },
  visit_below_minimum: {
    en: 'Below the least amount that counts as a visit.',
    id: 'Di bawah jumlah minimal yang dihitung sebagai kunjungan.',
  },
  visit_over_day_limit: {
    en: 'No more than {0} visits count on a day.',
    id: 'Paling banyak {0} kunjungan dihitung dalam sehari.',
  },
  visit_before_card: { en: 'Before the first day of the term.', id: 'Sebelum hari pertama masa berlaku.' },
  visit_after_card: { en: 'After the last day of the card.', id: 'Setelah hari terakhir kartu.' },
  visit_same_day: {
    en: 'Another bill of this hotel and day counts already.',
    id: 'Tagihan lain dari hotel dan hari yang sama sudah dihitung.',
  },
  visit_deleted: { en: 'This visit was deleted.', id: 'Kunjungan ini telah dihapus.' },
  not_both: { en: 'Name a member, or enter a new one.', id: 'Pilih anggota, atau masukkan anggota baru.' },
  renewal_of_member: { en: 'Choose the member to renew.', id: 'Pilih anggota yang diperpanjang.' },
  upgrade_of_member: { en: 'Choose the member whose card is upgraded.', id: 'Pilih anggota yang kartunya dinaikkan.' },
  free_of_charge: { en: 'This membership is given free of charge.', id: 'Keanggotaan ini diberikan tanpa biaya.' },
  not_offered_here: {
    en: 'This membership is not sold at this hotel.',
    id: 'Keanggotaan ini tidak dijual di hotel ini.',
  },
  not_higher_here: {
    en: 'Choose a membership higher than {0} that is sold at this hotel.',
    id: 'Pilih keanggotaan lebih tinggi dari {0} yang dijual di hotel ini.',
  },
  lowered_at_term_end: {
    en: 'The visits of the term were too few: it was decided to lower the level.',
    id: 'Kunjungan pada masa berlaku kurang: diputuskan untuk menurunkan tingkat.',
  },
  not_free_here: {
    en: 'This membership is not given free of charge at this hotel.',
    id: 'Keanggotaan ini tidak diberikan gratis di hotel ini.',
  },
  no_rate: {
    en: 'The price cannot be converted: enter the rate of {0} to the US dollar at its country first.',
    id: 'Harga tidak dapat dikonversi: isi kurs {0} terhadap dolar AS pada negaranya terlebih dahulu.',
  },
  list: { en: 'This must be a list.', id: 'Ini harus berupa daftar.' },
  list_length: { en: 'Between 1 and {0} entries.', id: 'Antara 1 dan {0} entri.' },
  address_range: { en: '{0} is neither an address nor a range.', id: '{0} bukan alamat maupun rentang alamat.' },
  web_address: {
    en: 'This is no web address like https://pms.hotel.example/innkeeper.',
    id: 'Ini bukan alamat web seperti https://pms.hotel.example/innkeeper.',
  },
  out_of_reach: {
    en: 'Nothing is sent there: the address must begin with https:// and lie outside of private networks.',
    id: 'Tidak ada yang dikirim ke sana: alamat harus diawali https:// dan berada di luar jaringan pribadi.',
  },
  posted_as: { en: 'It was posted with {0}.', id: 'Sudah dicatat dengan {0}.' },
  one_of_these: { en: 'Say exactly one of: {0}.', id: 'Sebutkan tepat salah satu: {0}.' },
  unusual: { en: 'Please look at this again.', id: 'Mohon periksa kembali.' },
  taken: { en: 'This is taken.', id: 'Ini sudah dipakai.' },
  user_name_used: {
    en: 'Another user has this name, or one that looks like it: add something that tells them apart.',
    id: 'Pengguna lain memakai nama ini atau yang mirip: tambahkan sesuatu yang membedakannya.',
  },
  member_has_email: {
    en: 'This email is taken by a member: serve that member, whom the search finds by it, or enter another email.',
    id: 'Email ini sudah dipakai anggota lain: layani anggota tersebut, yang dapat dicari dengan email ini, atau isi email lain.',
  },
  unknown_field: { en: 'There is no such field.', id: 'Isian ini tidak dikenal.' },
  one_by_one: {
    en: 'This is changed one record at a time.',
    id: 'Hanya dapat diubah satu per satu.',
  },
  unknown_column: { en: 'There is no such column.', id: 'Kolom ini tidak dikenal.' },
  no_such_column: { en: 'There is no column {0} here.', id: 'Kolom {0} tidak ada di sini.' },
  not_to_group_by: { en: 'Rows are not grouped by {0}.', id: 'Baris tidak dikelompokkan menurut {0}.' },
  no_period: { en: 'Limit {0} to a period first.', id: 'Batasi dahulu {0} pada satu periode.' },
  unknown_operator: { en: 'This column takes: {0}.', id: 'Kolom ini menerima: {0}.' },
  unknown_preset: { en: 'There is no such preset.', id: 'Rentang ini tidak dikenal.' },
  unknown_parameter: { en: 'There is no such parameter.', id: 'Parameter ini tidak dikenal.' },
  confirmation: { en: 'The two do not match.', id: 'Keduanya tidak sama.' },
  common_password: { en: 'This password is too common.', id: 'Kata sandi ini terlalu umum.' },
  token_variety: {
    en: 'This can be guessed: let the program make a token, or send a random one.',
    id: 'Ini dapat ditebak: biarkan program membuat token, atau kirim token yang acak.',
  },
  one_line: {
    en: 'One line only, without tabs or other control characters.',
    id: 'Hanya satu baris, tanpa tab atau karakter kontrol lain.',
  },
  choice_lines: { en: 'One choice a line, each of them once.', id: 'Satu pilihan per baris, masing-masing sekali.' },
  unknown_placeholder: { en: 'This mail has no placeholder {0}.', id: 'Email ini tidak mengenal penanda {0}.' },
  liquid_tag: {
    en: 'Only placeholders may stand here, nothing between {% and %}.',
    id: 'Hanya penanda yang boleh dipakai di sini, bukan {% … %}.',
  },
  html_tags: { en: 'At most {0} tags in one text.', id: 'Maksimal {0} tag dalam satu teks.' },
  other_template: { en: 'This belongs to another mail template.', id: 'Ini milik templat email lain.' },
  other_input_type: { en: 'This parameter is of the input type {0}.', id: 'Jenis isian parameter ini: {0}.' },
  language_values: {
    en: 'Languages have values for this already.',
    id: 'Sudah ada bahasa yang memiliki nilai untuk ini.',
  },
  choices_in_use: { en: 'Languages still use: {0}.', id: 'Masih dipakai oleh bahasa: {0}.' },
  unknown_table: { en: 'This report has no such table.', id: 'Laporan ini tidak memiliki tabel tersebut.' },
  captcha: {
    en: 'The security check was not passed. Please try again.',
    id: 'Pemeriksaan keamanan tidak lolos. Silakan coba lagi.',
  },
  wrong_password: { en: 'This is not your current password.', id: 'Ini bukan kata sandi Anda saat ini.' },
  wrong_code: { en: 'This code is wrong, or was used already.', id: 'Kode ini salah, atau sudah dipakai.' },
  reset_token: {
    en: 'This link has expired or was used already.',
    id: 'Tautan ini sudah kedaluwarsa atau sudah dipakai.',
  },
  same_key_other_body: {
    en: 'This key was used for another request.',
    id: 'Kunci ini sudah dipakai untuk permintaan lain.',
  },
  file: { en: 'This must be an uploaded file.', id: 'Ini harus berupa berkas yang diunggah.' },
  picture: {
    en: 'This is no picture that can be read: JPEG, PNG, WebP or GIF, up to 50 megapixels, read within 20 seconds.',
    id: 'Ini bukan gambar yang dapat dibaca: JPEG, PNG, WebP, atau GIF, hingga 50 megapiksel, terbaca dalam 20 detik.',
  },
  reserved: { en: 'This belongs to the system and stays as it is.', id: 'Ini milik sistem dan tidak dapat diubah.' },
  module_needed: { en: 'This module cannot be switched off.', id: 'Modul ini tidak dapat dimatikan.' },
  hotel_outside_region: { en: 'This hotel is not in that region.', id: 'Hotel ini tidak berada di wilayah itu.' },
  own_role_group: { en: 'This is the role group you are in.', id: 'Ini grup peran Anda sendiri.' },
  not_within_own_rights: { en: 'This goes beyond your own rights.', id: 'Melebihi hak Anda sendiri.' },
  password_owed: {
    en: 'This goes by itself once the user has chosen another password.',
    id: 'Ini hilang dengan sendirinya setelah pengguna memilih kata sandi lain.',
  },
  own_password: {
    en: 'Change your own password in your profile: it needs your current one.',
    id: 'Ubah kata sandi Anda sendiri di profil Anda: kata sandi saat ini diperlukan.',
  },
  own_email: {
    en: 'Change your own email in your profile: it needs your current password.',
    id: 'Ubah email Anda sendiri di profil Anda: kata sandi saat ini diperlukan.',
  },
  same_password: {
    en: 'Choose another password than your current one.',
    id: 'Pilih kata sandi yang berbeda dari yang sekarang.',
  },
  users_elsewhere: {
    en: 'This role group has users of hotels outside yours.',
    id: 'Grup peran ini memiliki pengguna dari hotel di luar hotel Anda.',
  },
  country_without_region: {
    en: 'Put this country into a region of the group first.',
    id: 'Masukkan negara ini ke wilayah grup terlebih dahulu.',
  },
  table: {
    en: 'This is no table that can be read: CSV in UTF-8, or XLSX.',
    id: 'Ini bukan tabel yang dapat dibaca: CSV dalam UTF-8, atau XLSX.',
  },
  table_encoding: {
    en: 'Some characters of this file cannot be read. Save it as “CSV UTF-8” or as XLSX.',
    id: 'Sebagian karakter berkas ini tidak dapat dibaca. Simpan sebagai “CSV UTF-8” atau XLSX.',
  },
  table_rows: { en: 'At most {0} rows.', id: 'Maksimal {0} baris.' },
  rows_elsewhere: {
    en: 'More than {0} rows name guests or vouchers that are not of your hotels: at most so many are looked up in a minute.',
    id: 'Lebih dari {0} baris menyebut tamu atau voucher di luar hotel Anda: hanya sebanyak itu yang dicari dalam satu menit.',
  },
  table_empty: { en: 'There is no row below the headings.', id: 'Tidak ada baris di bawah judul kolom.' },
  secrets: { en: 'At most {0} passwords in one file.', id: 'Maksimal {0} kata sandi dalam satu berkas.' },
  table_cells: { en: 'At most {0} cells, empty ones too.', id: 'Maksimal {0} sel, termasuk yang kosong.' },
  table_text: { en: 'At most {0} characters in all cells.', id: 'Maksimal {0} karakter di semua sel.' },
  table_lines: {
    en: 'At most {0} lines, empty ones too. Delete the empty lines below the rows.',
    id: 'Maksimal {0} baris, termasuk yang kosong. Hapus baris kosong di bawah data.',
  },
  table_record: { en: 'At most {0} characters in a row.', id: 'Maksimal {0} karakter per baris.' },
  table_order: {
    en: 'The rows of a sheet must be numbered upwards, up to {0}.',
    id: 'Baris lembar kerja harus bernomor urut naik, hingga {0}.',
  },
  table_large: {
    en: 'This workbook is too large once it is unpacked: at most {0} MB.',
    id: 'Buku kerja ini terlalu besar setelah dibuka: maksimal {0} MB.',
  },
  table_parts: {
    en: 'At most {0} files may be packed into a workbook.',
    id: 'Maksimal {0} berkas di dalam satu buku kerja.',
  },
  table_depth: {
    en: 'The parts of this workbook are nested too deeply: at most {0} levels.',
    id: 'Bagian buku kerja ini bersarang terlalu dalam: maksimal {0} tingkat.',
  },
  table_slow: {
    en: 'Reading this file took too long: at most {0} seconds.',
    id: 'Berkas ini terlalu lama dibaca: maksimal {0} detik.',
  },
  table_memory: {
    en: 'Reading this file took too much memory: at most {0} MB.',
    id: 'Berkas ini memakan terlalu banyak memori: maksimal {0} MB.',
  },
  mapped_twice: { en: 'Another column was mapped to this, too.', id: 'Kolom lain juga dipetakan ke sini.' },
  ambiguous: {
    en: 'Several records are called that. Write the code or the ID.',
    id: 'Beberapa data bernama sama. Tulis kode atau ID-nya.',
  },
  same_as_row: { en: 'Row {0} has the same.', id: 'Baris {0} berisi sama.' },
  deleted_record: {
    en: 'This record is deleted. Restore it first.',
    id: 'Data ini telah dihapus. Pulihkan terlebih dahulu.',
  },
  not_by_import: {
    en: 'This cannot be changed by an import.',
    id: 'Ini tidak dapat diubah melalui impor.',
  },
} as const satisfies Record<string, Label>;

export type MessageKey = keyof typeof messages;

/** Stands between the two languages of an argument; no text has it. */
const BETWEEN = '\u001f';

/** A message with its argument, as validation carries it. A label is said in the language of the sentence. */
export function message(key: MessageKey, argument?: string | number | Label): string {
  if (argument === undefined) return key;
  return `${key}:${typeof argument === 'object' ? argument.en + BETWEEN + argument.id : argument}`;
}

/** The sentence of a message in a language; a text that is no message key comes back as it is. */
export function sentence(carried: string, language: Language): string {
  const colon = carried.indexOf(':');
  const key = colon < 0 ? carried : carried.slice(0, colon);
  if (!Object.hasOwn(messages, key)) return carried;
  const template = messages[key as MessageKey][language]; // hasOwn has just shown that the key is one
  const [en = '', id = en] = colon < 0 ? [] : carried.slice(colon + 1).split(BETWEEN);
  return template.replace('{0}', () => (language === 'id' ? id : en));
}
