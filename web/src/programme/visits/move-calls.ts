import type { Standing } from '@innkeeper/contract';
import { dataOf } from '../../engine/data/envelope.ts';
import { callApi } from '../../engine/data/transport.ts';

/** Where a member stands at this moment; undefined for one out of sight, whom a visit may move to all the same. */
export async function readStanding(memberId: number): Promise<Standing | undefined> {
  try {
    const { body } = await callApi(`member/${memberId}/standing`);
    return dataOf(body) as Standing; // the contract says what the call answers
  } catch {
    return undefined;
  }
}

interface MoveInput {
  readonly member_id: number;
  readonly remark: string;
}

/** Gives a visit to another member; with the same key once. The caller says what is wrong with it. */
export const moveVisit = (id: number, input: MoveInput, key: string): Promise<unknown> =>
  callApi(`visit/${id}/move`, {
    json: input,
    headers: { 'Idempotency-Key': key },
    announce: (error) => error.status !== 422,
  });
