import { TAKE_BACK_MINUTES, isJustMade } from '@innkeeper/contract';
import { fail } from '../../platform/http/fail.ts';
import { lockLiveRows } from './write.ts';
import type { Write } from './write-services.ts';

const REFUSAL = {
  en: `Without the right to delete, you may take back only what you entered yourself, within ${TAKE_BACK_MINUTES} minutes.`,
  id: `Tanpa hak menghapus, Anda hanya dapat membatalkan yang Anda masukkan sendiri, dalam ${TAKE_BACK_MINUTES} menit.`,
};

/**
 * Lets the user who entered a record take it back without the right to delete: a moment ago, untouched by others since, and with nothing
 * resting on it. Throws a 404 out of sight, a 403 that tells the rule, and the refusals of the resource itself.
 */
export async function requireOwnDeed(write: Write, id: number): Promise<void> {
  const { context, services, d } = write;
  const rows = await lockLiveRows(write, [id]);
  const isOwn = rows.every(
    ({ created_by_id, updated_by_id, created_at }) =>
      created_by_id === context.actor.userId &&
      updated_by_id === context.actor.userId &&
      created_at instanceof Date &&
      isJustMade(created_at.getTime(), context.now.getTime()),
  );
  if (!isOwn) throw fail('forbidden', { message: REFUSAL });
  await services.behaviours[d.key]?.beforeTakeBack?.(context, rows);
}
