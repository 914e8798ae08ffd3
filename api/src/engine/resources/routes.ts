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
import { fail, invalid } from '../../platform/http/fail.ts';
import type { InHeavySlot } from '../../platform/http/heavy.ts';
import { languageOf } from '../../platform/http/language.ts';
import type { WriteContext } from './behaviour.ts';
import { isAsking, meantIds, readBulk } from './bulk.ts';
import { askActs, refusalsIn } from './bulk-check.ts';
import { editInBulk } from './bulk-edit.ts';
import { choicePermissions, readChoices } from './choices.ts';
import { readHistory } from './history.ts';
import { readList } from './list.ts';
import { namesOnly, refuseHidden } from './open-lists.ts';
import { type RawQuery, parseListQuery } from './list-query.ts';
import { readRecord } from './record.ts';
import { restoreRecords } from './restore.ts';
import { requireOwnDeed } from './take-back.ts';
import { tokenField } from './tokens.ts';
import { type Answer, type OnceKey, inCheck, onceInTransaction, onceKey } from './transaction.ts';
import { fileFields, keepUploads } from './uploads.ts';
import { type Written, createRecord, deleteRecords, readWritten, replaceToken, updateRecord } from './write.ts';
import type { Write, WriteServices } from './write-services.ts';

export interface ResourceServices extends WriteServices {
  readonly db: Db;
  readonly clock: () => Date;
  readonly files: Files;
  readonly inHeavySlot: InHeavySlot;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** Every call of every resource. */
export function registerResourceRoutes(app: FastifyInstance, services: ResourceServices): void {
  for (const d of Object.values(resources)) registerResource(app, services, d);
}

function registerResource(app: FastifyInstance, services: ResourceServices, d: ResourceDefinition): void {
  const { db, behaviours } = services;
  const url = `/api/${d.key}`;
  type ById = { Params: { id: string } };

  const demand = (actor: Actor, ...codes: readonly string[]) => {
    if (!permits([...actor.roles], codes)) throw fail('forbidden');
  };
  const verb = (v: Verb) => permission(v, d.permission);
  const filterContext = (request: FastifyRequest) => ({ now: services.clock(), timeZone: timeZoneOf(request) });

  // Reading --------------------------------------------------------------------------------------------------------------

  app.get(url, (request, reply) =>
    withActor(request, async (actor) => {
      const mayView = actor.roles.has(verb('VIEW')) || (d.key === 'roles' && permits([...actor.roles], allVerbs(d)));
      if (!mayView && !d.openList) throw fail('forbidden');
      const asked = parseListQuery(d, query(request));
      if (!mayView) refuseHidden(asked);
      const list = await readList(db, behaviours, actor, d, asked, filterContext(request));
      return sendList(reply, d, mayView ? list.data : namesOnly(list.data), list.meta);
    }),
  );

  app.get(`${url}/choices`, (request) =>
    withActor(request, async (actor) => {
      demand(actor, ...choicePermissions(d));
      return readChoices(db, behaviours, actor, d, query(request), services.clock());
    }),
  );

  app.get<ById>(`${url}/:id`, (request, reply) =>
    withActor(request, async (actor) => {
      demand(actor, ...(d.key === 'roles' ? allVerbs(d) : recordPermissions(d.permission)));
      const data = await readRecord(db, behaviours, actor, d, idOf(request, d), services.clock());
      return reply.type(JSON_TYPE).send(recordBody(d, data));
    }),
  );

  app.get<ById>(`${url}/:id/history`, (request) =>
    withActor(request, async (actor) => {
      demand(actor, verb('VIEW'));
      const id = idOf(request, d);
      await readRecord(db, behaviours, actor, d, id, services.clock());
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

  // Writing --------------------------------------------------------------------------------------------------------------

  /** Runs a write in its transaction, once for its Idempotency-Key; its files are kept before. A dry run of many only asks. */
  const write = async (
    request: FastifyRequest,
    reply: FastifyReply,
    code: string | readonly string[],
    body: Body,
    work: (context: WriteContext, body: Body) => Promise<Answer>,
  ) => {
    const key = keyOf(request, body);
    const inTurn: InHeavySlot = isOfMany(request) ? services.inHeavySlot : (work) => work();
    const answer = await withNewFiles(services, (keep) => {
      let keeping: Promise<Body> | undefined;
      const done = () =>
        withActor(request, async (actor) => {
          demand(actor, ...[code].flat());
          const sent = await (keeping ??= keepUploads(d, body, keep));
          const from = {
            actor,
            now: services.clock(),
            ip: request.ip,
            requestId: request.id,
            timeZone: timeZoneOf(request),
            asks: wantsQuestions(request),
            ...(isOfMany(request) && { patience: 'background' as const }),
          };
          if (isOfMany(request) && isAsking(sent)) return inCheck(db, from, (context) => work(context, sent));
          return onceInTransaction(db, from, key, (context) => work(context, sent));
        });
      return inTurn(done, 'lasting');
    });
    return reply
      .code(answer.status)
      .type(JSON_TYPE)
      .send(answer.shownOnce ?? answer.body);
  };
  const scene = (request: FastifyRequest, context: WriteContext) => ({
    context,
    services,
    d,
    timeZone: timeZoneOf(request),
  });

  const files = fileFields(d);

  app.post(url, { config: { ...needs(verb('STORE')).config, files } }, async (request, reply) => {
    const body = await readBody(request);
    return write(request, reply, verb('STORE'), body, async (context, sent) =>
      writtenAnswer(201, await createRecord(scene(request, context), sent)),
    );
  });

  const update = (request: FastifyRequest<ById>, reply: FastifyReply, body: Body) =>
    write(request, reply, verb('UPDATE'), body, async (context, sent) =>
      writtenAnswer(200, await updateRecord(scene(request, context), idOf(request, d), sent, expectedVersion(request))),
    );

  /** The codes that open a delete: DELETE, and STORE where users may take back records that they entered. */
  const removers = d.takenBack ? [verb('DELETE'), verb('STORE')] : [verb('DELETE')];
  const remove = (request: FastifyRequest<ById>, reply: FastifyReply, body: Body) =>
    write(request, reply, removers, body, async (context) => {
      const id = idOf(request, d);
      const expected = expectedVersion(request);
      const reason = body.values.reason ?? query(request).reason;
      if (!context.actor.roles.has(verb('DELETE')))
        await requireOwnDeed(scene(request, context), id).catch(aboutOne(d, id));
      await deleteRecords(scene(request, context), [id], reason, expected).catch(aboutOne(d, id));
      return { status: 200, body: writtenBody(await readWritten(scene(request, context), id)) };
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
        writtenAnswer(200, await replaceToken(scene(request, context), idOf(request, d), expectedVersion(request))),
      );
    });
  }

  app.post<ById>(`${url}/:id/restore`, needs(verb('DELETE')), async (request, reply) => {
    const body = await readBody(request);
    return write(request, reply, verb('DELETE'), body, async (context) => {
      const id = idOf(request, d);
      await restoreRecords(scene(request, context), [id], expectedVersion(request)).catch(aboutOne(d, id));
      return { status: 200, body: writtenBody(await readWritten(scene(request, context), id)) };
    });
  });

  type Act = (write: Write, ids: readonly number[], reason: unknown) => Promise<number>;
  const bulk = (path: string, done: 'deleted' | 'restored', act: Act) => {
    app.post(`${url}/${path}`, needs(verb('DELETE')), async (request, reply) => {
      const body = await readBody(request);
      return write(request, reply, verb('DELETE'), body, async (context) => {
        const { reason, ...values } = body.values;
        const asked = readBulk(done === 'deleted' ? { ...body, values } : body);
        const ids = await meantIds(services, context, d, asked, {
          deleted: done === 'restored',
          timeZone: timeZoneOf(request),
        });
        if (asked.isDryRun) {
          const asking = done === 'deleted' ? 'delete' : 'restore';
          const refusals = await askActs(scene(request, context), ids, asking);
          const left = new Set([...refusals.inUse, ...refusals.refused.keys()]).size;
          const more = done === 'deleted' ? await behaviours[d.key]?.countBeforeDelete?.(context, ids) : undefined;
          const data = {
            matched: ids.length,
            [done]: ids.length - left,
            ...refusalsIn(refusals, languageOf(request)),
            ...more,
          };
          return { status: 200, body: JSON.stringify({ data }) };
        }
        const count = ids.length === 0 ? 0 : await act(scene(request, context), ids, reason);
        return { status: 200, body: JSON.stringify({ data: { [done]: count } }) };
      });
    });
  };
  bulk('destroyBulk', 'deleted', deleteRecords);
  bulk('restoreBulk', 'restored', (scene, ids) => restoreRecords(scene, ids));

  app.post(`${url}/updateBulk`, needs(verb('UPDATE')), async (request, reply) => {
    const body = await readBody(request);
    const language = languageOf(request);
    return write(request, reply, verb('UPDATE'), body, (context) =>
      editInBulk(scene(request, context), body, language),
    );
  });
}

/** A call that changes thousands of records takes longer than one that a person waits for. */
const isOfMany = ({ routeOptions: { url = '' } }: FastifyRequest): boolean => url.endsWith('Bulk');

const query = (request: FastifyRequest): RawQuery => request.query as RawQuery; // Fastify leaves the query's type to the route
const allVerbs = (d: ResourceDefinition) =>
  (['VIEW', 'STORE', 'UPDATE', 'DELETE'] as const).map((v) => permission(v, d.permission));

/** The id in a path. Throws 404 for a text that cannot be one, 405 for the name of a call. */
export function idOf(request: FastifyRequest<{ Params: { id: string } }>, d: ResourceDefinition): number {
  const { id } = request.params;
  refuseCallName(request, id);
  if (!/^[1-9]\d{0,14}$/.test(id)) throw fail('record_not_found', { params: { label: d.label, id: id.slice(0, 40) } });
  return Number(id);
}

/** Throws a 405 where a call stands in the place of an id: another method is its to refuse, not a record's that is missing. */
export function refuseCallName({ server, routeOptions: { url = '' } }: FastifyRequest, id: string): void {
  const address = `${url.slice(0, url.indexOf(':id'))}${id}`;
  const isName = /^\w+$/.test(id);
  const methods = ['GET', 'HEAD', 'POST', 'DELETE'].filter(
    (method) => isName && server.hasRoute({ method, url: address }),
  );
  if (methods.length > 0) throw fail('method_not_allowed', { headers: { allow: methods.join(', ') } });
}

/** A bulk refusal about one record reads as the refusal of that record. */
const aboutOne = (d: ResourceDefinition, id: number) => (error: unknown) => {
  throw error instanceof Error && error.message === 'record_not_found'
    ? fail('record_not_found', { params: { label: d.label, id } })
    : error;
};

/** The zone of local times in a request; a hotel's own system means its hotel's. Throws a 422 for a name that is no zone. */
export function timeZoneOf(request: FastifyRequest): string {
  const zone = request.headers['x-time-zone'];
  if (zone === undefined || zone === '') return request.signedIn?.actor.integration?.timeZone ?? 'UTC';
  try {
    return new Intl.DateTimeFormat('en', { timeZone: String(zone) }).resolvedOptions().timeZone;
  } catch {
    throw invalid({ 'X-Time-Zone': [message('time_zone')] });
  }
}

/** Whether the caller wants to be asked before an unusual value is taken, as RFC 7240 has it: `Prefer: handling=strict`. */
export const wantsQuestions = ({ headers: { prefer = [] } }: FastifyRequest): boolean =>
  [prefer].flat().some((line) => line.split(/[,;]/).some((wish) => /^\s*handling\s*=\s*"?strict"?\s*$/i.test(wish)));

/** The version that a write expects to change. Throws a 422 for a text that is none. */
export function expectedVersion(request: FastifyRequest): number | undefined {
  const header = request.headers['if-unmodified-since-version'];
  if (header === undefined) return undefined;
  if (!/^\d{1,9}$/.test(String(header))) throw invalid({ 'If-Unmodified-Since-Version': [message('whole')] });
  return Number(header);
}

const KEY_NEEDED = {
  en: 'Send an Idempotency-Key with every write: whoever repeats a call whose answer was lost sends the same key again.',
  id: 'Kirim Idempotency-Key pada setiap penulisan: panggilan yang diulang karena jawabannya hilang memakai kunci yang sama.',
};

/** The key under which a write is done once. A hotel's own system names one with each write, or it is a 400. */
export function keyOf(request: FastifyRequest, body: Body): OnceKey | undefined {
  const key = request.headers['idempotency-key'];
  const isSystem = request.signedIn?.actor.integration !== undefined;
  if (isSystem && (key === undefined || key === '')) throw fail('bad_request', { message: KEY_NEEDED });
  if (key === undefined || (request.method !== 'POST' && !isSystem)) return undefined;
  const files = Object.entries(body.files).map(([name, { hash }]) => [name, hash]);
  return onceKey(String(key), request.method, request.url, body.values, files);
}

// Envelopes ------------------------------------------------------------------------------------------------------------------

const writtenBody = (data: string): string => `{"data":${data}}`;
/** A token that was made stands in the answer to the call that made it, and in none that is kept. */
const writtenAnswer = (status: number, { data, issued }: Written): Answer => ({
  status,
  body: writtenBody(data),
  ...(Object.keys(issued).length > 0 && {
    shownOnce: writtenBody(`${data.slice(0, -1)},${JSON.stringify(issued).slice(1)}`),
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
