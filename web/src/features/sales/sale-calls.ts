import type { SaleType } from '@innkeeper/contract';
import type { SaleResponse, SaleInput } from '@innkeeper/contract/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { sendRequest } from '../../session/request.ts';

/** Shorter texts find nothing. */
export const MIN_SEARCH_LENGTH = 2;

/** Members matching a text, best match first. */
export const guestsQuery = (text: string) =>
  queryOptions({
    queryKey: [...queryKeys.of('member'), 'guests', text],
    queryFn: async ({ signal }) =>
      (await sendRequest('GET /api/search', { query: { q: text } }, { signal })).data.members,
    placeholderData: keepPreviousData,
  });

export interface OffersQuery {
  readonly hotelId: number | null;
  readonly type: SaleType;
  readonly memberId: number | null;
  /** As a form stores it; null means now. */
  readonly date: string | null;
}

/** The offers of a hotel, and whether this member is eligible for them. */
export const offersQuery = ({ hotelId, type, memberId, date }: OffersQuery) =>
  queryOptions({
    queryKey: [...queryKeys.of('membership'), 'offers', { hotelId, type, memberId, date }],
    queryFn: async ({ signal }) => {
      const query = { hotel_id: hotelId, type: `${type}` as const, member_id: memberId, transaction_date: date };
      return (await sendRequest('GET /api/transaction/offers', { query }, { signal })).data;
    },
    enabled: hotelId !== null,
    staleTime: 30_000,
  });

/** Sells, renews, upgrades or grants a membership. Idempotent by `key`. The caller shows the error. */
export async function sell(body: SaleInput, key: string, isFree: boolean): Promise<SaleResponse> {
  const route = isFree ? 'POST /api/transaction/free_membership' : 'POST /api/transaction/wizard';
  return (await sendRequest(route, { body }, { headers: { 'Idempotency-Key': key }, announce: false })).data;
}
