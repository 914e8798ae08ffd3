import { type Field, getResource, targetKey, withoutZeros } from '@innkeeper/contract';
import type { ApiError } from '../../platform/http/api-error.ts';
import { type Values, applyWriteRules } from './resource-hooks.ts';
import { createClosedMonthCheck } from './closed-months.ts';
import { findImmutable } from './immutable-records.ts';
import { errorForConstraint } from './constraint-errors.ts';
import { isColumn } from './write.ts';
import type { Write } from './write-services.ts';
import type { ReadyRow, Reject } from './ready-row.ts';
import { type PlannedRow, runBatchHooks, columnsOf, catchRejection, catchRejectionAsync } from './row-hooks.ts';

/**
 * Runs the checks of a write without writing: the rules between a row's fields, and the resource's hooks against the
 * rows that earlier ones would have left. Reference targets were checked when the rows were read. Returns the rows in
 * which the hooks have filled a value that may be taken.
 */
export async function checkRows(write: Write, rows: readonly ReadyRow[], reject: Reject): Promise<readonly ReadyRow[]> {
  const { context, d } = write;
  const immutableCheck = await createImmutableCheck(write, rows);
  const evaluated = rows.flatMap(
    (ready): PlannedRow[] =>
      catchRejection(ready, reject, () => {
        const columns = columnsOf(write, ready);
        const settled = immutableCheck(ready, columns);
        if (settled) throw settled;
        return [{ ready, columns }];
      }) ?? [],
  );
  const closedMonthCheck = await createClosedMonthCheck(
    context,
    d,
    evaluated.map(({ ready: { before }, columns }) => ({ before, columns })),
  );
  const plannedRows = evaluated.flatMap(
    ({ ready, columns }): PlannedRow[] =>
      catchRejection(ready, reject, () => {
        const { before } = ready;
        const closed = closedMonthCheck(
          { before, columns },
          (name) => !isSame(columns[name], before?.[name], d.fields[name]),
        );
        if (closed) throw closed;
        const lists = Object.entries(ready.values).filter(([name]) => d.fields[name]?.kind === 'references');
        return [{ ready, columns: { ...columns, ...Object.fromEntries(lists) } }];
      }) ?? [],
  );
  const wanted = await runWriteHooks(write, plannedRows, reject);
  return wanted.flatMap(({ ready, columns }) => {
    const more = Object.entries(columns).filter(([name]) => isColumn(d, name) && !Object.hasOwn(ready.values, name));
    return more.length > 0 ? [{ ...ready, values: { ...ready.values, ...Object.fromEntries(more) } }] : [];
  });
}

/** Runs the resource's hooks on rows, and returns the accepted ones with the columns to write. */
export async function runWriteHooks(
  write: Write,
  rows: readonly PlannedRow[],
  reject: Reject,
): Promise<readonly PlannedRow[]> {
  const { context, services, d } = write;
  const hooks = services.hooksByResource[d.key] ?? {};
  const isBatched = ({ ready }: PlannedRow) => hooks.many !== undefined && ready.before === null;
  const wanted = [...(await runBatchHooks(write, rows.filter(isBatched), reject))];
  for (const { ready, columns } of rows.filter((candidate) => !isBatched(candidate))) {
    const result = await catchRejectionAsync(
      ready,
      reject,
      async () => (await applyWriteRules(hooks, context, columns, ready.before)) ?? columns,
    );
    if (result) wanted.push({ ready, columns: result });
  }
  return wanted;
}

/**
 * Reproduces the database's errors for immutable records, with the same texts: see `guard_transaction_immutable` and
 * its like. One statement finds the immutable records of these rows.
 */
async function createImmutableCheck(
  { context, services, d }: Write,
  rows: readonly ReadyRow[],
): Promise<(ready: ReadyRow, columns: Values) => ApiError | undefined> {
  const [line] = d.settled?.option?.by.split('.').slice(0, -1) ?? [];
  const by = line === undefined ? 'id' : `${line}_id`;
  const toCheck = rows.flatMap(({ before, values }) => [before?.[by], values[by]]);
  const f = d.fields[by];
  const whole = f?.kind === 'reference' ? getResource(targetKey(f)) : d;
  const settled = await findImmutable(context, services.hooksByResource, whole, toCheck);
  return ({ values, before }, columns) => {
    const isWhole = settled.has(before?.[by]) || (line !== undefined && settled.has(values[by]));
    const isImmutable = (name: string) =>
      isWhole ? d.settled?.except.includes(name) === false : d.fields[name]?.fixed === true;
    const isChanged = (name: string) => before !== null && !isSame(columns[name], before[name], d.fields[name]);
    const name = before
      ? Object.keys(values).find((candidate) => isImmutable(candidate) && isChanged(candidate))
      : isWhole
        ? by
        : undefined;
    return name === undefined
      ? undefined
      : errorForConstraint(`${d.key}${isWhole ? '' : `_${name.replace(/_id$/, '')}`}_immutable`, name);
  };
}

/**
 * Whether a column gets its current value: the same moment, an amount with more or fewer zeros, or an identical value.
 */
function isSame(input: unknown, stored: unknown, f: Field | undefined): boolean {
  if (stored instanceof Date && input instanceof Date) return stored.getTime() === input.getTime();
  const isAmount = f?.kind === 'money' || f?.kind === 'decimal';
  return input === stored || (isAmount && withoutZeros(String(input)) === withoutZeros(String(stored)));
}
