/** The demonstration's hotel group: regions, their countries, and hotels. All hotels are fictional. */

export const DEMO_REGIONS = [
  { code: 'IDN', name: 'Indonesia' },
  { code: 'STR', name: 'Straits & Philippines' },
  { code: 'MKG', name: 'Thailand & Vietnam' },
] as const;

export type DemoRegion = (typeof DEMO_REGIONS)[number]['code'];

interface DemoCountry {
  readonly cca2: string;
  readonly region: DemoRegion;
  /** Local currency units per US dollar. */
  readonly usd_rate: string;
  /** Visits above this amount need a remark; it is about 10,000 US dollars. */
  readonly visit_limit: string;
  /** The locale and the word for spelling out amounts. */
  readonly spelling_code: string;
  readonly spelling: string;
}

export const DEMO_COUNTRIES: readonly DemoCountry[] = [
  {
    cca2: 'ID',
    region: 'IDN',
    usd_rate: '16420.000000',
    visit_limit: '160000000',
    spelling_code: 'id-ID',
    spelling: 'Rupiah',
  },
  {
    cca2: 'SG',
    region: 'STR',
    usd_rate: '1.298500',
    visit_limit: '13000',
    spelling_code: 'en-SG',
    spelling: 'Singapore Dollar',
  },
  {
    cca2: 'MY',
    region: 'STR',
    usd_rate: '4.215000',
    visit_limit: '42000',
    spelling_code: 'ms-MY',
    spelling: 'Ringgit',
  },
  {
    cca2: 'PH',
    region: 'STR',
    usd_rate: '57.360000',
    visit_limit: '570000',
    spelling_code: 'en-PH',
    spelling: 'Philippine Peso',
  },
  { cca2: 'TH', region: 'MKG', usd_rate: '32.480000', visit_limit: '320000', spelling_code: 'th-TH', spelling: 'Baht' },
  {
    cca2: 'VN',
    region: 'MKG',
    usd_rate: '26180.000000',
    visit_limit: '260000000',
    spelling_code: 'vi-VN',
    spelling: 'Dong',
  },
];

export interface DemoHotel {
  readonly code: string;
  readonly name: string;
  readonly cca2: string;
  /** Set only if it differs from the country's. */
  readonly time_zone: string | null;
  /** Hours ahead of UTC; none of these zones has daylight saving time. */
  readonly utc_offset: number;
  /** The number of members it serves, relative to other hotels. */
  readonly weight: number;
  readonly address_1: string;
  readonly address_2: string | null;
  readonly zip: string;
  /** In E.164 format. */
  readonly phone: string;
  readonly greeting_name: string;
  readonly greeting_position: string;
}

const hotel = (
  code: string,
  name: string,
  cca2: string,
  zone: readonly [string | null, number],
  weight: number,
  [address_1, address_2, zip]: readonly [string, string | null, string],
  phone: string,
  greeting_name: string,
  greeting_position = 'General Manager',
): DemoHotel => ({
  code,
  name,
  cca2,
  time_zone: zone[0],
  utc_offset: zone[1],
  weight,
  address_1,
  address_2,
  zip,
  phone,
  greeting_name,
  greeting_position,
});

const UTC_7 = [null, 7] as const;
const MAKASSAR_UTC_8 = ['Asia/Makassar', 8] as const;
const JAYAPURA_UTC_9 = ['Asia/Jayapura', 9] as const;
const COUNTRY_UTC_8 = [null, 8] as const;

// prettier-ignore
export const DEMO_HOTELS: readonly DemoHotel[] = [
  hotel('JKM', 'Laksmira Menteng Jakarta', 'ID', UTC_7, 16, ['Jl. Teuku Umar No. 118', 'Menteng, Jakarta Pusat', '10350'], '+62215550141', 'Anindita Wirawan'),
  hotel('JKS', 'Laksmira Grand Sudirman Jakarta', 'ID', UTC_7, 14, ['Jl. Jenderal Sudirman Kav. 97', 'Karet Tengsin, Jakarta Selatan', '12920'], '+62215550142', 'Hendra Kusumaatmaja'),
  hotel('BDG', 'Laksmira Dago Bandung', 'ID', UTC_7, 9, ['Jl. Ir. H. Juanda No. 284', 'Dago, Coblong, Bandung', '40135'], '+62225550143', 'Rengganis Permana'),
  hotel('YOG', 'Laksmira Kotabaru Yogyakarta', 'ID', UTC_7, 8, ['Jl. Suroto No. 41', 'Kotabaru, Gondokusuman, Yogyakarta', '55224'], '+62274555144', 'Danang Mangkuwinoto'),
  hotel('SUB', 'Laksmira Darmo Surabaya', 'ID', UTC_7, 10, ['Jl. Raya Darmo No. 163', 'Wonokromo, Surabaya', '60241'], '+62315550145', 'Yohana Tirtawidjaja'),
  hotel('MES', 'Laksmira Polonia Medan', 'ID', UTC_7, 6, ['Jl. Imam Bonjol No. 72', 'Medan Polonia, Medan', '20152'], '+62615550146', 'Binsar Hutagalung'),
  hotel('BPN', 'Teras Laksmira Balikpapan', 'ID', MAKASSAR_UTC_8, 3, ['Jl. Marsma Iswahyudi No. 25', 'Gunung Bahagia, Balikpapan', '76114'], '+62542555147', 'Norhayati Saleh', 'Hotel Manager'),
  hotel('SMK', 'Laksmira Resort Seminyak', 'ID', MAKASSAR_UTC_8, 12, ['Jl. Kayu Aya No. 55', 'Seminyak, Kuta, Badung', '80361'], '+62361555148', 'I Made Suardana'),
  hotel('UBD', 'Laksmira Resort Ubud', 'ID', MAKASSAR_UTC_8, 7, ['Jl. Raya Sanggingan No. 88', 'Kedewatan, Ubud, Gianyar', '80571'], '+62361555149', 'Ni Luh Putu Ariani'),
  hotel('NSD', 'Laksmira Grand Nusa Dua', 'ID', MAKASSAR_UTC_8, 11, ['Kawasan Pariwisata Nusa Dua Lot S-7', 'Benoa, Kuta Selatan, Badung', '80363'], '+62361555150', 'Anak Agung Gede Parwata'),
  hotel('LOP', 'Laksmira Resort Senggigi Lombok', 'ID', MAKASSAR_UTC_8, 4, ['Jl. Raya Senggigi KM 12', 'Batu Layar, Lombok Barat', '83355'], '+62370555151', 'Lalu Rizal Hamdani', 'Resort Manager'),
  hotel('LBJ', 'Laksmira Resort Labuan Bajo', 'ID', MAKASSAR_UTC_8, 3, ['Jl. Pantai Pede No. 9', 'Komodo, Manggarai Barat', '86554'], '+62385555152', 'Yosefina Jehadut', 'Resort Manager'),
  hotel('UPG', 'Laksmira Losari Makassar', 'ID', MAKASSAR_UTC_8, 5, ['Jl. Penghibur No. 46', 'Ujung Pandang, Makassar', '90111'], '+62411555153', 'Andi Baso Tenriajeng'),
  hotel('DJJ', 'Teras Laksmira Jayapura', 'ID', JAYAPURA_UTC_9, 2, ['Jl. Koti No. 14', 'Jayapura Utara, Jayapura', '99112'], '+62967555154', 'Markus Rumbiak', 'Hotel Manager'),
  hotel('SGR', 'Laksmira Robertson Quay Singapore', 'SG', COUNTRY_UTC_8, 9, ['21 Rodyk Street', 'Robertson Quay', '238223'], '+6565550155', 'Serene Quek'),
  hotel('SGK', 'Laksmira Suites Katong Singapore', 'SG', COUNTRY_UTC_8, 4, ['152 East Coast Road', null, '428852'], '+6565550156', 'Desmond Teo', 'Hotel Manager'),
  hotel('KUL', 'Laksmira Bukit Bintang Kuala Lumpur', 'MY', COUNTRY_UTC_8, 8, ['88 Jalan Mesui', 'Bukit Bintang, Kuala Lumpur', '50200'], '+60321450157', 'Farah binti Kamaruddin'),
  hotel('PEN', 'Laksmira Heritage George Town', 'MY', COUNTRY_UTC_8, 4, ['36 Lebuh Muntri', 'George Town, Pulau Pinang', '10200'], '+6042555158', 'Khoo Eng Huat'),
  hotel('BKI', 'Laksmira Resort Kota Kinabalu', 'MY', ['Asia/Kuching', 8], 2, ['12 Jalan Pantai Tanjung Aru', 'Kota Kinabalu, Sabah', '88100'], '+6088555159', 'Raymond Gimbang', 'Resort Manager'),
  hotel('MKT', 'Laksmira Legazpi Makati', 'PH', COUNTRY_UTC_8, 6, ['117 Rada Street', 'Legazpi Village, Makati City', '1229'], '+63285550160', 'Isabel Villanueva'),
  hotel('CEB', 'Laksmira Resort Mactan Cebu', 'PH', COUNTRY_UTC_8, 3, ['Punta Engaño Road', 'Lapu-Lapu City, Cebu', '6015'], '+63325550161', 'Ramon Soriano', 'Resort Manager'),
  hotel('BKK', 'Laksmira Sathorn Bangkok', 'TH', UTC_7, 7, ['64 Soi Suan Phlu', 'Sathon, Bangkok', '10120'], '+6625550162', 'Nattaya Wattanakul'),
  hotel('HKT', 'Laksmira Resort Kata Phuket', 'TH', UTC_7, 4, ['29 Kata Noi Road', 'Karon, Mueang Phuket', '83100'], '+6676555163', 'Thanawat Prasertsri', 'Resort Manager'),
  hotel('SGN', 'Laksmira Dong Khoi Saigon', 'VN', UTC_7, 5, ['41 Mac Thi Buoi', 'Ben Nghe, District 1, Ho Chi Minh City', '700000'], '+842855550164', 'Tran Thu Ha'),
];
