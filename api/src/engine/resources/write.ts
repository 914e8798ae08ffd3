import type { ResourceDefinition } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Body } from '../../platform/http/body.ts';
import { apiError } from '../../platform/http/api-error.ts';
import type { HooksByResource, Row, Values, WriteContext } from './resource-hooks.ts';
import { constraintError } from './constraint-errors.ts';
import { reasonSql } from './delete-reason.ts';
import type { PlannedRow, ReadyRow, RejectRow } from './ready-row.ts';
import { type RowLock, lockRow, lockRows } from './row-locks.ts';
import { findIdsByNumber, replaceNumbers } from './references-by-number.ts';
import { recordSql } from './record-json.ts';
import { checkReferences, targetsLiveSql, assertUnused } from './references.ts';
import { parseValues } from './values.ts';
import type { Write } from './write-services.ts';
import {
  assertTargetsLive,
  checkPlannedRows,
  planRows,
  runAfter,
  runCheck,
  throwRejection,
  writePlannedRow,
} from './write-rows.ts';
import { recordTexts } from '../../texts/records.ts';

/** The record after the write, and its new token, which is returned only once. */
export interface WriteResult {
  /** JSON text. */
  readonly data: string;
  readonly issuedTokens: Readonly<Record<string, string>>;
}

/** Creates a record. Throws a 422 with every invalid field; then nothing is written. */
export const createRecord = async (write: Write, body: Body): Promise<WriteResult> =>
  writeAndRead(write, await parseNewRecord(write, body), null);

/** The same for a record that the caller reads later. Returns its id. */
export async function insertRecord(write: Write, body: Body): Promise<number> {
  const row = { row: 1, values: await parseNewRecord(write, body), before: null };
  const planned = await planRow(write, row);
  const { change, newTargets } = await writePlannedRow(write, planned);
  await assertTargetsLive(write, [change.id], newTargets);
  await runAfter(write, [change]);
  return change.id;
}

async function parseNewRecord(write: Write, body: Body): Promise<Values> {
  const { d } = write;
  const idsByNumber = await findIdsByNumber(write, [body]);
  return parseValues(d, replaceNumbers(d, withOnlyHotel(write, body), idsByNumber), 'create');
}

/** Plans the write of one row, or throws its error. */
async function planRow(write: Write, row: ReadyRow): Promise<PlannedRow> {
  const [planned] = await planRows(write, [row], throwRejection);
  if (!planned) throw new Error('a row was neither planned nor rejected');
  return planned;
}

/** Fills in the hotel for a user who has only one. */
export function withOnlyHotel({ d, context }: Write, body: Body): Body {
  const [onlyHotel, ...otherHotels] = context.actor.hotels ?? [];
  const isHotelMissing = d.fields.hotel_id?.required && (body.values.hotel_id ?? '') === '';
  return onlyHotel !== undefined && otherHotels.length === 0 && isHotelMissing
    ? { ...body, values: { ...body.values, hotel_id: body.isForm ? String(onlyHotel) : onlyHotel } }
    : body;
}

/** The id of a record just written. */
export function parseRecordId({ data }: WriteResult): number {
  const record: unknown = JSON.parse(data);
  return typeof record === 'object' && record !== null && 'id' in record ? Number(record.id) : 0;
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

/**
 * Changes a locked record by a call that is not its form, under the same rules as its form. `columns` are in database
 * types; the caller checks that references in them are visible and live. `unlockedFields` are the fixed fields that this
 * call may change.
 */
export async function changeRecord(
  { context, ...write }: Write,
  before: Row,
  columns: Values,
  unlockedFields: readonly string[] = [],
): Promise<void> {
  const unlockedWrite = { ...write, context: { ...context, unlockedFields } };
  const row = { ready: { row: before.id, values: {}, before }, columns, currentLinks: null };
  for (const planned of await checkPlannedRows(unlockedWrite, [row], throwRejection))
    await runAfter(unlockedWrite, [(await writePlannedRow(unlockedWrite, planned)).change]);
}

async function writeAndRead(
  write: Write,
  values: Values,
  before: Row | null,
  issuesToken = before === null,
): Promise<WriteResult> {
  const { context, services, d } = write;
  const planned = await planRow(write, { row: before?.id ?? 1, values, before });
  const { change, newTargets, issuedTokens } = await writePlannedRow(write, planned, issuesToken);
  await runAfter(write, [change]);
  const { data, are_targets_live } = await readAfterWrite(
    context,
    services.hooksByResource,
    d,
    change.id,
    Object.keys(newTargets),
  );
  if (!are_targets_live) await checkReferences(context, services.hooksByResource, d, newTargets);
  return { data, issuedTokens };
}

/** The current record, and whether all targets of these fields are live. */
async function readAfterWrite(
  { tx }: WriteContext,
  hooksByResource: HooksByResource,
  d: ResourceDefinition,
  id: number,
  names: readonly string[],
) {
  const { columns, table, joins } = recordSql(d, hooksByResource);
  const { rows } = await sql<{ data: string; are_targets_live: boolean }>`
    select row_to_json(r)::text as data, a.*
    from (select ${sql.raw(columns)} from ${sql.raw(`${table} ${joins}`)} where t.id = ${id}) r,
         (select ${targetsLiveSql(d, names)} as are_targets_live from ${sql.table(d.key)} t where t.id = ${id}) a`.execute(
    tx,
  );
  return rows[0] ?? { data: 'null', are_targets_live: true };
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
 * A reason is required if the resource has a field for it (delete-reason.ts). Throws 409 `stale_record` if `expectedVersion` is not the
 * current version.
 */
export async function deleteRecords(
  write: Write,
  ids: readonly number[],
  reason?: unknown,
  expectedVersion?: number,
): Promise<number> {
  const { context, d } = write;
  const rows = await assertDeletable(write, ids, expectedVersion);
  const reasonAssignment = await reasonSql(write, ids, reason);
  try {
    await sql`update ${sql.table(d.key)} set deleted_at = ${context.now}${reasonAssignment}
      where id = any(${ids}::bigint[])`.execute(context.tx);
    await runAfter(
      write,
      rows.map((before) => ({ action: 'delete', id: before.id, before })),
    );
  } catch (error) {
    throw constraintError(d, error) ?? error;
  }
  return ids.length;
}

/** Throws the error of deleting the records, if any; they are locked unless this is a dry run. */
export async function assertDeletable(write: Write, ids: readonly number[], expectedVersion?: number): Promise<Row[]> {
  const rows = await lockLiveRows(write, ids);
  await assertVersion(write, rows, expectedVersion);
  await assertUnused(write.context, write.services.hooksByResource, write.d, ids);
  await checkDeletes(write, rows, throwRejection);
  return rows;
}

/** Runs the resource's check on records to delete. `reject` receives those that must not be deleted. */
export const checkDeletes = (write: Write, rows: readonly Row[], reject: RejectRow) =>
  runCheck(
    write,
    rows.map((before) => ({ ready: { row: before.id, values: {}, before }, columns: {}, currentLinks: null })),
    reject,
    'delete',
  );

/** Throws a 404 that lists the requested ids that were not found. */
export function assertFound(d: ResourceDefinition, ids: readonly number[], rows: readonly { id: number }[]): void {
  const existingIds = new Set(rows.map((row) => row.id));
  const missingIds = ids.filter((id) => !existingIds.has(id));
  if (missingIds.length > 0) throw recordsNotFound(d, missingIds);
}

/** The record as JSON text, inside the write that changed it. */
export const readWrittenRecord = async (write: Write, id: number): Promise<string> =>
  (await readWrittenRecords(write, [id])).get(id) ?? 'null';

/** SQL: the record as JSON text, for a statement that reads several. */
export function writtenRecordSql({ services, d }: Write, id: number): RawBuilder<unknown> {
  const { columns, table, joins } = recordSql(d, services.hooksByResource);
  return sql`(
    select row_to_json(r)::text
    from (select ${sql.raw(columns)} from ${sql.raw(`${table} ${joins}`)} where t.id = ${id}) r)`;
}

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
