import { type FieldOf, LANGUAGES, normalizeWords } from '@innkeeper/contract';
import { importExportTexts } from '../../texts/import-export.ts';

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
