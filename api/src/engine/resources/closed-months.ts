import { type ResourceDefinition, getResource, targetKey } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { ApiError } from '../../platform/http/api-error.ts';
import type { Row, Values, WriteContext } from './resource-hooks.ts';
import { monthClosed } from './constraint-errors.ts';

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
): Promise<(toCheck: MonthCheck, isChanged: (name: string) => boolean) => ApiError | undefined> {
  const { month } = d;
  if (!month) return () => undefined;
  const only = 'only' in month ? month.only : undefined;
  const keyOf = (values: Values): string =>
    'through' in month ? String(values[month.through]) : placeOf(month, values);
  const sides = ({ before, columns }: MonthCheck): readonly Values[] =>
    before ? [before, { ...before, ...columns }] : [columns];
  const all = rows.flatMap(sides);
  const closed =
    'through' in month
      ? await findClosedRecords(
          tx,
          monthSourceOf(d, month.through),
          all.map((v) => v[month.through]),
        )
      : await findClosedMonths(tx, month, all);
  return (toCheck, isChanged) => {
    const names = Object.keys(toCheck.columns).filter((name) => only === undefined || only.includes(name));
    if (toCheck.before && !names.some(isChanged)) return undefined;
    const hit = sides(toCheck)
      .map((values) => closed.get(keyOf(values)))
      .find((closedMonth) => closedMonth !== undefined);
    return hit === undefined ? undefined : monthClosed(hit);
  };
}

/**
 * SQL condition that the month of a moment at a hotel is closed. Skipped for the last two hours, whose month cannot be
 * closed.
 */
export const isClosedSql = (hotel: string, at: string): string =>
  `(${at} < now() - interval '2 hours' and exists (select from closed_months(${hotel}, ${at})))`;
/** The same for the sale with this id; false for a null id. */
export const isSaleClosedSql = (transaction: string): string =>
  `exists (select from transaction s where s.id = ${transaction}
        and ${isClosedSql('s.hotel_id', 's.transaction_date')})`;

type Tx = WriteContext['tx'];
const placeOf = (month: { hotel: string; at: string }, values: Values): string => {
  const at = values[month.at];
  return `${String(values[month.hotel])} ${at instanceof Date ? at.toISOString() : 'now'}`;
};

async function findClosedMonths(
  tx: Tx,
  month: { readonly hotel: string; readonly at: string },
  records: readonly Values[],
): Promise<ReadonlyMap<string, string>> {
  const toCheck = records.filter((values) => values[month.at] instanceof Date);
  const { rows } = await sql<{ place: number; month: string }>`
    select r.place::int, c.name as month
    from unnest(${toCheck.map((v) => v[month.hotel])}::bigint[],
        ${toCheck.map((v) => v[month.at])}::timestamptz[]) with ordinality r (hotel_id, at, place)
    cross join closed_months(r.hotel_id, r.at) c`.execute(tx);
  return new Map(rows.map((row) => [placeOf(month, toCheck[row.place - 1] ?? {}), row.month]));
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
const closedSql = (alias: string, { hotel, at }: Omit<MonthSource, 'table'>) =>
  sql`cross join closed_months(${sql.ref(`${alias}.${hotel}`)}, ${sql.ref(`${alias}.${at}`)}) c`;

const monthSourceSql = (d: ResourceDefinition, name: string) =>
  sql`join ${sql.table(monthSourceOf(d, name).table)} m on m.id = ${sql.ref(`t.${name}`)}`;

async function findClosedRecords(
  tx: Tx,
  through: MonthSource,
  ids: readonly unknown[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: number; month: string }>`
    select m.id, c.name as month from ${sql.table(through.table)} m ${closedSql('m', through)}
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
  const closed =
    'through' in month
      ? sql`${monthSourceSql(d, month.through)} ${closedSql('m', monthSourceOf(d, month.through))}`
      : closedSql('t', month);
  const { rows } = await sql<{ month: string }>`
    select c.name as month from ${sql.table(d.key)} t ${closed} where t.id = any(${ids}::bigint[]) limit 1`.execute(tx);
  if (rows[0]) throw monthClosed(rows[0].month);
}
