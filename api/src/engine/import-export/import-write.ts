import type { ResourceDefinition } from '@innkeeper/contract';
import { sql } from 'kysely';
import { ApiError, invalid } from '../../platform/http/api-error.ts';
import { type Values, applyRowRule } from '../resources/resource-hooks.ts';
import { assertTargetsLive } from '../resources/bulk-edit.ts';
import { targetsLiveSql } from '../resources/references.ts';
import type { ReadyRow, Reject } from '../resources/ready-row.ts';
import { type PlannedRow, runBatchHooks, columnsOf, catchRejection } from '../resources/row-hooks.ts';
import { constraintError } from '../resources/constraint-errors.ts';
import { isColumn, writeValues } from '../resources/write.ts';
import type { Write } from '../resources/write-services.ts';
import { BATCH } from './import-rows.ts';

/**
 * Writes rows that were read. Resources whose hooks need no query are written a thousand per statement. New records
 * with a batch hook are written in a single statement. All others are written one by one, so that each sees the changes
 * of those before it. `reject` receives each row that is not written; such a row leaves no changes.
 */
export async function writeRows(write: Write, rows: readonly ReadyRow[], reject: Reject): Promise<void> {
  const isBatched = ({ before }: ReadyRow) => before === null && write.services.hooksByResource[write.d.key]?.many;
  await writeNew(write, rows.filter(isBatched), reject);
  await writeInBatches(
    write,
    rows.filter((ready) => !isBatched(ready)),
    reject,
  );
}

/**
 * One statement for all rows: its triggers lock dependent rows, above all the members' standing, at its end rather than
 * from the first thousand on. See docs/decisions/0041-validate-an-import-first-and-lock-rows-late.md.
 */
async function writeNew(write: Write, rows: readonly ReadyRow[], reject: Reject): Promise<void> {
  if (rows.length === 0) return;
  const plannedRows = rows.flatMap(
    (ready): PlannedRow[] => catchRejection(ready, reject, () => [{ ready, columns: columnsOf(write, ready) }]) ?? [],
  );
  const made: number[] = [];
  for (const group of groupByColumns(write, await runBatchHooks(write, plannedRows, reject)))
    made.push(...(await writeGroup(write, group, reject)));
  if (made.length > 0) await write.services.hooksByResource[write.d.key]?.many?.after(write.context, made);
}

async function writeInBatches(write: Write, rows: readonly ReadyRow[], reject: Reject): Promise<void> {
  // Resources with a batch hook update many dependent rows: one statement locks these at its end, not from the first
  // batch on.
  const batchSize = write.services.hooksByResource[write.d.key]?.many ? rows.length : BATCH;
  for (let at = 0; at < rows.length; at += batchSize) {
    const batch = rows.slice(at, at + batchSize);
    const groups = await groupRows(write, batch, reject);
    if (!groups) return writeOneByOne(write, rows.slice(at), reject);
    for (const group of groups) await writeGroup(write, group, reject);
  }
}

async function writeOneByOne(write: Write, rows: readonly ReadyRow[], reject: Reject): Promise<void> {
  for (const ready of rows) await writeOne(write, ready, reject);
}

async function writeOne(write: Write, { row, values, before }: ReadyRow, reject: Reject): Promise<void> {
  const error = await attempt(write, async () => {
    const { id, newTargets } = await writeValues(write, values, before);
    await assertTargetsLive(write, [id], newTargets);
  });
  if (error) reject(row, error);
}

/** Rows that one statement can write: all creates or all updates, with the same columns. */
interface Group {
  readonly names: readonly string[];
  readonly members: PlannedRow[];
}

function groupByColumns({ d }: Write, rows: readonly PlannedRow[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const { ready, columns: planned } of rows) {
    const columns = Object.fromEntries(Object.entries(planned).filter(([name]) => isColumn(d, name)));
    const names = Object.keys(columns).sort();
    const key = [ready.before ? 'change' : 'create', ...names].join(' ');
    const group = groups.get(key) ?? { names, members: [] };
    groups.set(key, group);
    group.members.push({ ready, columns });
  }
  return [...groups.values()];
}

/** Groups rows by the columns to write; undefined if they must be written one by one. */
async function groupRows(
  write: Write,
  rows: readonly ReadyRow[],
  reject: Reject,
): Promise<readonly Group[] | undefined> {
  const { context, services, d } = write;
  const hooks = services.hooksByResource[d.key];
  const needsOwnWrite = (name: string) => d.fields[name]?.kind === 'references' || d.fields[name]?.kind === 'secret';
  if (hooks?.afterWrite || rows.some(({ values }) => Object.keys(values).some(needsOwnWrite))) return undefined;
  const planned: PlannedRow[] = [];
  for (const ready of rows) {
    try {
      const input = columnsOf(write, ready);
      const columns = await applyRowRule(hooks, context, input, ready.before);
      if (!columns) return undefined;
      planned.push({ ready, columns });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      reject(ready.row, error);
    }
  }
  return groupByColumns(write, planned);
}

/**
 * Halves a failing group until the invalid rows are found. Returns the ids of rows written as a group; hooks have
 * already run for rows written alone.
 */
async function writeGroup(write: Write, { names, members }: Group, reject: Reject): Promise<readonly number[]> {
  const [first] = members;
  if (!first) return [];
  const isSingle = first.ready.before !== null || !write.services.hooksByResource[write.d.key]?.many;
  if (members.length === 1 && isSingle) {
    await writeOne(write, first.ready, reject);
    return [];
  }
  let ids: readonly number[] = [];
  const error = await attempt(write, async () => {
    ids = await writeBatch(write, { names, members });
  });
  if (!error) return ids;
  if (members.length === 1) {
    await writeOne(write, first.ready, reject); // reports the error in detail
    return [];
  }
  const half = Math.ceil(members.length / 2);
  return [
    ...(await writeGroup(write, { names, members: members.slice(0, half) }, reject)),
    ...(await writeGroup(write, { names, members: members.slice(half) }, reject)),
  ];
}

async function writeBatch({ context, services, d }: Write, { names, members }: Group): Promise<readonly number[]> {
  const { tx } = context;
  const isUpdate = members[0]?.ready.before !== null;
  const records = members.map(({ ready, columns }) => ({
    ...writeJson(d, columns),
    ...(ready.before && { id: ready.before.id }),
  }));
  const table = sql.table(d.key);
  const from = sql`json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json) r`;
  const list = (prefix: string) => sql.join(names.map((name) => sql.raw(`${prefix}"${name}"`)));
  const pairs = sql.join(names.map((name) => sql.raw(`"${name}" = r."${name}"`)));
  const statement = isUpdate
    ? sql<{ id: number }>`update ${table} t set ${pairs} from ${from} where t.id = r.id returning t.id`
    : sql<{ id: number }>`insert into ${table} (${list('')}) select ${list('r.')} from ${from} returning id`;
  try {
    const { rows } = await statement.execute(tx);
    const ids = rows.map(({ id }) => id);
    const { rows: broken } = await sql`select from ${table} t where t.id = any(${ids}::bigint[])
      and not ${targetsLiveSql(
        d,
        names.filter((name) => isChanged(name, members)),
      )} limit 1`.execute(tx);
    if (broken.length > 0) throw invalid({});
    const changed = members.flatMap(({ ready: { before } }) => (before ? [before] : []));
    if (changed.length > 0) await services.hooksByResource[d.key]?.afterUpdate?.(context, changed);
    return ids;
  } catch (error) {
    throw error instanceof ApiError ? error : (constraintError(d, error) ?? error);
  }
}

/** Only changed references are checked: a record may retain one to a record deleted since. */
const isChanged = (name: string, members: Group['members']): boolean =>
  members.some(({ ready: { before }, columns }) => !before || before[name] !== columns[name]);

/** Columns as JSON that PostgreSQL turns into a row. */
const writeJson = (d: ResourceDefinition, columns: Values): Values =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      d.fields[name]?.kind === 'json' && typeof value === 'string' ? JSON.parse(value) : value,
    ]),
  );

/** Runs part of a write in a savepoint; on an ApiError rolls it back and returns the error. */
export async function attempt({ context: { tx } }: Write, work: () => Promise<void>): Promise<ApiError | undefined> {
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
