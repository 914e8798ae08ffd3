import type { MemberFound, Offers, SaleAnswer, SaleInput, SaleType, SearchAnswer } from '@innkeeper/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { dataOf } from '../../engine/data/envelope.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import { callApi } from '../../engine/data/transport.ts';

/** Fewer characters find nothing. */
export const SHORTEST_SEARCH = 2;

/** Members whom a text finds, the best first. */
export const guestsQuery = (text: string) =>
  queryOptions({
    queryKey: [...queryKeys.of('member'), 'guests', text],
    queryFn: async ({ signal }): Promise<readonly MemberFound[]> => {
      const { body } = await callApi('search', { query: [['q', text]], signal });
      return (dataOf(body) as SearchAnswer).members; // the contract says what the call answers
    },
    placeholderData: keepPreviousData,
  });

export interface OffersQuestion {
  readonly hotelId: number | null;
  readonly type: SaleType;
  readonly memberId: number | null;
  /** As a form holds it; null for now. */
  readonly date: string | null;
}

/** What can be sold at a hotel, and whether to this member. */
export const offersQuery = ({ hotelId, type, memberId, date }: OffersQuestion) =>
  queryOptions({
    queryKey: [...queryKeys.of('membership'), 'offers', { hotelId, type, memberId, date }],
    queryFn: async ({ signal }): Promise<Offers> => {
      const query: [string, string][] = [
        ['hotel_id', String(hotelId)],
        ['type', String(type)],
      ];
      if (memberId !== null) query.push(['member_id', String(memberId)]);
      if (date !== null) query.push(['transaction_date', date]);
      const { body } = await callApi('transaction/offers', { query, signal });
      return dataOf(body) as Offers; // the contract says what the call answers
    },
    enabled: hotelId !== null,
    staleTime: 30_000,
  });

/** Sells, renews or gives; with the same key it happens once. The caller says what went wrong. */
export async function sell(input: SaleInput, key: string, isFree: boolean): Promise<SaleAnswer> {
  const { body } = await callApi(isFree ? 'transaction/free_membership' : 'transaction/wizard', {
    json: input,
    headers: { 'Idempotency-Key': key },
    announce: false,
  });
  return dataOf(body) as SaleAnswer; // the contract says what the call answers
}
