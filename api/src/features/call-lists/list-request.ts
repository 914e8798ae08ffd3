import { type CallListKey, EXPIRING_DAYS, message, resources } from '@innkeeper/contract';
import type { QueryOf, callListCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { ownSearchSql } from '../../engine/resources/search.ts';
import { validationError } from '../../platform/http/api-error.ts';
import type { CallListRequest } from './list-statements.ts';

type CallListQuery = QueryOf<(typeof callListCalls)['GET /api/work_list/{key}']>;

/** The members requested of a list. Throws a 422 for days ahead of a list that has none, and for what cannot be searched. */
export async function toListRequest(db: Db, key: CallListKey, query: CallListQuery): Promise<CallListRequest> {
  if (query.days !== undefined && key !== 'expiring') throw validationError({ days: [message('unknown_parameter')] });
  return {
    key,
    days: Number(query.days ?? EXPIRING_DAYS[0]),
    includesResolved: query.calls === 'all',
    notCalledForDays: query.not_called,
    search: await ownSearchSql(db, resources.member, query.search),
    isOwn: query.owner === 'me',
    sort: query.sort ?? 'urgency',
    hotelId: query.hotel_id,
  };
}
