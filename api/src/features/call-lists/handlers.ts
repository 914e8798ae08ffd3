import { EXPIRING_DAYS, message } from '@innkeeper/contract';
import type { callListCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import type { Handlers } from '../../engine/calls/register.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { countLists, readCallList } from './read-call-list.ts';

/** Counts the members waiting in each list, and returns the members in calling order. */
export const callListHandlers = ({ db }: { readonly db: Db }): Handlers<typeof callListCalls> => ({
  'GET /api/work_list': async ({ actor, now, query }) => ({
    data: await countLists({ db, actor, now }, query.hotel_id),
  }),

  'GET /api/work_list/{key}': ({ actor, now, path: { key }, query, language }) => {
    if (query.days !== undefined && key !== 'expiring') throw validationError({ days: [message('unknown_parameter')] });
    const listRequest = {
      key,
      days: Number(query.days ?? EXPIRING_DAYS[0]),
      includesResolved: query.calls === 'all',
      notCalledForDays: query.not_called,
      searchTerms: query.search,
      hotelId: query.hotel_id,
    };
    return readCallList({ db, actor, now }, listRequest, { page: query.page, perPage: query.per_page, language });
  },
});
