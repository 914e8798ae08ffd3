import type { MemberMailType } from '@innkeeper/contract';
import type { SentMemberMail } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../engine/data/call-query.ts';
import { needsApproval } from '../../../session/api-error.ts';
import { requestData, sendRequest } from '../../../session/request.ts';

/** The current status of a member. The key contains the language because the server's reasons are translated. */
export const standingQuery = (id: number, language: string) =>
  queryOptions({
    ...callQuery('GET /api/member/{id}/standing', { path: { id }, query: {} }, language),
    staleTime: 10_000,
  });

/** A member's spend, redemptions and timeline. */
export const overviewQuery = (id: number, language: string) =>
  queryOptions({
    ...callQuery('GET /api/member/{id}/overview', { path: { id } }, language),
    staleTime: 10_000,
  });

/** Resends a mail of the programme. Idempotent by `key`. Shows its own errors. */
export async function sendMail(id: number, mailType: MemberMailType, key: string): Promise<SentMemberMail> {
  const request = { path: { id }, body: { mail_type: mailType } };
  return await requestData('POST /api/member/{id}/mail', request, { idempotencyKey: key });
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
      idempotencyKey: key,
      announce: (error) => error.status !== 422 && !needsApproval(error),
    },
  );
