import type { Standing } from '@innkeeper/contract/calls';
import { ask } from '../../session/ask.ts';

/** The standing of a member at this moment; undefined for a member out of scope, to whom a visit may move all the same. */
export async function readStanding(memberId: number): Promise<Standing | undefined> {
  try {
    return (await ask('GET /api/member/{id}/standing', { path: { id: memberId }, query: {} })).data;
  } catch {
    return undefined;
  }
}

interface MoveInput {
  readonly member_id: number;
  readonly remark: string;
}

/** Gives a visit to another member; with the same key once. The caller shows the errors. */
export const moveVisit = (id: number, input: MoveInput, key: string): Promise<unknown> =>
  ask(
    'POST /api/visit/{id}/move',
    { path: { id }, body: input },
    {
      headers: { 'Idempotency-Key': key },
      announce: (error) => error.status !== 422,
    },
  );
