import { type ColumnPath, MONEY_SCALE } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { wireFormat } from '../../engine/resources/record-json.ts';

/** A summed column, and SQL for the amount that one row adds. */
export interface SumColumn {
  readonly path: ColumnPath;
  /**
   * Not shown as a column: the US dollar value of an amount in local currency, or the number of records without one.
   */
  readonly isUsdCounterpart?: boolean;
  /** For the number of records without a rate: the key of the sum in US dollars that excludes them. */
  readonly countOf?: string;
}

export const quoteColumn = (key: string): string => `"${key}"`;

/** Over rows that are separated by currency, in a column of this name; null for amounts in several currencies. */
export function totalSql({ definition: f }: ColumnPath, ref: string, currency: string): string {
  if (f.kind === 'integer') return `coalesce(sum(${ref}), 0)::bigint`;
  const sum = `round(coalesce(sum(${ref}), 0), ${f.kind === 'decimal' ? f.scale : MONEY_SCALE})`;
  return f.kind === 'money' ? `case when count(distinct ${currency}) < 2 then ${sum} end` : sum;
}

const sumsObjectSql = (sums: readonly SumColumn[], columnSql: (path: ColumnPath) => string): string =>
  `json_build_object(${sums.map(({ path }) => `'${path.column}', ${wireFormat[path.definition.kind](columnSql(path))}`).join(', ')})`;

/** JSON of the sums in one currency, as `CurrencySums` of the contract describes them. */
export const currencySumsSql = (
  sums: readonly SumColumn[],
  currency: string,
  rows: string,
  columnSql: (path: ColumnPath) => string,
): string => `json_build_object('currency', ${currency}, 'rows', ${rows}, 'totals', ${sumsObjectSql(sums, columnSql)})`;

/** SQL of the sum of one column within one currency. */
export const currencySumSql = ({ definition: f }: ColumnPath, ref: string): string =>
  f.kind === 'integer'
    ? `sum(${ref})::bigint`
    : `round(coalesce(sum(${ref}), 0), ${f.kind === 'decimal' ? f.scale : MONEY_SCALE})`;

/** One row of sums. `from` has a row per currency, with `currency`, `rows` and each column under its key. */
export function sumsSql(sums: readonly SumColumn[], total: string, from: RawBuilder<unknown>): RawBuilder<unknown> {
  const shownSums = sums.filter(({ isUsdCounterpart }) => !isUsdCounterpart);
  return sql`
    select ${sql.raw(total)} as total,
           ${sql.raw(sumsObjectSql(shownSums, (path) => totalSql(path, `c.${quoteColumn(path.column)}`, 'c.currency')))} as totals,
           coalesce(json_agg(${sql.raw(currencySumsSql(sums, 'c.currency', 'c.rows', (path) => `c.${quoteColumn(path.column)}`))} order by c.currency), '[]') as by_currency
    from (${from}) c`;
}

interface ShownColumn {
  readonly key: string;
  readonly path: ColumnPath;
}

/**
 * The sums of the shown columns. Amounts in local currency come with their US dollar value if the report has it, and US
 * dollar amounts with the number of records that they exclude.
 */
export function createSumColumns(
  columns: readonly ShownColumn[],
  isSum: (key: string) => boolean,
  findColumn: (key: string) => ShownColumn | undefined,
  findCountPath: (key: string) => ColumnPath | undefined,
): readonly SumColumn[] {
  const sumColumns = columns.filter(({ key }) => isSum(key));
  const usdCounterparts = sumColumns.flatMap(({ key }) => {
    const usdCounterpart = isSum(`${key}_usd`) ? findColumn(`${key}_usd`) : undefined;
    return usdCounterpart && !sumColumns.includes(usdCounterpart)
      ? [{ path: usdCounterpart.path, isUsdCounterpart: true }]
      : [];
  });
  const sums = [...sumColumns.map(({ path }) => ({ path })), ...usdCounterparts];
  const counts = sums.flatMap(({ path }) => {
    const countColumn = findCountPath(path.column);
    return countColumn ? [{ path: countColumn, isUsdCounterpart: true, countOf: path.column }] : [];
  });
  return [...sums, ...counts];
}
