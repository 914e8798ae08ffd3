import { type ColumnPath, getColumn, getResource, searchedFields, resources } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { type SqlCondition, textMatchSql, textWordSql } from '../../engine/resources/conditions.ts';
import { isWholeName } from '../../engine/resources/notation.ts';
import { findLargeSearched } from '../../engine/resources/search.ts';
import { type Source, createSource } from '../../engine/resources/source.ts';
import { createWordRejection, idsByNameSql, isUnindexedName } from '../../engine/resources/word-match.ts';
import type { ReportQuery } from './report-query.ts';
import type { ReportContext } from './report-context.ts';
import { isSetupTable } from '../../engine/resources/setup-table-lookup.ts';
import { REPORT_SOURCES, type ReportSource } from './report-sources.ts';

/**
 * Up to this many ids are visible to the planner. Longer lists are hidden, because the planner would estimate every id.
 */
const MAX_PLANNED_IDS = 1000;
/** If more records match, each report row checks its own related record instead. */
const MAX_MATCHES = 100_000;

/** The searched columns behind some relations, and the ids that lead from there to report rows. */
interface RelatedColumns {
  readonly name: string;
  readonly paths: readonly ColumnPath[];
  /** The report column compared with the ids. */
  readonly key: string;
  /**
   * True if the ids may include rows that do not show the text, e.g. because a sale has another card than the one
   * shown.
   */
  readonly mayMatchMore: boolean;
  /** Whether the ids are those of a set-up table, each of which many rows have. */
  readonly isSetup: boolean;
  readonly idsSql: (hooksByResource: HooksByResource) => RawBuilder<unknown>;
}

/** A word of a search, and whether the searched tables are large. */
interface Word {
  readonly term: string;
  readonly isLarge: boolean;
}

function findRelatedColumns(
  { reverseRelations = {} }: ReportSource,
  searchedPaths: readonly ColumnPath[],
  { term, isLarge }: Word,
): RelatedColumns[] {
  const isFoundByName = isLarge && isUnindexedName(term);
  const ownNames = searchedPaths.filter((path) => path.relations.length === 0 && isName(path));
  const groups = Map.groupBy(
    searchedPaths.filter((path) => path.relations.length > 0 && isSearched(path, { term, isLarge })),
    ({ relations }) => relationNames(relations).join('.'),
  );
  const related = [...groups].flatMap(([name, paths]): RelatedColumns[] => {
    const relations = paths[0]?.relations ?? [];
    if (!paths.every(isIndexed)) return [];
    // Small set-up tables match few rows, so their ids are compared at that relation. Matches in other tables are
    // traced back to the report's rows.
    const setupIndex = relations.findLastIndex(({ to }) => !isSetupTable(to)) + 1;
    const startIndex = setupIndex === relations.length ? 0 : setupIndex;
    const [firstRelation, ...otherRelations] = relations.slice(startIndex);
    if (!firstRelation) return [];
    const reverseColumn = startIndex === 0 ? reverseRelations[firstRelation.name] : undefined;
    const idsSql = (hooksByResource: HooksByResource) => {
      const relatedSource = createSource(getResource(firstRelation.to), hooksByResource, 'related');
      const texts = paths.map(({ field }) =>
        getColumn(relatedSource.definition, [...relationNames(otherRelations), field ?? 'name'].join('.')),
      );
      const memberId = [...relationNames(otherRelations.slice(0, -1)), otherRelations.at(-1)?.field ?? 'id'].join('.');
      const condition =
        isFoundByName && paths.some(isName)
          ? sql`${sql.raw(relatedSource.ref(memberId))} in (${idsByNameSql(resources.member.nameWords, term)})`
          : anyOfSql(texts.flatMap((path) => wordInTextSql(relatedSource, path, { term, isLarge }) ?? []));
      return sql`select related.${sql.ref(reverseColumn ?? 'id')} from ${sql.raw(relatedSource.from())} where ${condition}`;
    };
    const key =
      reverseColumn === undefined
        ? [...relationNames(relations.slice(0, startIndex)), firstRelation.field].join('.')
        : 'id';
    const isSetup = isSetupTable(firstRelation.to);
    return [{ name, paths, key, mayMatchMore: reverseColumn !== undefined, isSetup, idsSql }];
  });
  return isFoundByName && ownNames.length > 0
    ? [
        ...related,
        {
          name: '',
          paths: ownNames,
          key: 'id',
          mayMatchMore: false,
          isSetup: false,
          idsSql: () => idsByNameSql(resources.member.nameWords, term),
        },
      ]
    : related;
}

/** Whether a column is a member's name or a part of it. */
const isName = ({ resource, field }: ColumnPath): boolean =>
  isWholeName(resource) && (field === null || resource.display.name.includes(field));

/** Whether a column can contain a word, and in a large table has an index that finds it. */
const isSearched = (path: ColumnPath, { term, isLarge }: Word): boolean =>
  canContain(path, term) && (!isLarge || isIndexed(path));

/** A column shorter than the word cannot contain it; e.g. no currency contains a guest's name. */
const canContain = ({ definition: f }: ColumnPath, term: string): boolean =>
  f.kind !== 'text' || f.max === undefined || f.max >= [...term].length;

const isIndexed = ({ resource, field }: ColumnPath): boolean =>
  isSetupTable(resource.key) || field === null || searchedFields(resource).includes(field);

const relationNames = (relations: ColumnPath['relations']): string[] => relations.map(({ name }) => name);

/**
 * Looks up the related records (members, cards, hotels) that contain the words of a query. The statement then uses
 * their ids, or skips their tables. Without this no index applies, because any of several tables may contain a word: a
 * search without matches read all 508,627 visits of a hotel and their members. See
 * docs/decisions/0074-resolve-searches-to-ids-and-choose-how-to-find-a-page.md.
 */
export async function resolveSearchWords(
  db: Db,
  reportContext: ReportContext,
  reportQuery: ReportQuery,
): Promise<ReportQuery> {
  const { searchTerms, searchedPaths } = reportQuery;
  const searchedKeys = searchedPaths.map(({ resource }) => resource.key).filter((key) => !isSetupTable(key));
  const isLarge = (await findLargeSearched(db, searchTerms, [...searchedKeys, 'member', 'transaction'])).size > 0;
  const lostTerm = searchTerms.find((term) => isLarge && isUnindexedName(term) && !searchedPaths.some(isName));
  if (lostTerm !== undefined) throw createWordRejection(lostTerm);
  const relatedByTerm = searchTerms.map((term) =>
    findRelatedColumns(REPORT_SOURCES[reportContext.report], searchedPaths, { term, isLarge }),
  );
  const idColumns = relatedByTerm.flatMap((related, wordIndex) =>
    related.map(
      ({ idsSql }, tableIndex) =>
        sql`array(${idsSql(reportContext.hooksByResource)} limit ${sql.lit(MAX_MATCHES + 1)}) as ${sql.ref(`c${wordIndex}_${tableIndex}`)}`,
    ),
  );
  if (idColumns.length === 0) return { ...reportQuery, isLarge };
  const statement = sql`select ${sql.join(idColumns)}`.compile(db.kysely);
  const [row] = await db.read<Record<string, readonly (string | number)[]>>(statement, { replan: true });
  const matchedIds = relatedByTerm.map((related, wordIndex) => {
    const idsByRelation = related.map(
      ({ name }, tableIndex) => [name, (row?.[`c${wordIndex}_${tableIndex}`] ?? []).map(Number)] as const,
    );
    return new Map(idsByRelation.filter(([, ids]) => ids.length <= MAX_MATCHES));
  });
  return { ...reportQuery, matchedIds, isLarge };
}

/** SQL condition: whether a text contains a word; undefined if it is in a large table of which no index finds it. */
const wordInTextSql = (source: Source, path: ColumnPath, { term, isLarge }: Word): SqlCondition | undefined =>
  textWordSql(source, path, term, isLarge && !isSetupTable(path.resource.key));

/** SQL condition: whether any of some texts contains a word. */
const containsSql = (source: Source, paths: readonly ColumnPath[], term: string): SqlCondition =>
  anyOfSql(paths.map((path) => textMatchSql(source, path, 'contains', term)));

const anyOfSql = (matches: readonly SqlCondition[]): SqlCondition =>
  matches.length === 0 ? sql`false` : sql`(${sql.join(matches, sql` or `)})`;

/** The report and source that the conditions apply to. */
interface RowQuery {
  readonly report: ReportSource;
  readonly source: Source;
  /** Whether a column may be empty because the reader may not see its value. */
  readonly isHidden: (path: ColumnPath) => boolean;
}

/** SQL conditions: each word must be contained in one of a row's own texts or in one of its related records. */
export function wordsSql(
  { report, source, isHidden }: RowQuery,
  {
    searchTerms,
    searchedPaths,
    matchedIds,
    isLarge,
  }: Pick<ReportQuery, 'searchTerms' | 'searchedPaths' | 'matchedIds' | 'isLarge'>,
): SqlCondition[] {
  return searchTerms.map((term, wordIndex) => {
    const resolvedColumns = findRelatedColumns(report, searchedPaths, { term, isLarge }).filter(({ name }) =>
      matchedIds[wordIndex]?.has(name),
    );
    const resolvedPaths = new Set(resolvedColumns.flatMap(({ paths }) => paths));
    const texts = searchedPaths.filter((path) => !resolvedPaths.has(path) && isSearched(path, { term, isLarge }));
    const hasIds = ({ name }: RelatedColumns) => (matchedIds[wordIndex]?.get(name) ?? []).length > 0;
    // If every row is read anyway, it is looked up in a hidden list. An index takes the ids of an array one by one.
    const areRowsRead = !texts.every(isIndexed) || resolvedColumns.some((column) => column.isSetup && hasIds(column));
    const idConditions = resolvedColumns.flatMap(({ name, paths, key, mayMatchMore }) => {
      const ids = matchedIds[wordIndex]?.get(name) ?? [];
      if (ids.length === 0) return [];
      const idList = sql`${[...ids]}::bigint[]`;
      const column = sql.raw(source.ref(key));
      const hiddenListSql = areRowsRead
        ? sql`${column} in (select unnest(${idList}))`
        : sql`${column} = any ((select ${idList})::bigint[])`;
      const idCondition = ids.length > MAX_PLANNED_IDS ? hiddenListSql : sql`${column} = any (${idList})`;
      if (!mayMatchMore && !paths.some(isHidden)) return [idCondition];
      return [sql`(${idCondition} and ${containsSql(source, paths, term)})`];
    });
    // Of too many names each row looks at its own.
    const textConditions = texts.flatMap(
      (path) =>
        wordInTextSql(source, path, { term, isLarge }) ?? (isName(path) ? [containsSql(source, [path], term)] : []),
    );
    return anyOfSql([...textConditions, ...idConditions]);
  });
}
