import type { ShiftPeriod } from '@innkeeper/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../engine/data/call-query.ts';

/** The day of a hotel. Entries of other front desks appear when the page is opened again. */
export const dayQuery = (hotelId: number) =>
  queryOptions({ ...callQuery('GET /api/shift/day', { query: { hotel_id: hotelId } }), staleTime: 0 });

/** Which shift is handed over. */
export interface ShiftQuery {
  readonly hotelId: number;
  readonly period: ShiftPeriod;
  /** Only the user's own entries. */
  readonly isMine: boolean;
}

/** The parameters of a shift, as its calls take them. */
export const shiftParams = ({ hotelId, period, isMine }: ShiftQuery) => ({
  hotel_id: hotelId,
  period,
  user: isMine ? ('me' as const) : undefined,
});

export const shiftQuery = (query: ShiftQuery) =>
  queryOptions({
    ...callQuery('GET /api/shift', { query: shiftParams(query) }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
