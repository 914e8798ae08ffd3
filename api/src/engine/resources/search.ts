import { type ResourceDefinition, findColumn, isSearchable, listColumns, searchedFields } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { escapeLikePattern } from './conditions.ts';
import { displayName } from './source.ts';

/**
 * A text column of another table that a list shows. Searching for its text finds the records that reference that row.
 */
interface SearchedReference {
  /** The field of this resource that holds the id. */
  readonly field: string;
  /** SQL that selects the ids whose text matches `$pattern`. */
  readonly ids: (pattern: string) => RawBuilder<unknown>;
}

function searchedReferences(d: ResourceDefinition): SearchedReference[] {
  return listColumns(d).flatMap(({ column }) => {
    const path = findColumn(d, column);
    const [first, ...others] = path?.relations ?? [];
    if (!path || !first || path.field === null || !isSearchable(path.definition)) return [];
    const selectIdsSql = (i: number, table: string, pattern: string): RawBuilder<unknown> => {
      const nextRelation = others[i];
      return nextRelation
        ? sql`select id from ${sql.table(table)} where ${sql.ref(nextRelation.field)} in (${selectIdsSql(i + 1, nextRelation.to, pattern)})`
        : sql`select id from ${sql.table(table)} where ${sql.ref(path.field ?? 'name')} ilike ${pattern}`;
    };
    return [{ field: first.field, ids: (pattern: string) => selectIdsSql(0, first.to, pattern) }];
  });
}

const toPattern = (term: string): string => `%${escapeLikePattern(term)}%`;

/** Conditions that match the record's own text columns, which have a trigram index. */
const matchOwnFields = (d: ResourceDefinition, pattern: string): RawBuilder<unknown>[] =>
  searchedFields(d).map((field) => sql`t.${sql.ref(field)} ilike ${pattern}`);

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
  anyMatchSql(
    [`${escapeLikePattern(prefix)}%`, `% ${escapeLikePattern(prefix)}%`].flatMap((pattern) =>
      matchOwnFields(d, pattern),
    ),
  );

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
  const patterns = searchTerms.map(toPattern);
  const idsByWord = await findReferencedIds(db, references, patterns);
  return patterns.map((pattern, wordIndex) => {
    const conditions = references.flatMap((reference, referenceIndex) => {
      const ids = idsByWord[wordIndex]?.[referenceIndex] ?? [];
      if (ids.length === 0) return [];
      const field = sql`t.${sql.ref(reference.field)}`;
      return [
        ids.length > MAX_LISTED_IDS
          ? sql`${field} in (${reference.ids(pattern)})`
          : sql`${field} = any(${ids}::bigint[])`,
      ];
    });
    return anyMatchSql([...matchOwnFields(d, pattern), ...conditions]);
  });
}

async function findReferencedIds(
  db: Db,
  references: readonly SearchedReference[],
  patterns: readonly string[],
): Promise<number[][][]> {
  if (references.length === 0 || patterns.length === 0) return [];
  const subqueries = patterns.flatMap((pattern) =>
    references.map((reference) => sql`array(${reference.ids(pattern)} limit ${sql.lit(MAX_LISTED_IDS + 1)})`),
  );
  const statement = sql`select ${sql.join(subqueries.map((cell, i) => sql`${cell} as ${sql.ref(`c${i}`)}`))}`.compile(
    db.kysely,
  );
  const [row] = await db.read<Record<string, (string | number)[]>>(statement, { replan: true });
  return patterns.map((_, wordIndex) =>
    references.map((_reference, referenceIndex) =>
      (row?.[`c${wordIndex * references.length + referenceIndex}`] ?? []).map(Number),
    ),
  );
}

/** Every word must match one of the record's own texts. */
export const ownSearchSql = (d: ResourceDefinition, searchTerms: readonly string[]): RawBuilder<unknown>[] =>
  searchTerms.map((term) => anyMatchSql(matchOwnFields(d, toPattern(term))));

/** The fields in which choices are searched: those of the displayed label only. */
export const choiceSearchSql = (d: ResourceDefinition, searchTerms: readonly string[]): RawBuilder<unknown>[] => {
  const { name, code } = d.display;
  const texts = [...name, ...(code === undefined ? [] : [code])].filter((field) => {
    const path = findColumn(d, field);
    return path !== undefined && isSearchable(path.definition);
  });
  const labelColumns =
    texts.length > 0 ? texts.map((field) => sql`t.${sql.ref(field)}`) : [sql.raw(displayName('t', d))];
  return searchTerms.map((term) => anyMatchSql(labelColumns.map((text) => sql`${text} ilike ${toPattern(term)}`)));
};
