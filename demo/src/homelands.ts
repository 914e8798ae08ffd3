import type { CultureName } from './names.ts';
import type { Random } from './random.ts';

/** A place that members come from: its names, towns and preferred hotels. */
export interface Homeland {
  readonly cca2: string;
  /** The share of members, relative to other homelands. */
  readonly weight: number;
  readonly cultures: Readonly<Partial<Record<CultureName, number>>>;
  /** Districts, and towns with their postal codes. */
  readonly towns: readonly string[];
  /** The hotels where most of them join; the others join anywhere. */
  readonly hotels: Readonly<Record<string, number>>;
}

/** A country's conventions: mobile numbers, street addresses, mail domains, identity documents. */
export interface ContactFormats {
  /** E.164: country code, mobile prefixes, and the number of remaining digits. */
  readonly phone: readonly [code: string, phonePrefixes: string, digits: number];
  readonly streets: string;
  readonly address: (random: Random, street: string, town: string) => string;
}

const formatNumberBeforeStreet = (random: Random, street: string, town: string): string =>
  `${random.integer(1, 180)} ${street}, ${town}`;
const formatNumberAfterStreet = (random: Random, street: string, town: string): string =>
  `${street} ${random.integer(1, 160)}, ${town}`;

const ROMAN_NUMERALS = ['I', 'II', 'III', 'IV', 'V', 'VI'];
const drawNeighbourhoodNumber = (random: Random): string => String(random.integer(1, 14)).padStart(2, '0');

// prettier-ignore
export const CONTACT_FORMATS: Readonly<Record<string, ContactFormats>> = {
  ID: {
    phone: ['62', '812 813 811 821 822 852 853 857 856 858 878 877 896 895 881 859 838', 8],
    streets: `Melati Mawar Kenanga Anggrek Cempaka Diponegoro Ahmad_Yani Gajah_Mada Pahlawan Merdeka Veteran Imam_Bonjol Teuku_Umar
      Hasanuddin Kartini Gatot_Subroto Pattimura Cendrawasih Merpati Flamboyan Dahlia Bougenville Wijaya_Kusuma Hang_Tuah Sisingamangaraja`,
    address: (random, street, town) =>
      random.chance(0.35)
        ? `Jl. ${street} ${random.pick(ROMAN_NUMERALS)} No. ${random.integer(1, 60)}, RT ${drawNeighbourhoodNumber(random)}/RW ${drawNeighbourhoodNumber(random)}, ${town}`
        : `Jl. ${street} No. ${random.integer(1, 240)}, ${town}`,
  },
  SG: {
    phone: ['65', '81 82 83 84 85 86 87 90 91 92 93 94 96 97 98', 6],
    streets: `Bedok_North_Street_2 Tampines_Avenue_4 Ang_Mo_Kio_Avenue_3 Clementi_Avenue_5 Bishan_Street_13 Serangoon_Avenue_2
      Jurong_West_Street_61 Toa_Payoh_Lorong_8 Pasir_Ris_Drive_6 Holland_Drive`,
    address: (random, street, town) => `Blk ${random.integer(100, 640)} ${street} #${random.digits(2)}-${random.integer(100, 320)}, ${town}`,
  },
  MY: {
    phone: ['60', '12 16 19', 7],
    streets: 'Jalan_Ampang Jalan_Bukit Jalan_Melur Jalan_Kenari Jalan_Setia Jalan_Dato_Onn Lorong_Maarof Jalan_Cempaka Persiaran_Damai Jalan_Burma',
    address: (random, street, town) => `${random.integer(1, 120)}, ${street}, ${town}`,
  },
  PH: {
    phone: ['63', '917 918 919 915 916 920 921 926 927 935 939 945 956 961 977 995 998', 7],
    streets: 'Mabini_Street Rizal_Avenue Bonifacio_Street Katipunan_Avenue Aguinaldo_Street Luna_Street Quezon_Street Sampaguita_Street Kalayaan_Avenue',
    address: formatNumberBeforeStreet,
  },
  TH: {
    phone: ['66', '81 82 83 84 85 86 87 89 90 91 92 93 95 61 62 63', 7],
    streets: 'Sukhumvit_Soi_24 Sukhumvit_Soi_49 Phahonyothin_Road Ratchadaphisek_Road Silom_Soi_3 Charoen_Krung_Road Nimmanhaemin_Road Phetkasem_Road',
    address: (random, street, town) => `${random.integer(1, 300)}/${random.integer(1, 99)} ${street}, ${town}`,
  },
  VN: {
    phone: ['84', '90 91 93 94 96 97 98 86 88 32 33 34 35 36 37 38 39 70 76 77 78 79', 7],
    streets: 'Nguyen_Hue Le_Loi Tran_Hung_Dao Hai_Ba_Trung Nguyen_Trai Ly_Thuong_Kiet Dien_Bien_Phu Pasteur Vo_Van_Tan',
    address: formatNumberBeforeStreet,
  },
  AU: {
    phone: ['61', '400 402 403 405 408 410 411 412 413 414 417 418 420 421 422 423 424 430 431 432 433 434 438 449', 6],
    streets: 'George_Street Victoria_Road Beach_Road Church_Street Station_Street High_Street Park_Avenue Albert_Street', address: formatNumberBeforeStreet,
  },
  JP: { phone: ['81', '902 903 904 905 906 907 908 909 802 803 804 805 806 807 808 809 703 704', 7],
    streets: 'Chuo Honcho Sakuragaoka Midorigaoka Asahicho Minami Higashi', address: (random, street, town) => `${random.integer(1, 6)}-${random.integer(1, 30)}-${random.integer(1, 20)} ${street}, ${town}` },
  CN: { phone: ['86', '130 131 132 133 135 136 137 138 139 150 151 152 158 159 186 187 188', 8],
    streets: 'Renmin_Road Jianshe_Road Zhongshan_Road Jiefang_Road Heping_Road Xinhua_Road', address: (random, street, town) => `No. ${random.integer(1, 300)} ${street}, ${town}` },
  KR: { phone: ['82', '102 103 104 106 107 108 109', 7], streets: 'Gangnam-daero Teheran-ro Sejong-daero Hangang-daero Jongno Haeundae-ro', address: formatNumberBeforeStreet },
  IN: { phone: ['91', '98 99 97 96 90 93 94', 8], streets: 'MG_Road Park_Street Church_Street Nehru_Road Gandhi_Nagar Lake_View_Road', address: formatNumberBeforeStreet },
  NL: { phone: ['31', '61 62 63 64 65', 7], streets: 'Dorpsstraat Kerkstraat Molenweg Prinsengracht Julianalaan Stationsweg', address: formatNumberAfterStreet },
  GB: { phone: ['44', '7400 7402 7411 7425 7450 7500 7710 7720 7850 7890 7970', 6], streets: 'High_Street Station_Road Church_Lane Victoria_Road Mill_Lane Park_Road', address: formatNumberBeforeStreet },
  DE: { phone: ['49', '1511 1512 1515 1520 1522 1573 1575 1577 1590', 7], streets: 'Hauptstraße Bahnhofstraße Gartenweg Lindenallee Schillerstraße Am_Markt', address: formatNumberAfterStreet },
  FR: { phone: ['33', '60 61 62 66 67 68', 7], streets: 'rue_Pasteur avenue_Foch rue_de_la_République rue_Voltaire boulevard_Carnot rue_des_Écoles', address: formatNumberBeforeStreet },
  US: { phone: ['1', '212555 310555 415555 206555 617555 305555', 4], streets: 'Maple_Street Oak_Avenue Washington_Street Lincoln_Avenue Lake_Drive Sunset_Boulevard', address: formatNumberBeforeStreet },
  AE: { phone: ['971', '50 52 54 55 56 58', 7], streets: 'Al_Wasl_Road Jumeirah_Street Al_Khail_Road Corniche_Road Al_Nahda_Street', address: (random, street, town) => `Villa ${random.integer(1, 140)}, ${street}, ${town}` },
  SA: { phone: ['966', '50 53 54 55 56', 7], streets: 'King_Fahd_Road Olaya_Street Prince_Sultan_Road Tahlia_Street', address: formatNumberBeforeStreet },
};

// prettier-ignore
export const HOMELANDS: readonly Homeland[] = [
  { cca2: 'ID', weight: 20, cultures: { javanese: 50, sundanese: 12, peranakan: 18, batak: 8, minang: 8, eastern: 4 }, hotels: { JKM: 40, JKS: 34, BDG: 8, SMK: 6, NSD: 6, YOG: 4, UBD: 3 },
    towns: ['Menteng, Jakarta Pusat 10310', 'Kebayoran Baru, Jakarta Selatan 12130', 'Kemang, Jakarta Selatan 12730', 'Kelapa Gading, Jakarta Utara 14240', 'Cempaka Putih, Jakarta Pusat 10510', 'Bintaro, Tangerang Selatan 15221', 'Serpong, Tangerang Selatan 15310', 'Cilandak, Jakarta Selatan 12430', 'Puri Indah, Jakarta Barat 11610', 'Jatiasih, Bekasi 17423', 'Cibubur, Jakarta Timur 13720', 'Margonda, Depok 16424'] },
  { cca2: 'ID', weight: 8, cultures: { sundanese: 70, javanese: 14, peranakan: 16 }, hotels: { BDG: 80, JKS: 10, SMK: 5, JKM: 5 },
    towns: ['Dago, Bandung 40135', 'Setiabudi, Bandung 40141', 'Buah Batu, Bandung 40265', 'Cimahi Tengah, Cimahi 40521', 'Tajur, Bogor 16134', 'Kejaksan, Cirebon 45123'] },
  { cca2: 'ID', weight: 8, cultures: { javanese: 88, peranakan: 12 }, hotels: { YOG: 72, SUB: 10, JKM: 8, SMK: 6, BDG: 4 },
    towns: ['Gondokusuman, Yogyakarta 55224', 'Depok, Sleman 55281', 'Kasihan, Bantul 55181', 'Candisari, Semarang 50252', 'Banyumanik, Semarang 50263', 'Laweyan, Surakarta 57148', 'Banjarsari, Surakarta 57136'] },
  { cca2: 'ID', weight: 9, cultures: { javanese: 72, peranakan: 25, eastern: 3 }, hotels: { SUB: 74, SMK: 8, NSD: 8, YOG: 5, JKS: 5 },
    towns: ['Wonokromo, Surabaya 60241', 'Gubeng, Surabaya 60281', 'Rungkut, Surabaya 60293', 'Darmo Permai, Surabaya 60226', 'Waru, Sidoarjo 61256', 'Klojen, Malang 65111', 'Lowokwaru, Malang 65141'] },
  { cca2: 'ID', weight: 6, cultures: { batak: 60, minang: 14, peranakan: 16, javanese: 10 }, hotels: { MES: 82, JKM: 10, KUL: 4, PEN: 4 },
    towns: ['Medan Polonia, Medan 20152', 'Medan Baru, Medan 20154', 'Sunggal, Medan 20128', 'Siantar Barat, Pematangsiantar 21112', 'Sukajadi, Pekanbaru 28122'] },
  { cca2: 'ID', weight: 3, cultures: { minang: 70, javanese: 15, peranakan: 15 }, hotels: { MES: 40, JKS: 30, JKM: 20, BDG: 10 },
    towns: ['Padang Barat, Padang 25112', 'Guguk Panjang, Bukittinggi 26111', 'Ilir Timur, Palembang 30114', 'Nongsa, Batam 29465'] },
  { cca2: 'ID', weight: 7, cultures: { balinese: 86, javanese: 9, peranakan: 5 }, hotels: { SMK: 38, UBD: 24, NSD: 32, LOP: 3, SUB: 3 },
    towns: ['Sanur, Denpasar 80228', 'Renon, Denpasar 80235', 'Kerobokan, Badung 80361', 'Jimbaran, Badung 80361', 'Peliatan, Gianyar 80571', 'Kediri, Tabanan 82121', 'Banjar, Buleleng 81152'] },
  { cca2: 'ID', weight: 3, cultures: { eastern: 75, javanese: 15, balinese: 10 }, hotels: { LOP: 55, LBJ: 35, SMK: 10 },
    towns: ['Ampenan, Mataram 83114', 'Praya, Lombok Tengah 83511', 'Komodo, Manggarai Barat 86554', 'Oebobo, Kupang 85111'] },
  { cca2: 'ID', weight: 4, cultures: { eastern: 75, javanese: 15, peranakan: 10 }, hotels: { UPG: 84, JKS: 8, NSD: 8 },
    towns: ['Panakkukang, Makassar 90231', 'Ujung Pandang, Makassar 90111', 'Malalayang, Manado 95115', 'Poasia, Kendari 93231'] },
  { cca2: 'ID', weight: 3, cultures: { javanese: 60, eastern: 20, peranakan: 20 }, hotels: { BPN: 82, JKS: 10, SUB: 8 },
    towns: ['Balikpapan Selatan, Balikpapan 76114', 'Samarinda Ulu, Samarinda 75124', 'Banjarmasin Tengah, Banjarmasin 70111', 'Pontianak Selatan, Pontianak 78121'] },
  { cca2: 'ID', weight: 1.4, cultures: { eastern: 85, javanese: 15 }, hotels: { DJJ: 90, UPG: 10 },
    towns: ['Abepura, Jayapura 99351', 'Sentani, Jayapura 99352', 'Mimika Baru, Mimika 99910', 'Sirimau, Ambon 97127'] },
  { cca2: 'SG', weight: 8, cultures: { straitsChinese: 74, malay: 13, indian: 10, english: 3 }, hotels: { SGR: 52, SGK: 24, NSD: 6, SMK: 6, KUL: 5, HKT: 4, LOP: 3 },
    towns: ['Singapore 460123', 'Singapore 520417', 'Singapore 560332', 'Singapore 120504', 'Singapore 570118', 'Singapore 640661'] },
  { cca2: 'MY', weight: 8, cultures: { malay: 48, straitsChinese: 38, indian: 14 }, hotels: { KUL: 52, PEN: 24, BKI: 10, SGR: 6, MES: 3, SMK: 5 },
    towns: ['50450 Kuala Lumpur', '47400 Petaling Jaya, Selangor', '40100 Shah Alam, Selangor', '10350 George Town, Pulau Pinang', '11900 Bayan Lepas, Pulau Pinang', '80300 Johor Bahru, Johor', '88300 Kota Kinabalu, Sabah', '93350 Kuching, Sarawak'] },
  { cca2: 'PH', weight: 5, cultures: { filipino: 96, straitsChinese: 4 }, hotels: { MKT: 62, CEB: 30, SMK: 4, SGR: 4 },
    towns: ['Makati City 1229', 'Quezon City 1101', 'Pasig City 1605', 'Taguig City 1634', 'Cebu City 6000', 'Davao City 8000'] },
  { cca2: 'TH', weight: 5, cultures: { thai: 97, english: 3 }, hotels: { BKK: 64, HKT: 28, SGR: 4, SMK: 4 },
    towns: ['Khlong Toei, Bangkok 10110', 'Sathon, Bangkok 10120', 'Chatuchak, Bangkok 10900', 'Mueang Phuket, Phuket 83000', 'Mueang Chiang Mai, Chiang Mai 50200'] },
  { cca2: 'VN', weight: 3, cultures: { vietnamese: 100 }, hotels: { SGN: 84, BKK: 6, SGR: 5, NSD: 5 },
    towns: ['District 1, Ho Chi Minh City', 'Binh Thanh, Ho Chi Minh City', 'Thu Duc, Ho Chi Minh City', 'Hai Chau, Da Nang', 'Hoan Kiem, Hanoi'] },
  { cca2: 'AU', weight: 3.4, cultures: { english: 88, straitsChinese: 6, indian: 6 }, hotels: { SMK: 34, NSD: 26, UBD: 18, HKT: 8, LOP: 6, LBJ: 4, SGR: 4 },
    towns: ['Sydney NSW 2000', 'Parramatta NSW 2150', 'Richmond VIC 3121', 'Geelong VIC 3220', 'Fremantle WA 6160', 'Subiaco WA 6008', 'Brisbane QLD 4000', 'Darwin NT 0800'] },
  { cca2: 'JP', weight: 1.6, cultures: { japanese: 100 }, hotels: { JKS: 28, NSD: 22, UBD: 14, BKK: 16, SGR: 12, SGN: 8 },
    towns: ['Setagaya-ku, Tokyo 154-0017', 'Kita-ku, Osaka 530-0001', 'Naka-ku, Yokohama 231-0023', 'Chuo-ku, Fukuoka 810-0041'] },
  { cca2: 'CN', weight: 1.5, cultures: { chinese: 100 }, hotels: { NSD: 34, HKT: 20, BKK: 16, SGR: 14, BKI: 8, SMK: 8 },
    towns: ['Pudong, Shanghai 200120', 'Chaoyang, Beijing 100020', 'Tianhe, Guangzhou 510630', 'Nanshan, Shenzhen 518052'] },
  { cca2: 'KR', weight: 1.1, cultures: { korean: 100 }, hotels: { NSD: 28, UBD: 16, CEB: 24, JKS: 14, SGN: 12, BKI: 6 },
    towns: ['Gangnam-gu, Seoul 06236', 'Mapo-gu, Seoul 04168', 'Haeundae-gu, Busan 48095'] },
  { cca2: 'IN', weight: 1.2, cultures: { indian: 100 }, hotels: { SMK: 26, UBD: 18, NSD: 16, BKK: 18, SGR: 14, KUL: 8 },
    towns: ['Bengaluru 560001', 'Mumbai 400050', 'Chennai 600017', 'New Delhi 110016'] },
  { cca2: 'NL', weight: 0.7, cultures: { dutch: 100 }, hotels: { UBD: 34, YOG: 22, SMK: 18, JKM: 14, LOP: 12 },
    towns: ['1016 GX Amsterdam', '3011 AB Rotterdam', '2511 CS Den Haag', '3512 JE Utrecht'] },
  { cca2: 'GB', weight: 0.7, cultures: { english: 92, indian: 8 }, hotels: { SMK: 26, UBD: 24, BKK: 18, SGR: 18, HKT: 14 },
    towns: ['London SW4 7AA', 'Manchester M20 2WE', 'Bristol BS8 1TH', 'Edinburgh EH9 1QH'] },
  { cca2: 'DE', weight: 0.5, cultures: { german: 100 }, hotels: { UBD: 30, LBJ: 18, HKT: 26, JKS: 14, BKK: 12 },
    towns: ['10115 Berlin', '80331 München', '20095 Hamburg', '50667 Köln'] },
  { cca2: 'FR', weight: 0.4, cultures: { french: 100 }, hotels: { UBD: 36, SMK: 22, SGN: 24, LBJ: 18 },
    towns: ['75011 Paris', '69003 Lyon', '13006 Marseille', '31000 Toulouse'] },
  { cca2: 'US', weight: 0.6, cultures: { english: 70, filipino: 14, indian: 8, vietnamese: 8 }, hotels: { UBD: 26, MKT: 22, SMK: 20, JKS: 16, SGN: 16 },
    towns: ['Seattle, WA 98101', 'San Francisco, CA 94110', 'Boston, MA 02116', 'Los Angeles, CA 90026'] },
  { cca2: 'AE', weight: 0.4, cultures: { arab: 70, indian: 30 }, hotels: { KUL: 34, NSD: 26, BKK: 22, JKS: 18 },
    towns: ['Jumeirah, Dubai', 'Al Barsha, Dubai', 'Al Khalidiyah, Abu Dhabi'] },
  { cca2: 'SA', weight: 0.3, cultures: { arab: 100 }, hotels: { KUL: 36, NSD: 28, JKM: 20, BKK: 16 },
    towns: ['Al Olaya, Riyadh 12211', 'Al Hamra, Jeddah 23323'] },
];
