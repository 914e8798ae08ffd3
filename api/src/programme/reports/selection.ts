import { type ColumnPath, REPORT_PAGES, REPORT_TABLES, getColumn, resources } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { countedSql, elsewhereSql, scopeSql } from '../../access/scope.ts';
import { type FilterContext, type Where, conditionSql } from '../../engine/resources/conditions.ts';
import { type Source, createSource } from '../../engine/resources/source.ts';
import { shiftedBy } from './compare.ts';
import { wordsSql } from './found-words.ts';
import type { ReportQuestion } from './question.ts';
import { pointingBackSql } from './pointing-back.ts';
import { FINDS, setUpFirstSql } from './set-up-first.ts';
import { REPORT_SOURCES, type ReportSource } from './sources.ts';
import { type ReportScene, sourceOf } from './scene.ts';
import { withRateCount } from './without-rate.ts';

/** The rows of a report that are meant, and their columns. */
export interface Selection {
  readonly source: Source;
  readonly where: Where;
  /** The tables, as far as columns were asked for by then. */
  readonly from: () => RawBuilder<unknown>;
  /** Months between those of the rows and those that they are compared with. */
  readonly monthsBack: number;
}

/** Whether a statement reads some rows in their order, as a page does, or all that there are, as sums do. */
export type Extent = 'some' | 'all';

/** The columns that a list shows of a member out of sight: id and name. */
const SHOWN_ANYWHERE = new Set(['id', ...resources.member.display.name].map((name) => `member.${name}`));

/**
 * The rows that are meant, and their columns: those that count at the reader's hotels, so that a report adds up what it lists. Sales, visits and
 * redemptions are of guests who may be members elsewhere: to see those rows gives sight of the guest's name, not of the member's record, so that its
 * other columns are empty then, for filters and orders too.
 */
export function select(
  scene: ReportScene,
  asked: Pick<ReportQuestion, 'conditions' | 'words' | 'searched' | 'found' | 'compare'>,
  extent: Extent,
): Selection {
  const { report, actor, context, isElsewhere } = scene;
  const { conditions, compare } = asked;
  const { definition, isInSight, tables, back = {}, alike = {}, live, usually } = sourceOf(scene);
  const own = scene.behaviours[REPORT_TABLES[report][0]];
  const behaviours = { ...scene.behaviours, [definition.key]: withRateCount(definition, own) };
  const plain = createSource(definition, behaviours);
  const sight =
    tables['member'] === 'member.' ? scopeSql(actor, createSource(resources.member, behaviours, 't_member')) : null;
  const isHidden = ({ column }: ColumnPath) =>
    sight !== null && column.startsWith('member.') && !SHOWN_ANYWHERE.has(column);
  let isSightAsked = false;
  const guarded = (path: ColumnPath, open: string, inSight: (sql: string) => string): string => {
    if (!isHidden(path)) return open;
    isSightAsked = true;
    return inSight(open);
  };
  const source: Source = {
    ...plain,
    column: (path) => guarded(path, plain.column(path), (value) => `case when sight.member then ${value} end`),
    chosen: (path, value) => guarded(path, plain.chosen(path, value), (choice) => `(sight.member and ${choice})`),
  };
  const scope = isInSight ? null : isElsewhere ? elsewhereSql(actor, plain) : countedSql(actor, plain);
  const isLimited = conditions.some(({ path }) => path.relations.length === 0 && path.field === usually?.column);
  const { period } = REPORT_PAGES[report];
  const limits = conditions.find(
    ({ condition: { column, operator } }) =>
      column === period && (operator === 'preset' || operator === 'date_between'),
  )?.condition;
  const ofPeriod = limits ?? (usually && !isLimited ? presetOf(usually) : undefined);
  const shift = compare && shiftedBy(compare, ofPeriod, context, period);
  function conditionOf(limit: ReportQuestion['conditions'][number]): Where {
    const { path, condition } = limit;
    const when = shift && condition.column === period ? shift.context : context;
    if (!isHidden(path))
      return (
        setUpFirstSql(plain, limit, behaviours, context, scene.source !== undefined) ??
        conditionSql(source, path, condition, when)
      );
    if (!FINDS.has(condition.operator)) return conditionSql(source, path, condition, when);
    // It finds no row whose text is hidden: beside it, sight leaves the text to its index.
    isSightAsked = true;
    return sql`(sight.member and ${conditionSql(plain, path, condition, when)})`;
  }
  const parts = [
    ...live.map((column) => sql`${sql.raw(plain.ref(column))} is null`),
    ...(scope ? [scope] : []),
    ...conditions.map(conditionOf),
    ...(scope && extent === 'all' ? alikeSql(plain, alike, conditions) : []),
    ...conditions.flatMap((limit) => pointingBackSql(plain, back, limit, behaviours, context) ?? []),
    ...wordsSql({ report: REPORT_SOURCES[report], source, isHidden }, asked),
    ...(usually && !isLimited ? [usualSql(source, usually, shift?.context ?? context)] : []),
  ];
  return {
    source,
    where: parts.length > 0 ? sql.join(parts, sql` and `) : sql`true`,
    monthsBack: shift?.months ?? 0,
    from: () =>
      sql`${sql.raw(plain.from())} ${sight && isSightAsked ? sql`cross join lateral (select ${sight} as member) sight` : sql``}`,
  };
}

/**
 * What is the same on both sides of a relation that a condition asks behind: PostgreSQL may then take the cards of a hotel's members before it
 * looks up their vouchers. Otherwise it looked up the vouchers of all cards of a membership, 504,093, for the 38,943 of the hotel.
 * It expects one row of it then, so that a page in its order does without: it would not be walked to.
 */
function alikeSql(
  source: Source,
  alike: NonNullable<ReportSource['alike']>,
  conditions: ReportQuestion['conditions'],
): Where[] {
  const asked = new Set(conditions.map(({ path }) => path.relations[0]?.name));
  return Object.entries(alike).flatMap(([relation, [own, behind]]) =>
    asked.has(relation) ? [sql`${sql.raw(source.ref(own))} = ${sql.raw(source.ref(behind))}`] : [],
  );
}

type Usually = NonNullable<ReportSource['usually']>;

const presetOf = ({ column, preset }: Usually) => ({ column, operator: 'preset' as const, value: preset });

const usualSql = (source: Source, usually: Usually, context: FilterContext): Where =>
  conditionSql(source, getColumn(source.definition, usually.column), presetOf(usually), context);

/** The records under the name that the statement selects from, where they are no table as it stands. */
export function recordsSql(scene: ReportScene, asked: readonly string[]): RawBuilder<unknown>[] {
  const { definition, records } = sourceOf(scene);
  return records ? [sql`${sql.ref(definition.key)} as not materialized (${records(asked, scene.context.now)})`] : [];
}
