import { ACCESS_LEVEL, normalizeWords } from '@innkeeper/contract';

/** Words for details of options, by their codes, which staff cannot change. */
const OPTION_WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'type-gender': {
    male: ['M', 'L', 'Laki-laki', 'Laki laki', 'Pria'],
    female: ['F', 'W', 'Perempuan', 'Wanita'],
    unspecified: ['Tidak disebutkan'],
  },
  'type-identity': {
    'national-id': ['KTP', 'Kartu tanda penduduk'],
    passport: ['Paspor'],
    'driving-licence': ['SIM', 'Surat izin mengemudi'],
    'residence-permit': ['KITAS', 'KITAP', 'Izin tinggal'],
  },
  'visit-type': {
    leisure: ['Liburan'],
    business: ['Bisnis'],
    family: ['Keluarga'],
    dining: ['Bersantap'],
    event: ['Rapat dan acara'],
    'long-stay': ['Tinggal lama'],
  },
  'type-payment': {
    cash: ['Tunai'],
    'credit-card': ['Kartu kredit'],
    'debit-card': ['Kartu debit'],
    'bank-transfer': ['Transfer bank'],
    qr: ['QRIS'],
    'room-charge': ['Tagihan kamar'],
  },
  'access-type': {
    [ACCESS_LEVEL.group]: ['Grup'],
    [ACCESS_LEVEL.region]: ['Wilayah'],
    [ACCESS_LEVEL.property]: ['Properti'],
  },
};

/** The codes of an option's details by the words for them in files. `texts` are all cells of a column. */
export function readOptionWords(slug: string | undefined, texts: ReadonlySet<string>): ReadonlyMap<string, string> {
  const codes = new Map(
    Object.entries(OPTION_WORDS[slug ?? ''] ?? {}).flatMap(([code, words]) =>
      words.map((word) => [normalizeWords(word), code] as const),
    ),
  );
  // `P` is perempuan beside `L`, and pria beside `W`.
  const [hasL, hasW] = ['L', 'W'].map((letter) => texts.has(letter) || texts.has(letter.toLowerCase()));
  if (slug === 'type-gender' && hasL !== hasW) codes.set(normalizeWords('P'), hasL ? 'female' : 'male');
  return codes;
}
