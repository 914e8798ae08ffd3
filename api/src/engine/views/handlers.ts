import { type ResourceDefinition, findListDefinition, getResource, permission } from '@innkeeper/contract';
import type { CallDefinition, viewCalls } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { requirePermission } from '../../access/actor.ts';
import type { CallInput, Handlers } from '../calls/register.ts';
import type { HooksByResource } from '../resources/resource-hooks.ts';
import { createView, deleteView, getView, listViews, updateView } from './saved-views.ts';
import { type ViewState, parseViewState } from './view-state.ts';

interface Services {
  readonly db: Db;
  readonly hooksByResource: HooksByResource;
}

/** The subject of a view: a resource or a report. */
const getListDefinition = (key: string): ResourceDefinition => findListDefinition(key) ?? getResource(key);

/** Named views, for users who may see the list. */
export function viewHandlers({ db, hooksByResource }: Services): Handlers<typeof viewCalls> {
  const parseState = (
    callInput: Pick<CallInput<CallDefinition>, 'now' | 'timeZone'>,
    d: ResourceDefinition,
    state: unknown,
  ): ViewState => parseViewState(hooksByResource, d, state, { now: callInput.now, timeZone: callInput.timeZone });

  return {
    'GET /api/saved_view': async ({ actor, query }) => {
      const d = getListDefinition(query.resource);
      requirePermission(actor, permission('VIEW', d.permission));
      return { data: await listViews(db, actor, d) };
    },

    'POST /api/saved_view': async (callInput) => {
      const { resource, name, shared = 'me', state } = callInput.body;
      const d = getListDefinition(resource);
      requirePermission(callInput.actor, permission('VIEW', d.permission));
      return {
        data: await createView(callInput.context, d, { name, shared, state: parseState(callInput, d, state) }),
      };
    },

    'POST /api/saved_view/{id}': async (callInput) => {
      const { context, path, body } = callInput;
      const { name, shared, state } = body;
      const view = await getView(context.tx, context.actor, path.id);
      const d = getListDefinition(view.resource);
      const stateChange = state === undefined ? {} : { state: parseState(callInput, d, state) };
      return { data: await updateView(context, path.id, { name, shared, ...stateChange }) };
    },

    'DELETE /api/saved_view/{id}': async ({ context, path }) => ({ data: await deleteView(context, path.id) }),
  };
}
