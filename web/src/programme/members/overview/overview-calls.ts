import type { MemberMail, MemberMailSent, MemberOverview, Standing } from '@innkeeper/contract';
import { queryOptions } from '@tanstack/react-query';
import { dataOf } from '../../../engine/data/envelope.ts';
import { queryKeys } from '../../../engine/data/query-keys.ts';
import { callApi } from '../../../engine/data/transport.ts';

/** Where a member stands now. The language is part of it: reasons are words of the server. */
export const standingQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: [...queryKeys.of('member'), 'standing', id, language],
    queryFn: async ({ signal }): Promise<Standing> => {
      const { body } = await callApi(`member/${id}/standing`, { signal });
      return dataOf(body) as Standing; // the contract says what the call answers
    },
    staleTime: 10_000,
  });

/** What a member spent, what was redeemed, and what happened. */
export const overviewQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: [...queryKeys.of('member'), 'overview', id, language],
    queryFn: async ({ signal }): Promise<MemberOverview> => {
      const { body } = await callApi(`member/${id}/overview`, { signal });
      return dataOf(body) as MemberOverview; // the contract says what the call answers
    },
    staleTime: 10_000,
  });

/** Sends a mail of the programme once more; with the same key once. A refusal announces itself. */
export async function sendMail(id: number, mailType: MemberMail, key: string): Promise<MemberMailSent> {
  const { body } = await callApi(`member/${id}/mail`, {
    json: { mail_type: mailType },
    headers: { 'Idempotency-Key': key },
  });
  return dataOf(body) as MemberMailSent; // the contract says what the call answers
}

interface LevelInput {
  readonly membership_id: number;
  readonly remark: string;
}

/** Sets the level of a member; with the same key once. The caller says what is wrong with it. */
export const setLevel = (id: number, input: LevelInput, key: string): Promise<unknown> =>
  callApi(`member/${id}/membership`, {
    json: input,
    headers: { 'Idempotency-Key': key },
    announce: (error) => error.status !== 422,
  });
