import { type ColumnPath, getColumn, getResource, searchedFields } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { type Where, likePattern } from '../../engine/resources/conditions.ts';
import { type Source, createSource } from '../../engine/resources/source.ts';
import type { ReportQuery } from './report-query.ts';
import type { ReportContext } from './report-context.ts';
import { SETUP_TABLES } from './setup-tables-first.ts';
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
  readonly ids: (hooksByResource: HooksByResource) => RawBuilder<unknown>;
}

function relatedColumns(
  { reverseRelations = {} }: ReportSource,
  searched: readonly ColumnPath[],
  term: string,
): RelatedColumns[] {
  const groups = Map.groupBy(
    searched.filter((path) => path.relations.length > 0 && mayContain(path, term)),
    ({ relations }) => namesOf(relations).join('.'),
  );
  return [...groups].flatMap(([name, paths]): RelatedColumns[] => {
    const relations = paths[0]?.relations ?? [];
    if (!paths.every(isIndexed)) return [];
    // Small set-up tables match few rows, so their ids are compared at that relation. Matches in other tables are
    // traced back to the report's rows.
    const setupIndex = relations.findLastIndex(({ to }) => !SETUP_TABLES.has(to)) + 1;
    const at = setupIndex === relations.length ? 0 : setupIndex;
    const [first, ...others] = relations.slice(at);
    if (!first) return [];
    const pointing = at === 0 ? reverseRelations[first.name] : undefined;
    const ids = (hooksByResource: HooksByResource) => {
      const matchedIds = createSource(getResource(first.to), hooksByResource, 'found');
      const inside = paths.map(({ field }) =>
        matchedIds.column(getColumn(matchedIds.definition, [...namesOf(others), field ?? 'name'].join('.'))),
      );
      return sql`select found.${sql.ref(pointing ?? 'id')} from ${sql.raw(matchedIds.from())} where ${containSql(inside, term)}`;
    };
    const key = pointing === undefined ? [...namesOf(relations.slice(0, at)), first.field].join('.') : 'id';
    return [{ name, paths, key, mayMatchMore: pointing !== undefined, ids }];
  });
}

/** A column shorter than the word cannot contain it; e.g. no currency contains a guest's name. */
const mayContain = ({ definition: f }: ColumnPath, term: string): boolean =>
  f.kind !== 'text' || f.max === undefined || f.max >= [...term].length;

const isIndexed = ({ resource, field }: ColumnPath): boolean =>
  SETUP_TABLES.has(resource.key) || field === null || searchedFields(resource).includes(field);

const namesOf = (relations: ColumnPath['relations']): string[] => relations.map(({ name }) => name);

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
  const { searchTerms, searched } = reportQuery;
  const extra = searchTerms.map((term) => relatedColumns(REPORT_SOURCES[reportContext.report], searched, term));
  const cells = extra.flatMap((tables, w) =>
    tables.map(
      ({ ids }, b) =>
        sql`array(${ids(reportContext.hooksByResource)} limit ${sql.lit(MAX_MATCHES + 1)}) as ${sql.ref(`c${w}_${b}`)}`,
    ),
  );
  if (cells.length === 0) return reportQuery;
  const statement = sql`select ${sql.join(cells)}`.compile(db.kysely);
  const [row] = await db.read<Record<string, readonly (string | number)[]>>(statement, { replan: true });
  const matchedIds = extra.map((tables, w) => {
    const known = tables.map(({ name }, b) => [name, (row?.[`c${w}_${b}`] ?? []).map(Number)] as const);
    return new Map(known.filter(([, ids]) => ids.length <= MAX_MATCHES));
  });
  return { ...reportQuery, matchedIds };
}

/** SQL condition: whether any of some texts contains a word. */
const containSql = (texts: readonly string[], term: string): Where =>
  anyOf(texts.map((text) => sql`${sql.raw(text)} ilike ${`%${likePattern(term)}%`}`));

const anyOf = (matches: readonly Where[]): Where =>
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
  { searchTerms, searched, matchedIds }: Pick<ReportQuery, 'searchTerms' | 'searched' | 'matchedIds'>,
): Where[] {
  return searchTerms.map((term, w) => {
    const known = relatedColumns(report, searched, term).filter(({ name }) => matchedIds[w]?.has(name));
    const taken = new Set(known.flatMap(({ paths }) => paths));
    const texts = searched.filter((path) => !taken.has(path) && mayContain(path, term));
    const ofIds = known.flatMap(({ name, paths, key, mayMatchMore }) => {
      const ids = matchedIds[w]?.get(name) ?? [];
      if (ids.length === 0) return [];
      const list = sql`${[...ids]}::bigint[]`;
      const one = sql`${sql.raw(source.ref(key))} = any ${ids.length > MAX_PLANNED_IDS ? sql`((select ${list})::bigint[])` : sql`(${list})`}`;
      if (!mayMatchMore && !paths.some(isHidden)) return [one];
      return [
        sql`(${one} and ${containSql(
          paths.map((path) => source.column(path)),
          term,
        )})`,
      ];
    });
    return anyOf([...texts.map((path) => containSql([source.column(path)], term)), ...ofIds]);
  });
}
