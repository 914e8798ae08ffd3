import { ACCESS_LEVEL, type FieldOf, LANGUAGES, normalizeWords, targetKey } from '@innkeeper/contract';
import { sql } from 'kysely';
import { importExportTexts } from '../../texts/import-export.ts';
import type { WriteContext } from '../resources/resource-hooks.ts';

/** Words in files for values that are stored as something else: what the console shows, and what people write. */

const YES = [...Object.values(importExportTexts.yes), 'Y', 'True', 'Benar', 'Active', 'Aktif'];
const NO = [
  ...Object.values(importExportTexts.no),
  'N',
  'False',
  'Salah',
  'Inactive',
  'Not active',
  'Nonaktif',
  'Tidak aktif',
];
const FLAG_WORDS: ReadonlyMap<string, string> = new Map([
  ...YES.map((word) => [normalizeWords(word), '1'] as const),
  ...NO.map((word) => [normalizeWords(word), '0'] as const),
]);

/** `1` or `0` for a word; any other text unchanged. */
export function readFlagWord({ answers }: FieldOf<'flag'>, text: string): string {
  const words = normalizeWords(text);
  const isAnswer = (answer: 'yes' | 'no') =>
    answers !== undefined && LANGUAGES.some((language) => normalizeWords(answers[answer][language]) === words);
  if (isAnswer('yes')) return '1';
  return isAnswer('no') ? '0' : (FLAG_WORDS.get(words) ?? text);
}

/** The value of a choice for its label in either language; any other text unchanged. */
export function readChoiceWord({ choices }: FieldOf<'choice'>, text: string): string {
  const words = normalizeWords(text);
  const match =
    choices.find(({ value }) => value === text) ??
    choices.find(({ value, label }) => [value, label.en, label.id].some((word) => normalizeWords(word) === words));
  return match?.value ?? text;
}

/**
 * Words for details of options, by their codes, which staff cannot change. `P` is missing: it is perempuan beside `L`,
 * and pria beside `W`.
 */
const OPTION_WORDS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'type-gender': {
    male: ['M', 'Laki-laki', 'Laki laki', 'Pria'],
    female: ['F', 'Perempuan', 'Wanita'],
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

/** Codes of the records that a field can refer to, by the words for them: a country's names and its second ISO code. */
export async function readWordCodes(
  { tx }: Pick<WriteContext, 'tx'>,
  f: FieldOf<'reference'> | FieldOf<'option'> | FieldOf<'references'>,
): Promise<ReadonlyMap<string, string>> {
  if (f.kind === 'option')
    return new Map(
      Object.entries(OPTION_WORDS[f.slug] ?? {}).flatMap(([code, words]) =>
        words.map((word) => [normalizeWords(word), code] as const),
      ),
    );
  if ((f.kind === 'references' ? f.to : targetKey(f)) !== 'country') return new Map();
  const { rows } = await sql<{ cca2: string; cca3: string }>`
    select cca2, cca3 from country where deleted_at is null`.execute(tx);
  const names = LANGUAGES.map((language) => new Intl.DisplayNames(language, { type: 'region' }));
  return new Map(
    rows.flatMap(({ cca2, cca3 }) =>
      [cca3, ...names.map((name) => name.of(cca2) ?? cca2)].map((word) => [normalizeWords(word), cca2] as const),
    ),
  );
}
