import type { PictureName } from './pictures.ts';

/**
 * A voucher benefit of the demonstration, in both languages. `{n}` is the number in the membership's voucher
 * list.
 */
export interface VoucherKind {
  /** The code of the option type-voucher. */
  readonly type: 'room-night' | 'room-discount' | 'dining' | 'dining-discount' | 'spa' | 'birthday' | 'cash';
  readonly picture: PictureName;
  readonly name: string;
  readonly name_id: string;
  readonly description: string;
  readonly description_id: string;
  readonly terms: string;
  readonly terms_id: string;
}

// prettier-ignore
export const VOUCHER_KINDS = {
  drink: {
    type: 'dining', picture: 'drink',
    name: 'Welcome drink for two', name_id: 'Minuman selamat datang untuk dua orang',
    description: 'Two glasses of the bartender’s drink of the day, with or without alcohol.',
    description_id: 'Dua gelas minuman pilihan bartender hari itu, dengan atau tanpa alkohol.',
    terms: 'At the lobby lounge and the pool bar.', terms_id: 'Berlaku di lobby lounge dan pool bar.',
  },
  coffee: {
    type: 'dining', picture: 'coffee',
    name: 'Coffee and cake for two', name_id: 'Kopi dan kue untuk dua orang',
    description: 'Two cups of Indonesian single-origin coffee and two slices of cake of the day.',
    description_id: 'Dua cangkir kopi Nusantara dan dua potong kue hari itu.',
    terms: 'Daily from 10:00 to 18:00 at the lobby lounge.', terms_id: 'Setiap hari pukul 10.00–18.00 di lobby lounge.',
  },
  tea: {
    type: 'dining', picture: 'tea',
    name: 'Afternoon tea for two', name_id: 'Minum teh sore untuk dua orang',
    description: 'A three-tiered stand of sweet and savoury bites with a pot of tea each.',
    description_id: 'Kudapan manis dan gurih dalam tiga susun, dengan satu poci teh untuk tiap orang.',
    terms: 'Daily from 15:00 to 17:30. Reservation one day ahead.', terms_id: 'Setiap hari pukul 15.00–17.30. Reservasi satu hari sebelumnya.',
  },
  breakfast: {
    type: 'dining', picture: 'breakfast',
    name: 'Breakfast buffet for two', name_id: 'Sarapan prasmanan untuk dua orang',
    description: 'The full breakfast buffet, also for those who do not stay the night.',
    description_id: 'Prasmanan sarapan lengkap, juga bagi yang tidak menginap.',
    terms: 'Daily from 06:00 to 10:00, as far as there are seats.', terms_id: 'Setiap hari pukul 06.00–10.00, selama tempat tersedia.',
  },
  brunch: {
    type: 'dining', picture: 'dining',
    name: 'Sunday brunch: the second guest is free', name_id: 'Brunch hari Minggu: tamu kedua gratis',
    description: 'One brunch with free-flow juices when another one is paid in full.',
    description_id: 'Satu brunch dengan jus sepuasnya untuk setiap satu brunch yang dibayar penuh.',
    terms: 'Sundays, but not on Easter, Mother’s Day and in the last week of December.', terms_id: 'Hari Minggu, kecuali Paskah, Hari Ibu, dan pekan terakhir Desember.',
  },
  meal: {
    type: 'cash', picture: 'dining',
    name: 'Dining voucher', name_id: 'Voucher makan',
    description: 'Its nominal is taken off a bill at any restaurant of the hotel.',
    description_id: 'Senilai nominalnya untuk tagihan di semua restoran hotel.',
    terms: 'For food only; the bill must be twice the nominal or more. No change is given.', terms_id: 'Hanya untuk makanan; tagihan minimal dua kali nominal. Tidak ada uang kembali.',
  },
  dinner: {
    type: 'dining-discount', picture: 'percent',
    name: '{n}% off dinner', name_id: 'Diskon {n}% makan malam',
    description: 'A reduction on food for up to ten persons at one table.',
    description_id: 'Potongan harga makanan untuk hingga sepuluh orang di satu meja.',
    terms: 'From 18:00 on. Drinks, tobacco and set menus are left out.', terms_id: 'Mulai pukul 18.00. Tidak termasuk minuman, rokok, dan paket menu.',
  },
  cake: {
    type: 'birthday', picture: 'cake',
    name: 'Birthday cake', name_id: 'Kue ulang tahun',
    description: 'A cake of 20 cm with your name on it, to eat here or to take home.',
    description_id: 'Kue berdiameter 20 cm dengan nama Anda, untuk dinikmati di tempat atau dibawa pulang.',
    terms: 'In the month of the birthday. Please order two days ahead.', terms_id: 'Pada bulan ulang tahun. Mohon pesan dua hari sebelumnya.',
  },
  birthdayDinner: {
    type: 'birthday', picture: 'cake',
    name: 'Birthday dinner for two', name_id: 'Makan malam ulang tahun untuk dua orang',
    description: 'A menu of four courses by the chef, with a cake and a photograph.',
    description_id: 'Menu empat sajian dari koki kami, lengkap dengan kue dan foto.',
    terms: 'In the month of the birthday, with an identity card. Reservation three days ahead.', terms_id: 'Pada bulan ulang tahun dengan menunjukkan KTP. Reservasi tiga hari sebelumnya.',
  },
  night: {
    type: 'room-night', picture: 'bed',
    name: 'Free night in a Deluxe Room', name_id: 'Gratis semalam di Kamar Deluxe',
    description: 'One night for two persons with breakfast.',
    description_id: 'Satu malam untuk dua orang termasuk sarapan.',
    terms: 'As far as rooms are available; not from 23 December to 2 January and at Lebaran. Reservation seven days ahead.', terms_id: 'Selama kamar tersedia; tidak berlaku 23 Desember–2 Januari dan saat Lebaran. Reservasi tujuh hari sebelumnya.',
  },
  weekdayNight: {
    type: 'room-night', picture: 'bed',
    name: 'Free weekday night', name_id: 'Gratis semalam di hari kerja',
    description: 'One night in a Superior Room for two persons, without breakfast.',
    description_id: 'Satu malam di Kamar Superior untuk dua orang, tanpa sarapan.',
    terms: 'Sunday to Thursday, not before public holidays. Reservation seven days ahead.', terms_id: 'Minggu sampai Kamis, kecuali menjelang hari libur nasional. Reservasi tujuh hari sebelumnya.',
  },
  suiteNight: {
    type: 'room-night', picture: 'bed',
    name: 'Free night in a Junior Suite', name_id: 'Gratis semalam di Junior Suite',
    description: 'One night for two persons with breakfast and the club lounge.',
    description_id: 'Satu malam untuk dua orang termasuk sarapan dan akses club lounge.',
    terms: 'As far as suites are available. Reservation fourteen days ahead.', terms_id: 'Selama suite tersedia. Reservasi empat belas hari sebelumnya.',
  },
  rate: {
    type: 'room-discount', picture: 'room',
    name: '{n}% off the best room rate', name_id: 'Diskon {n}% dari tarif kamar terbaik',
    description: 'For up to two rooms and seven nights, booked directly with the hotel.',
    description_id: 'Untuk hingga dua kamar dan tujuh malam, dipesan langsung ke hotel.',
    terms: 'Not together with other offers, or with bookings through an agency.', terms_id: 'Tidak dapat digabung dengan penawaran lain atau pemesanan melalui agen.',
  },
  upgrade: {
    type: 'room-discount', picture: 'key',
    name: 'Upgrade to the next room type', name_id: 'Kenaikan ke tipe kamar berikutnya',
    description: 'The next better room for the whole stay, at the price of the one booked.',
    description_id: 'Kamar yang lebih baik selama menginap, dengan harga kamar yang dipesan.',
    terms: 'As far as rooms are available on the day of arrival; suites are left out.', terms_id: 'Selama kamar tersedia pada hari kedatangan; tidak termasuk suite.',
  },
  late: {
    type: 'room-discount', picture: 'clock',
    name: 'Check-out until {n}:00', name_id: 'Check-out hingga pukul {n}.00',
    description: 'Keep the room for the afternoon, free of charge.',
    description_id: 'Tetap di kamar hingga sore tanpa biaya tambahan.',
    terms: 'Please request on arrival.', terms_id: 'Mohon disampaikan saat check-in.',
  },
  massage: {
    type: 'spa', picture: 'spa',
    name: 'Balinese massage, {n} minutes', name_id: 'Pijat Bali {n} menit',
    description: 'With warm coconut oil and a cup of ginger tea, for one person.',
    description_id: 'Dengan minyak kelapa hangat dan secangkir wedang jahe, untuk satu orang.',
    terms: 'Appointment one day ahead; not for expectant mothers.', terms_id: 'Reservasi satu hari sebelumnya; tidak untuk ibu hamil.',
  },
  pool: {
    type: 'spa', picture: 'pool',
    name: 'Pool and gym for two', name_id: 'Kolam renang dan gym untuk dua orang',
    description: 'A day at the pool with towels and a bottle of water each.',
    description_id: 'Sehari di kolam renang, termasuk handuk dan sebotol air untuk tiap orang.',
    terms: 'Monday to Friday from 07:00 to 20:00.', terms_id: 'Senin sampai Jumat pukul 07.00–20.00.',
  },
  transfer: {
    type: 'cash', picture: 'car',
    name: 'Airport transfer', name_id: 'Antar-jemput bandara',
    description: 'One way between the airport and the hotel for up to three persons.',
    description_id: 'Satu kali jalan antara bandara dan hotel untuk hingga tiga orang.',
    terms: 'To be booked two days ahead with the flight number.', terms_id: 'Dipesan dua hari sebelumnya dengan menyebutkan nomor penerbangan.',
  },
  meeting: {
    type: 'cash', picture: 'room',
    name: '{n}% off a meeting package', name_id: 'Diskon {n}% paket rapat',
    description: 'For half a day or a whole one, for at least ten persons.',
    description_id: 'Untuk setengah hari atau sehari penuh, minimal sepuluh orang.',
    terms: 'Monday to Friday. Reservation seven days ahead.', terms_id: 'Senin sampai Jumat. Reservasi tujuh hari sebelumnya.',
  },
  sunset: {
    type: 'dining', picture: 'beach',
    name: 'Sunset cocktails at Pantai Laksmira', name_id: 'Koktail senja di Pantai Laksmira',
    description: 'Two cocktails or mocktails and a plate of tapas, in the front row at sundown.',
    description_id: 'Dua koktail atau moktail dan sepiring tapas, di baris terdepan saat matahari terbenam.',
    terms: 'Daily from 16:30 to 18:30 at the beach club.', terms_id: 'Setiap hari pukul 16.30–18.30 di beach club.',
  },
  riceField: {
    type: 'spa', picture: 'spa',
    name: 'Yoga by the rice fields', name_id: 'Yoga di tepi sawah',
    description: 'A class of 90 minutes at sunrise with a jamu to follow.',
    description_id: 'Kelas 90 menit saat matahari terbit, ditutup dengan jamu.',
    terms: 'Tuesdays and Saturdays; up to twelve persons.', terms_id: 'Selasa dan Sabtu; maksimal dua belas orang.',
  },
  businessLunch: {
    type: 'dining', picture: 'dining',
    name: 'Business lunch at Sudirman Grill', name_id: 'Makan siang bisnis di Sudirman Grill',
    description: 'Two courses and coffee, served within 45 minutes.',
    description_id: 'Dua sajian dan kopi, tersaji dalam 45 menit.',
    terms: 'Monday to Friday from 11:30 to 14:30.', terms_id: 'Senin sampai Jumat pukul 11.30–14.30.',
  },
  laksa: {
    type: 'dining', picture: 'dining',
    name: 'Peranakan lunch at Katong', name_id: 'Makan siang Peranakan di Katong',
    description: 'Laksa, kueh and a pot of barley for one person.',
    description_id: 'Laksa, kueh, dan satu poci barley untuk satu orang.',
    terms: 'Daily from 11:30 to 14:30.', terms_id: 'Setiap hari pukul 11.30–14.30.',
  },
} as const satisfies Readonly<Record<string, VoucherKind>>;
