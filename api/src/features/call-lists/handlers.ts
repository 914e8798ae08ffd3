import type { callListCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import type { Handlers } from '../../engine/calls/register.ts';
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
  'GET /api/work_list': {
    versionChecked: async ({ actor, now, query }) => ({
      data: await countLists({ db, actor, now }, query.hotel_id),
    }),
  },

  'GET /api/work_list/{key}': ({ actor, now, path: { key }, query, language }) =>
    readCallList({ db, actor, now }, toListRequest(key, query), {
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
