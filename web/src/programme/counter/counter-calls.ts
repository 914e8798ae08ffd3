import { getResource } from '@innkeeper/contract';
import type { Standing } from '@innkeeper/contract/calls';
import { queryOptions } from '@tanstack/react-query';
import { readWritten } from '../../engine/data/envelope.ts';
import { queryKeys } from '../../engine/data/query-keys.ts';
import type { ResourceRecord } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';
import { ask } from '../../session/ask.ts';

/** The guest that the counter asks for: by the card, number or name given, or a chosen member. */
export type Asked = { readonly q: string } | { readonly memberId: number };

export interface CounterQuestion {
  readonly asked: Asked;
  readonly hotelId: number;
  /** Local `YYYY-MM-DD HH:mm:ss`; null for now. */
  readonly date: string | null;
}

/** The guest, or the guests who share an address, with their vouchers. Changes at other counters show at the next look. */
export const counterQuery = ({ asked, hotelId, date }: CounterQuestion) =>
  queryOptions({
    queryKey: [...queryKeys.of('voucher_redeem'), 'counter', { asked, hotelId, date }],
    queryFn: async ({ signal }) => {
      const whom = 'q' in asked ? { q: asked.q } : { member_id: asked.memberId };
      const query = { ...whom, hotel_id: hotelId, redeem_date: date };
      return (await ask('GET /api/voucher_redeem/counter', { query }, { signal })).data;
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** Fewer characters find nobody by name. */
export const SHORTEST_NAME = 2;

/** Members in scope found by name, card, telephone or address, the best first. */
export const membersQuery = (q: string) =>
  queryOptions({
    queryKey: [...queryKeys.of('member'), 'counter', q],
    queryFn: async ({ signal }) => (await ask('GET /api/search', { query: { q } }, { signal })).data.members,
  });

/** The standing of a member after a visit. */
export const readStanding = async (memberId: number): Promise<Standing> =>
  (await ask('GET /api/member/{id}/standing', { path: { id: memberId }, query: {} })).data;

/** Writes a record once for its key. The caller shows the error. */
export async function writeDown(
  resource: 'voucher_redeem' | 'visit',
  json: Readonly<Record<string, unknown>>,
  key: string,
): Promise<ResourceRecord> {
  const answer = await callApi(resource, { json, headers: { 'Idempotency-Key': key }, announce: false });
  return readWritten(getResource(resource), answer);
}
