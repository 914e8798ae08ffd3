import { getResource } from '@innkeeper/contract';
import type { Standing } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { readWrittenRecord } from '../../engine/data/envelope.ts';
import { callQuery } from '../../engine/data/call-query.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';
import { requestData } from '../../session/request.ts';

/** The guest to look up: by card, number or name, or a chosen member. */
export type DeskLookup = { readonly q: string } | { readonly memberId: number };

export interface DeskQuery {
  readonly deskLookup: DeskLookup;
  readonly hotelId: number;
  /** Local `YYYY-MM-DD HH:mm:ss`; null for now. */
  readonly date: string | null;
}

/**
 * The guest, or the guests who share an address, with their vouchers. Changes made at other front desks appear with the
 * next request.
 */
export const deskQuery = ({ deskLookup, hotelId, date }: DeskQuery) =>
  queryOptions({
    ...callQuery('GET /api/voucher_redeem/counter', {
      query: {
        ...('q' in deskLookup ? { q: deskLookup.q } : { member_id: deskLookup.memberId }),
        hotel_id: hotelId,
        redeem_date: date,
      },
    }),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** The current status of a member. */
export const fetchStanding = (memberId: number): Promise<Standing> =>
  requestData('GET /api/member/{id}/standing', { path: { id: memberId }, query: {} });

/** Creates a record, idempotent by key. The caller shows the error. */
export async function createDeskRecord(
  resource: 'voucher_redeem' | 'visit',
  json: Readonly<Record<string, unknown>>,
  key: string,
): Promise<ResourceRecord> {
  const response = await callApi(resource, { json, idempotencyKey: key, announce: false });
  return readWrittenRecord(getResource(resource), response);
}
