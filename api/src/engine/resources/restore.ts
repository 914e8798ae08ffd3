import { type ResourceDefinition, isRecentlyCreated, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { ApiError, apiError } from '../../platform/http/api-error.ts';
import type { Row, WriteContext } from './resource-hooks.ts';
import { lockRows } from './row-locks.ts';
import type { PlannedRow, RejectRow } from './ready-row.ts';
import { lockTargets, targetsLiveSql, findDeletedTargets } from './references.ts';
import { constraintError } from './constraint-errors.ts';
import { createUniqueCheck } from './row-unique.ts';
import { findLockRejections } from './locked-records.ts';
import { assertFound, assertVersion } from './write.ts';
import { assertFieldRules, catchRejection, runAfter, runCheck } from './write-rows.ts';
import type { Write } from './write-services.ts';

/**
 * Restores deleted records, all or none. Throws the first error of restoreRejections, which names its record if there
 * are several, and 409 `stale_record` if `expectedVersion` is not the current version.
 */
export async function restoreRecords(write: Write, ids: readonly number[], expectedVersion?: number): Promise<number> {
  const { context, services, d } = write;
  const rows = (await lockRows(context, services.hooksByResource, d, ids)).filter((row) => row.deleted_at !== null);
  assertFound(d, ids, rows);
  await assertVersion(write, rows, expectedVersion);
  const rejected = [...(await restoreRejections(write, rows))];
  const lockRejections = rejected.length > 0 ? await findLockRejections(write, ids, 'restore') : NO_REJECTIONS;
  const firstRejection = rejected.find(([id]) => !lockRejections.has(id));
  if (firstRejection) throw addRecordId(ids, firstRejection);
  // For locked records the database has the better reason: "cancelled with its sale" instead of "the sale is deleted".
  await restoreRows(write, rows);
  const [firstLocked] = rejected;
  if (firstLocked) throw addRecordId(ids, firstLocked);
  return ids.length;
}

const NO_REJECTIONS: ReadonlyMap<number, ApiError> = new Map();

function addRecordId(ids: readonly number[], [id, { code, details }]: readonly [number, ApiError]): ApiError {
  return apiError(code, ids.length > 1 ? { ...details, errors: { ...details.errors, ids: [String(id)] } } : details);
}

/**
 * Restores locked rows without evaluating them again. Throws a 409 that names the field whose value was taken, or whose
 * target was deleted, in the meantime.
 */
export async function restoreRows(write: Write, rows: readonly Row[]): Promise<void> {
  const { context, d } = write;
  const ids = rows.map(({ id }) => id);
  try {
    await sql`update ${sql.table(d.key)} set deleted_at = null where id = any(${ids}::bigint[])`.execute(context.tx);
    await runAfter(
      write,
      rows.map((before) => ({ action: 'restore', id: before.id, before })),
    );
  } catch (error) {
    const rejection = error instanceof ApiError ? error : constraintError(d, error);
    throw rejection ? toConflict(rejection) : error;
  }
  await assertTargetsRestored(context, d, ids);
}

/** Throws a 409 if a restored record references a deleted one. The targets are locked until the transaction ends. */
export async function assertTargetsRestored(
  context: WriteContext,
  d: ResourceDefinition,
  ids: readonly number[],
): Promise<void> {
  await lockTargets(context, d, ids);
  const names = Object.keys(d.fields);
  const checks = names.map(
    (name, i) => sql`bool_and(${targetsLiveSql(d, [name], { isNew: false })}) as ${sql.ref(`c${i}`)}`,
  );
  const { rows } = await sql<
    Record<string, boolean>
  >`select ${sql.join(checks)} from ${sql.table(d.key)} t where t.id = any(${ids}::bigint[])`.execute(context.tx);
  const danglingFields = names.filter((_, i) => rows[0]?.[`c${i}`] === false);
  if (danglingFields.length > 0)
    throw apiError('conflict', {
      errors: Object.fromEntries(danglingFields.map((name) => [name, [message('reference')]])),
    });
}

/**
 * Returns the errors of deleted records that cannot be restored, by id. Each is checked like a new record: its targets,
 * the rules between its fields, the hooks of its resource, its unique values, and the rules that the database enforces.
 * This is a dry run; constraints and the hook `after` catch concurrent changes. The resource's check evaluates a record at
 * its own date. The errors are those of creating, with the same texts; an error of a field or an approval
 * becomes a 409 `conflict`. See docs/decisions/0086-restore-a-record-under-the-rules-of-creating-it.md.
 */
export async function restoreRejections(write: Write, rows: readonly Row[]): Promise<ReadonlyMap<number, ApiError>> {
  const { services, d } = write;
  const isReverting = rows.every((row) => isOwnRecentDelete(write.context, row));
  const context: WriteContext = {
    ...write.context,
    wantsConfirmation: false,
    isDryRun: true,
    isReverting,
    isRestoring: true,
  };
  const checkWrite = { ...write, context };
  const rejected = new Map<number, ApiError>();
  const reject: RejectRow = (id, error) => void (rejected.has(id) || rejected.set(id, toConflict(error)));
  const ids = rows.map(({ id }) => id);
  for (const [id, error] of await findDeletedTargets(context, services.hooksByResource, d, ids)) reject(id, error);
  const plannedRows = rows.flatMap(
    (row): PlannedRow[] =>
      catchRejection({ row: row.id, values: row, before: null }, reject, () => {
        if (rejected.has(row.id)) return [];
        const columns = withoutSecrets(write, row);
        assertFieldRules(checkWrite, columns, null);
        return [{ ready: { row: row.id, values: columns, before: null }, columns, currentLinks: null }];
      }) ?? [],
  );
  const checkedRows = await runCheck(checkWrite, plannedRows, reject, 'restore');
  await createUniqueCheck(checkWrite, reject, () => message('taken'))(checkedRows.map(({ ready }) => ready));
  return rejected;
}

/**
 * Whether the actor deleted it a moment ago. Then the actor's limits do not apply, since the record returns to its
 * previous state.
 */
const isOwnRecentDelete = ({ actor, now }: WriteContext, { deleted_by_id, deleted_at }: Row): boolean =>
  deleted_by_id === actor.userId &&
  deleted_at instanceof Date &&
  isRecentlyCreated(deleted_at.getTime(), now.getTime());

/** A secret was validated when it was set; its stored form cannot be validated. */
const withoutSecrets = ({ d }: Write, row: Row): Row => ({
  ...Object.fromEntries(Object.entries(row).filter(([name]) => d.fields[name]?.kind !== 'secret')),
  id: row.id,
});

/** Turns a field or approval error into a conflict: a restore sends no fields and requests no approval. */
const toConflict = (error: ApiError): ApiError => {
  const { message: text, errors } = error.details;
  return error.code === 'validation_failed' || error.code === 'approval_needed'
    ? apiError('conflict', { ...(text && { message: text }), ...(errors && { errors }), cause: error })
    : error;
};
