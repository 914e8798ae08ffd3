import { type Field, getResource, targetKey, trimTrailingZeros } from '@innkeeper/contract';
import type { ApiError } from '../../platform/http/api-error.ts';
import { type Values, applyWriteRules } from './resource-hooks.ts';
import { createClosedMonthCheck } from './closed-months.ts';
import { findImmutable } from './immutable-records.ts';
import { errorForConstraint } from './constraint-errors.ts';
import { isColumn } from './write.ts';
import type { Write } from './write-services.ts';
import type { ReadyRow, RejectRow } from './ready-row.ts';
import { type PlannedRow, runBatchHooks, toCheckedColumns, catchRejection, catchRejectionAsync } from './row-hooks.ts';

/**
 * Runs the checks of a write without writing: the rules between a row's fields, and the resource's hooks, which see the
 * earlier rows as written. Reference targets were checked when the rows were read. Returns the rows to which hooks have
 * added columns, because those values may be taken.
 */
export async function checkRows(
  write: Write,
  rows: readonly ReadyRow[],
  reject: RejectRow,
): Promise<readonly ReadyRow[]> {
  const { context, d } = write;
  const immutableCheck = await createImmutableCheck(write, rows);
  const mutableRows = rows.flatMap(
    (ready): PlannedRow[] =>
      catchRejection(ready, reject, () => {
        const columns = toCheckedColumns(write, ready);
        const immutableError = immutableCheck(ready, columns);
        if (immutableError) throw immutableError;
        return [{ ready, columns }];
      }) ?? [],
  );
  const closedMonthCheck = await createClosedMonthCheck(
    context,
    d,
    mutableRows.map(({ ready: { before }, columns }) => ({ before, columns })),
  );
  const plannedRows = mutableRows.flatMap(
    ({ ready, columns }): PlannedRow[] =>
      catchRejection(ready, reject, () => {
        const { before } = ready;
        const closedError = closedMonthCheck(
          { before, columns },
          (name) => !isSame(columns[name], before?.[name], d.fields[name]),
        );
        if (closedError) throw closedError;
        const listFields = Object.entries(ready.values).filter(([name]) => d.fields[name]?.kind === 'references');
        return [{ ready, columns: { ...columns, ...Object.fromEntries(listFields) } }];
      }) ?? [],
  );
  const acceptedRows = await runWriteHooks(write, plannedRows, reject);
  return acceptedRows.flatMap(({ ready, columns }) => {
    const addedColumns = Object.entries(columns).filter(
      ([name]) => isColumn(d, name) && !Object.hasOwn(ready.values, name),
    );
    return addedColumns.length > 0
      ? [{ ...ready, values: { ...ready.values, ...Object.fromEntries(addedColumns) } }]
      : [];
  });
}

/** Runs the resource's hooks on rows, and returns the accepted ones with the columns to write. */
export async function runWriteHooks(
  write: Write,
  rows: readonly PlannedRow[],
  reject: RejectRow,
): Promise<readonly PlannedRow[]> {
  const { context, services, d } = write;
  const hooks = services.hooksByResource[d.key] ?? {};
  const isBatched = ({ ready }: PlannedRow) => hooks.batchCreate !== undefined && ready.before === null;
  const acceptedRows = [...(await runBatchHooks(write, rows.filter(isBatched), reject))];
  for (const { ready, columns } of rows.filter((candidate) => !isBatched(candidate))) {
    const result = await catchRejectionAsync(
      ready,
      reject,
      async () => (await applyWriteRules(hooks, context, columns, ready.before)) ?? columns,
    );
    if (result) acceptedRows.push({ ready, columns: result });
  }
  return acceptedRows;
}

/**
 * Reproduces the database's errors for immutable records (`guard_transaction_immutable` and similar triggers). One
 * statement finds the immutable records of these rows.
 */
async function createImmutableCheck(
  { context, services, d }: Write,
  rows: readonly ReadyRow[],
): Promise<(ready: ReadyRow, columns: Values) => ApiError | undefined> {
  const [relation] = d.immutable?.option?.by.split('.').slice(0, -1) ?? [];
  const keyField = relation === undefined ? 'id' : `${relation}_id`;
  const ids = rows.flatMap(({ before, values }) => [before?.[keyField], values[keyField]]);
  const f = d.fields[keyField];
  const lockedDefinition = f?.kind === 'reference' ? getResource(targetKey(f)) : d;
  const immutableIds = await findImmutable(context, services.hooksByResource, lockedDefinition, ids);
  return ({ values, before }, columns) => {
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
function isSame(input: unknown, stored: unknown, f: Field | undefined): boolean {
  if (stored instanceof Date && input instanceof Date) return stored.getTime() === input.getTime();
  const isAmount = f?.kind === 'money' || f?.kind === 'decimal';
  return input === stored || (isAmount && trimTrailingZeros(String(input)) === trimTrailingZeros(String(stored)));
}
