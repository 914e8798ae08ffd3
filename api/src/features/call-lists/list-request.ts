import { type CallListKey, EXPIRING_DAYS, message } from '@innkeeper/contract';
import type { QueryOf, callListCalls } from '@innkeeper/contract/calls';
import { validationError } from '../../platform/http/api-error.ts';
import type { CallListRequest } from './list-statements.ts';

type CallListQuery = QueryOf<(typeof callListCalls)['GET /api/work_list/{key}']>;

/** The members requested of a list. Throws a 422 for days ahead of a list that has none. */
export function toListRequest(key: CallListKey, query: CallListQuery): CallListRequest {
  if (query.days !== undefined && key !== 'expiring') throw validationError({ days: [message('unknown_parameter')] });
  return {
    key,
    days: Number(query.days ?? EXPIRING_DAYS[0]),
    includesResolved: query.calls === 'all',
    notCalledForDays: query.not_called,
    searchTerms: query.search,
    isOwn: query.owner === 'me',
    sort: query.sort ?? 'urgency',
    hotelId: query.hotel_id,
  };
}
