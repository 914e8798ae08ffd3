import { type ImportUndoResult, type ResourceDefinition, parseLoggedValue, message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { apiError } from '../../platform/http/api-error.ts';
import type { Values, WriteContext } from '../resources/resource-hooks.ts';
import { checkActions } from '../resources/bulk-check.ts';
import { rejectWithId } from '../resources/bulk-edit.ts';
import { assertUnused } from '../resources/references.ts';
import { checkRows } from '../resources/check-rows.ts';
import { createUniqueCheck } from '../resources/row-unique.ts';
import { lockRows } from '../resources/row-locks.ts';
import { restoreRecords } from '../resources/restore.ts';
import { deleteRecords, assertFound } from '../resources/write.ts';
import type { Write } from '../resources/write-services.ts';
import { writeRows } from '../resources/write-rows.ts';
import { importExportTexts } from '../../texts/import-export.ts';

/**
 * The changes that a request made to the records of a resource. See docs/decisions/0047-undo-from-the-notification.md.
 */
export interface RequestChanges {
  readonly requestId: string;
  readonly created: ReadonlySet<number>;
  readonly deleted: ReadonlySet<number>;
  readonly restored: ReadonlySet<number>;
  /** The previous values of the changed records. */
  readonly changed: ReadonlyMap<number, Values>;
  /** Records whose secrets changed. The audit log does not store secrets, so they cannot be reverted. */
  readonly secrets: ReadonlySet<number>;
}

/** Maximum number of ids in a response. */
const MAX_IDS = 500;

/**
 * Reads the changes from the audit log. Value changes of a record that was created, deleted or restored are not listed
 * separately. The log masks secrets, so they cannot be reverted; throws a 409 if nothing else was changed.
 */
export async function readRequestChanges(
  { tx }: WriteContext,
  d: ResourceDefinition,
  requestId: string,
): Promise<RequestChanges> {
  const { rows } = await sql<{ id: number; action: string; name: string | null; value: string | null }>`
    select o.record_id as id, o.action, k.name, b.before ->> k.name as value
    from audit_log o cross join lateral values_of_log(o.resource, o.before) b (before)
    left join lateral jsonb_object_keys(b.before) k (name) on o.action = 'update'
    where o.request_id = ${requestId} and o.resource = any(names_in_log(${d.key})) order by o.id`.execute(tx);
  const idsOf = (actionName: string) => new Set(rows.flatMap(({ id, action }) => (action === actionName ? [id] : [])));
  const wholeRecords = { created: idsOf('create'), deleted: idsOf('delete'), restored: idsOf('restore') };
  const isWholeRecord = (id: number) => Object.values(wholeRecords).some((ids) => ids.has(id));
  const changed = new Map<number, Record<string, unknown>>();
  const secrets = new Set<number>();
  for (const { id, action, name, value } of rows) {
    const f = name === null ? undefined : d.fields[name];
    if (action !== 'update' || name === null || !f || isWholeRecord(id) || f.permanent) continue;
    if (f.kind === 'secret') {
      secrets.add(id);
      continue;
    }
    const values = changed.get(id) ?? {};
    changed.set(id, values);
    if (!Object.hasOwn(values, name)) values[name] = parseLoggedValue(f, value);
  }
  const otherCount = changed.size + wholeRecords.created.size + wholeRecords.deleted.size + wholeRecords.restored.size;
  if (secrets.size > 0 && otherCount === 0) throw apiError('conflict', { message: importExportTexts.onlySecrets });
  return { requestId, ...wholeRecords, changed, secrets };
}

/** For the response: the number of records whose changed secret is not reverted. Absent if zero. */
export const countSecretsLeft = ({ secrets }: RequestChanges): Pick<ImportUndoResult, 'secrets_left'> =>
  secrets.size > 0 ? { secrets_left: secrets.size } : {};

/**
 * Reverts changes under the actor's rules: deletes created and restored records, restores deleted ones, each with its
 * dependent records, and sets changed records to their old values. Throws a 409 with the ids of records changed since;
 * then nothing is reverted.
 */
export async function revertChanges(write: Write, changes: RequestChanges, reason: string): Promise<void> {
  const { services, d } = write;
  const context: WriteContext = { ...write.context, isReverting: true };
  const { created, deleted, restored, changed } = changes;
  const ids = [...created, ...deleted, ...restored, ...changed.keys()];
  const records = new Map((await lockRows(context, services.hooksByResource, d, ids)).map((row) => [row.id, row]));
  assertFound(d, ids, [...records.values()]);
  await assertUnchanged(context, d, ids, changes);
  const revertWrite = { ...write, context };
  if (deleted.size > 0) await restoreRecords(revertWrite, [...deleted]);
  const toDelete = [...created, ...restored];
  if (toDelete.length > 0) await deleteRecords(revertWrite, toDelete, reason);
  const changedRows = [...changed].map(([row, values]) => ({ row, values, before: records.get(row) ?? null }));
  await writeRows(revertWrite, changedRows, rejectWithId);
}

/** Throws the error of reverting an import, as far as it can be determined without writing. */
export async function checkRevert(write: Write, changes: RequestChanges): Promise<void> {
  const { services, d } = write;
  const context: WriteContext = { ...write.context, isReverting: true };
  const { created, changed } = changes;
  const ids = [...created, ...changed.keys()];
  const records = new Map((await lockRows(context, services.hooksByResource, d, ids)).map((row) => [row.id, row]));
  assertFound(d, ids, [...records.values()]);
  await assertUnchanged(context, d, ids, changes);
  const revertWrite = { ...write, context };
  const { rejected } = await checkActions(revertWrite, [...created], 'delete');
  for (const [id, error] of rejected) rejectWithId(id, error);
  await assertUnused(context, services.hooksByResource, d, [...created]);
  const changedRows = [...changed].map(([row, values]) => ({ row, values, before: records.get(row) ?? null }));
  const rejectTaken = createUniqueCheck(revertWrite, rejectWithId, () => message('taken'));
  await checkRows(revertWrite, await rejectTaken(changedRows), rejectWithId);
}

async function assertUnchanged(
  { tx }: WriteContext,
  d: ResourceDefinition,
  ids: readonly number[],
  { requestId }: RequestChanges,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select distinct o.record_id as id from audit_log o
    where o.resource = any(names_in_log(${d.key})) and o.record_id = any(${ids}::bigint[])
      and o.request_id is distinct from ${requestId}
      and o.id > (
        select max(id) from audit_log where request_id = ${requestId} and resource = any(names_in_log(${d.key})))
    order by 1 limit ${MAX_IDS}`.execute(tx);
  if (rows.length > 0)
    throw apiError('conflict', {
      message: importExportTexts.changedSince,
      errors: { ids: rows.map(({ id }) => String(id)) },
    });
}
