import type { Replacement } from '@innkeeper/contract/calls';
import { type ApiError, needsApproval } from '../session/api-error.ts';
import { requestData, sendRequest } from '../session/request.ts';
import type { Request } from '@innkeeper/contract/calls';

type ReplaceInput = Request<'POST /api/member_card/{id}/replace'>['body'];
type ExtendInput = Request<'POST /api/member_voucher/{id}/extend'>['body'];

/**
 * Makes the request idempotent by its key. The caller shows validation errors, and offers an approval where one is
 * needed.
 */
const idempotentOptions = (key: string) => ({
  idempotencyKey: key,
  announce: (error: ApiError) => error.status !== 422 && !needsApproval(error),
});

/** Gives a lost card a new number. */
export const replaceCard = (id: number, input: ReplaceInput, key: string): Promise<Replacement> =>
  requestData('POST /api/member_card/{id}/replace', { path: { id }, body: input }, idempotentOptions(key));

/** Gives a voucher a new number. */
export const reissueVoucher = async (id: number, reason: string, key: string): Promise<string> =>
  (
    await requestData(
      'POST /api/member_voucher/{id}/reissue',
      { path: { id }, body: { reason } },
      idempotentOptions(key),
    )
  ).voucher_no;

/** Extends a voucher. */
export const extendVoucher = (id: number, input: ExtendInput, key: string): Promise<unknown> =>
  sendRequest('POST /api/member_voucher/{id}/extend', { path: { id }, body: input }, idempotentOptions(key));
