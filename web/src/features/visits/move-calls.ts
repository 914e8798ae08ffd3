import type { Standing } from '@innkeeper/contract/calls';
import { sendRequest } from '../../session/request.ts';

/** The current status of a member; undefined for a member out of scope, who may still receive the visit. */
export async function fetchStanding(memberId: number): Promise<Standing | undefined> {
  try {
    return (await sendRequest('GET /api/member/{id}/standing', { path: { id: memberId }, query: {} })).data;
  } catch {
    return undefined;
  }
}

interface MoveInput {
  readonly member_id: number;
  readonly remark: string;
}

/** Moves a visit to another member. Idempotent by `key`. The caller shows errors. */
export const moveVisit = (id: number, input: MoveInput, key: string): Promise<unknown> =>
  sendRequest(
    'POST /api/visit/{id}/move',
    { path: { id }, body: input },
    {
      headers: { 'Idempotency-Key': key },
      announce: (error) => error.status !== 422,
    },
  );
