import { type ColumnPath, getColumn } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { conditionSql, zoneSql } from '../../engine/resources/conditions.ts';
import type { Source } from '../../engine/resources/source.ts';
import type { Kept, Portion, Singles } from './kept.ts';
import { monthsOfPeriod } from './months-of-period.ts';
import type { ReportQuestion } from './question.ts';
import type { ReportScene } from './scene.ts';
import { select } from './selection.ts';
import type { ReportSource } from './sources.ts';

type Conditions = ReportQuestion['conditions'];
type Beside = Portion['beside'];

/** The portion of the figures that answers a question of whole months, or of all records. */
export const WHOLE_MONTHS: Portion = { months: [null, null], beside: () => [] };

/** The portion of a period that begins or ends within a month; undefined where it has no month, or is compared with another one. */
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
  return { months: period.months, beside: (...told) => period.days.map((days) => daySql(days, told)) };
}

/** The records that meet conditions, and a further one, as figures of one record each. */
function singlesSql(
  scene: ReportScene,
  { definition, moment, columns = {}, of }: Singles,
  { conditions, sign }: { conditions: Conditions; sign: 1 | -1 },
  [amounts, parts]: Parameters<Beside>,
  further: (source: Source) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const own: ReportSource = {
    definition,
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
