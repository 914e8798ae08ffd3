import { SELF_REVERT_MINUTES, isRecentlyCreated } from '@innkeeper/contract';
import { apiError } from '../../platform/http/api-error.ts';
import type { Row, WriteContext } from './resource-hooks.ts';
import { lockLiveRows } from './write.ts';
import type { Write } from './write-services.ts';
import { recordTexts } from '../../texts/records.ts';

/**
 * Lets a user without the delete permission revert a record that they entered: recently, not changed by others since,
 * and with nothing depending on it. Throws a 404 if it is not visible, and a 403 that explains the rule.
 */
export async function assertOwnChange(write: Write, id: number): Promise<void> {
  const { context } = write;
  const rows = await lockLiveRows(write, [id]);
  const isOwn = rows.every((row) => isOwnRecentRow(context, row));
  if (!isOwn) throw apiError('forbidden', { message: recordTexts.notOwnChange({ minutes: SELF_REVERT_MINUTES }) });
}

/** Whether the actor entered a record within the last minutes, and nobody else has changed it since. */
export const isOwnRecentRow = ({ actor, now }: WriteContext, row: Row): boolean =>
  row.created_by_id === actor.userId &&
  row.updated_by_id === actor.userId &&
  row.created_at instanceof Date &&
  isRecentlyCreated(row.created_at.getTime(), now.getTime());
