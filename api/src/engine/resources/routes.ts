import {
  type ListMeta,
  type ResourceDefinition,
  type Verb,
  message,
  permission,
  hasAnyPermission,
  recordPermissions,
  resources,
} from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { permissionError, requirePermission } from '../../access/actor.ts';
import { openToIntegrations, withPermission, withActor } from '../../access/authenticate.ts';
import { type Files, withNewFiles } from '../../platform/files/storage.ts';
import { type Body, readBody } from '../../platform/http/body.ts';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import type { RunExpensive } from '../../platform/http/concurrency-limit.ts';
import { languageOf } from '../../platform/http/language.ts';
import type { WriteContext } from './resource-hooks.ts';
import { isDryRunBody, findMatchingIds, parseBulkCall } from './bulk.ts';
import { checkActions, rejectionSummary } from './bulk-check.ts';
import { editInBulk } from './bulk-edit.ts';
import { choicePermissions, readChoices } from './choices.ts';
import { readHistory } from './history.ts';
import { readList } from './list.ts';
import { pickPublicColumns, assertPublicColumns } from './public-lists.ts';
import { type RawQuery, parseListQuery } from './list-query.ts';
import { readRecord } from './record.ts';
import { restoreRecords } from './restore.ts';
import { deleteOrRevert } from './revert-own-record.ts';
import { tokenField } from './tokens.ts';
import {
  type StoredResponse,
  type IdempotencyKey,
  runDryRun,
  runIdempotent,
  parseIdempotencyKey,
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
  type ByIdRoute = { Params: { id: string } };

  const permissionFor = (verb: Verb) => permission(verb, d.permission);
  const filterContext = (request: FastifyRequest) => ({ now: services.clock(), timeZone: getTimeZone(request) });

  // Reading -----------------------------------------------------------------------------------------------------------

  app.get(url, openToIntegrations, (request, reply) =>
    withActor(request, async (actor) => {
      const canView =
        actor.roles.has(permissionFor('VIEW')) ||
        (d.readableWithAny && hasAnyPermission([...actor.roles], readPermissions(d)));
      if (!canView && !d.publicList) throw permissionError(actor, permissionFor('VIEW'));
      const listQuery = parseListQuery(d, queryOf(request));
      if (!canView) assertPublicColumns(d, listQuery);
      const list = await readList(db, hooksByResource, actor, d, listQuery, filterContext(request));
      return sendList(reply, d, canView ? list.data : pickPublicColumns(d, list.data), list.meta);
    }),
  );

  app.get(`${url}/choices`, openToIntegrations, (request) =>
    withActor(request, async (actor) => {
      requirePermission(actor, ...choicePermissions(d));
      return readChoices(db, hooksByResource, actor, d, queryOf(request), services.clock());
    }),
  );

  app.get<ByIdRoute>(`${url}/:id`, openToIntegrations, (request, reply) =>
    withActor(request, async (actor) => {
      requirePermission(actor, ...(d.readableWithAny ? readPermissions(d) : recordPermissions(d.permission)));
      const data = await readRecord(db, hooksByResource, actor, d, parseId(request, d), services.clock());
      return reply.type(JSON_TYPE).send(recordBody(d, data));
    }),
  );

  app.get<ByIdRoute>(`${url}/:id/history`, (request) =>
    withActor(request, async (actor) => {
      requirePermission(actor, permissionFor('VIEW'));
      const id = parseId(request, d);
      await readRecord(db, hooksByResource, actor, d, id, services.clock());
      const { page, perPage } = parseListQuery(d, { per_page: '50', ...queryOf(request) });
      return readHistory(db, d, id, page, perPage ?? 50);
    }),
  );

  if (d.readOnly) {
    app.all(`${url}/:id/restore`, () => {
      throw apiError('method_not_allowed', { headers: { allow: '' } });
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
    const key = getIdempotencyKey(request, body);
    const runLimited: RunExpensive = isBulkCall(request) ? services.runExpensive : (work) => work();
    const response = await withNewFiles(services, (saveFile) => {
      let storedBody: Promise<Body> | undefined;
      const runWrite = () =>
        withActor(request, async (actor) => {
          requirePermission(actor, ...[code].flat());
          const input = await (storedBody ??= storeUploads(d, body, saveFile));
          const writeRequest = {
            actor,
            now: services.clock(),
            ip: request.ip,
            requestId: request.id,
            timeZone: getTimeZone(request),
            wantsConfirmation: prefersConfirmation(request),
            // A bulk call may change thousands of records, which need plans of their own.
            ...(isBulkCall(request) ? { lockTimeout: 'background' as const } : { reusesPlans: true }),
          };
          if (isBulkCall(request) && isDryRunBody(input))
            return runDryRun(db, writeRequest, (context) => work(context, input));
          return runIdempotent(db, writeRequest, key, (context) => work(context, input));
        });
      return runLimited(runWrite, 'lasting');
    });
    return reply
      .code(response.status)
      .type(JSON_TYPE)
      .send(response.oneTimeBody ?? response.body);
  };
  const createWrite = (request: FastifyRequest, context: WriteContext) => ({
    context,
    services,
    d,
    timeZone: getTimeZone(request),
  });

  const files = fileFields(d);

  app.post(url, { config: { ...withPermission(permissionFor('STORE')).config, files } }, async (request, reply) => {
    const body = await readBody(request);
    return write(request, reply, permissionFor('STORE'), body, async (context, input) =>
      writeResponse(201, await createRecord(createWrite(request, context), input)),
    );
  });

  const update = (request: FastifyRequest<ByIdRoute>, reply: FastifyReply, body: Body) =>
    write(request, reply, permissionFor('UPDATE'), body, async (context, input) =>
      writeResponse(
        200,
        await updateRecord(createWrite(request, context), parseId(request, d), input, getExpectedVersion(request)),
      ),
    );

  /** The codes that allow a delete: DELETE, and STORE if users may revert records that they entered. */
  const deletePermissions = d.selfRevertible
    ? [permissionFor('DELETE'), permissionFor('STORE')]
    : [permissionFor('DELETE')];
  const remove = (request: FastifyRequest<ByIdRoute>, reply: FastifyReply, body: Body) =>
    write(request, reply, deletePermissions, body, async (context) => {
      const id = parseId(request, d);
      const expected = getExpectedVersion(request);
      const reason = body.values.reason ?? queryOf(request).reason;
      await deleteOrRevert(createWrite(request, context), [id], reason, expected).catch(rethrowWithLabel(d, id));
      return { status: 200, body: recordJson(await readWrittenRecord(createWrite(request, context), id)) };
    });

  const updateOptions = { config: { ...withPermission(permissionFor('UPDATE'), ...deletePermissions).config, files } };
  app.post<ByIdRoute>(`${url}/:id`, updateOptions, async (request, reply) => {
    const body = await readBody(request);
    const method = body.values._method || 'POST'; // an empty text of a form means null
    if (method === 'DELETE') return remove(request, reply, body);
    if (method === 'POST' || method === 'PUT' || method === 'PATCH') return update(request, reply, body);
    throw validationError({ _method: [message('choice', 'POST, PUT, PATCH, DELETE')] });
  });
  app.delete<ByIdRoute>(`${url}/:id`, withPermission(...deletePermissions), async (request, reply) =>
    remove(request, reply, await readBody(request)),
  );

  if (tokenField(d) !== undefined) {
    app.post<ByIdRoute>(`${url}/:id/token`, withPermission(permissionFor('UPDATE')), async (request, reply) => {
      const body = await readBody(request);
      return write(request, reply, permissionFor('UPDATE'), body, async (context) =>
        writeResponse(
          200,
          await replaceToken(createWrite(request, context), parseId(request, d), getExpectedVersion(request)),
        ),
      );
    });
  }

  app.post<ByIdRoute>(`${url}/:id/restore`, withPermission(permissionFor('DELETE')), async (request, reply) => {
    const body = await readBody(request);
    return write(request, reply, permissionFor('DELETE'), body, async (context) => {
      const id = parseId(request, d);
      await restoreRecords(createWrite(request, context), [id], getExpectedVersion(request)).catch(
        rethrowWithLabel(d, id),
      );
      return { status: 200, body: recordJson(await readWrittenRecord(createWrite(request, context), id)) };
    });
  });

  type BulkAction = (write: Write, ids: readonly number[], reason: unknown) => Promise<number>;
  const registerBulkRoute = (path: string, resultKey: 'deleted' | 'restored', runAction: BulkAction) => {
    app.post(`${url}/${path}`, withPermission(permissionFor('DELETE')), async (request, reply) => {
      const body = await readBody(request);
      return write(request, reply, permissionFor('DELETE'), body, async (context) => {
        const { reason, ...values } = body.values;
        const bulkCall = parseBulkCall(resultKey === 'deleted' ? { ...body, values } : body);
        const ids = await findMatchingIds(services, context, d, bulkCall, {
          deleted: resultKey === 'restored',
          timeZone: getTimeZone(request),
        });
        if (bulkCall.isDryRun) {
          const checkedAction = resultKey === 'deleted' ? 'delete' : 'restore';
          const rejections = await checkActions(createWrite(request, context), ids, checkedAction);
          const rejectedCount = new Set([...rejections.inUse, ...rejections.rejected.keys()]).size;
          const previewCounts =
            resultKey === 'deleted'
              ? await hooksByResource[d.key]?.references?.countBeforeDelete?.(context, ids)
              : undefined;
          const data = {
            matched: ids.length,
            [resultKey]: ids.length - rejectedCount,
            ...rejectionSummary(rejections, languageOf(request)),
            ...previewCounts,
          };
          return { status: 200, body: JSON.stringify({ data }) };
        }
        const count = ids.length === 0 ? 0 : await runAction(createWrite(request, context), ids, reason);
        return { status: 200, body: JSON.stringify({ data: { [resultKey]: count } }) };
      });
    });
  };
  registerBulkRoute('destroyBulk', 'deleted', deleteRecords);
  registerBulkRoute('restoreBulk', 'restored', (bulkWrite, ids) => restoreRecords(bulkWrite, ids));

  app.post(`${url}/updateBulk`, withPermission(permissionFor('UPDATE')), async (request, reply) => {
    const body = await readBody(request);
    const language = languageOf(request);
    return write(request, reply, permissionFor('UPDATE'), body, (context) =>
      editInBulk(createWrite(request, context), body, language),
    );
  });
}

/** Whether the call may change thousands of records and so take longer than an interactive request. */
const isBulkCall = ({ routeOptions: { url = '' } }: FastifyRequest): boolean => url.endsWith('Bulk');

// Fastify does not type the query.
const queryOf = (request: FastifyRequest): RawQuery => request.query as RawQuery;
/** The permissions that open a resource with `readableWithAny`. */
const readPermissions = (d: ResourceDefinition) => [permission('DELETE', d.permission), ...choicePermissions(d)];

/** The id in a path. Throws 404 for invalid text, 405 for the name of a call. */
export function parseId(request: FastifyRequest<{ Params: { id: string } }>, d: ResourceDefinition): number {
  const { id } = request.params;
  assertNotCallName(request, id);
  if (!/^[1-9]\d{0,14}$/.test(id))
    throw apiError('record_not_found', { params: { label: d.label, id: id.slice(0, 40) } });
  return Number(id);
}

/**
 * Throws a 405 if the path has the name of a call in place of an id: then the method is wrong, and no record is
 * missing.
 */
export function assertNotCallName({ server, routeOptions: { url = '' } }: FastifyRequest, id: string): void {
  const candidateUrl = `${url.slice(0, url.indexOf(':id'))}${id}`;
  const isCallName = /^\w+$/.test(id);
  const methods = ['GET', 'HEAD', 'POST', 'DELETE'].filter(
    (method) => isCallName && server.hasRoute({ method, url: candidateUrl }),
  );
  if (methods.length > 0) throw apiError('method_not_allowed', { headers: { allow: methods.join(', ') } });
}

/** Rethrows the 404 of a bulk function with the label and id of a single record. */
const rethrowWithLabel = (d: ResourceDefinition, id: number) => (error: unknown) => {
  throw error instanceof Error && error.message === 'record_not_found'
    ? apiError('record_not_found', { params: { label: d.label, id } })
    : error;
};

/**
 * Time zone of the request's local times; by default UTC, or the zone of the integration's hotel. Throws a 422 for an
 * unknown zone.
 */
export function getTimeZone(request: FastifyRequest): string {
  const zone = request.headers['x-time-zone'];
  if (zone === undefined || zone === '') return request.authentication?.actor.integration?.timeZone ?? 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: String(zone) }).resolvedOptions().timeZone;
  } catch {
    throw validationError({ 'X-Time-Zone': [message('time_zone')] });
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
export function getExpectedVersion(request: FastifyRequest): number | undefined {
  const header = request.headers['if-unmodified-since-version'];
  if (header === undefined) return undefined;
  if (!/^\d{1,9}$/.test(String(header))) throw validationError({ 'If-Unmodified-Since-Version': [message('whole')] });
  return Number(header);
}

/** The idempotency key of a write. An integration must send one with each write, or the write is a 400. */
export function getIdempotencyKey(request: FastifyRequest, body: Body): IdempotencyKey | undefined {
  const key = request.headers['idempotency-key'];
  const isIntegration = request.authentication?.actor.integration !== undefined;
  if (isIntegration && (key === undefined || key === ''))
    throw apiError('bad_request', { message: requestTexts.keyNeeded });
  if (key === undefined || (request.method !== 'POST' && !isIntegration)) return undefined;
  const files = Object.entries(body.files).map(([name, { hash }]) => [name, hash]);
  return parseIdempotencyKey(String(key), request.method, request.url, body.values, files);
}

// Envelopes -----------------------------------------------------------------------------------------------------------

const recordJson = (data: string): string => `{"data":${data}}`;
/** A new token is included only in the response to the call that created it, never in a stored response. */
const writeResponse = (status: number, { data, issuedTokens }: WriteResult): StoredResponse => ({
  status,
  body: recordJson(data),
  ...(Object.keys(issuedTokens).length > 0 && {
    oneTimeBody: recordJson(`${data.slice(0, -1)},${JSON.stringify(issuedTokens).slice(1)}`),
  }),
});
const recordBody = (d: ResourceDefinition, data: string): string =>
  d.envelope?.record === 'nested' ? `{"data":{"data":${data}}}` : `{"data":${data}}`;

function sendList(reply: FastifyReply, d: ResourceDefinition, data: string, meta: ListMeta): FastifyReply {
  const metaJson = `"meta":${JSON.stringify(meta)}`;
  const bodies = { bare: data, nested: `{"data":{"data":${data}},${metaJson}}`, data: `{"data":${data},${metaJson}}` };
  return reply
    .headers({ 'x-total-count': meta.total, 'x-total-is-estimate': meta.total_is_estimate ? '1' : '0' })
    .type(JSON_TYPE)
    .send(bodies[d.envelope?.list ?? 'data']);
}
