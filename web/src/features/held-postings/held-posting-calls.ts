import type { HeldPostingResult } from '@innkeeper/contract/calls';
import type { BulkTarget } from '../../engine/data/mutations.ts';
import { sendRequest } from '../../session/request.ts';

/** Corrections by staff before postings on hold are posted; null leaves the submitted value. */
export interface PostingCorrection {
  readonly member_id: number | null;
  /** Local time. */
  readonly visit_date: string | null;
  readonly remark: string | null;
}

/** Posts bills on hold as visits, with a separate result for each; idempotent by key. The caller shows the errors. */
export async function postHeldPostings(
  target: BulkTarget,
  correction: PostingCorrection,
  key: string,
): Promise<readonly HeldPostingResult[]> {
  const response = await sendRequest(
    'POST /api/held_posting/post',
    { body: { ...target, ...correction } },
    { idempotencyKey: key, announce: (error) => error.status !== 422 },
  );
  return response.data;
}

/** Dismisses postings on hold, all or none. Returns how many were dismissed. */
export async function dismissHeldPostings(target: BulkTarget, reason: string): Promise<number> {
  const response = await sendRequest(
    'POST /api/held_posting/dismiss',
    { body: { ...target, reason } },
    { idempotencyKey: crypto.randomUUID() },
  );
  return response.data.dismissed;
}
