import { createRankedDraw, createWeightedDraw } from './random.ts';

/** Members' tastes, and notes by staff about them. */

export const drawHobby = createRankedDraw([
  'Golf',
  'Travelling',
  'Kuliner',
  'Reading',
  'Diving',
  'Cycling',
  'Photography',
  'Swimming',
  'Yoga',
  'Badminton',
  'Memancing',
  'Running',
  'Cooking',
  'Music',
  'Surfing',
  'Hiking',
  'Tennis',
  'Berkebun',
  'Painting',
  'Batik',
  'Coffee',
  'Motorcycling',
  'Sailing',
  'Bird watching',
]);

export const drawDining = createRankedDraw([
  'Halal',
  'Seafood',
  'No pork',
  'Vegetarian',
  'Indonesian',
  'Chinese',
  'Japanese',
  'Western',
  'No beef',
  'Spicy',
  'Less sugar',
  'Vegan',
  'Italian',
  'Gluten free',
  'Padang',
  'No peanuts',
  'Lactose free',
  'Kosher',
]);

export const drawRemark = createRankedDraw([
  'Prefers a high floor',
  'Birthday dinner with family every year',
  'Non-smoking room',
  'Minta kamar dekat lift',
  'Contact by WhatsApp only',
  'Regular guest of the Sunday brunch',
  'Sering membawa rombongan kantor',
  'Allergic to peanuts',
  'Extra bed for children',
  'Airport pick-up on request',
  'Suka kamar yang tenang',
  'Late check-out when possible',
  'Referred by another member',
  'Twin beds',
  'Tagihan atas nama perusahaan',
  'Corner table at the window',
]);

export const drawVisitType = createWeightedDraw([
  ['leisure', 34],
  ['family', 24],
  ['business', 20],
  ['dining', 13],
  ['event', 6],
  ['long-stay', 3],
] as const);

/** Sellers of memberships: the programme's sales teams. */
export const drawSeller = createRankedDraw([
  'Yulianti',
  'Bagus P.',
  'Fenny Halim',
  'Ari Wibowo',
  'Nita',
  'Rio Siahaan',
  'Made Ayu',
  'Sherly',
  'Dimas',
  'Kurnia',
  'Jocelyn Tan',
  'Farid Aziz',
  'Mia',
  'Putra',
  'Angel Santos',
  'Wening',
  'Komang',
  'Hafiz',
  'Suda',
  'Thao',
  'Ronny Mandagi',
  'Elis',
  'Booth Mall',
  'Telemarketing',
]);

const FIRST_WORDS = [
  'Cahaya',
  'Mitra',
  'Sumber',
  'Karya',
  'Graha',
  'Surya',
  'Bintang',
  'Duta',
  'Prima',
  'Sinar',
  'Mega',
  'Citra',
  'Artha',
  'Harapan',
  'Tunas',
];
const SECOND_WORDS = [
  'Abadi',
  'Sejahtera',
  'Mandiri',
  'Utama',
  'Nusantara',
  'Sentosa',
  'Makmur',
  'Perkasa',
  'Lestari',
  'Jaya',
  'Persada',
];

export const drawIndonesianCompany = createRankedDraw(
  FIRST_WORDS.flatMap((a) => SECOND_WORDS.map((b) => `PT ${a} ${b}`)),
);
export const drawCompany = createRankedDraw(
  [
    'Harbour',
    'Pacific',
    'Lotus',
    'Orchid',
    'Summit',
    'Meridian',
    'Jade',
    'Blue River',
    'Northgate',
    'Evergreen',
  ].flatMap((a) =>
    ['Trading', 'Consulting', 'Engineering', 'Logistics', 'Foods', 'Design', 'Holdings'].map((b) => `${a} ${b}`),
  ),
);
