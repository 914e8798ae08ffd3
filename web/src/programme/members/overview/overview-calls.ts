import type { MemberMail } from '@innkeeper/contract';
import type { MemberMailSent } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../../engine/data/query-keys.ts';
import { needsApproval } from '../../../session/api-error.ts';
import { ask } from '../../../session/ask.ts';

/** The standing of a member now. The language is part of it: reasons are words of the server. */
export const standingQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: [...queryKeys.of('member'), 'standing', id, language],
    queryFn: async ({ signal }) =>
      (await ask('GET /api/member/{id}/standing', { path: { id }, query: {} }, { signal })).data,
    staleTime: 10_000,
  });

/** A member's spend, redemptions and timeline. */
export const overviewQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: [...queryKeys.of('member'), 'overview', id, language],
    queryFn: async ({ signal }) => (await ask('GET /api/member/{id}/overview', { path: { id } }, { signal })).data,
    staleTime: 10_000,
  });

/** Sends a mail of the programme once more; with the same key once. A refusal announces itself. */
export async function sendMail(id: number, mailType: MemberMail, key: string): Promise<MemberMailSent> {
  const request = { path: { id }, body: { mail_type: mailType } };
  return (await ask('POST /api/member/{id}/mail', request, { headers: { 'Idempotency-Key': key } })).data;
}

interface LevelInput {
  readonly membership_id: number;
  readonly remark: string;
}

/** Sets the level of a member; with the same key once. The caller shows the errors, and offers an approval where one is needed. */
export const setLevel = (id: number, input: LevelInput, key: string): Promise<unknown> =>
  ask(
    'POST /api/member/{id}/membership',
    { path: { id }, body: input },
    {
      headers: { 'Idempotency-Key': key },
      announce: (error) => error.status !== 422 && !needsApproval(error),
    },
  );
