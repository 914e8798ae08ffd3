import { EXPIRING_DAYS, message } from '@innkeeper/contract';
import type { workListCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import type { Handlers } from '../../engine/calls/register.ts';
import { invalid } from '../../platform/http/fail.ts';
import { countLists, readWorkList } from './read-list.ts';

/** How many members wait in each list, and the members, in the order in which they should be called. */
export const workListHandlers = ({ db }: { readonly db: Db }): Handlers<typeof workListCalls> => ({
  'GET /api/work_list': async ({ actor, now, query }) => ({
    data: await countLists({ db, actor, now }, query.hotel_id),
  }),

  'GET /api/work_list/{key}': ({ actor, now, path: { key }, query, language }) => {
    if (query.days !== undefined && key !== 'expiring') throw invalid({ days: [message('unknown_parameter')] });
    const asked = {
      key,
      days: Number(query.days ?? EXPIRING_DAYS[0]),
      withSettled: query.calls === 'all',
      notCalled: query.not_called,
      words: query.search,
      hotelId: query.hotel_id,
    };
    return readWorkList({ db, actor, now }, asked, { page: query.page, perPage: query.per_page, language });
  },
});
