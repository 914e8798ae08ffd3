import { message } from '../errors/messages.ts';
import { stripInvisible } from '../texts/invisible-characters.ts';

const MAX_LENGTH = 200;
const MAX_WORDS = 20;

/** The terms of a search, without duplicates; `reject` gets the error. */
export function parseSearchTerms(value: string, reject: (text: string) => void): string[] {
  if (value.includes('\0') || !value.isWellFormed()) reject(message('nul'));
  if (value.length > MAX_LENGTH) reject(message('max_length', MAX_LENGTH));
  const terms = [...new Set(stripInvisible(value).split(/\s+/).filter(Boolean))];
  // Reject rather than truncate: a bulk call would otherwise affect more records than were searched for.
  if (terms.length > MAX_WORDS) reject(message('max_words', MAX_WORDS));
  return terms;
}
