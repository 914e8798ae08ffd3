import { type ColumnPath, getColumn, getResource, searchedFields } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import { type Where, likePattern } from '../../engine/resources/conditions.ts';
import { type Source, createSource } from '../../engine/resources/source.ts';
import type { ReportQuestion } from './question.ts';
import type { ReportScene } from './scene.ts';
import { SET_UP } from './set-up-first.ts';
import { REPORT_SOURCES, type ReportSource } from './sources.ts';

/** Ids up to here stand in the statement, which is planned for them; more are hidden from the planner, which would count each one. */
const PLANNED = 1000;
/** Of more records than this, each row of the report looks its own one up. */
const MOST = 100_000;

/** The searched columns behind some relations, and the ids by which the report's rows are found from there. */
interface Beside {
  readonly name: string;
  readonly paths: readonly ColumnPath[];
  /** The column of the report that is compared with the ids. */
  readonly key: string;
  /** Whether the ids may be of more rows than the texts are: another card of a sale than the one that the report shows. */
  readonly isWider: boolean;
  readonly ids: (behaviours: Behaviours) => RawBuilder<unknown>;
}

function besideOf({ back = {} }: ReportSource, searched: readonly ColumnPath[], word: string): Beside[] {
  const groups = Map.groupBy(
    searched.filter((path) => path.relations.length > 0 && mayContain(path, word)),
    ({ relations }) => namesOf(relations).join('.'),
  );
  return [...groups].flatMap(([name, paths]): Beside[] => {
    const relations = paths[0]?.relations ?? [];
    if (!paths.every(isFoundByIndex)) return [];
    // Of tables that people set up a few rows are found: they are met where they stand. The others are followed to the report's rows.
    const setUp = relations.findLastIndex(({ to }) => !SET_UP.has(to)) + 1;
    const at = setUp === relations.length ? 0 : setUp;
    const [first, ...others] = relations.slice(at);
    if (!first) return [];
    const pointing = at === 0 ? back[first.name] : undefined;
    const ids = (behaviours: Behaviours) => {
      const found = createSource(getResource(first.to), behaviours, 'found');
      const inside = paths.map(({ field }) =>
        found.column(getColumn(found.definition, [...namesOf(others), field ?? 'name'].join('.'))),
      );
      return sql`select found.${sql.ref(pointing ?? 'id')} from ${sql.raw(found.from())} where ${containSql(inside, word)}`;
    };
    const key = pointing === undefined ? [...namesOf(relations.slice(0, at)), first.field].join('.') : 'id';
    return [{ name, paths, key, isWider: pointing !== undefined, ids }];
  });
}

/** A text that is shorter than the word does not contain it: no currency has a name of a guest. */
const mayContain = ({ definition: f }: ColumnPath, word: string): boolean =>
  f.kind !== 'text' || f.max === undefined || f.max >= [...word].length;

const isFoundByIndex = ({ resource, field }: ColumnPath): boolean =>
  SET_UP.has(resource.key) || field === null || searchedFields(resource).includes(field);

const namesOf = (relations: ColumnPath['relations']): string[] => relations.map(({ name }) => name);

/**
 * Looks up the records beside the report's own in which the words of a question stand: members, cards, hotels. The statement then has their
 * ids, or does without their tables. Otherwise no index serves it, as any of several tables may have a word: it read
 * all 508,627 visits of a hotel, and their members, to find none. See docs/decisions/0074-words-and-pages-of-reports.md.
 */
export async function findWords(db: Db, scene: ReportScene, question: ReportQuestion): Promise<ReportQuestion> {
  const { words, searched } = question;
  const beside = words.map((word) => besideOf(REPORT_SOURCES[scene.report], searched, word));
  const cells = beside.flatMap((tables, w) =>
    tables.map(
      ({ ids }, b) => sql`array(${ids(scene.behaviours)} limit ${sql.lit(MOST + 1)}) as ${sql.ref(`c${w}_${b}`)}`,
    ),
  );
  if (cells.length === 0) return question;
  const statement = sql`select ${sql.join(cells)}`.compile(db.kysely);
  const [row] = await db.read<Record<string, readonly (string | number)[]>>(statement, { replan: true });
  const found = beside.map((tables, w) => {
    const known = tables.map(({ name }, b) => [name, (row?.[`c${w}_${b}`] ?? []).map(Number)] as const);
    return new Map(known.filter(([, ids]) => ids.length <= MOST));
  });
  return { ...question, found };
}

/** SQL of whether a word stands in any of some texts. */
const containSql = (texts: readonly string[], word: string): Where =>
  anyOf(texts.map((text) => sql`${sql.raw(text)} ilike ${`%${likePattern(word)}%`}`));

const anyOf = (matches: readonly Where[]): Where =>
  matches.length === 0 ? sql`false` : sql`(${sql.join(matches, sql` or `)})`;

/** What the rows of a report are asked by. */
interface Asked {
  readonly report: ReportSource;
  readonly source: Source;
  /** Whether a column may be empty because of what the reader may not see. */
  readonly isHidden: (path: ColumnPath) => boolean;
}

/** Of rows, that each word stands in any of their texts, or in those of the records beside them. */
export function wordsSql(
  { report, source, isHidden }: Asked,
  { words, searched, found }: Pick<ReportQuestion, 'words' | 'searched' | 'found'>,
): Where[] {
  return words.map((word, w) => {
    const known = besideOf(report, searched, word).filter(({ name }) => found[w]?.has(name));
    const taken = new Set(known.flatMap(({ paths }) => paths));
    const texts = searched.filter((path) => !taken.has(path) && mayContain(path, word));
    const ofIds = known.flatMap(({ name, paths, key, isWider }) => {
      const ids = found[w]?.get(name) ?? [];
      if (ids.length === 0) return [];
      const list = sql`${[...ids]}::bigint[]`;
      const one = sql`${sql.raw(source.ref(key))} = any ${ids.length > PLANNED ? sql`((select ${list})::bigint[])` : sql`(${list})`}`;
      if (!isWider && !paths.some(isHidden)) return [one];
      return [
        sql`(${one} and ${containSql(
          paths.map((path) => source.column(path)),
          word,
        )})`,
      ];
    });
    return anyOf([...texts.map((path) => containSql([source.column(path)], word)), ...ofIds]);
  });
}
