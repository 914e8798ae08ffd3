import { type ColumnPath, getColumn } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { hotelInSightSql, seenByOthersSql } from '../../access/scope.ts';
import { type DayRange, conditionSql, zoneSql } from '../../engine/resources/conditions.ts';
import type { Source } from '../../engine/resources/source.ts';
import type { Kept, Portion, Singles } from './kept.ts';
import { daysOfPeriod, monthsOfPeriod } from './months-of-period.ts';
import type { ReportQuestion } from './question.ts';
import type { ReportScene } from './scene.ts';
import { select } from './selection.ts';
import type { ReportSource } from './sources.ts';

type Conditions = ReportQuestion['conditions'];
type Beside = Portion['beside'];

/** The portion of the figures that answers a question of whole months, or of all records. */
export function wholeMonths(
  scene: ReportScene,
  { compare }: ReportQuestion,
  { singles }: Kept,
  ofPeriod: Conditions,
): Portion {
  const limits = compare ? [] : ofPeriod.map(({ condition }) => condition);
  return { months: [null, null], beside: ofOthers(scene, singles, daysOfPeriod(limits, scene.context)) };
}

/** The same of a period that begins or ends within a month; undefined where it has no month, or is compared with another one. */
export function partOfMonths(
  scene: ReportScene,
  { compare }: ReportQuestion,
  { singles }: Kept,
  [limit, ...others]: Conditions,
): Portion | undefined {
  const period = limit && others.length === 0 && monthsOfPeriod(limit.condition, scene.context);
  if (!period || compare) return undefined;
  const { condition } = limit;
  const path: ColumnPath = { ...getColumn(singles.definition, singles.moment), column: condition.column };
  const daySql = ({ range, isAdded }: (typeof period.days)[number], told: Parameters<Beside>) => {
    const ofDays = { column: path.column, operator: 'date_between', value: range.join() } as const;
    const conditions = [{ path, condition: ofDays }];
    return singlesSql(scene, singles, { conditions, sign: isAdded ? 1 : -1 }, told, (source) => {
      const isOfPeriod = conditionSql(source, path, condition, scene.context);
      return isAdded ? isOfPeriod : sql`not ${isOfPeriod}`;
    });
  };
  const seen = ofOthers(scene, singles, period.months);
  return {
    months: period.months,
    beside: (...told) => [...period.days.map((days) => daySql(days, told)), ...seen(...told)],
  };
}

/** The records of other hotels that the actor's own see, of the months of a range: kept figures tell each by its own hotel alone. */
function ofOthers(scene: ReportScene, singles: Singles, [first, last]: DayRange): Beside {
  const { actor } = scene;
  const others = singles.definition.scope?.others;
  if (!others || actor.hotels === null) return () => [];
  const day = (text: string, further: number) => sql`(${text}::date + ${further}::int)::timestamp at time zone 'UTC'`;
  // A day begins at some hotel before it does in UTC, and ends at another one after it.
  const from = first ? sql`happened_at >= ${day(first, -1)}` : sql`true`;
  const to = last ? sql`happened_at < ${day(last, 2)}` : sql`true`;
  const seen = seenByOthersSql(actor, others, sql`${from} and ${to}`);
  const isSeen = sql`t.id = any(array(${seen})) and not ${hotelInSightSql(actor, sql`t.hotel_id`)}`;
  // With `offset 0` the month of a record is worked out once, and not for each condition on it.
  return (...told) => [
    sql`select * from (${singlesSql(scene, singles, { isInSight: true }, told, () => isSeen)} offset 0) f
        where month between date_trunc('month', ${first ?? '-infinity'}::date)::date and ${last ?? 'infinity'}::date`,
  ];
}

/** The records that meet conditions in sight, or of all, and a further one, as figures of one record each. */
function singlesSql(
  scene: ReportScene,
  { definition, moment, columns = {}, of }: Singles,
  { conditions = [], sign = 1, isInSight = false }: { conditions?: Conditions; sign?: 1 | -1; isInSight?: boolean },
  [amounts, parts]: Parameters<Beside>,
  further: (source: Source) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const own: ReportSource = {
    definition,
    isInSight,
    tables: {},
    live: ['deleted_at'],
    order: null,
    summed: [],
    figures: {},
  };
  const asked = { conditions, words: [], searched: [], found: [], compare: null };
  const { source, where, from } = select({ ...scene, source: own }, asked, 'all');
  const column = (field: string) => sql.raw(source.column(getColumn(definition, columns[field] ?? field)));
  const told = [
    sql`${column('hotel_id')} as hotel_id`,
    sql`${column('membership_id')} as membership_id`,
    sql`date_trunc('month', ${column(moment)} at time zone ${zoneSql(source, scene.context)})::date as month`,
    sql`${column('currency')} as currency`,
    sql`${sql.lit(sign)} as records`,
    ...parts.map((part) => sql`${column(part)} as ${sql.ref(part)}`),
    ...amounts.map((name) => sql`${sql.lit(sign)} * coalesce(${column(name)}, 0) as ${sql.ref(name)}`),
  ];
  const limit = further(source);
  return sql`select ${sql.join(told)} from ${from()} where ${where} and ${limit} ${of ? sql`and ${of}` : sql``}`;
}
