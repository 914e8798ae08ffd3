import { type ColumnPath, getColumn } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { hotelInSightSql, seenByOthersSql } from '../../access/scope.ts';
import { type DayRange, conditionSql } from '../../engine/resources/conditions.ts';
import type { Kept, Portion, Singles } from './kept.ts';
import { daysOfPeriod, monthsOfPeriod } from './months-of-period.ts';
import type { ReportQuestion } from './question.ts';
import type { ReportScene } from './scene.ts';
import { select } from './selection.ts';
import type { ReportSource } from './sources.ts';

type Conditions = ReportQuestion['conditions'];

/** The portion of the figures that answers a question of whole months, or of all records. */
export const wholeMonths = (
  scene: ReportScene,
  { compare }: ReportQuestion,
  { singles }: Kept,
  ofPeriod: Conditions,
): Portion => {
  const limits = compare ? [] : ofPeriod.map(({ condition }) => condition);
  return { months: [null, null], beside: ofOthers(scene, singles, daysOfPeriod(limits, scene.context)) };
};

/** The same of a period that begins or ends within a month; undefined where it has no month, or is compared with another one. */
export function partOfMonths(
  scene: ReportScene,
  { compare }: ReportQuestion,
  { singles }: Kept,
  [limit, ...others]: Conditions,
): Portion | undefined {
  const period = limit && others.length === 0 && monthsOfPeriod(limit.condition, scene.context);
  if (!singles || !period || compare) return undefined;
  const { definition, moment, figures } = singles;
  const { condition } = limit;
  const path: ColumnPath = { ...getColumn(definition, moment), column: condition.column };
  const source: ReportSource = { definition, tables: {}, live: [], order: null, summed: [], figures: {} };
  const ofDays = period.days.map(({ range, isAdded }) => {
    const ofDays = { path, condition: { column: path.column, operator: 'date_between', value: range.join() } } as const;
    const asked = { conditions: [ofDays], words: [], searched: [], found: [], compare };
    const { source: records, where, from } = select({ ...scene, source }, asked, 'all');
    const isOfPeriod = conditionSql(records, path, condition, scene.context);
    return isAdded
      ? sql`select f.* from ${from()}, ${sql.raw(figures)}(t) f where ${where} and ${isOfPeriod}`
      : sql`select f.kind, f.hotel_id, f.day, f.membership_id, f.part, f.currency, -f.number, -f.amount, -f.amount_usd, f.issue_month
            from ${from()}, ${sql.raw(figures)}(t) f where ${where} and not ${isOfPeriod}`;
  });
  return { months: period.months, beside: [...ofDays, ...ofOthers(scene, singles, period.months)] };
}

/** Figures of the months of a range of the records of other hotels that the actor's own see: kept figures tell each by its own hotel alone. */
function ofOthers(
  { actor }: ReportScene,
  singles: Singles | undefined,
  [first, last]: DayRange,
): RawBuilder<unknown>[] {
  const others = singles?.definition.scope?.others;
  if (!others || actor.hotels === null) return [];
  const day = (text: string, further: number) => sql`(${text}::date + ${further}::int)::timestamp at time zone 'UTC'`;
  // A day begins at some hotel before it does in UTC, and ends at another one after it.
  const from = first ? sql`happened_at >= ${day(first, -1)}` : sql`true`;
  const to = last ? sql`happened_at < ${day(last, 2)}` : sql`true`;
  const seen = seenByOthersSql(actor, others, sql`${from} and ${to}`);
  // With `offset 0` the month of a record is worked out once, and not for each condition on it.
  return [
    sql`select * from (
          select f.* from ${sql.table(singles.definition.key)} t, ${sql.raw(singles.figures)}(t) f
          where t.id = any(array(${seen})) and not ${hotelInSightSql(actor, sql`t.hotel_id`)} offset 0) f
        where day between date_trunc('month', ${first ?? '-infinity'}::date)::date and ${last ?? 'infinity'}::date`,
  ];
}
