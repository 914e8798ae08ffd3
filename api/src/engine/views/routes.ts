import {
  type ResourceDefinition,
  VIEW_NAME_MAX,
  VIEW_SHARING,
  type ViewSharing,
  findListed,
  message,
  permission,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { requirePermission } from '../../access/actor.ts';
import { withActor, withCurrentActor } from '../../access/authenticate.ts';
import { type Body, readBody } from '../../platform/http/body.ts';
import { invalid } from '../../platform/http/fail.ts';
import { jsonIn } from '../../platform/http/json.ts';
import type { Behaviours, WriteContext } from '../resources/behaviour.ts';
import { timeZoneOf } from '../resources/routes.ts';
import { inTransaction } from '../resources/transaction.ts';
import { createView, deleteView, getView, listViews, updateView, viewNotFound } from './saved-views.ts';
import { readState } from './view-state.ts';

interface Services {
  readonly db: Db;
  readonly behaviours: Behaviours;
  readonly clock: () => Date;
}
type ById = { Params: { id: string } };

const FIELDS = new Set(['resource', 'name', 'state', 'shared', '_method']);

/** Lists under a name, for whoever may see the list. */
export function registerViews(app: FastifyInstance, { db, behaviours, clock }: Services): void {
  const contextOf = (request: FastifyRequest) => ({ now: clock(), timeZone: timeZoneOf(request) });
  const stateOf = (request: FastifyRequest, d: ResourceDefinition, { isForm, values }: Body) =>
    readState(behaviours, d, isForm ? jsonIn(values.state) : values.state, contextOf(request));
  const write = <T>(request: FastifyRequest, work: (context: WriteContext) => Promise<T>) =>
    withActor(request, (actor) =>
      inTransaction(db, { actor, ...contextOf(request), ip: request.ip, requestId: request.id }, work),
    );

  app.get<{ Querystring: Record<string, unknown> }>('/api/saved_view', (request) =>
    withCurrentActor(request, async (actor) => {
      const d = resourceOf(request.query.resource);
      requirePermission(actor, permission('VIEW', d.permission));
      return { data: await listViews(db, actor, d) };
    }),
  );

  app.post('/api/saved_view', async (request, reply) => {
    const body = await readBody(request);
    refuseUnknown(body);
    const d = resourceOf(body.values.resource);
    const { name, shared = 'me' } = readNamed(body);
    if (name === undefined) throw invalid({ name: [message('required')] });
    const state = stateOf(request, d, body);
    const data = await write(request, (context) => {
      requirePermission(context.actor, permission('VIEW', d.permission));
      return createView(context, d, { name, shared, state });
    });
    return reply.code(201).send({ data });
  });

  app.post<ById>('/api/saved_view/:id', async (request) => {
    const body = await readBody(request);
    refuseUnknown(body);
    const id = idOf(request);
    return {
      data: await write(request, async (context) => {
        const view = await getView(context.tx, context.actor, id);
        const state =
          body.values.state === undefined ? {} : { state: stateOf(request, resourceOf(view.resource), body) };
        return updateView(context, id, { ...readNamed(body), ...state });
      }),
    };
  });

  app.delete<ById>('/api/saved_view/:id', async (request) => ({
    data: await write(request, (context) => deleteView(context, idOf(request))),
  }));
}

function resourceOf(value: unknown): ResourceDefinition {
  const d = typeof value === 'string' ? findListed(value) : undefined;
  if (!d) throw invalid({ resource: [message('required')] });
  return d;
}

function refuseUnknown({ values, files }: Body): void {
  const unknown = [...Object.keys(values), ...Object.keys(files)].filter((name) => !FIELDS.has(name));
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown.map((name) => [name, [message('unknown_field')]])));
}

/** Name and sharing as far as they were sent. Throws a 422 with both where both are wrong. */
function readNamed({ values }: Body): { name?: string; shared?: ViewSharing } {
  const errors: Record<string, string[]> = {};
  const name = typeof values.name === 'string' ? values.name.trim() : undefined;
  if (values.name !== undefined && (name === undefined || name === '')) errors.name = [message('required')];
  else if (name !== undefined && [...name].length > VIEW_NAME_MAX) errors.name = [message('max_length', VIEW_NAME_MAX)];
  else if (name !== undefined && (name.includes('\0') || !name.isWellFormed())) errors.name = [message('nul')];
  const shared = VIEW_SHARING.find((known) => known === values.shared);
  if (values.shared !== undefined && shared === undefined) errors.shared = [message('choice', VIEW_SHARING.join(', '))];
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return { ...(name !== undefined && { name }), ...(shared !== undefined && { shared }) };
}

function idOf({ params: { id } }: FastifyRequest<ById>): number {
  if (!/^[1-9]\d{0,14}$/.test(id)) throw viewNotFound(id.slice(0, 40));
  return Number(id);
}
