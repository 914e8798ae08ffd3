import { type ResourceDefinition, findListed, getResource, permission } from '@innkeeper/contract';
import type { CallDefinition, viewCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { requirePermission } from '../../access/actor.ts';
import type { Asked, Handlers } from '../calls/register.ts';
import type { Behaviours } from '../resources/behaviour.ts';
import { createView, deleteView, getView, listViews, updateView } from './saved-views.ts';
import { type ViewState, readState } from './view-state.ts';

interface Services {
  readonly db: Db;
  readonly behaviours: Behaviours;
}

/** The subject of a view: a resource or a report. */
const listed = (key: string): ResourceDefinition => findListed(key) ?? getResource(key);

/** Named views, for users who may see the list. */
export function viewHandlers({ db, behaviours }: Services): Handlers<typeof viewCalls> {
  const stateOf = (
    asked: Pick<Asked<CallDefinition>, 'now' | 'timeZone'>,
    d: ResourceDefinition,
    state: unknown,
  ): ViewState => readState(behaviours, d, state, { now: asked.now, timeZone: asked.timeZone });

  return {
    'GET /api/saved_view': async ({ actor, query }) => {
      const d = listed(query.resource);
      requirePermission(actor, permission('VIEW', d.permission));
      return { data: await listViews(db, actor, d) };
    },

    'POST /api/saved_view': async (asked) => {
      const { resource, name, shared = 'me', state } = asked.body;
      const d = listed(resource);
      requirePermission(asked.actor, permission('VIEW', d.permission));
      return { data: await createView(asked.context, d, { name, shared, state: stateOf(asked, d, state) }) };
    },

    'POST /api/saved_view/{id}': async (asked) => {
      const { context, path, body } = asked;
      const { name, shared, state } = body;
      const view = await getView(context.tx, context.actor, path.id);
      const d = listed(view.resource);
      const changed = state === undefined ? {} : { state: stateOf(asked, d, state) };
      return { data: await updateView(context, path.id, { name, shared, ...changed }) };
    },

    'DELETE /api/saved_view/{id}': async ({ context, path }) => ({ data: await deleteView(context, path.id) }),
  };
}
