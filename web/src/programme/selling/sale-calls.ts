import type { SaleType } from '@innkeeper/contract';
import type { SaleAnswer, SaleInput } from '@innkeeper/contract/calls';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { ask } from '../../session/ask.ts';

/** Fewer characters find nothing. */
export const SHORTEST_SEARCH = 2;

/** Members found by a text, the best first. */
export const guestsQuery = (text: string) =>
  queryOptions({
    queryKey: [...queryKeys.of('member'), 'guests', text],
    queryFn: async ({ signal }) => (await ask('GET /api/search', { query: { q: text } }, { signal })).data.members,
    placeholderData: keepPreviousData,
  });

export interface OffersQuestion {
  readonly hotelId: number | null;
  readonly type: SaleType;
  readonly memberId: number | null;
  /** As a form holds it; null for now. */
  readonly date: string | null;
}

/** The offers of a hotel, and whether they hold for this member. */
export const offersQuery = ({ hotelId, type, memberId, date }: OffersQuestion) =>
  queryOptions({
    queryKey: [...queryKeys.of('membership'), 'offers', { hotelId, type, memberId, date }],
    queryFn: async ({ signal }) => {
      const query = { hotel_id: hotelId, type: `${type}` as const, member_id: memberId, transaction_date: date };
      return (await ask('GET /api/transaction/offers', { query }, { signal })).data;
    },
    enabled: hotelId !== null,
    staleTime: 30_000,
  });

/** Sells, renews, upgrades or gives; with the same key it happens once. The caller shows the error. */
export async function sell(body: SaleInput, key: string, isFree: boolean): Promise<SaleAnswer> {
  const call = isFree ? 'POST /api/transaction/free_membership' : 'POST /api/transaction/wizard';
  return (await ask(call, { body }, { headers: { 'Idempotency-Key': key }, announce: false })).data;
}
