import { getResource } from '@innkeeper/contract';
import type { Request, Standing } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { readPage, readWrittenRecord } from '../../engine/data/envelope.ts';
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

/** Posts a visit, idempotent by key. The caller shows the error. */
export const createVisit = (json: Readonly<Record<string, unknown>>, key: string): Promise<ResourceRecord> =>
  createDeskRecord('visit', json, key);

/** Redemptions of vouchers by number, and the values that they share. */
export type RedemptionBody = Request<'POST /api/voucher_redeem/counter'>['body'];

/**
 * Redeems vouchers of one guest, all or none, idempotent by key. Returns the redemptions in the order of the vouchers.
 * The caller shows the error.
 */
export async function createRedemptions(body: RedemptionBody, key: string): Promise<readonly ResourceRecord[]> {
  const { voucher_nos, ...values } = body;
  const [voucher_no, ...others] = voucher_nos;
  if (others.length === 0) return [await createDeskRecord('voucher_redeem', { voucher_no, ...values }, key)];
  const response = await callApi('voucher_redeem/counter', { json: body, idempotencyKey: key, announce: false });
  return readPage(getResource('voucher_redeem'), response).rows;
}

async function createDeskRecord(
  resource: 'voucher_redeem' | 'visit',
  json: Readonly<Record<string, unknown>>,
  key: string,
): Promise<ResourceRecord> {
  const response = await callApi(resource, { json, idempotencyKey: key, announce: false });
  return readWrittenRecord(getResource(resource), response);
}
