import { type Notation, type ResourceDefinition, message } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { type ApiError, validationError } from '../../platform/http/api-error.ts';
import { matchSql, nameKey, searchKey, wordStartSql } from './notation.ts';

/*
 * How the words of a search are found. A large table is only searched by its indexes: reading all of it would take
 * seconds. See docs/decisions/0129-search-large-tables-only-by-index.md.
 */

type NameWords = NonNullable<ResourceDefinition['nameWords']>;

/** Minimum length for the trigram index to find a word inside texts. */
const MIN_INFIX_LENGTH = 3;

/**
 * Whether a word is too short for the trigram index, so that a rare one needs a scan of the whole table. Measured with
 * a million members: 7 s, against 1 ms for a search of word beginnings.
 */
export const isShortWord = (term: string): boolean =>
  Math.max(...term.split(/[^\p{L}\p{N}]+/u).map((part) => [...part].length)) < MIN_INFIX_LENGTH;

/** A word without a letter or digit, which no index can find. */
export const isPunctuation = (term: string): boolean => !/[\p{L}\p{N}]/u.test(term);

/** Whether the trigram index finds a word in every text, wherever it is in there. */
export const isAlwaysIndexed = (term: string): boolean => /[a-z0-9]{3}/i.test(term);

/**
 * Whether the trigram index can find texts with this key, or those with a word that begins with it. Where the server's
 * lc_ctype is C, as in the embedded database, it has letters and digits of ASCII only, and everything else separates
 * words: two spaces before each and one behind.
 */
function hasTrigram(key: string, isWordStart: boolean): boolean {
  return [...key.matchAll(/[a-z0-9]+/gi)].some(({ 0: part, index }) => {
    const spacesBefore = index > 0 || isWordStart ? 2 : 0;
    const spacesBehind = index + part.length < key.length ? 1 : 0;
    return spacesBefore + part.length + spacesBehind >= MIN_INFIX_LENGTH;
  });
}

/**
 * SQL condition: whether a text column contains a word. In a large table a short one must begin a word of the text;
 * undefined if the index cannot find it in such texts.
 */
export function wordSql(
  column: RawBuilder<unknown>,
  notation: Notation,
  term: string,
  isLarge: boolean,
): RawBuilder<unknown> | undefined {
  if (!isLarge) return matchSql(column, notation, 'contains', term);
  const key = searchKey(notation, term);
  if (!isShortWord(term) && hasTrigram(key, false)) return matchSql(column, notation, 'contains', term);
  return hasTrigram(key, true) ? wordStartSql(column, notation, term) : undefined;
}

/** Whether the trigram index cannot find a word in names, as one in Chinese, Cyrillic or Arabic letters. */
export const isUnindexedName = (term: string): boolean => !isPunctuation(term) && !hasTrigram(nameKey(term), true);

/** Sorts after every word that begins with the same letters. */
const LAST_CHARACTER = '\u{10ffff}';

/** SQL condition: whether a row `n` of the words of names begins with this key. */
export const nameStartsSql = (key: string): RawBuilder<unknown> =>
  sql`n.word >= ${key} and n.word < ${key + LAST_CHARACTER}`;

/** SQL that selects the ids of records, of which one word of the name begins with this one. */
export const idsByNameSql = ({ table, field }: NameWords, term: string): RawBuilder<unknown> =>
  sql`select n.${sql.ref(field)} from ${sql.table(table)} n where ${nameStartsSql(nameKey(term))}`;

/** The 422 of a word that no index of a large list can find. */
export const createWordRejection = (term: string): ApiError =>
  validationError({ search: [message(isPunctuation(term) ? 'only_punctuation' : 'no_index_to_search')] });
