import { message } from '../errors/messages.ts';
import { withoutInvisible } from '../texts/invisible-characters.ts';

const LENGTH_MAX = 200;
const WORDS_MAX = 20;

/** The terms of a search, without duplicates; `reject` gets the error. */
export function parseWords(value: string, reject: (text: string) => void): string[] {
  if (value.includes('\0') || !value.isWellFormed()) reject(message('nul'));
  if (value.length > LENGTH_MAX) reject(message('max_length', LENGTH_MAX));
  const terms = [...new Set(withoutInvisible(value).split(/\s+/).filter(Boolean))];
  // Do not truncate: a bulk call would affect more records than were searched for.
  if (terms.length > WORDS_MAX) reject(message('max_words', WORDS_MAX));
  return terms;
}
