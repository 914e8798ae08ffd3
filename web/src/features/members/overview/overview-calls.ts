import { queryOptions } from '@tanstack/react-query';
import { callQuery } from '../../../engine/data/call-query.ts';

/** The current status of a member. The key contains the language because the server's reasons are translated. */
export const standingQuery = (id: number, language: string) =>
  queryOptions({
    ...callQuery('GET /api/member/{id}/standing', { path: { id }, query: {} }, language),
    staleTime: 10_000,
  });

/** A member's spend, redemptions and timeline. */
export const overviewQuery = (id: number, language: string) =>
  queryOptions({
    ...callQuery('GET /api/member/{id}/overview', { path: { id } }, language),
    staleTime: 10_000,
  });
