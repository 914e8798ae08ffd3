import { type ResourceDefinition, findColumn, isSearchable, listColumns, searchedFields } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { likePattern } from './conditions.ts';
import { displayName } from './source.ts';

/** A text column of another table that a list shows: searching for its text finds the records that reference it. */
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
    const select = (i: number, table: string, pattern: string): RawBuilder<unknown> => {
      const next = others[i];
      return next
        ? sql`select id from ${sql.table(table)} where ${sql.ref(next.field)} in (${select(i + 1, next.to, pattern)})`
        : sql`select id from ${sql.table(table)} where ${sql.ref(path.field ?? 'name')} ilike ${pattern}`;
    };
    return [{ field: first.field, ids: (pattern: string) => select(0, first.to, pattern) }];
  });
}

const patternOf = (term: string): string => `%${likePattern(term)}%`;

/** The record's own texts, each part of the table's trigram index. */
const ownMatches = (d: ResourceDefinition, pattern: string): RawBuilder<unknown>[] =>
  searchedFields(d).map((field) => sql`t.${sql.ref(field)} ilike ${pattern}`);

const anyMatchSql = (matches: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  matches.length === 0 ? sql`false` : sql`(${sql.join(matches, sql` or `)})`;

/** Minimum length for the trigram index to find a word inside texts. */
const MIN_INFIX_LENGTH = 3;

/**
 * Whether a rare word would need a scan of the whole table: with a million members measured 7 s, where its beginnings
 * take 1 ms.
 */
export const isShortWord = (term: string): boolean =>
  Math.max(...term.split(/[^\p{L}\p{N}]+/u).map((run) => run.length)) < MIN_INFIX_LENGTH;

/**
 * Matches own texts that contain a word beginning with these letters. For words too short to be found inside texts: the
 * trigram index finds the beginning of a word from its first letter on, but inner parts only from three letters.
 */
export const prefixSearchSql = (d: ResourceDefinition, letters: string): RawBuilder<unknown> =>
  anyMatchSql([`${likePattern(letters)}%`, `% ${likePattern(letters)}%`].flatMap((pattern) => ownMatches(d, pattern)));

/** Matching ids of referenced records are listed up to this number; above it the statement uses a subquery. */
const MANY = 1000;

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
  const patterns = searchTerms.map(patternOf);
  const idsByWord = await referencedIds(db, references, patterns);
  return patterns.map((pattern, w) => {
    const conditions = references.flatMap((reference, r) => {
      const list = idsByWord[w]?.[r] ?? [];
      if (list.length === 0) return [];
      const field = sql`t.${sql.ref(reference.field)}`;
      return [
        list.length > MANY ? sql`${field} in (${reference.ids(pattern)})` : sql`${field} = any(${list}::bigint[])`,
      ];
    });
    return anyMatchSql([...ownMatches(d, pattern), ...conditions]);
  });
}

async function referencedIds(
  db: Db,
  references: readonly SearchedReference[],
  patterns: readonly string[],
): Promise<number[][][]> {
  if (references.length === 0 || patterns.length === 0) return [];
  const cells = patterns.flatMap((pattern) =>
    references.map((reference) => sql`array(${reference.ids(pattern)} limit ${sql.lit(MANY + 1)})`),
  );
  const statement = sql`select ${sql.join(cells.map((cell, i) => sql`${cell} as ${sql.ref(`c${i}`)}`))}`.compile(
    db.kysely,
  );
  const [row] = await db.read<Record<string, (string | number)[]>>(statement, { replan: true });
  return patterns.map((_, w) => references.map((__, r) => (row?.[`c${w * references.length + r}`] ?? []).map(Number)));
}

/** Every word must match one of the record's own texts. */
export const ownSearchSql = (d: ResourceDefinition, searchTerms: readonly string[]): RawBuilder<unknown>[] =>
  searchTerms.map((term) => anyMatchSql(ownMatches(d, patternOf(term))));

/** The fields in which choices are searched: those of the displayed label only. */
export const choiceSearchSql = (d: ResourceDefinition, searchTerms: readonly string[]): RawBuilder<unknown>[] => {
  const { name, code } = d.display;
  const texts = [...name, ...(code === undefined ? [] : [code])].filter((field) => {
    const path = findColumn(d, field);
    return path !== undefined && isSearchable(path.definition);
  });
  const label = texts.length > 0 ? texts.map((field) => sql`t.${sql.ref(field)}`) : [sql.raw(displayName('t', d))];
  return searchTerms.map((term) => anyMatchSql(label.map((text) => sql`${text} ilike ${patternOf(term)}`)));
};
