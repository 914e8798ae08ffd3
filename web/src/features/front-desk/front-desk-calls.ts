import { getResource } from '@innkeeper/contract';
import type { Standing } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { readWrittenRecord } from '../../engine/data/envelope.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';
import { sendRequest } from '../../session/request.ts';

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
    queryKey: [...queryKeys.of('voucher_redeem'), 'front-desk', { deskLookup, hotelId, date }],
    queryFn: async ({ signal }) => {
      const guestParameters = 'q' in deskLookup ? { q: deskLookup.q } : { member_id: deskLookup.memberId };
      const query = { ...guestParameters, hotel_id: hotelId, redeem_date: date };
      return (await sendRequest('GET /api/voucher_redeem/counter', { query }, { signal })).data;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Minimum length for a search by name. */
export const MIN_NAME_LENGTH = 2;

/** Members in scope matching a name, card, telephone or address, best match first. */
export const membersQuery = (q: string) =>
  queryOptions({
    queryKey: [...queryKeys.of('member'), 'front-desk', q],
    queryFn: async ({ signal }) => (await sendRequest('GET /api/search', { query: { q } }, { signal })).data.members,
  });

/** The current status of a member. */
export const fetchStanding = async (memberId: number): Promise<Standing> =>
  (await sendRequest('GET /api/member/{id}/standing', { path: { id: memberId }, query: {} })).data;

/** Creates a record, idempotent by key. The caller shows the error. */
export async function createDeskRecord(
  resource: 'voucher_redeem' | 'visit',
  json: Readonly<Record<string, unknown>>,
  key: string,
): Promise<ResourceRecord> {
  const response = await callApi(resource, { json, headers: { 'Idempotency-Key': key }, announce: false });
  return readWrittenRecord(getResource(resource), response);
}
