import type { SaleType } from '@innkeeper/contract';
import type { SaleResponse, SaleInput } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../engine/data/call-query.ts';
import { requestData } from '../../session/request.ts';

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
    ...callQuery('GET /api/transaction/offers', {
      query: { hotel_id: hotelId, type: `${type}`, member_id: memberId, transaction_date: date },
    }),
    enabled: hotelId !== null,
    staleTime: 30_000,
  });

/** Sells, renews, upgrades or grants a membership. Idempotent by `key`. The caller shows the error. */
export function sell(body: SaleInput, key: string, isFree: boolean): Promise<SaleResponse> {
  const route = isFree ? 'POST /api/transaction/free_membership' : 'POST /api/transaction/wizard';
  return requestData(route, { body }, { idempotencyKey: key, announce: false });
}
