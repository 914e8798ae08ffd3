import { type ResourceDefinition, getResource, targetKey } from '@innkeeper/contract';
import { sql } from 'kysely';
import { isSame } from '../engine/resources/check-rows.ts';
import { errorForConstraint } from '../engine/resources/constraint-errors.ts';
import type { CheckRows, RowWrite, Values, WriteContext } from '../engine/resources/resource-hooks.ts';

/*
 * Closed months. The database rejects a write into one (db/routines/closed-periods.sql), since a month may be closed at
 * the same moment; this check finds the rows for a dry run, and the month for the message.
 */

/** Rejects rows whose month, before or after the write, is closed. */
export const checkMonthOpen =
  (d: ResourceDefinition): CheckRows =>
  async (context, rows) => {
    const { month } = d;
    const isWrite = ({ action }: RowWrite) => action === 'create' || action === 'update';
    if (!month || (!context.isDryRun && rows.every(isWrite))) return [];
    const versions = rows.flatMap(versionsOf);
    const keyOf = (values: Values): string =>
      'through' in month ? String(values[month.through]) : monthKeyOf(month, values);
    const closedMonths =
      'through' in month
        ? await findClosedRecords(
            context.tx,
            monthSourceOf(d, month.through),
            versions.map((values) => values[month.through]),
          )
        : await findClosedMonths(context.tx, month, versions);
    return rows.map((row) => {
      if (row.action === 'update' && !changesValues(d, row)) return undefined;
      const closedMonth = versionsOf(row)
        .map((values) => closedMonths.get(keyOf(values)))
        .find((name) => name !== undefined);
      return closedMonth === undefined ? undefined : errorForConstraint('month_closed', undefined, closedMonth);
    });
  };

/** The row before and after the write. */
const versionsOf = ({ before, values }: RowWrite): readonly Values[] =>
  before ? [before, { ...before, ...values }] : [values];

/** Whether an update changes a field that is final once its month is closed. */
function changesValues(d: ResourceDefinition, { before, values }: RowWrite): boolean {
  const onlyFields = d.month && 'only' in d.month ? d.month.only : undefined;
  return Object.keys(values).some(
    (name) =>
      (onlyFields === undefined || onlyFields.includes(name)) &&
      d.fields[name]?.kind !== 'references' &&
      !isSame(values[name], before?.[name], d.fields[name]),
  );
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
async function findClosedRecords(
  tx: Tx,
  source: MonthSource,
  ids: readonly unknown[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ id: number; month: string }>`
    select m.id, c.name as month
    from ${sql.table(source.table)} m
    cross join closed_months(${sql.ref(`m.${source.hotel}`)}, ${sql.ref(`m.${source.at}`)}) c
    where m.id = any(${ids.filter((id) => typeof id === 'number')}::bigint[])`.execute(tx);
  return new Map(rows.map((row) => [String(row.id), row.month]));
}
