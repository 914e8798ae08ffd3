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

/**
 * A text column of another table that a list shows. Searching for its text finds the records that reference that row.
 */
interface SearchedReference {
  /** The field of this resource that holds the id. */
  readonly field: string;
  /** SQL that selects the ids whose text contains a term. */
  readonly ids: (term: string) => RawBuilder<unknown>;
}

function searchedReferences(d: ResourceDefinition): SearchedReference[] {
  return listColumns(d).flatMap(({ column }) => {
    const path = findColumn(d, column);
    const [first, ...others] = path?.relations ?? [];
    if (!path || !first || !isSearchable(path.definition)) return [];
    const fields = path.field === null ? path.resource.display.name : [path.field];
    if (path.field === null && !isWholeName(path.resource)) return [];
    const selectIdsSql = (i: number, table: string, term: string): RawBuilder<unknown> => {
      const nextRelation = others[i];
      return nextRelation
        ? sql`select id from ${sql.table(table)} where ${sql.ref(nextRelation.field)} in (${selectIdsSql(i + 1, nextRelation.to, term)})`
        : sql`select id from ${sql.table(table)} where ${anyMatchSql(
            fields.map((field) => matchSql(sql.ref(field), notationOfField(path.resource, field), 'contains', term)),
          )}`;
    };
    return [{ field: first.field, ids: (term: string) => selectIdsSql(0, first.to, term) }];
  });
}

/**
 * The condition on each of the record's own text columns, which have a trigram index. The placeholder of a missing email
 * does not count.
 */
const matchOwnFields = (
  d: ResourceDefinition,
  match: (column: RawBuilder<unknown>, notation: Notation) => RawBuilder<unknown>,
): RawBuilder<unknown>[] =>
  searchedFields(d).map((name) => {
    const [field, column] = [d.fields[name], sql`t.${sql.ref(name)}`];
    const condition = match(column, notationOfField(d, name));
    return field?.kind === 'email' && field.absence ? sql`(${condition} and not ${isNoEmailSql(column)})` : condition;
  });

const containsTerm = (term: string) => (column: RawBuilder<unknown>, notation: Notation) =>
  matchSql(column, notation, 'contains', term);

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
  anyMatchSql(matchOwnFields(d, (column, notation) => wordStartSql(column, notation, prefix)));

/** Matching ids of referenced records are listed up to this number; above it the statement uses a subquery. */
const MAX_LISTED_IDS = 1000;

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
  const idsByWord = await findReferencedIds(db, references, searchTerms);
  return searchTerms.map((term, wordIndex) => {
    const conditions = references.flatMap((reference, referenceIndex) => {
      const ids = idsByWord[wordIndex]?.[referenceIndex] ?? [];
      if (ids.length === 0) return [];
      const field = sql`t.${sql.ref(reference.field)}`;
      return [
        ids.length > MAX_LISTED_IDS ? sql`${field} in (${reference.ids(term)})` : sql`${field} = any(${ids}::bigint[])`,
      ];
    });
    return anyMatchSql([...matchOwnFields(d, containsTerm(term)), ...conditions]);
  });
}

async function findReferencedIds(
  db: Db,
  references: readonly SearchedReference[],
  searchTerms: readonly string[],
): Promise<number[][][]> {
  if (references.length === 0 || searchTerms.length === 0) return [];
  const subqueries = searchTerms.flatMap((term) =>
    references.map((reference) => sql`array(${reference.ids(term)} limit ${sql.lit(MAX_LISTED_IDS + 1)})`),
  );
  const statement = sql`select ${sql.join(subqueries.map((cell, i) => sql`${cell} as ${sql.ref(`c${i}`)}`))}`.compile(
    db.kysely,
  );
  const [row] = await db.read<Record<string, (string | number)[]>>(statement, { replan: true });
  return searchTerms.map((_, wordIndex) =>
    references.map((_reference, referenceIndex) =>
      (row?.[`c${wordIndex * references.length + referenceIndex}`] ?? []).map(Number),
    ),
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
