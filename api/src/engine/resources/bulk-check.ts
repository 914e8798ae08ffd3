import type { Language } from '@innkeeper/contract';
import type { ApiError } from '../../platform/http/api-error.ts';
import { findUses } from './references.ts';
import { lockRows } from './row-locks.ts';
import { restoreRejections } from './restore.ts';
import { findLockRejections } from './locked-records.ts';
import { checkDeletes } from './write.ts';
import type { Write } from './write-services.ts';
import { recordTexts } from '../../texts/records.ts';

/** Maximum number of ids in a response. */
const MAX_IDS = 500;

/** Maximum number of reasons in a response: each voucher may have its own message, and a few are enough. */
const MAX_REASONS = 5;

/** The records that would not be deleted or restored: those in use, and those rejected for other reasons. */
export interface Rejections {
  readonly inUse: readonly number[];
  readonly rejected: ReadonlyMap<number, ApiError>;
}

/** The rejections in the response of a dry run: the first ids, and each reason once. */
export const rejectionSummary = ({ inUse, rejected }: Rejections, language: Language) => ({
  in_use: inUse.slice(0, MAX_IDS),
  rejected: [...rejected.keys()].sort((a, b) => a - b).slice(0, MAX_IDS),
  reasons: [
    ...(inUse.length > 0 ? [recordTexts.inUse[language]] : []),
    ...new Set([...rejected.values()].map((error) => firstMessageOf(error, language))),
  ].slice(0, MAX_REASONS),
});

/** Runs the checks of a delete or restore without writing anything. */
export async function checkActions(
  write: Write,
  ids: readonly number[],
  action: 'delete' | 'restore',
): Promise<Rejections> {
  const { context, services, d } = write;
  const rejected = await findLockRejections(write, ids, action);
  if (action === 'restore') {
    const rows = await lockRows(
      context,
      services.hooksByResource,
      d,
      ids.filter((id) => !rejected.has(id)),
    );
    return { inUse: [], rejected: new Map([...rejected, ...(await restoreRejections(write, rows))]) };
  }
  const inUse = [...new Set((await findUses(context, services.hooksByResource, d, ids)).map(({ id }) => id))];
  const remainingIds = ids.filter((id) => !rejected.has(id) && !inUse.includes(id));
  const rows = await lockRows(context, services.hooksByResource, d, remainingIds);
  const checkRejections = new Map<number, ApiError>();
  await checkDeletes(write, rows, (id, error) => void checkRejections.set(id, error));
  return { inUse, rejected: new Map([...rejected, ...checkRejections]) };
}

/** The text of an error: its own message, or else the first of its field errors. */
export function firstMessageOf(error: ApiError, language: Language): string {
  const { message, errors = {} } = error.body(language, '');
  const [first] = Object.values(errors).flat();
  return error.details.message || first === undefined ? message : first;
}
