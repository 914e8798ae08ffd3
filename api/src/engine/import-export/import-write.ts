import type { ResourceDefinition } from '@innkeeper/contract';
import { sql } from 'kysely';
import { ApiError, validationError } from '../../platform/http/api-error.ts';
import { type Values, applyRowRule } from '../resources/resource-hooks.ts';
import { assertTargetsLive } from '../resources/bulk-edit.ts';
import { targetsLiveSql } from '../resources/references.ts';
import type { ReadyRow, RejectRow } from '../resources/ready-row.ts';
import { type PlannedRow, runBatchHooks, toCheckedColumns, catchRejection } from '../resources/row-hooks.ts';
import { constraintError } from '../resources/constraint-errors.ts';
import { isColumn, writeValues } from '../resources/write.ts';
import type { Write } from '../resources/write-services.ts';
import { BATCH_SIZE } from './import-rows.ts';

/**
 * Writes checked rows. If the resource's hooks need no query, one statement writes a thousand rows. New records with a
 * batch hook are written in a single statement. All others are written one by one, so that each sees the changes of the
 * earlier ones. `reject` receives each row that is not written; such a row leaves no changes.
 */
export async function writeRows(write: Write, rows: readonly ReadyRow[], reject: RejectRow): Promise<void> {
  const isBatched = ({ before }: ReadyRow) =>
    before === null && write.services.hooksByResource[write.d.key]?.batchCreate;
  await insertNewRows(write, rows.filter(isBatched), reject);
  await writeInBatches(
    write,
    rows.filter((readyRow) => !isBatched(readyRow)),
    reject,
  );
}

/**
 * Writes all rows in one statement. Its triggers lock dependent rows, such as the members' standing, only at its end;
 * batches would lock them from the first batch on. See
 * docs/decisions/0041-validate-an-import-first-and-lock-rows-late.md.
 */
async function insertNewRows(write: Write, rows: readonly ReadyRow[], reject: RejectRow): Promise<void> {
  if (rows.length === 0) return;
  const plannedRows = rows.flatMap(
    (readyRow): PlannedRow[] =>
      catchRejection(readyRow, reject, () => [{ ready: readyRow, columns: toCheckedColumns(write, readyRow) }]) ?? [],
  );
  const createdIds: number[] = [];
  for (const group of groupByColumns(write, await runBatchHooks(write, plannedRows, reject)))
    createdIds.push(...(await writeGroup(write, group, reject)));
  if (createdIds.length > 0)
    await write.services.hooksByResource[write.d.key]?.batchCreate?.after(write.context, createdIds);
}

async function writeInBatches(write: Write, rows: readonly ReadyRow[], reject: RejectRow): Promise<void> {
  // Resources with a batch hook update many dependent rows: one statement locks these at its end, not from the first
  // batch on.
  const batchSize = write.services.hooksByResource[write.d.key]?.batchCreate ? rows.length : BATCH_SIZE;
  for (let offset = 0; offset < rows.length; offset += batchSize) {
    const batch = rows.slice(offset, offset + batchSize);
    const groups = await groupRows(write, batch, reject);
    if (!groups) return writeOneByOne(write, rows.slice(offset), reject);
    for (const group of groups) await writeGroup(write, group, reject);
  }
}

async function writeOneByOne(write: Write, rows: readonly ReadyRow[], reject: RejectRow): Promise<void> {
  for (const readyRow of rows) await writeOne(write, readyRow, reject);
}

async function writeOne(write: Write, { row, values, before }: ReadyRow, reject: RejectRow): Promise<void> {
  const error = await runInSavepoint(write, async () => {
    const { id, newTargets } = await writeValues(write, values, before);
    await assertTargetsLive(write, [id], newTargets);
  });
  if (error) reject(row, error);
}

/** Rows that one statement can write: all creates or all updates, with the same columns. */
interface WriteGroup {
  readonly names: readonly string[];
  readonly entries: PlannedRow[];
}

function groupByColumns({ d }: Write, rows: readonly PlannedRow[]): readonly WriteGroup[] {
  const groups = new Map<string, WriteGroup>();
  for (const { ready, columns: plannedColumns } of rows) {
    const columns = Object.fromEntries(Object.entries(plannedColumns).filter(([name]) => isColumn(d, name)));
    const names = Object.keys(columns).sort();
    const key = [ready.before ? 'change' : 'create', ...names].join(' ');
    const group = groups.get(key) ?? { names, entries: [] };
    groups.set(key, group);
    group.entries.push({ ready, columns });
  }
  return [...groups.values()];
}

/** Groups rows by the columns to write; undefined if they must be written one by one. */
async function groupRows(
  write: Write,
  rows: readonly ReadyRow[],
  reject: RejectRow,
): Promise<readonly WriteGroup[] | undefined> {
  const { context, services, d } = write;
  const hooks = services.hooksByResource[d.key];
  const needsSeparateWrite = (name: string) =>
    d.fields[name]?.kind === 'references' || d.fields[name]?.kind === 'secret';
  if (hooks?.afterWrite || rows.some(({ values }) => Object.keys(values).some(needsSeparateWrite))) return undefined;
  const plannedRows: PlannedRow[] = [];
  for (const readyRow of rows) {
    try {
      const input = toCheckedColumns(write, readyRow);
      const columns = await applyRowRule(hooks, context, input, readyRow.before);
      if (!columns) return undefined;
      plannedRows.push({ ready: readyRow, columns });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      reject(readyRow.row, error);
    }
  }
  return groupByColumns(write, plannedRows);
}

/**
 * Halves a failing group until the invalid rows are found. Returns the ids of rows written as a group. Rows written
 * alone are not included, because their hooks have run.
 */
async function writeGroup(write: Write, { names, entries }: WriteGroup, reject: RejectRow): Promise<readonly number[]> {
  const [first] = entries;
  if (!first) return [];
  const isSingle = first.ready.before !== null || !write.services.hooksByResource[write.d.key]?.batchCreate;
  if (entries.length === 1 && isSingle) {
    await writeOne(write, first.ready, reject);
    return [];
  }
  let ids: readonly number[] = [];
  const error = await runInSavepoint(write, async () => {
    ids = await writeBatch(write, { names, entries });
  });
  if (!error) return ids;
  if (entries.length === 1) {
    await writeOne(write, first.ready, reject); // reports the error in detail
    return [];
  }
  const middle = Math.ceil(entries.length / 2);
  return [
    ...(await writeGroup(write, { names, entries: entries.slice(0, middle) }, reject)),
    ...(await writeGroup(write, { names, entries: entries.slice(middle) }, reject)),
  ];
}

async function writeBatch({ context, services, d }: Write, { names, entries }: WriteGroup): Promise<readonly number[]> {
  const { tx } = context;
  const isUpdate = entries[0]?.ready.before !== null;
  const records = entries.map(({ ready, columns }) => ({
    ...toJsonColumns(d, columns),
    ...(ready.before && { id: ready.before.id }),
  }));
  const table = sql.table(d.key);
  const recordsetSql = sql`json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json) r`;
  const columnList = (prefix: string) => sql.join(names.map((name) => sql.raw(`${prefix}"${name}"`)));
  const assignments = sql.join(names.map((name) => sql.raw(`"${name}" = r."${name}"`)));
  const statement = isUpdate
    ? sql<{ id: number }>`update ${table} t set ${assignments} from ${recordsetSql} where t.id = r.id returning t.id`
    : sql<{
        id: number;
      }>`insert into ${table} (${columnList('')}) select ${columnList('r.')} from ${recordsetSql} returning id`;
  try {
    const { rows } = await statement.execute(tx);
    const ids = rows.map(({ id }) => id);
    const { rows: invalidRows } = await sql`select from ${table} t where t.id = any(${ids}::bigint[])
      and not ${targetsLiveSql(
        d,
        names.filter((name) => isChanged(name, entries)),
      )} limit 1`.execute(tx);
    if (invalidRows.length > 0) throw validationError({});
    const previousRows = entries.flatMap(({ ready: { before } }) => (before ? [before] : []));
    if (previousRows.length > 0) await services.hooksByResource[d.key]?.afterUpdate?.(context, previousRows);
    return ids;
  } catch (error) {
    throw error instanceof ApiError ? error : (constraintError(d, error) ?? error);
  }
}

/** Checks only changed references: an unchanged one may point to a record that was deleted since. */
const isChanged = (name: string, entries: WriteGroup['entries']): boolean =>
  entries.some(({ ready: { before }, columns }) => !before || before[name] !== columns[name]);

/** The columns as JSON, which PostgreSQL converts to a row. */
const toJsonColumns = (d: ResourceDefinition, columns: Values): Values =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      d.fields[name]?.kind === 'json' && typeof value === 'string' ? JSON.parse(value) : value,
    ]),
  );

/** Runs part of a write in a savepoint; on an ApiError rolls it back and returns the error. */
export async function runInSavepoint(
  { context: { tx } }: Write,
  work: () => Promise<void>,
): Promise<ApiError | undefined> {
  await sql`savepoint attempt`.execute(tx);
  const rejection = await work().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    },
  );
  if (rejection) await sql`rollback to savepoint attempt`.execute(tx);
  await sql`release savepoint attempt`.execute(tx);
  return rejection;
}
