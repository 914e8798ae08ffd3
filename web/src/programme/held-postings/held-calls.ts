import type { PostedLine } from '@innkeeper/contract/calls';
import type { BulkTarget } from '../../engine/data/mutations.ts';
import { ask } from '../../session/ask.ts';

/** The staff's corrections before held bills are posted; null keeps the value that was sent. */
export interface Right {
  readonly member_id: number | null;
  /** Local time. */
  readonly visit_date: string | null;
  readonly remark: string | null;
}

/** Posts held bills as visits, each answered by itself; with the same key once. The caller shows the errors. */
export async function postHeld(target: BulkTarget, right: Right, key: string): Promise<readonly PostedLine[]> {
  const answer = await ask(
    'POST /api/held_posting/post',
    { body: { ...target, ...right } },
    { headers: { 'Idempotency-Key': key }, announce: (error) => error.status !== 422 },
  );
  return answer.data;
}

/** Dismisses held bills, all or none. Returns how many waited. */
export async function dismissHeld(target: BulkTarget, reason: string): Promise<number> {
  const answer = await ask(
    'POST /api/held_posting/dismiss',
    { body: { ...target, reason } },
    { headers: { 'Idempotency-Key': crypto.randomUUID() } },
  );
  return answer.data.dismissed;
}
