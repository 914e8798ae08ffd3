import type { callListCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { createResponseCache, toMinute } from '../../engine/calls/response-cache.ts';
import { type CallHandler, type Handlers, JsonText } from '../../engine/calls/register.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { assignOwner, readOwners } from './call-owner.ts';
import { toListRequest } from './list-request.ts';
import { countLists, readCallList } from './read-call-list.ts';

interface Services {
  readonly db: Db;
  readonly hooksByResource: HooksByResource;
}

/** Counts the members waiting in each list, returns the members in calling order, and assigns calls to users. */
export const callListHandlers = ({ db, hooksByResource }: Services): Handlers<typeof callListCalls> => ({
  'GET /api/work_list': { versionChecked: countHandler(db) },

  'GET /api/work_list/{key}': async ({ actor, now, path: { key }, query, language }) =>
    readCallList({ db, actor, now }, await toListRequest(db, key, query), {
      page: query.page,
      perPage: query.per_page,
      language,
    }),

  'GET /api/work_list/{key}/owner': async ({ actor, query }) => ({
    data: await readOwners(db, actor, query.hotel_id),
  }),

  'POST /api/work_list/{key}/owner': async ({ context, path: { key }, body }) => ({
    data: {
      owner: await assignOwner(context, hooksByResource, key, { memberId: body.member_id, userId: body.user_id }),
    },
  }),
});

/** Answers with the numbers of the lists, which are those of the current minute. */
function countHandler(db: Db): CallHandler<(typeof callListCalls)['GET /api/work_list']> {
  const responseCache = createResponseCache(db);
  return async ({ actor, now: exactNow, query: { hotel_id } }) => {
    const now = toMinute(exactNow);
    const key = [actor.accessLevel === null, actor.hotels, hotel_id, now];
    const text = await responseCache({ actor, now: exactNow, key }, async () => {
      const { counts, snapshot } = await countLists({ db, actor, now }, hotel_id);
      return { text: JSON.stringify({ data: counts }), snapshot };
    });
    return new JsonText(text);
  };
}
