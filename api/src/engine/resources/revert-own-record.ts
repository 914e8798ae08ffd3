import { SELF_REVERT_MINUTES, isRecentlyCreated, permission } from '@innkeeper/contract';
import { apiError } from '../../platform/http/api-error.ts';
import type { Row, WriteContext } from './resource-hooks.ts';
import { deleteRecords, lockLiveRows } from './write.ts';
import type { Write } from './write-services.ts';
import { recordTexts } from '../../texts/records.ts';

/**
 * Deletes records, all or none. A user without the delete permission may only revert records that they entered:
 * recently, not changed by others since, and with nothing depending on them. Throws like a delete, and a 403 that
 * explains this rule.
 */
export async function deleteOrRevert(
  write: Write,
  ids: readonly number[],
  reason: unknown,
  expectedVersion?: number,
): Promise<void> {
  const isRevertingOwn = !write.context.actor.roles.has(permission('DELETE', write.d.permission));
  const deletion = { ...write, context: { ...write.context, isRevertingOwn } };
  if (isRevertingOwn) await assertOwnChange(deletion, ids);
  await deleteRecords(deletion, ids, reason, expectedVersion);
}

async function assertOwnChange(write: Write, ids: readonly number[]): Promise<void> {
  const { context } = write;
  const rows = await lockLiveRows(write, ids);
  const isOwn = rows.every((row) => isOwnRecentRow(context, row));
  if (!isOwn) throw apiError('forbidden', { message: recordTexts.notOwnChange({ minutes: SELF_REVERT_MINUTES }) });
}

/** Whether the actor entered a record within the last minutes, and nobody else has changed it since. */
export const isOwnRecentRow = ({ actor, now }: WriteContext, row: Row): boolean =>
  row.created_by_id === actor.userId &&
  row.updated_by_id === actor.userId &&
  row.created_at instanceof Date &&
  isRecentlyCreated(row.created_at.getTime(), now.getTime());
