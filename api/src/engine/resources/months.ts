import { type ResourceDefinition, getResource, targetKey } from '@innkeeper/contract';
import { sql } from 'kysely';
import type { ApiError } from '../../platform/http/fail.ts';
import type { Row, Values, WriteContext } from './behaviour.ts';
import { monthClosed } from './refusals.ts';

/*
 * Closed months in dry runs. The database itself refuses writes in them: see db/living/months.sql.
 */

/** A row, before and after the write. */
interface Asked {
  readonly before: Row | null;
  readonly columns: Values;
}

/** The refusal of each row whose month is closed, before or after; `isNews` says whether a column would change. */
export async function readClosed(
  { tx }: WriteContext,
  d: ResourceDefinition,
  rows: readonly Asked[],
): Promise<(asked: Asked, isNews: (name: string) => boolean) => ApiError | undefined> {
  const { month } = d;
  if (!month) return () => undefined;
  const only = 'only' in month ? month.only : undefined;
  const keyOf = (values: Values): string =>
    'through' in month ? String(values[month.through]) : placeOf(month, values);
  const sides = ({ before, columns }: Asked): readonly Values[] =>
    before ? [before, { ...before, ...columns }] : [columns];
  const all = rows.flatMap(sides);
  const closed =
    'through' in month
      ? await closedRecords(
          tx,
          throughOf(d, month.through),
          all.map((v) => v[month.through]),
        )
      : await closedMoments(tx, month, all);
  return (asked, isNews) => {
    const names = Object.keys(asked.columns).filter((name) => only === undefined || only.includes(name));
    if (asked.before && !names.some(isNews)) return undefined;
    const hit = sides(asked)
      .map((values) => closed.get(keyOf(values)))
      .find((found) => found !== undefined);
    return hit === undefined ? undefined : monthClosed(hit);
  };
}

/** SQL of whether the month of a moment at a hotel is closed. The last two hours are not looked up: their month cannot be. */
export const isClosedSql = (hotel: string, at: string): string =>
  `(${at} < now() - interval '2 hours' and exists (select from closed_months(${hotel}, ${at})))`;
/** The same of a transaction that may be none. */
export const isSaleClosedSql = (transaction: string): string =>
  `exists (select from transaction s where s.id = ${transaction} and ${isClosedSql('s.hotel_id', 's.transaction_date')})`;

type Tx = WriteContext['tx'];
const placeOf = (month: { hotel: string; at: string }, values: Values): string => {
  const at = values[month.at];
  return `${String(values[month.hotel])} ${at instanceof Date ? at.toISOString() : 'now'}`;
};

async function closedMoments(
  tx: Tx,
  month: { readonly hotel: string; readonly at: string },
  all: readonly Values[],
): Promise<ReadonlyMap<string, string>> {
  const asked = all.filter((values) => values[month.at] instanceof Date);
  const { rows } = await sql<{ place: number; month: string }>`
    select r.place::int, c.name as month
    from unnest(${asked.map((v) => v[month.hotel])}::bigint[], ${asked.map((v) => v[month.at])}::timestamptz[]) with ordinality r (hotel_id, at, place)
    cross join closed_months(r.hotel_id, r.at) c`.execute(tx);
  return new Map(rows.map((row) => [placeOf(month, asked[row.place - 1] ?? {}), row.month]));
}

/** The table of the records that a field points to, and the columns that tell their month. */
interface Through {
  readonly table: string;
  readonly hotel: string;
  readonly at: string;
}
function throughOf(d: ResourceDefinition, name: string): Through {
  const f = d.fields[name];
  const target = f?.kind === 'reference' ? getResource(targetKey(f)) : d;
  if (!target.month || 'through' in target.month) throw new Error(`${d.key}.${name} leads to no month`);
  return { table: target.key, ...target.month };
}
const closedSql = (alias: string, { hotel, at }: Omit<Through, 'table'>) =>
  sql`cross join closed_months(${sql.ref(`${alias}.${hotel}`)}, ${sql.ref(`${alias}.${at}`)}) c`;

const throughSql = (d: ResourceDefinition, name: string) =>
  sql`join ${sql.table(throughOf(d, name).table)} m on m.id = ${sql.ref(`t.${name}`)}`;

async function closedRecords(tx: Tx, through: Through, ids: readonly unknown[]): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: number; month: string }>`
    select m.id, c.name as month from ${sql.table(through.table)} m ${closedSql('m', through)}
    where m.id = any(${ids.filter((id) => typeof id === 'number')}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [String(row.id), row.month]));
}

/** Throws where deleting or restoring one of these records would change a closed month. */
export async function refuseClosedRecords(
  { tx }: WriteContext,
  d: ResourceDefinition,
  ids: readonly number[],
): Promise<void> {
  const { month } = d;
  if (!month || ids.length === 0) return;
  const closed =
    'through' in month
      ? sql`${throughSql(d, month.through)} ${closedSql('m', throughOf(d, month.through))}`
      : closedSql('t', month);
  const { rows } = await sql<{ month: string }>`
    select c.name as month from ${sql.table(d.key)} t ${closed} where t.id = any(${ids}::bigint[]) limit 1`.execute(tx);
  if (rows[0]) throw monthClosed(rows[0].month);
}
