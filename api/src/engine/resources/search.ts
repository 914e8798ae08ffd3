import {
  type ResourceDefinition,
  findColumn,
  getResource,
  isSearchable,
  listColumns,
  searchedFields,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { isNoEmailSql } from '../../platform/mail/no-email.ts';
import { isWholeName, matchSql, notationOfField } from './notation.ts';
import { displayName } from './source.ts';
import { findLargeTables } from './table-sizes.ts';
import {
  createWordRejection,
  isPunctuation,
  idsByNameSql,
  isAlwaysIndexed,
  isUnindexedName,
  wordSql,
} from './word-match.ts';

/** A word of a search, and the tables that are large. */
interface Word {
  readonly term: string;
  readonly largeTables: ReadonlySet<string>;
}

/** A text of another table, or a member's name. Searching for it finds the records that have the id of its row. */
interface SearchedReference {
  /** The field of this resource that holds the id. */
  readonly field: string;
  /** The resource with the text. */
  readonly to: string;
  /** SQL that selects the ids whose text matches; undefined if no index finds the word. */
  readonly ids: (word: Word) => RawBuilder<unknown> | undefined;
}

/** The texts of other tables that a list shows. */
function searchedReferences(d: ResourceDefinition): SearchedReference[] {
  return listColumns(d).flatMap(({ column }) => {
    const path = findColumn(d, column);
    const [first, ...others] = path?.relations ?? [];
    if (!path || !first || !isSearchable(path.definition)) return [];
    const { field, resource } = path;
    if (field === null && !isWholeName(resource)) return [];
    const selectIdsSql = (i: number, table: string, word: Word): RawBuilder<unknown> | undefined => {
      const nextRelation = others[i];
      if (nextRelation) {
        const nextIds = selectIdsSql(i + 1, nextRelation.to, word);
        return nextIds && sql`select id from ${sql.table(table)} where ${sql.ref(nextRelation.field)} in (${nextIds})`;
      }
      const idsSql = field === null ? nameIdsSql(resource, word) : undefined;
      if (idsSql) return idsSql;
      const matches = (field === null ? resource.display.name : [field]).flatMap(
        (name) => matchFieldSql(resource, name, sql.ref(name), word) ?? [],
      );
      return matches.length > 0 ? sql`select id from ${sql.table(table)} where ${anyMatchSql(matches)}` : undefined;
    };
    return [{ field: first.field, to: resource.key, ids: (word: Word) => selectIdsSql(0, first.to, word) }];
  });
}

/** SQL that selects ids by the words of names, for a word that the trigram index cannot find in the names of a large table. */
export const nameIdsSql = (
  { key, nameWords }: ResourceDefinition,
  { term, largeTables }: Word,
): RawBuilder<unknown> | undefined =>
  nameWords && largeTables.has(key) && isUnindexedName(term) ? idsByNameSql(nameWords, term) : undefined;

/** The condition on a text; undefined if no index finds the word. The placeholder of a missing email does not count. */
function matchFieldSql(
  d: ResourceDefinition,
  name: string,
  column: RawBuilder<unknown>,
  { term, largeTables }: Word,
): RawBuilder<unknown> | undefined {
  const condition = wordSql(column, notationOfField(d, name), term, largeTables.has(d.key));
  const field = d.fields[name];
  return condition && field?.kind === 'email' && field.absence
    ? sql`(${condition} and not ${isNoEmailSql(column)})`
    : condition;
}

/** The conditions on the record's own text columns, which have a trigram index. */
const matchOwnFields = (d: ResourceDefinition, word: Word): RawBuilder<unknown>[] =>
  searchedFields(d).flatMap((name) => matchFieldSql(d, name, sql`t.${sql.ref(name)}`, word) ?? []);

const anyMatchSql = (matches: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  matches.length === 0 ? sql`false` : sql`(${sql.join(matches, sql` or `)})`;

/** Matching ids of referenced records are listed up to this number; above it the statement uses a subquery. */
const MAX_LISTED_IDS = 1000;

/**
 * All words must match, each in any text column of the list. Texts of small referenced tables are looked up first, so
 * that the main statement is planned with the actual ids. Throws a 422 for a word that no index of a large table finds.
 */
export async function searchSql(
  db: Db,
  d: ResourceDefinition,
  searchTerms: readonly string[],
): Promise<RawBuilder<unknown>[]> {
  const ownName: SearchedReference = { field: 'id', to: d.key, ids: (word) => nameIdsSql(d, word) };
  const references = [...searchedReferences(d), ownName];
  const words = await toWords(db, searchTerms, [d.key, ...references.map(({ to }) => to)]);
  const searched = words.map((word) => {
    const ownMatches = matchOwnFields(d, word);
    const related = references.flatMap(({ field, to, ids }) => {
      const idsSql = ids(word);
      return idsSql ? [{ field, to, idsSql }] : [];
    });
    const isNameFound = related.some(({ to }) => getResource(to).nameWords !== undefined);
    if (ownMatches.length === 0 && searchedFields(d).length > 0 && !isNameFound) throw createWordRejection(word.term);
    return { ownMatches, related };
  });
  const idsByWord = await findReferencedIds(
    db,
    searched.map(({ related }) => related.map(({ idsSql }) => idsSql)),
  );
  return searched.map(({ ownMatches, related }, wordIndex) => {
    const conditions = related.flatMap(({ field, idsSql }, index) => {
      const ids = idsByWord[wordIndex]?.[index] ?? [];
      if (ids.length === 0) return [];
      const column = sql`t.${sql.ref(field)}`;
      return [ids.length > MAX_LISTED_IDS ? sql`${column} in (${idsSql})` : sql`${column} = any(${ids}::bigint[])`];
    });
    return anyMatchSql([...ownMatches, ...conditions]);
  });
}

/** The words of a search, and which of the searched tables are large. */
async function toWords(db: Db, searchTerms: readonly string[], keys: readonly string[]): Promise<readonly Word[]> {
  const largeTables = await findLargeSearched(db, searchTerms, keys);
  return searchTerms.map((term) => ({ term, largeTables }));
}

/**
 * Which of the searched tables are large, if that makes a difference. Throws a 422 for a word without a letter or digit
 * if any is.
 */
export async function findLargeSearched(
  db: Db,
  searchTerms: readonly string[],
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (searchTerms.every(isAlwaysIndexed)) return new Set();
  const largeTables = await findLargeTables(db, keys);
  const emptyTerm = searchTerms.find(isPunctuation);
  if (largeTables.size > 0 && emptyTerm !== undefined) throw createWordRejection(emptyTerm);
  return largeTables;
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

/** Every word must match one of the record's own texts. Throws a 422 like `searchSql`. */
export async function ownSearchSql(
  db: Db,
  d: ResourceDefinition,
  searchTerms: readonly string[],
): Promise<RawBuilder<unknown>[]> {
  const words = await toWords(db, searchTerms, [d.key]);
  return words.map((word) => ownWordSql(d, word));
}

/** Matches own texts as in a large table, so a short word only at the beginning of words. */
export const indexedWordSql = (d: ResourceDefinition, term: string): RawBuilder<unknown> =>
  ownWordSql(d, { term, largeTables: new Set([d.key]) });

function ownWordSql(d: ResourceDefinition, word: Word): RawBuilder<unknown> {
  const idsSql = nameIdsSql(d, word);
  if (idsSql) return sql`t.id in (${idsSql})`;
  return anyMatchSql(matchOwnFields(d, word));
}

/** The fields in which choices are searched: those of the displayed label only. */
export const choiceSearchSql = (
  d: ResourceDefinition,
  searchTerms: readonly string[],
  largeTables: ReadonlySet<string>,
): RawBuilder<unknown>[] => {
  const { name, code } = d.display;
  const texts = [...name, ...(code === undefined ? [] : [code])].filter((field) => {
    const path = findColumn(d, field);
    return path !== undefined && isSearchable(path.definition);
  });
  return searchTerms.map((term) => {
    const idsSql = nameIdsSql(d, { term, largeTables });
    if (idsSql) return sql`t.id in (${idsSql})`;
    return texts.length > 0
      ? anyMatchSql(
          texts.map((field) => matchSql(sql`t.${sql.ref(field)}`, notationOfField(d, field), 'contains', term)),
        )
      : matchSql(sql.raw(displayName('t', d)), 'plain', 'contains', term);
  });
};
