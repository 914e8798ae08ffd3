import type { BulkTarget } from '../../engine/data/mutations.ts';
import { sendRequest } from '../../session/request.ts';

/** Dismisses postings on hold, all or none. Returns how many were dismissed. */
export async function dismissHeldPostings(target: BulkTarget, reason: string): Promise<number> {
  const response = await sendRequest(
    'POST /api/held_posting/dismiss',
    { body: { ...target, reason } },
    { idempotencyKey: crypto.randomUUID() },
  );
  return response.data.dismissed;
}
