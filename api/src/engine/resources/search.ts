import {
  type Notation,
  type ResourceDefinition,
  findColumn,
  isSearchable,
  listColumns,
  searchedFields,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { isNoEmailSql } from '../../platform/mail/no-email.ts';
import { isWholeName, matchSql, notationOfField, wordStartSql } from './notation.ts';
import { displayName } from './source.ts';
import { findLargeTables } from './table-sizes.ts';

/**
 * A text column of another table that a list shows. Searching for its text finds the records that reference that row.
 */
interface SearchedReference {
  /** The field of this resource that holds the id. */
  readonly field: string;
  /** The resource with the text. */
  readonly to: string;
  /** SQL that selects the ids whose text matches. */
  readonly ids: (match: MatchColumn) => RawBuilder<unknown>;
}

/** SQL condition: whether a text column matches the searched word. */
type MatchColumn = (column: RawBuilder<unknown>, notation: Notation) => RawBuilder<unknown>;

function searchedReferences(d: ResourceDefinition): SearchedReference[] {
  return listColumns(d).flatMap(({ column }) => {
    const path = findColumn(d, column);
    const [first, ...others] = path?.relations ?? [];
    if (!path || !first || !isSearchable(path.definition)) return [];
    const fields = path.field === null ? path.resource.display.name : [path.field];
    if (path.field === null && !isWholeName(path.resource)) return [];
    const selectIdsSql = (i: number, table: string, match: MatchColumn): RawBuilder<unknown> => {
      const nextRelation = others[i];
      return nextRelation
        ? sql`select id from ${sql.table(table)} where ${sql.ref(nextRelation.field)} in (${selectIdsSql(i + 1, nextRelation.to, match)})`
        : sql`select id from ${sql.table(table)} where ${anyMatchSql(
            fields.map((field) => match(sql.ref(field), notationOfField(path.resource, field))),
          )}`;
    };
    return [
      { field: first.field, to: path.resource.key, ids: (match: MatchColumn) => selectIdsSql(0, first.to, match) },
    ];
  });
}

/**
 * The condition on each of the record's own text columns, which have a trigram index. The placeholder of a missing email
 * does not count.
 */
const matchOwnFields = (d: ResourceDefinition, match: MatchColumn): RawBuilder<unknown>[] =>
  searchedFields(d).map((name) => {
    const [field, column] = [d.fields[name], sql`t.${sql.ref(name)}`];
    const condition = match(column, notationOfField(d, name));
    return field?.kind === 'email' && field.absence ? sql`(${condition} and not ${isNoEmailSql(column)})` : condition;
  });

const containsTerm =
  (term: string): MatchColumn =>
  (column, notation) =>
    matchSql(column, notation, 'contains', term);

const startsWord =
  (term: string): MatchColumn =>
  (column, notation) =>
    wordStartSql(column, notation, term);

const anyMatchSql = (matches: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  matches.length === 0 ? sql`false` : sql`(${sql.join(matches, sql` or `)})`;

/** Minimum length for the trigram index to find a word inside texts. */
const MIN_INFIX_LENGTH = 3;

/**
 * Whether a word is too short for the trigram index, so that a rare one needs a scan of the whole table. Measured with
 * a million members: 7 s, against 1 ms for a search of word beginnings.
 */
export const isShortWord = (term: string): boolean =>
  Math.max(...term.split(/[^\p{L}\p{N}]+/u).map((part) => part.length)) < MIN_INFIX_LENGTH;

/**
 * Matches own texts that contain a word beginning with these letters. For words too short to be found inside texts: the
 * trigram index finds the beginning of a word from its first letter on, but inner parts only from three letters.
 */
export const prefixSearchSql = (d: ResourceDefinition, prefix: string): RawBuilder<unknown> =>
  anyMatchSql(matchOwnFields(d, startsWord(prefix)));

/** Matching ids of referenced records are listed up to this number; above it the statement uses a subquery. */
const MAX_LISTED_IDS = 1000;

/**
 * How to match a word in the texts of a table: in a large one, a short word only at the beginning of words. Punctuation
 * begins no word.
 */
const matchInTable = (term: string, isLarge: boolean): MatchColumn =>
  isLarge && isShortWord(term) && /[\p{L}\p{N}]/u.test(term) ? startsWord(term) : containsTerm(term);

/**
 * All words must match, each in any text column of the list. Texts of small referenced tables are looked up first, so
 * that the main statement is planned with the actual ids.
 */
export async function searchSql(
  db: Db,
  d: ResourceDefinition,
  searchTerms: readonly string[],
): Promise<RawBuilder<unknown>[]> {
  const references = searchedReferences(d);
  const largeTables = searchTerms.some(isShortWord)
    ? await findLargeTables(db, [d.key, ...references.map(({ to }) => to)])
    : new Set();
  const matchIn = (term: string, key: string) => matchInTable(term, largeTables.has(key));
  const idSubqueries = searchTerms.map((term) => references.map(({ ids, to }) => ids(matchIn(term, to))));
  const idsByWord = await findReferencedIds(db, idSubqueries);
  return searchTerms.map((term, wordIndex) => {
    const conditions = references.flatMap((reference, referenceIndex) => {
      const ids = idsByWord[wordIndex]?.[referenceIndex] ?? [];
      if (ids.length === 0) return [];
      const field = sql`t.${sql.ref(reference.field)}`;
      return [
        ids.length > MAX_LISTED_IDS
          ? sql`${field} in (${reference.ids(matchIn(term, reference.to))})`
          : sql`${field} = any(${ids}::bigint[])`,
      ];
    });
    return anyMatchSql([...matchOwnFields(d, matchIn(term, d.key)), ...conditions]);
  });
}

/** The results of subqueries, by word and reference, each with at most one id more than are listed. */
async function findReferencedIds(
  db: Db,
  idSubqueries: readonly (readonly RawBuilder<unknown>[])[],
): Promise<readonly (readonly number[])[][]> {
  const cells = idSubqueries.flatMap((row, wordIndex) =>
    row.map(
      (ids, index) => sql`array(${ids} limit ${sql.lit(MAX_LISTED_IDS + 1)}) as ${sql.ref(`c${wordIndex}_${index}`)}`,
    ),
  );
  if (cells.length === 0) return [];
  const statement = sql`select ${sql.join(cells)}`.compile(db.kysely);
  const [row] = await db.read<Record<string, (string | number)[]>>(statement, { replan: true });
  return idSubqueries.map((references, wordIndex) =>
    references.map((_, index) => (row?.[`c${wordIndex}_${index}`] ?? []).map(Number)),
  );
}

/** Every word must match one of the record's own texts. */
export const ownSearchSql = (d: ResourceDefinition, searchTerms: readonly string[]): RawBuilder<unknown>[] =>
  searchTerms.map((term) => anyMatchSql(matchOwnFields(d, containsTerm(term))));

/** The fields in which choices are searched: those of the displayed label only. */
export const choiceSearchSql = (d: ResourceDefinition, searchTerms: readonly string[]): RawBuilder<unknown>[] => {
  const { name, code } = d.display;
  const texts = [...name, ...(code === undefined ? [] : [code])].filter((field) => {
    const path = findColumn(d, field);
    return path !== undefined && isSearchable(path.definition);
  });
  return searchTerms.map((term) =>
    texts.length > 0
      ? anyMatchSql(
          texts.map((field) => matchSql(sql`t.${sql.ref(field)}`, notationOfField(d, field), 'contains', term)),
        )
      : matchSql(sql.raw(displayName('t', d)), 'plain', 'contains', term),
  );
};
