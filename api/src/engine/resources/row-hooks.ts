import { ApiError } from '../../platform/http/api-error.ts';
import type { Body } from '../../platform/http/body.ts';
import type { Values } from './resource-hooks.ts';
import { findIdsByNumber, fieldsGivenByNumber, replaceNumbers } from './references-by-number.ts';
import { findInvalidReferences } from './references.ts';
import type { ReadyRow, RejectRow } from './ready-row.ts';
import { parseValues, toColumns } from './values.ts';
import { assertFieldRules } from './write.ts';
import type { Write } from './write-services.ts';

/** A row, and the columns to write. */
export interface PlannedRow {
  readonly ready: ReadyRow;
  readonly columns: Values;
}

/** Runs `work` for a row. An API error is reported for that row; other errors are thrown. */
export function catchRejection<T>({ row }: ReadyRow, reject: RejectRow, work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    reject(row, error);
    return undefined;
  }
}

/** As `catchRejection`, for asynchronous work. */
export async function catchRejectionAsync<T>(
  { row }: ReadyRow,
  reject: RejectRow,
  work: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    reject(row, error);
    return undefined;
  }
}

/**
 * Reads the bodies of new records as rows numbered from 1. Returns those that are valid and reference visible records.
 * The bodies may come from several requests, so a record that one of them references by number does not become visible
 * to the others.
 */
export async function readNewRows(
  write: Write,
  bodies: readonly Body[],
  reject: RejectRow,
): Promise<readonly ReadyRow[]> {
  const { context, services, d } = write;
  const numbers = await findIdsByNumber(write, bodies);
  const parsedRows = bodies.flatMap((body, i) => {
    const ready = { row: i + 1, values: {}, before: null };
    return (
      catchRejection(ready, reject, () => {
        const values = parseValues(d, replaceNumbers(d, body, numbers), 'create');
        const numberFields = new Set(fieldsGivenByNumber(d, body));
        const references = Object.fromEntries(Object.entries(values).filter(([name]) => !numberFields.has(name)));
        return [{ ready: { ...ready, values }, references }];
      }) ?? []
    );
  });
  const separateContext = { ...context, lookups: { ...context.lookups, foundRecords: new Set<string>() } };
  const referenceErrors = await findInvalidReferences(
    separateContext,
    services.hooksByResource,
    d,
    parsedRows.map(({ references }) => references),
  );
  return parsedRows.flatMap(({ ready }, i): ReadyRow[] => {
    const rejection = referenceErrors[i];
    if (rejection) reject(ready.row, rejection);
    return rejection ? [] : [ready];
  });
}

/** The columns of a row, after checking the rules between its fields. Throws their error. */
export function toCheckedColumns(write: Write, { values, before }: ReadyRow): Values {
  const columns = toColumns(write.d, values, write.timeZone);
  assertFieldRules(write, columns, before);
  return columns;
}

/** Runs the resource's hooks on new records in one batch, and returns the values to write for the accepted ones. */
export async function runBatchHooks(
  { context, services, d }: Write,
  rows: readonly PlannedRow[],
  reject: RejectRow,
): Promise<readonly PlannedRow[]> {
  const results = await services.hooksByResource[d.key]?.batchCreate?.before(
    context,
    rows.map(({ columns }) => columns),
  );
  return rows.flatMap(({ ready, columns }, i): PlannedRow[] => {
    const result = results?.[i] ?? columns;
    if (!(result instanceof ApiError)) return [{ ready, columns: result }];
    reject(ready.row, result);
    return [];
  });
}
