import { type ColumnPath, REPORT_PAGES, date, defineResource, getColumn, reference } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { hotelInSightSql, scopeSql } from '../../access/scope.ts';
import { conditionSql } from '../../engine/resources/conditions.ts';
import { createSource } from '../../engine/resources/source.ts';
import { isWholeMonths } from './compare.ts';
import type { ReportQuestion } from './question.ts';
import type { ReportScene } from './scene.ts';
import { REPORT_SOURCES, type ReportSource } from './sources.ts';
import { named, withinSql } from './sums.ts';

/** The kept figures of a month at a hotel, in sight of those who see that hotel or the one that signed the member up. */
const kept_month = defineResource({
  key: 'kept_month',
  label: { en: 'Month', id: 'Bulan' },
  labels: { en: 'Months', id: 'Bulan' },
  permission: 'REPORT',
  path: '/report',
  icon: 'chart-column',
  display: { name: [] },
  fields: {
    month: date('Month', 'Bulan', { required: true }),
    hotel_id: reference('hotel', 'Hotel', 'Hotel', { required: true }),
    register_hotel_id: reference('hotel', 'Signed up at', 'Didaftarkan di'),
  },
  list: [],
  scope: { hotel: ['hotel_id', 'register_hotel_id'] },
});
const MONTH = getColumn(kept_month, 'month');

/** Sums as `sumsSql` takes them, and the name that they are selected from. */
interface KeptSums {
  readonly names: RawBuilder<unknown>;
  readonly from: RawBuilder<unknown>;
}

/**
 * The sums of a report over whole months, or over all of them, from the kept figures (docs/decisions/0013-kept-figures.md): they are
 * those of the records, and nothing is read for each record. Null where the question is another one.
 */
export function keptSums(scene: ReportScene, question: ReportQuestion): KeptSums | null {
  const { kept }: ReportSource = REPORT_SOURCES[scene.report];
  const { conditions, words, compare, sums } = question;
  const [limit, ...others] = conditions;
  if (!kept || compare || words.length > 0 || others.length > 0) return null;
  if (limit && !isOfMonths(scene, limit.condition)) return null;
  const source = createSource(kept_month, scene.behaviours);
  const parts = sums.map(({ path }) => ({ path, figure: kept.sums[path.column] }));
  const kinds = [...new Set([kept.rows, ...parts.flatMap(({ figure }) => (figure ? [figure.kind] : []))])];
  if (parts.some(({ figure }) => !figure)) return null;
  const where = [
    ...(limit ? [conditionSql(source, MONTH, { ...limit.condition, column: MONTH.column }, scene.context)] : []),
    ...[scopeSql(scene.actor, source)].filter((scope) => scope !== null),
  ];
  const added = parts.map(({ path, figure }) => sumSql(path, figure));
  const rows = `sum(t.number) filter (where t.kind = '${kept.rows}')::bigint`;
  return {
    names: sql`kept_month as not materialized (
      select kind, hotel_id, day as month, null::bigint as register_hotel_id, currency, number, amount, amount_usd
      from figure_now where kind in (${sql.raw(kinds.map((kind) => `'${kind}'`).join(', '))})
      ${kept.away === undefined ? sql`` : awaySql(scene.actor, kept.rows, kept.away)})`,
    from: sql`select t.currency, ${sql.raw([`${rows} as rows`, ...added].join(', '))}
      from ${sql.raw(source.from())} where ${sql.join([sql`true`, ...where], sql` and `)} group by t.currency having ${sql.raw(rows)} <> 0`,
  };
}

/** Of members of a hotel out of sight, whom a hotel in sight signed up. */
const awaySql = (actor: Actor, kind: string, away: string): RawBuilder<unknown> =>
  actor.hotels === null
    ? sql``
    : sql`union all select ${sql.lit(kind)}, hotel_id, day, part::bigint, currency, number, amount, amount_usd
          from figure_now where kind = ${sql.lit(away)} and not ${hotelInSightSql(actor, sql.ref('hotel_id'))}`;

type Kept = NonNullable<ReportSource['kept']>;

const sumSql = (path: ColumnPath, figure: Kept['sums'][string] | undefined): string =>
  `${withinSql(path, `case t.kind when '${figure?.kind}' then t.${figure?.of} end`)} as ${named(path.column)}`;

export const isOfMonths = (
  { report, context }: ReportScene,
  condition: ReportQuestion['conditions'][number]['condition'],
): boolean => condition.column === REPORT_PAGES[report].period && isWholeMonths(condition, context);
