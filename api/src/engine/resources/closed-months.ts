import { type ResourceDefinition, getResource, targetKey } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { ApiError } from '../../platform/http/api-error.ts';
import type { Row, Values, WriteContext } from './resource-hooks.ts';
import { monthClosedError } from './constraint-errors.ts';

/* Closed months in dry runs. Actual writes are rejected by the database: see db/routines/closed-periods.sql. */

/** A row, before and after the write. */
interface MonthCheck {
  readonly before: Row | null;
  readonly columns: Values;
}

/**
 * Returns the error for each row whose month, before or after the write, is closed; `isChanged` tells whether a column
 * would change.
 */
export async function createClosedMonthCheck(
  { tx }: WriteContext,
  d: ResourceDefinition,
  rows: readonly MonthCheck[],
): Promise<(monthCheck: MonthCheck, isChanged: (name: string) => boolean) => ApiError | undefined> {
  const { month } = d;
  if (!month) return () => undefined;
  const onlyColumns = 'only' in month ? month.only : undefined;
  const keyOf = (values: Values): string =>
    'through' in month ? String(values[month.through]) : monthKeyOf(month, values);
  const rowVersions = ({ before, columns }: MonthCheck): readonly Values[] =>
    before ? [before, { ...before, ...columns }] : [columns];
  const versions = rows.flatMap(rowVersions);
  const closedMonths =
    'through' in month
      ? await findClosedRecords(
          tx,
          monthSourceOf(d, month.through),
          versions.map((values) => values[month.through]),
        )
      : await findClosedMonths(tx, month, versions);
  return (monthCheck, isChanged) => {
    const names = Object.keys(monthCheck.columns).filter(
      (name) => onlyColumns === undefined || onlyColumns.includes(name),
    );
    if (monthCheck.before && !names.some(isChanged)) return undefined;
    const firstClosed = rowVersions(monthCheck)
      .map((values) => closedMonths.get(keyOf(values)))
      .find((closedMonth) => closedMonth !== undefined);
    return firstClosed === undefined ? undefined : monthClosedError(firstClosed);
  };
}

/**
 * SQL condition that the month of a moment at a hotel is closed. Skips the lookup for the last two hours, because their
 * month cannot be closed.
 */
export const isClosedSql = (hotel: string, at: string): string =>
  `(${at} < now() - interval '2 hours' and exists (select from closed_months(${hotel}, ${at})))`;
/** SQL condition that the month of a sale is closed; false for a null id. */
export const isSaleClosedSql = (transaction: string): string =>
  `exists (select from transaction s where s.id = ${transaction}
        and ${isClosedSql('s.hotel_id', 's.transaction_date')})`;

type Tx = WriteContext['tx'];
const monthKeyOf = (month: { hotel: string; at: string }, values: Values): string => {
  const moment = values[month.at];
  return `${String(values[month.hotel])} ${moment instanceof Date ? moment.toISOString() : 'now'}`;
};

async function findClosedMonths(
  tx: Tx,
  month: { readonly hotel: string; readonly at: string },
  records: readonly Values[],
): Promise<ReadonlyMap<string, string>> {
  const datedRecords = records.filter((values) => values[month.at] instanceof Date);
  const { rows } = await sql<{ position: number; month: string }>`
    select r.position::int, c.name as month
    from unnest(${datedRecords.map((values) => values[month.hotel])}::bigint[],
        ${datedRecords.map((values) => values[month.at])}::timestamptz[]) with ordinality r (hotel_id, at, position)
    cross join closed_months(r.hotel_id, r.at) c`.execute(tx);
  return new Map(rows.map((row) => [monthKeyOf(month, datedRecords[row.position - 1] ?? {}), row.month]));
}

/** The table that a field references, and the columns that determine the month of its records. */
interface MonthSource {
  readonly table: string;
  readonly hotel: string;
  readonly at: string;
}
function monthSourceOf(d: ResourceDefinition, name: string): MonthSource {
  const f = d.fields[name];
  const target = f?.kind === 'reference' ? getResource(targetKey(f)) : d;
  if (!target.month || 'through' in target.month) throw new Error(`${d.key}.${name} leads to no month`);
  return { table: target.key, ...target.month };
}
const joinClosedMonthsSql = (alias: string, { hotel, at }: Omit<MonthSource, 'table'>) =>
  sql`cross join closed_months(${sql.ref(`${alias}.${hotel}`)}, ${sql.ref(`${alias}.${at}`)}) c`;

const monthSourceSql = (d: ResourceDefinition, name: string) =>
  sql`join ${sql.table(monthSourceOf(d, name).table)} m on m.id = ${sql.ref(`t.${name}`)}`;

async function findClosedRecords(
  tx: Tx,
  source: MonthSource,
  ids: readonly unknown[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: number; month: string }>`
    select m.id, c.name as month from ${sql.table(source.table)} m ${joinClosedMonthsSql('m', source)}
    where m.id = any(${ids.filter((id) => typeof id === 'number')}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [String(row.id), row.month]));
}

/** Throws if deleting or restoring one of these records would change a closed month. */
export async function assertMonthsOpen(
  { tx }: WriteContext,
  d: ResourceDefinition,
  ids: readonly number[],
): Promise<void> {
  const { month } = d;
  if (!month || ids.length === 0) return;
  const closedMonthsSql =
    'through' in month
      ? sql`${monthSourceSql(d, month.through)} ${joinClosedMonthsSql('m', monthSourceOf(d, month.through))}`
      : joinClosedMonthsSql('t', month);
  const { rows } = await sql<{ month: string }>`
    select c.name as month from ${sql.table(d.key)} t ${closedMonthsSql} where t.id = any(${ids}::bigint[]) limit 1`.execute(
    tx,
  );
  if (rows[0]) throw monthClosedError(rows[0].month);
}
