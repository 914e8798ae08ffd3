import { type ResourceDefinition, findFieldRuleErrors, isStored } from '@innkeeper/contract';
import { sql } from 'kysely';
import { recordFiles } from '../../platform/files/storage.ts';
import type { Body } from '../../platform/http/body.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import {
  type ResourceHooks,
  type HooksByResource,
  type Row,
  type Values,
  type WriteContext,
  applyWriteRules,
} from './resource-hooks.ts';
import { reasonSql } from './delete-reason.ts';
import { type Links, readLinks, writeLinks } from './links.ts';
import { type RowLock, lockRow, lockRows } from './row-locks.ts';
import { assertMonthsOpen } from './closed-months.ts';
import { findIdsByNumber, replaceNumbers } from './references-by-number.ts';
import { recordSql } from './record-json.ts';
import { areTargetsVisible, checkReferences, targetsLiveSql, assertUnused } from './references.ts';
import { issueToken, toStoredToken } from './tokens.ts';
import { constraintError } from './constraint-errors.ts';
import { writeUnique } from './row-unique.ts';
import { parseValues, toColumns } from './values.ts';
import type { Write, WriteServices } from './write-services.ts';
import { recordTexts } from '../../texts/records.ts';

/** The record after the write, and its new token, which is returned only once. */
export interface WriteResult {
  /** JSON text. */
  readonly data: string;
  readonly issuedTokens: Readonly<Record<string, string>>;
}

/** Creates a record. Throws a 422 with every invalid field; then nothing is written. */
export async function createRecord(write: Write, body: Body): Promise<WriteResult> {
  const { d } = write;
  const idsByNumber = await findIdsByNumber(write, [body]);
  const values = parseValues(d, replaceNumbers(d, withOnlyHotel(write, body), idsByNumber), 'create');
  return writeAndRead(write, values, null);
}

/** Fills in the hotel for a user who has only one. */
export function withOnlyHotel({ d, context }: Write, body: Body): Body {
  const [onlyHotel, ...otherHotels] = context.actor.hotels ?? [];
  const isHotelMissing = d.fields.hotel_id?.required && (body.values.hotel_id ?? '') === '';
  return onlyHotel !== undefined && otherHotels.length === 0 && isHotelMissing
    ? { ...body, values: { ...body.values, hotel_id: body.isForm ? String(onlyHotel) : onlyHotel } }
    : body;
}

/**
 * Updates the fields that were sent. Throws 404 if the record is not visible, 409 if it is deleted, and 409
 * `stale_record` with the current record if `expectedVersion` is not the current version.
 */
export async function updateRecord(
  write: Write,
  id: number,
  body: Body,
  expectedVersion: number | undefined,
): Promise<WriteResult> {
  const before = await lockLiveRow(write, id, expectedVersion, body.values);
  return writeAndRead(write, parseValues(write.d, body, 'update', before), before);
}

/** Gives a record a new token; the previous one becomes invalid. Throws like an update. */
export const replaceToken = async (
  write: Write,
  id: number,
  expectedVersion: number | undefined,
): Promise<WriteResult> => writeAndRead(write, {}, await lockLiveRow(write, id, expectedVersion), true);

/**
 * Locks a record for a change. Throws 404 if it is not visible, 409 if it is deleted or its version is not
 * `expectedVersion`.
 */
export async function lockLiveRow(
  write: Write,
  id: number,
  expectedVersion: number | undefined,
  newValues?: Values,
): Promise<Row> {
  const { context, services, d } = write;
  const before = await lockRow(context, services.hooksByResource, d, id, newValues);
  if (before.deleted_at !== null) throw apiError('conflict', { message: recordTexts.restoreFirst({ label: d.label }) });
  await assertVersion(write, [before], expectedVersion);
  return before;
}

/** Throws a 409 with the current record if a locked row does not have the version that the caller saw. */
export async function assertVersion(
  write: Write,
  rows: readonly Row[],
  expectedVersion: number | undefined,
): Promise<void> {
  const staleRow = rows.find((row) => row.version !== expectedVersion);
  if (expectedVersion === undefined || !staleRow) return;
  throw apiError('stale_record', { current: JSON.parse(await readWrittenRecord(write, staleRow.id)) });
}

async function writeAndRead(
  write: Write,
  input: Values,
  before: Row | null,
  issuesToken = before === null,
): Promise<WriteResult> {
  const { context, services, d } = write;
  const { id, newTargets, issuedTokens } = await writeValues(write, input, before, issuesToken);
  const { afterCreate, afterCreateCondition }: ResourceHooks =
    (before ? undefined : services.hooksByResource[d.key]) ?? {};
  const names = Object.keys(newTargets);
  const { data, are_targets_live, result } = await readAfterWrite(
    context,
    services.hooksByResource,
    d,
    id,
    names,
    afterCreateCondition,
  );
  if (!are_targets_live) await checkReferences(context, services.hooksByResource, d, newTargets);
  await afterCreate?.(context, id, result);
  return { data, issuedTokens };
}

/**
 * Writes validated values into a new or a locked row, with the hooks around it. Returns the row's id, its new token,
 * and its new references. The caller must check that their targets are still live, now that the row locks them.
 */
export async function writeValues(
  write: Write,
  input: Values,
  before: Row | null,
  issuesToken = before === null,
): Promise<{ id: number; newTargets: Values; issuedTokens: WriteResult['issuedTokens'] }> {
  const { context, services, d, timeZone } = write;
  const hooks: ResourceHooks = services.hooksByResource[d.key] ?? {};
  const links = parseLinks(d, input);
  const currentLinks = before && Object.keys(links).length > 0 ? await readLinks(context, d, before.id) : null;
  const references = newReferences(input, before, currentLinks);
  if (!areTargetsVisible(context, d, references))
    await checkReferences(context, services.hooksByResource, d, references);
  let columns: Values = toColumns(d, input, timeZone);
  assertFieldRules(write, columns, before);
  columns = (await applyWriteRules(hooks, context, { ...columns, ...links }, before)) ?? columns;
  const issuedTokens = issuesToken ? issueToken(d, columns) : {};
  columns = await hashSecrets(
    d,
    Object.fromEntries(Object.entries({ ...columns, ...issuedTokens }).filter(([name]) => isColumn(d, name))),
    services,
  );
  await recordFiles(context.tx, fileNamesOf(d, input));
  const id = before ? before.id : await insertRow(context, d, columns);
  if (before) await updateRows(context, d, [id], columns);
  if (Object.keys(links).length > 0) await writeLinks(context, d, id, links, currentLinks);
  await hooks.afterWrite?.(context, id, before);
  if (before) await hooks.afterUpdate?.(context, [before]);
  return { id, newTargets: newReferences(columns, before, null), issuedTokens };
}

const fileNamesOf = (d: ResourceDefinition, input: Values): string[] =>
  Object.entries(input).flatMap(([name, value]) =>
    d.fields[name]?.kind === 'file' && typeof value === 'string' ? [value] : [],
  );

/**
 * Checks the rules between two fields on the record after the write: fields that were not sent have their current
 * value, or the default of a new record.
 */
export function assertFieldRules({ d, context, timeZone }: Write, columns: Values, before: Row | null): void {
  const hasFieldRules = Object.values(d.fields).some(({ rules }) => rules?.some((rule) => !('value' in rule)));
  if (!hasFieldRules) return; // avoids the work for each row of an import
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

export const isColumn = (d: ResourceDefinition, name: string): boolean => {
  const f = d.fields[name];
  return f !== undefined && isStored(f);
};

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

const parseLinks = (d: ResourceDefinition, input: Values): Record<string, readonly number[]> =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) =>
      d.fields[name]?.kind === 'references' && Array.isArray(value) ? [[name, value.map(Number)]] : [],
    ),
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

/** Sets the same values on locked rows. Throws the error of a violated constraint. */
export async function updateRows(
  context: WriteContext,
  d: ResourceDefinition,
  ids: readonly number[],
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
      update ${sql.table(d.key)} set ${assignments} where id = any(${ids}::bigint[]) returning ${seconds} as seconds`,
  );
}

/**
 * The current record, whether all targets of these fields are live, and the result of a boolean SQL expression about
 * the record `t`.
 */
async function readAfterWrite(
  { tx }: WriteContext,
  hooksByResource: HooksByResource,
  d: ResourceDefinition,
  id: number,
  names: readonly string[],
  condition = 'false',
) {
  const { columns, table, joins } = recordSql(d, hooksByResource);
  const { rows } = await sql<{ data: string; are_targets_live: boolean; result: boolean }>`
    select row_to_json(r)::text as data, a.*
    from (select ${sql.raw(columns)} from ${sql.raw(`${table} ${joins}`)} where t.id = ${id}) r,
         (select ${targetsLiveSql(d, names)} as are_targets_live, ${sql.raw(condition)} as result from ${sql.table(d.key)} t
             where t.id = ${id}) a`.execute(tx);
  return rows[0] ?? { data: 'null', are_targets_live: true, result: false };
}

/** Locks rows that must all be live. Throws a 404 that lists the missing ids. */
export async function lockLiveRows(
  { context, services, d }: Write,
  ids: readonly number[],
  lock?: RowLock,
  newValues?: Values,
): Promise<Row[]> {
  const rows = (await lockRows(context, services.hooksByResource, d, ids, lock, newValues)).filter(
    (row) => row.deleted_at === null,
  );
  assertFound(d, ids, rows);
  return rows;
}

// Delete --------------------------------------------------------------------------------------------------------------

const recordsNotFound = (d: ResourceDefinition, ids: readonly number[]) =>
  apiError('record_not_found', {
    params: { label: d.label, id: ids.slice(0, 20).join(', ') },
    errors: { ids: ids.map(String) },
  });

/**
 * Soft-deletes records, all or none. Throws a 404 that lists every id that is unknown, not visible or already deleted.
 * A reason is required if the resource has a field for it. Throws 409 `stale_record` if `expectedVersion` is not the
 * current version.
 */
export async function deleteRecords(
  write: Write,
  ids: readonly number[],
  reason?: unknown,
  expectedVersion?: number,
): Promise<number> {
  const { context, services, d } = write;
  const hooks: ResourceHooks = services.hooksByResource[d.key] ?? {};
  const rows = await assertDeletable(write, ids, expectedVersion);
  const reasonAssignment = await reasonSql(write, ids, reason);
  await hooks.beforeDelete?.(context, rows);
  try {
    await sql`update ${sql.table(d.key)} set deleted_at = ${context.now}${reasonAssignment}
      where id = any(${ids}::bigint[])`.execute(context.tx);
    await hooks.afterDelete?.(context, ids);
  } catch (error) {
    throw constraintError(d, error) ?? error;
  }
  return ids.length;
}

/** Throws the error of deleting the records, if any; they are locked unless this is a dry run. */
export async function assertDeletable(write: Write, ids: readonly number[], expectedVersion?: number): Promise<Row[]> {
  const { context, services, d } = write;
  const rows = await lockLiveRows(write, ids);
  await assertVersion(write, rows, expectedVersion);
  await assertMonthsOpen(context, d, ids);
  await assertUnused(context, services.hooksByResource, d, ids);
  return rows;
}

/** Throws a 404 that lists the requested ids that were not found. */
export function assertFound(d: ResourceDefinition, ids: readonly number[], rows: readonly { id: number }[]): void {
  const existingIds = new Set(rows.map((row) => row.id));
  const missingIds = ids.filter((id) => !existingIds.has(id));
  if (missingIds.length > 0) throw recordsNotFound(d, missingIds);
}

/** The record as JSON text, inside the write that changed it. */
export const readWrittenRecord = async (write: Write, id: number): Promise<string> =>
  (await readWrittenRecords(write, [id])).get(id) ?? 'null';

/** Several records as JSON text, by id. */
export async function readWrittenRecords(
  { context, services, d }: Write,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const { columns, table, joins } = recordSql(d, services.hooksByResource);
  const { rows } = await sql<{ id: number; data: string }>`
    select r.id, row_to_json(r)::text as data
    from (select ${sql.raw(columns)} from ${sql.raw(`${table} ${joins}`)} where t.id = any(${ids}::bigint[])) r`.execute(
    context.tx,
  );
  return new Map(rows.map(({ id, data }) => [id, data]));
}
