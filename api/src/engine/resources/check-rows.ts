import { type Field, getResource, targetKey, trimTrailingZeros } from '@innkeeper/contract';
import type { ApiError } from '../../platform/http/api-error.ts';
import { errorForConstraint } from './constraint-errors.ts';
import { findImmutable } from './immutable-records.ts';
import type { ReadyRow, RejectRow } from './ready-row.ts';
import { toColumns } from './values.ts';
import type { Write } from './write-services.ts';
import { planRows } from './write-rows.ts';

/**
 * Runs the checks of a write without writing: those of `writeRows`, and immutable records, which the database rejects
 * in a write. Returns the rows to which the resource's check has added columns, because those values may be taken.
 */
export async function checkRows(
  write: Write,
  rows: readonly ReadyRow[],
  reject: RejectRow,
): Promise<readonly ReadyRow[]> {
  const findImmutableError = await createImmutableCheck(write, rows);
  return (await planRows(write, rows, reject)).flatMap(({ ready, columns }) => {
    const error = findImmutableError(ready);
    if (error) {
      reject(ready.row, error);
      return [];
    }
    const addedColumns = Object.entries(columns).filter(([name]) => !Object.hasOwn(ready.values, name));
    return addedColumns.length > 0
      ? [{ ...ready, values: { ...ready.values, ...Object.fromEntries(addedColumns) } }]
      : [];
  });
}

/**
 * Reproduces the database's errors for immutable records. One statement finds the immutable records of these rows.
 */
async function createImmutableCheck(
  { context, services, d, timeZone }: Write,
  rows: readonly ReadyRow[],
): Promise<(ready: ReadyRow) => ApiError | undefined> {
  const [relation] = d.immutable?.option?.by.split('.').slice(0, -1) ?? [];
  const keyField = relation === undefined ? 'id' : `${relation}_id`;
  const ids = rows.flatMap(({ before, values }) => [before?.[keyField], values[keyField]]);
  const f = d.fields[keyField];
  const lockedDefinition = f?.kind === 'reference' ? getResource(targetKey(f)) : d;
  const immutableIds = await findImmutable(context, services.hooksByResource, lockedDefinition, ids);
  return ({ values, before }) => {
    const columns = toColumns(d, values, timeZone);
    const isRowImmutable =
      immutableIds.has(before?.[keyField]) || (relation !== undefined && immutableIds.has(values[keyField]));
    const isImmutable = (name: string) =>
      isRowImmutable ? d.immutable?.except.includes(name) === false : d.fields[name]?.fixed === true;
    const isChanged = (name: string) => before !== null && !isSame(columns[name], before[name], d.fields[name]);
    const name = before
      ? Object.keys(values).find((candidate) => isImmutable(candidate) && isChanged(candidate))
      : isRowImmutable
        ? keyField
        : undefined;
    return name === undefined
      ? undefined
      : errorForConstraint(`${d.key}${isRowImmutable ? '' : `_${name.replace(/_id$/, '')}`}_immutable`, name);
  };
}

/** Whether a column would not change: an identical value, the same moment, or an amount with more or fewer zeros. */
export function isSame(input: unknown, stored: unknown, f: Field | undefined): boolean {
  if (stored instanceof Date && input instanceof Date) return stored.getTime() === input.getTime();
  const isAmount = f?.kind === 'money' || f?.kind === 'decimal';
  return input === stored || (isAmount && trimTrailingZeros(String(input)) === trimTrailingZeros(String(stored)));
}
