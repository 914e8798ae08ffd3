import {
  type ListMeta,
  type ResourceDefinition,
  type Verb,
  message,
  permission,
  permits,
  recordPermissions,
  resources,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access/actor.ts';
import { needs, withActor } from '../../access/authenticate.ts';
import { type Files, withNewFiles } from '../../platform/files/storage.ts';
import { type Body, readBody } from '../../platform/http/body.ts';
import { fail, invalid } from '../../platform/http/api-error.ts';
import type { RunExpensive } from '../../platform/http/concurrency-limit.ts';
import { languageOf } from '../../platform/http/language.ts';
import type { WriteContext } from './resource-hooks.ts';
import { isDryRunBody, matchedIds, readBulk } from './bulk.ts';
import { checkActions, rejectionSummary } from './bulk-check.ts';
import { editInBulk } from './bulk-edit.ts';
import { choicePermissions, readChoices } from './choices.ts';
import { readHistory } from './history.ts';
import { readList } from './list.ts';
import { pickPublicColumns, assertPublicColumns } from './public-lists.ts';
import { type RawQuery, parseListQuery } from './list-query.ts';
import { readRecord } from './record.ts';
import { restoreRecords } from './restore.ts';
import { assertOwnChange } from './revert-own-record.ts';
import { tokenField } from './tokens.ts';
import {
  type StoredResponse,
  type IdempotencyKey,
  runDryRun,
  runIdempotent,
  readIdempotencyKey,
} from './transaction.ts';
import { fileFields, storeUploads } from './uploads.ts';
import {
  type WriteResult,
  createRecord,
  deleteRecords,
  readWrittenRecord,
  replaceToken,
  updateRecord,
} from './write.ts';
import type { Write, WriteServices } from './write-services.ts';
import { requestTexts } from '../../texts/requests.ts';

export interface ResourceServices extends WriteServices {
  readonly db: Db;
  readonly clock: () => Date;
  readonly files: Files;
  readonly runExpensive: RunExpensive;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Every call of every resource. */
export function registerResourceRoutes(app: FastifyInstance, services: ResourceServices): void {
  for (const d of Object.values(resources)) registerResource(app, services, d);
}

function registerResource(app: FastifyInstance, services: ResourceServices, d: ResourceDefinition): void {
  const { db, hooksByResource } = services;
  const url = `/api/${d.key}`;
  type ById = { Params: { id: string } };

  const requireAny = (actor: Actor, ...codes: readonly string[]) => {
    if (!permits([...actor.roles], codes)) throw fail('forbidden');
  };
  const verb = (v: Verb) => permission(v, d.permission);
  const filterContext = (request: FastifyRequest) => ({ now: services.clock(), timeZone: timeZoneOf(request) });

  // Reading -----------------------------------------------------------------------------------------------------------

  app.get(url, (request, reply) =>
    withActor(request, async (actor) => {
      const canView = actor.roles.has(verb('VIEW')) || (d.key === 'roles' && permits([...actor.roles], allVerbs(d)));
      if (!canView && !d.publicList) throw fail('forbidden');
      const requested = parseListQuery(d, query(request));
      if (!canView) assertPublicColumns(requested);
      const list = await readList(db, hooksByResource, actor, d, requested, filterContext(request));
      return sendList(reply, d, canView ? list.data : pickPublicColumns(list.data), list.meta);
    }),
  );

  app.get(`${url}/choices`, (request) =>
    withActor(request, async (actor) => {
      requireAny(actor, ...choicePermissions(d));
      return readChoices(db, hooksByResource, actor, d, query(request), services.clock());
    }),
  );

  app.get<ById>(`${url}/:id`, (request, reply) =>
    withActor(request, async (actor) => {
      requireAny(actor, ...(d.key === 'roles' ? allVerbs(d) : recordPermissions(d.permission)));
      const data = await readRecord(db, hooksByResource, actor, d, requireId(request, d), services.clock());
      return reply.type(JSON_TYPE).send(recordBody(d, data));
    }),
  );

  app.get<ById>(`${url}/:id/history`, (request) =>
    withActor(request, async (actor) => {
      requireAny(actor, verb('VIEW'));
      const id = requireId(request, d);
      await readRecord(db, hooksByResource, actor, d, id, services.clock());
      const { page, perPage } = parseListQuery(d, { per_page: '50', ...query(request) });
      return readHistory(db, d, id, page, perPage ?? 50);
    }),
  );

  if (d.readOnly) {
    app.all(`${url}/:id/restore`, () => {
      throw fail('method_not_allowed', { headers: { allow: '' } });
    });
    return;
  }

  // Writing -----------------------------------------------------------------------------------------------------------

  /**
   * Runs a write in its transaction, idempotent by its Idempotency-Key; files are stored before. A bulk dry run only
   * checks.
   */
  const write = async (
    request: FastifyRequest,
    reply: FastifyReply,
    code: string | readonly string[],
    body: Body,
    work: (context: WriteContext, body: Body) => Promise<StoredResponse>,
  ) => {
    const key = keyOf(request, body);
    const limit: RunExpensive = isBulkCall(request) ? services.runExpensive : (work) => work();
    const response = await withNewFiles(services, (save) => {
      let storing: Promise<Body> | undefined;
      const done = () =>
        withActor(request, async (actor) => {
          requireAny(actor, ...[code].flat());
          const input = await (storing ??= storeUploads(d, body, save));
          const from = {
            actor,
            now: services.clock(),
            ip: request.ip,
            requestId: request.id,
            timeZone: timeZoneOf(request),
            wantsConfirmation: prefersConfirmation(request),
            ...(isBulkCall(request) && { lockTimeout: 'background' as const }),
          };
          if (isBulkCall(request) && isDryRunBody(input)) return runDryRun(db, from, (context) => work(context, input));
          return runIdempotent(db, from, key, (context) => work(context, input));
        });
      return limit(done, 'lasting');
    });
    return reply
      .code(response.status)
      .type(JSON_TYPE)
      .send(response.shownOnce ?? response.body);
  };
  const requestContext = (request: FastifyRequest, context: WriteContext) => ({
    context,
    services,
    d,
    timeZone: timeZoneOf(request),
  });

  const files = fileFields(d);

  app.post(url, { config: { ...needs(verb('STORE')).config, files } }, async (request, reply) => {
    const body = await readBody(request);
    return write(request, reply, verb('STORE'), body, async (context, input) =>
      writeResponse(201, await createRecord(requestContext(request, context), input)),
    );
  });

  const update = (request: FastifyRequest<ById>, reply: FastifyReply, body: Body) =>
    write(request, reply, verb('UPDATE'), body, async (context, input) =>
      writeResponse(
        200,
        await updateRecord(requestContext(request, context), requireId(request, d), input, expectedVersion(request)),
      ),
    );

  /** The codes that allow a delete: DELETE, and STORE if users may revert records that they entered. */
  const removers = d.selfRevertible ? [verb('DELETE'), verb('STORE')] : [verb('DELETE')];
  const remove = (request: FastifyRequest<ById>, reply: FastifyReply, body: Body) =>
    write(request, reply, removers, body, async (context) => {
      const id = requireId(request, d);
      const expected = expectedVersion(request);
      const reason = body.values.reason ?? query(request).reason;
      if (!context.actor.roles.has(verb('DELETE')))
        await assertOwnChange(requestContext(request, context), id).catch(withRecordLabel(d, id));
      await deleteRecords(requestContext(request, context), [id], reason, expected).catch(withRecordLabel(d, id));
      return { status: 200, body: recordJson(await readWrittenRecord(requestContext(request, context), id)) };
    });

  const updating = { config: { ...needs(verb('UPDATE'), ...removers).config, files } };
  app.post<ById>(`${url}/:id`, updating, async (request, reply) => {
    const body = await readBody(request);
    const method = body.values._method || 'POST'; // an empty text of a form means null
    if (method === 'DELETE') return remove(request, reply, body);
    if (method === 'POST' || method === 'PUT' || method === 'PATCH') return update(request, reply, body);
    throw invalid({ _method: [message('choice', 'POST, PUT, PATCH, DELETE')] });
  });
  app.delete<ById>(`${url}/:id`, needs(...removers), async (request, reply) =>
    remove(request, reply, await readBody(request)),
  );

  if (tokenField(d) !== undefined) {
    app.post<ById>(`${url}/:id/token`, needs(verb('UPDATE')), async (request, reply) => {
      const body = await readBody(request);
      return write(request, reply, verb('UPDATE'), body, async (context) =>
        writeResponse(
          200,
          await replaceToken(requestContext(request, context), requireId(request, d), expectedVersion(request)),
        ),
      );
    });
  }

  app.post<ById>(`${url}/:id/restore`, needs(verb('DELETE')), async (request, reply) => {
    const body = await readBody(request);
    return write(request, reply, verb('DELETE'), body, async (context) => {
      const id = requireId(request, d);
      await restoreRecords(requestContext(request, context), [id], expectedVersion(request)).catch(
        withRecordLabel(d, id),
      );
      return { status: 200, body: recordJson(await readWrittenRecord(requestContext(request, context), id)) };
    });
  });

  type BulkAction = (write: Write, ids: readonly number[], reason: unknown) => Promise<number>;
  const bulk = (path: string, done: 'deleted' | 'restored', act: BulkAction) => {
    app.post(`${url}/${path}`, needs(verb('DELETE')), async (request, reply) => {
      const body = await readBody(request);
      return write(request, reply, verb('DELETE'), body, async (context) => {
        const { reason, ...values } = body.values;
        const requested = readBulk(done === 'deleted' ? { ...body, values } : body);
        const ids = await matchedIds(services, context, d, requested, {
          deleted: done === 'restored',
          timeZone: timeZoneOf(request),
        });
        if (requested.isDryRun) {
          const action = done === 'deleted' ? 'delete' : 'restore';
          const rejections = await checkActions(requestContext(request, context), ids, action);
          const left = new Set([...rejections.inUse, ...rejections.rejected.keys()]).size;
          const more = done === 'deleted' ? await hooksByResource[d.key]?.countBeforeDelete?.(context, ids) : undefined;
          const data = {
            matched: ids.length,
            [done]: ids.length - left,
            ...rejectionSummary(rejections, languageOf(request)),
            ...more,
          };
          return { status: 200, body: JSON.stringify({ data }) };
        }
        const count = ids.length === 0 ? 0 : await act(requestContext(request, context), ids, reason);
        return { status: 200, body: JSON.stringify({ data: { [done]: count } }) };
      });
    });
  };
  bulk('destroyBulk', 'deleted', deleteRecords);
  bulk('restoreBulk', 'restored', (requestContext, ids) => restoreRecords(requestContext, ids));

  app.post(`${url}/updateBulk`, needs(verb('UPDATE')), async (request, reply) => {
    const body = await readBody(request);
    const language = languageOf(request);
    return write(request, reply, verb('UPDATE'), body, (context) =>
      editInBulk(requestContext(request, context), body, language),
    );
  });
}

/** Changing thousands of records takes longer than an interactive request. */
const isBulkCall = ({ routeOptions: { url = '' } }: FastifyRequest): boolean => url.endsWith('Bulk');

// Fastify leaves the query's type to the route.
const query = (request: FastifyRequest): RawQuery => request.query as RawQuery;
const allVerbs = (d: ResourceDefinition) =>
  (['VIEW', 'STORE', 'UPDATE', 'DELETE'] as const).map((v) => permission(v, d.permission));

/** The id in a path. Throws 404 for invalid text, 405 for the name of a call. */
export function requireId(request: FastifyRequest<{ Params: { id: string } }>, d: ResourceDefinition): number {
  const { id } = request.params;
  assertNotCallName(request, id);
  if (!/^[1-9]\d{0,14}$/.test(id)) throw fail('record_not_found', { params: { label: d.label, id: id.slice(0, 40) } });
  return Number(id);
}

/**
 * Throws a 405 if the path has the name of a call where an id belongs: the method is wrong, rather than a record
 * missing.
 */
export function assertNotCallName({ server, routeOptions: { url = '' } }: FastifyRequest, id: string): void {
  const address = `${url.slice(0, url.indexOf(':id'))}${id}`;
  const isName = /^\w+$/.test(id);
  const methods = ['GET', 'HEAD', 'POST', 'DELETE'].filter(
    (method) => isName && server.hasRoute({ method, url: address }),
  );
  if (methods.length > 0) throw fail('method_not_allowed', { headers: { allow: methods.join(', ') } });
}

/** Turns a bulk error about one record into the error of that record. */
const withRecordLabel = (d: ResourceDefinition, id: number) => (error: unknown) => {
  throw error instanceof Error && error.message === 'record_not_found'
    ? fail('record_not_found', { params: { label: d.label, id } })
    : error;
};

/**
 * Time zone of the request's local times; for a hotel's own system, its hotel's zone. Throws a 422 for an unknown zone.
 */
export function timeZoneOf(request: FastifyRequest): string {
  const zone = request.headers['x-time-zone'];
  if (zone === undefined || zone === '') return request.authentication?.actor.integration?.timeZone ?? 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: String(zone) }).resolvedOptions().timeZone;
  } catch {
    throw invalid({ 'X-Time-Zone': [message('time_zone')] });
  }
}

/**
 * Whether the caller wants to confirm unusual values before they are accepted, by RFC 7240: `Prefer: handling=strict`.
 */
export const prefersConfirmation = ({ headers: { prefer = [] } }: FastifyRequest): boolean =>
  [prefer]
    .flat()
    .some((line) => line.split(/[,;]/).some((preference) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(preference)));

/** The version that a write expects to change. Throws a 422 for invalid text. */
export function expectedVersion(request: FastifyRequest): number | undefined {
  const header = request.headers['if-unmodified-since-version'];
  if (header === undefined) return undefined;
  if (!/^\d{1,9}$/.test(String(header))) throw invalid({ 'If-Unmodified-Since-Version': [message('whole')] });
  return Number(header);
}

/** The idempotency key of a write. A hotel's own system must send one with each write; otherwise it is a 400. */
export function keyOf(request: FastifyRequest, body: Body): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key'];
  const isSystem = request.authentication?.actor.integration !== undefined;
  if (isSystem && (key === undefined || key === '')) throw fail('bad_request', { message: requestTexts.keyNeeded });
  if (key === undefined || (request.method !== 'POST' && !isSystem)) return undefined;
  const files = Object.entries(body.files).map(([name, { hash }]) => [name, hash]);
  return readIdempotencyKey(String(key), request.method, request.url, body.values, files);
}

// Envelopes -----------------------------------------------------------------------------------------------------------

const recordJson = (data: string): string => `{"data":${data}}`;
/** A new token is included only in the response to the call that created it, never in a stored response. */
const writeResponse = (status: number, { data, issued }: WriteResult): StoredResponse => ({
  status,
  body: recordJson(data),
  ...(Object.keys(issued).length > 0 && {
    shownOnce: recordJson(`${data.slice(0, -1)},${JSON.stringify(issued).slice(1)}`),
  }),
});
const recordBody = (d: ResourceDefinition, data: string): string =>
  d.envelope?.record === 'nested' ? `{"data":{"data":${data}}}` : `{"data":${data}}`;

function sendList(reply: FastifyReply, d: ResourceDefinition, data: string, meta: ListMeta): FastifyReply {
  const rest = `"meta":${JSON.stringify(meta)}`;
  const bodies = { bare: data, nested: `{"data":{"data":${data}},${rest}}`, data: `{"data":${data},${rest}}` };
  return reply
    .headers({ 'x-total-count': meta.total, 'x-total-is-estimate': meta.total_is_estimate ? '1' : '0' })
    .type(JSON_TYPE)
    .send(bodies[d.envelope?.list ?? 'data']);
}
