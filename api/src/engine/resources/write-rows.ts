import { type ResourceDefinition, findFieldRuleErrors, isStored } from '@innkeeper/contract';
import { deferStatement } from '@innkeeper/db';
import { sql } from 'kysely';
import { recordFiles } from '../../platform/files/storage.ts';
import { ApiError, validationError } from '../../platform/http/api-error.ts';
import { constraintError } from './constraint-errors.ts';
import { type Links, readLinks, writeLinks } from './links.ts';
import { checkPhones } from './phones.ts';
import type { PlannedRow, ReadyRow, RejectRow } from './ready-row.ts';
import { areTargetsVisible, checkReferences, findInvalidReferences, targetsLiveSql } from './references.ts';
import type { RowChange, Row, Values, WriteAction, WriteContext } from './resource-hooks.ts';
import { writeUnique } from './row-unique.ts';
import { issueToken, toStoredToken, tokenField } from './tokens.ts';
import { toColumns } from './values.ts';
import type { Write, WriteServices } from './write-services.ts';

/*
 * The pipeline of every write: values → references → check → write → after. A write is a set of rows; one record is a
 * set of one. `check` and `after` are the hooks of the resource. See
 * docs/decisions/0102-check-every-write-as-a-set-of-rows.md.
 */

/** Throws the error of a row: either the whole set is written, or nothing. */
export const throwRejection: RejectRow = (_row, error) => {
  throw error;
};

/**
 * Writes rows and returns what was written. `reject` receives each row that is not written; such a row leaves no
 * changes. Rows with the same columns are written by one statement, whose triggers lock dependent rows, such as the
 * members' standing, only at its end: see docs/decisions/0041-validate-an-import-first-and-lock-rows-late.md.
 */
export async function writeRows(
  write: Write,
  rows: readonly ReadyRow[],
  reject: RejectRow,
): Promise<readonly RowChange[]> {
  const changes: RowChange[] = [];
  for (const group of groupByColumns(write.d, await planRows(write, rows, reject)))
    changes.push(...(await writeGroup(write, group, reject)));
  await runAfter(write, changes);
  return changes;
}

/** Runs the resource's hook after a write. */
export async function runAfter({ context, services, d }: Write, changes: readonly RowChange[]): Promise<void> {
  if (changes.length > 0) await services.hooksByResource[d.key]?.after?.(context, changes);
}

// Values, references, check -------------------------------------------------------------------------------------------

/** The accepted rows with the columns to write. `reject` receives the others. */
export async function planRows(
  write: Write,
  rows: readonly ReadyRow[],
  reject: RejectRow,
): Promise<readonly PlannedRow[]> {
  const linkedRows: PlannedRow[] = [];
  for (const ready of rows) {
    const hasLinks = ready.before !== null && Object.keys(ready.values).some((name) => isListField(write.d, name));
    const currentLinks = hasLinks && ready.before ? await readLinks(write.context, write.d, ready.before.id) : null;
    linkedRows.push({ ready, columns: {}, currentLinks });
  }
  const plannedRows = (await rejectInvalidReferences(write, linkedRows, reject)).flatMap(
    (planned): PlannedRow[] =>
      catchRejection(planned.ready, reject, () => [{ ...planned, columns: toStoredColumns(write, planned.ready) }]) ??
      [],
  );
  return checkPlannedRows(write, plannedRows, reject);
}

/** Checks the rules between fields, phone numbers and the resource's check, and returns the accepted rows. */
export async function checkPlannedRows(
  write: Write,
  rows: readonly PlannedRow[],
  reject: RejectRow,
): Promise<readonly PlannedRow[]> {
  const validRows = rows.filter(
    ({ ready, columns }) =>
      catchRejection(ready, reject, () => {
        assertFieldRules(write, columns, ready.before);
        return true;
      }) ?? false,
  );
  return runCheck(write, await checkPhones(write, validRows, reject), reject);
}

/** Rejects rows with new references to records that are deleted or not visible. */
async function rejectInvalidReferences(
  { context, services, d }: Write,
  rows: readonly PlannedRow[],
  reject: RejectRow,
): Promise<readonly PlannedRow[]> {
  const references = rows.map(({ ready: { values, before }, currentLinks }) =>
    newReferences(values, before, currentLinks),
  );
  if (references.every((values) => areTargetsVisible(context, d, values))) return rows;
  const errors = await findInvalidReferences(context, services.hooksByResource, d, references);
  return rows.filter(({ ready }, i) => {
    const error = errors[i];
    if (error) reject(ready.row, error);
    return !error;
  });
}

/**
 * The new references of a write. Unchanged ones, single or in a list, are not checked again, because a record may keep
 * a reference to a record deleted since.
 */
export function newReferences(values: Values, before: Row | null, currentLinks: Links | null): Values {
  const changed = Object.entries(values).filter(([name, value]) => !before || before[name] !== value);
  return Object.fromEntries(
    changed.map(([name, value]) => {
      const currentIds = currentLinks?.[name];
      return [
        name,
        currentIds && Array.isArray(value) ? value.filter((id) => !currentIds.includes(Number(id))) : value,
      ];
    }),
  );
}

/** The columns and list fields of a row. Throws a 422 for a moment that does not exist. */
function toStoredColumns({ d, timeZone }: Write, { values }: ReadyRow): Values {
  const links = Object.entries(values).flatMap(([name, value]) =>
    isListField(d, name) && Array.isArray(value) ? [[name, value.map(Number)]] : [],
  );
  return { ...toColumns(d, values, timeZone), ...Object.fromEntries(links) };
}

/**
 * Checks the rules between two fields on the record after the write: fields that were not sent have their current
 * value, or the default of a new record.
 */
export function assertFieldRules({ d, context, timeZone }: Write, columns: Values, before: Row | null): void {
  if (!fieldsInRules(d).some((name) => Object.hasOwn(columns, name))) return; // spares most rows of an import
  const errors = findFieldRuleErrors(
    d.fields,
    { ...(before ?? defaultsOf(d)), ...columns },
    new Set(Object.keys(columns)),
    toLocalDay(context.now, timeZone),
  );
  if (Object.keys(errors).length > 0) throw validationError(errors);
}

const toLocalDay = (moment: Date, timeZone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone).toPlainDate().toString();

const defaultsOf = (d: ResourceDefinition): Values =>
  Object.fromEntries(Object.entries(d.fields).map(([name, f]) => [name, f.default ?? null]));

/** The fields with a rule that compares them with another field or with today, and those other fields. */
const fieldsInRules = (d: ResourceDefinition): readonly string[] =>
  Object.entries(d.fields).flatMap(([name, { rules = [] }]) =>
    rules.flatMap((rule) => ('value' in rule || 'values' in rule ? [] : 'field' in rule ? [name, rule.field] : [name])),
  );

/** Runs the resource's check on rows, and returns the accepted ones with the values that it adds. */
export async function runCheck(
  { context, services, d }: Write,
  rows: readonly PlannedRow[],
  reject: RejectRow,
  action?: WriteAction,
): Promise<readonly PlannedRow[]> {
  const check = services.hooksByResource[d.key]?.check;
  if (!check || rows.length === 0) return rows;
  const results = await check(
    { ...context, acceptedRows: new Map() },
    rows.map(({ ready: { before }, columns }) => ({
      action: action ?? (before ? 'update' : 'create'),
      before,
      values: columns,
    })),
  );
  return rows.flatMap((planned, i): PlannedRow[] => {
    const result = results[i];
    if (!(result instanceof ApiError)) return [{ ...planned, columns: { ...planned.columns, ...result } }];
    reject(planned.ready.row, result);
    return [];
  });
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

// Write ---------------------------------------------------------------------------------------------------------------

/** Rows that one statement can write: all creates or all updates, with the same columns. */
interface WriteGroup {
  readonly names: readonly string[];
  readonly rows: PlannedRow[];
}

function groupByColumns(d: ResourceDefinition, rows: readonly PlannedRow[]): readonly WriteGroup[] {
  const groups = new Map<string, WriteGroup>();
  for (const [i, planned] of rows.entries()) {
    const names = Object.keys(planned.columns).sort();
    const key = JSON.stringify([planned.ready.before === null, isWrittenAlone(d, planned) ? i : '', names]);
    const group = groups.get(key) ?? { names, rows: [] };
    groups.set(key, group);
    group.rows.push(planned);
  }
  return [...groups.values()];
}

/** List fields are stored in tables of their own, and secrets are hashed. */
const isWrittenAlone = (d: ResourceDefinition, { ready: { before }, columns }: PlannedRow): boolean =>
  (before === null && tokenField(d) !== undefined) ||
  Object.keys(columns).some((name) => isListField(d, name) || d.fields[name]?.kind === 'secret');

/** Halves a failing group until the invalid rows are found. */
async function writeGroup(write: Write, { names, rows }: WriteGroup, reject: RejectRow): Promise<readonly RowChange[]> {
  const [first] = rows;
  if (!first) return [];
  let changes: readonly RowChange[] = [];
  const error = await runInSavepoint(write, async () => {
    changes = rows.length === 1 ? [await writeRow(write, first)] : await writeBatch(write, { names, rows });
  });
  if (!error) return changes;
  if (rows.length === 1) {
    reject(first.ready.row, error);
    return [];
  }
  const middle = Math.ceil(rows.length / 2);
  return [
    ...(await writeGroup(write, { names, rows: rows.slice(0, middle) }, reject)),
    ...(await writeGroup(write, { names, rows: rows.slice(middle) }, reject)),
  ];
}

async function writeRow(write: Write, planned: PlannedRow): Promise<RowChange> {
  const { change, newTargets } = await writePlannedRow(write, planned);
  await assertTargetsLive(write, [change.id], newTargets);
  return change;
}

/** The written row, its new token, and its new references, whose targets the caller must check to be still live. */
export interface WrittenRow {
  readonly change: RowChange;
  readonly newTargets: Values;
  readonly issuedTokens: Readonly<Record<string, string>>;
}

/** Writes one row. Throws the error of a violated constraint. */
export async function writePlannedRow(
  write: Write,
  { ready: { values, before }, columns, currentLinks }: PlannedRow,
  issuesToken = before === null,
): Promise<WrittenRow> {
  const { context, services, d } = write;
  const storedColumns = Object.fromEntries(Object.entries(columns).filter(([name]) => isColumn(d, name)));
  const issuedTokens = issuesToken ? issueToken(d, storedColumns) : {};
  const hashedColumns = await hashSecrets(d, { ...storedColumns, ...issuedTokens }, services);
  await recordFiles(context.tx, fileNamesOf(d, values));
  const id = before ? before.id : await insertRow(context, d, hashedColumns);
  if (before) await updateRow(context, d, id, hashedColumns);
  const links = Object.fromEntries(
    Object.entries(columns).flatMap(([name, value]) =>
      isListField(d, name) && Array.isArray(value) ? [[name, value.map(Number)]] : [],
    ),
  );
  if (Object.keys(links).length > 0) await writeLinks(context, d, id, links, currentLinks);
  return {
    change: { action: before ? 'update' : 'create', id, before, columns },
    newTargets: newReferences(storedColumns, before, null),
    issuedTokens,
  };
}

const isListField = (d: ResourceDefinition, name: string): boolean => d.fields[name]?.kind === 'references';

const isColumn = (d: ResourceDefinition, name: string): boolean => {
  const f = d.fields[name];
  return f !== undefined && isStored(f);
};

const fileNamesOf = (d: ResourceDefinition, input: Values): string[] =>
  Object.entries(input).flatMap(([name, value]) =>
    d.fields[name]?.kind === 'file' && typeof value === 'string' ? [value] : [],
  );

async function hashSecrets(d: ResourceDefinition, columns: Values, { hashSecret }: WriteServices): Promise<Values> {
  const hashedColumns: Record<string, unknown> = { ...columns };
  for (const [name, value] of Object.entries(columns)) {
    const f = d.fields[name];
    if (f?.kind !== 'secret' || typeof value !== 'string') continue;
    hashedColumns[name] = f.token ? toStoredToken(d, name, value) : await hashSecret(value);
  }
  return hashedColumns;
}

async function insertRow(context: WriteContext, d: ResourceDefinition, columns: Values): Promise<number> {
  const names = Object.keys(columns);
  const [row] = await writeUnique(
    context,
    d,
    columns,
    (seconds) => sql<{ id: number; seconds: number | null }>`
      insert into ${sql.table(d.key)} (${sql.join(names.map((name) => sql.ref(name)))})
      values (${sql.join(names.map((name) => sql`${columns[name]}`))}) returning id, ${seconds} as seconds`,
  );
  return row?.id ?? 0;
}

/** Sets columns of a locked row. Throws the error of a violated constraint. */
export async function updateRow(
  context: WriteContext,
  d: ResourceDefinition,
  id: number,
  columns: Values,
): Promise<void> {
  const names = Object.keys(columns);
  if (names.length === 0) return;
  const assignments = sql.join(names.map((name) => sql`${sql.ref(name)} = ${columns[name]}`));
  await writeUnique(
    context,
    d,
    columns,
    (seconds) => sql<{ seconds: number | null }>`
      update ${sql.table(d.key)} set ${assignments} where id = ${id} returning ${seconds} as seconds`,
  );
}

async function writeBatch({ context, d }: Write, { names, rows }: WriteGroup): Promise<readonly RowChange[]> {
  const { tx } = context;
  const isUpdate = rows[0]?.ready.before !== null;
  const columnNames = names.filter((name) => isColumn(d, name));
  const records = rows.map(({ ready, columns }) => ({
    ...toJsonColumns(d, columns),
    ...(ready.before && { id: ready.before.id }),
  }));
  const table = sql.table(d.key);
  const recordsetSql = sql`json_populate_recordset(null::${table}, ${JSON.stringify(records)}::json) r`;
  const columnList = (prefix: string) => sql.join(columnNames.map((name) => sql.raw(`${prefix}"${name}"`)));
  const assignments = sql.join(columnNames.map((name) => sql.raw(`"${name}" = r."${name}"`)));
  const statement = isUpdate
    ? sql<{ id: number }>`update ${table} t set ${assignments} from ${recordsetSql} where t.id = r.id returning t.id`
    : sql<{
        id: number;
      }>`insert into ${table} (${columnList('')}) select ${columnList('r.')} from ${recordsetSql} returning id`;
  try {
    const ids =
      isUpdate && columnNames.length === 0
        ? rows.flatMap(({ ready }) => ready.before?.id ?? [])
        : (await statement.execute(tx)).rows.map(({ id }) => id);
    const { rows: invalidRows } = await sql`select from ${table} t where t.id = any(${ids}::bigint[])
      and not ${targetsLiveSql(
        d,
        columnNames.filter((name) => isChanged(name, rows)),
      )} limit 1`.execute(tx);
    if (invalidRows.length > 0) throw validationError({});
    return isUpdate
      ? rows.map(({ ready: { before }, columns }) => ({ action: 'update', id: before?.id ?? 0, before, columns }))
      : ids.map((id) => ({ action: 'create', id, before: null }));
  } catch (error) {
    throw error instanceof ApiError ? error : (constraintError(d, error) ?? error);
  }
}

/** Checks only changed references: an unchanged one may point to a record that was deleted since. */
const isChanged = (name: string, rows: readonly PlannedRow[]): boolean =>
  rows.some(({ ready: { before }, columns }) => !before || before[name] !== columns[name]);

/** The columns as JSON, which PostgreSQL converts to a row. */
const toJsonColumns = (d: ResourceDefinition, columns: Values): Values =>
  Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      d.fields[name]?.kind === 'json' && typeof value === 'string' ? JSON.parse(value) : value,
    ]),
  );

/** Rejects written records that reference one deleted concurrently. */
export async function assertTargetsLive(
  { context, services, d }: Write,
  ids: readonly number[],
  newTargets: Values,
): Promise<void> {
  if (Object.keys(newTargets).length === 0) return;
  const { rows } = await sql<{ targets_live: boolean }>`
    select bool_and(${targetsLiveSql(d, Object.keys(newTargets))}) as targets_live from ${sql.table(d.key)} t
    where t.id = any(${ids}::bigint[])`.execute(context.tx);
  if (rows[0]?.targets_live === false) await checkReferences(context, services.hooksByResource, d, newTargets);
}

/** Runs part of a write in a savepoint; on an ApiError rolls it back and returns the error. */
export async function runInSavepoint(
  { context: { tx } }: Write,
  work: () => Promise<void>,
): Promise<ApiError | undefined> {
  await deferStatement(tx, sql`savepoint attempt`);
  const rejection = await work().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    },
  );
  if (rejection) await sql`rollback to savepoint attempt`.execute(tx);
  await deferStatement(tx, sql`release savepoint attempt`);
  return rejection;
}
