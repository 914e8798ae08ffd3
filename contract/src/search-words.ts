import { message } from './messages.ts';
import { withoutInvisible } from './plain-characters.ts';

const LENGTH_MAX = 200;
const WORDS_MAX = 20;

/** The words of a search, each once; `refuse` gets the error. */
export function parseWords(value: string, refuse: (text: string) => void): string[] {
  if (value.includes('\0') || !value.isWellFormed()) refuse(message('nul'));
  if (value.length > LENGTH_MAX) refuse(message('max_length', LENGTH_MAX));
  const words = [...new Set(withoutInvisible(value).split(/\s+/).filter(Boolean))];
  // Not cut short: a bulk call would take more records than were searched for.
  if (words.length > WORDS_MAX) refuse(message('max_words', WORDS_MAX));
  return words;
}
