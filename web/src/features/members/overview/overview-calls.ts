import type { MemberMailType } from '@innkeeper/contract';
import type { SentMemberMail } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../../engine/data/query-keys.ts';
import { needsApproval } from '../../../session/api-error.ts';
import { sendRequest } from '../../../session/request.ts';

/** The current status of a member. The key contains the language because the server's reasons are translated. */
export const standingQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: [...queryKeys.of('member'), 'standing', id, language],
    queryFn: async ({ signal }) =>
      (await sendRequest('GET /api/member/{id}/standing', { path: { id }, query: {} }, { signal })).data,
    staleTime: 10_000,
  });

/** A member's spend, redemptions and timeline. */
export const overviewQuery = (id: number, language: string) =>
  queryOptions({
    queryKey: [...queryKeys.of('member'), 'overview', id, language],
    queryFn: async ({ signal }) =>
      (await sendRequest('GET /api/member/{id}/overview', { path: { id } }, { signal })).data,
    staleTime: 10_000,
  });

/** Resends a mail of the programme. Idempotent by `key`. Shows its own errors. */
export async function sendMail(id: number, mailType: MemberMailType, key: string): Promise<SentMemberMail> {
  const request = { path: { id }, body: { mail_type: mailType } };
  return (await sendRequest('POST /api/member/{id}/mail', request, { headers: { 'Idempotency-Key': key } })).data;
}

interface TierInput {
  readonly membership_id: number;
  readonly remark: string;
}

/**
 * Sets the tier of a member. Idempotent by `key`. The caller shows errors, and offers an approval if one is required.
 */
export const setTier = (id: number, input: TierInput, key: string): Promise<unknown> =>
  sendRequest(
    'POST /api/member/{id}/membership',
    { path: { id }, body: input },
    {
      headers: { 'Idempotency-Key': key },
      announce: (error) => error.status !== 422 && !needsApproval(error),
    },
  );
