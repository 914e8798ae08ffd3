import { type ColumnPath, type FieldOf, type Notation, type ResourceDefinition, notationOf } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';

/*
 * People write the name, number or telephone of the same guest in several ways. Searches and text filters compare keys
 * in which these are equal. The trigram indexes have the same keys, by the functions of
 * db/migrations/20261130e_search_keys.sql.
 */

export type Match = 'contains' | 'start' | 'end' | 'matches';

/** Normalizes a name for comparison, like `search_name` in the database. */
export const nameKey = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036f'’`.,()-]/g, '')
    .toLowerCase();

/** Like `search_number` in the database. */
const numberKey = (number: string): string =>
  number.toLowerCase().replaceAll(/[ -]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1');

/** Digits and the usual characters between them. */
const PHONE_PATTERN = /^[\s+()./\d-]*$/;
const phoneKey = (phone: string): string => phone.replaceAll(/\D/g, '');
/** Phone numbers are the same if their last digits are. The index uses the same number of digits. */
const COMPARED_DIGITS = 8;

/** What precedes an extension. */
const EXTENSION = /ext|x|#/i;

/** The digits by which phone numbers are compared; undefined if the text has too few. */
export function phoneMatchKey(text: string): string | undefined {
  const [number = ''] = text.split(EXTENSION, 1);
  const digits = phoneKey(number).slice(-COMPARED_DIGITS);
  return digits.length < COMPARED_DIGITS ? undefined : digits;
}

/** SQL: the `phoneMatchKey` of the field of a record `t`. */
export function phoneKeySql(name: string, { e164 }: FieldOf<'phone'>): RawBuilder<unknown> {
  const columns = (e164 === undefined ? [name] : [e164, name]).map((column) => sql`t.${sql.ref(column)}`);
  return sql`right(regexp_replace(coalesce(${sql.join(columns)}), '\\D', '', 'g'), ${sql.lit(COMPARED_DIGITS)})`;
}

/**
 * SQL condition: whether the phone in a field of a record `t` equals this one, however both are written. Undefined if
 * the text has too few digits.
 */
export function samePhoneSql(name: string, f: FieldOf<'phone'>, text: string): RawBuilder<unknown> | undefined {
  const digits = phoneMatchKey(text);
  return digits === undefined ? undefined : sql`${phoneKeySql(name, f)} = ${digits}`;
}

export const escapeLikePattern = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const PATTERNS: Readonly<Record<Match, (text: string) => string>> = {
  contains: (text) => `%${escapeLikePattern(text)}%`,
  start: (text) => `${escapeLikePattern(text)}%`,
  end: (text) => `%${escapeLikePattern(text)}`,
  matches: escapeLikePattern,
};

const KEYS: Readonly<Record<Notation, (text: string) => string>> = {
  plain: () => '',
  name: nameKey,
  number: numberKey,
  phone: phoneKey,
};

/** The text that is compared with a column: the key of its notation, if it has one. */
export const searchKey = (notation: Notation, text: string): string => KEYS[notation](text) || text;

/** SQL condition: whether a column contains, begins with, ends with or equals a text in any notation. */
export function matchSql(
  column: RawBuilder<unknown>,
  notation: Notation,
  match: Match,
  text: string,
): RawBuilder<unknown> {
  if (notation === 'phone' && !PHONE_PATTERN.test(text)) return sql`false`;
  const key = KEYS[notation](text);
  // Punctuation alone has no key.
  if (key === '') return sql`${column} ilike ${PATTERNS[match](text)}`;
  if (notation === 'phone') return matchPhoneSql(column, match, text);
  if (notation === 'name') return sql`search_name(${column}) like ${PATTERNS[match](key)}`;
  const digits = key.replace(/^0+/, '');
  const hasZeros = digits !== key;
  // A spreadsheet drops zeros at the beginning. Those that are given must be there, except in a whole number.
  if (match === 'matches' || (match === 'start' && !hasZeros))
    return sql`search_number(${column}) ~ ${`^0*${escapePattern(digits)}${match === 'matches' ? '$' : ''}`}`;
  return sql`search_number(${column}) like ${PATTERNS[match](key)}`;
}

/** A number may be stored with its country's code and given with the zero that replaces it, or the other way around. */
function matchPhoneSql(column: RawBuilder<unknown>, match: Match, text: string): RawBuilder<unknown> {
  const digits = phoneKey(text);
  const national = digits.replace(/^0+/, '') || digits;
  const compared = national.slice(-COMPARED_DIGITS);
  switch (match) {
    case 'matches':
      return sql`search_phone(${column}) like ${digits.length < COMPARED_DIGITS ? digits : `%${compared}`}`;
    case 'start':
      return national === digits
        ? sql`search_phone(${column}) like ${`${digits}%`}`
        : sql`search_phone(${column}) ~ ${`^\\d{0,3}${national}`}`;
    case 'end':
      return sql`search_phone(${column}) like ${`%${compared}`}`;
    case 'contains':
      return sql`search_phone(${column}) like ${`%${compared}%`}`;
  }
}

/** Escapes a text for a regular expression of PostgreSQL. */
const escapePattern = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&');

/** SQL condition: whether a text has a word that begins with these letters, in any notation. */
export function wordStartSql(column: RawBuilder<unknown>, notation: Notation, prefix: string): RawBuilder<unknown> {
  const start = matchSql(column, notation, 'start', prefix);
  const key = nameKey(prefix);
  if (notation === 'name' && key !== '')
    return sql`(${start} or search_name(${column}) like ${`% ${PATTERNS.start(key)}`})`;
  return notation === 'plain' ? sql`(${start} or ${column} ilike ${`% ${PATTERNS.start(prefix)}`})` : start;
}

/** Whether several fields make up the name of a record, as of a guest. */
export const isWholeName = ({ display: { name }, fields }: ResourceDefinition): boolean =>
  name.length > 1 && name.every((field) => fields[field] !== undefined && notationOf(fields[field]) === 'name');

export const notationOfField = ({ fields }: ResourceDefinition, field: string): Notation =>
  fields[field] ? notationOf(fields[field]) : 'plain';

/** Of the column itself, or of the field that names a record. */
export const notationOfPath = ({ resource, field }: ColumnPath): Notation =>
  notationOfField(resource, field ?? resource.display.name[0] ?? '');

/** SQL condition: whether a name that several columns make up matches, each of which has an index. */
export function matchWholeNameSql(
  columns: readonly RawBuilder<unknown>[],
  match: Match,
  text: string,
): RawBuilder<unknown> {
  const wholeName = sql`concat_ws(' ', ${sql.join(columns)})`;
  const words = nameKey(text).split(/\s+/).filter(Boolean);
  const wordConditions = words.map(
    (word) =>
      sql`(${sql.join(
        columns.map((column) => matchSql(column, 'name', 'contains', word)),
        sql` or `,
      )})`,
  );
  return sql`(${sql.join([...wordConditions, matchSql(wholeName, 'name', match, text)], sql` and `)})`;
}
