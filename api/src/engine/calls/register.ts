import type { Language } from '@innkeeper/contract';
import type { ResponseOf, BodyOf, CallDefinition, Calls, PathOf, QueryOf } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { withPermission, withActor, withCurrentActor } from '../../access/authenticate.ts';
import { type Body, readPlainBody } from '../../platform/http/body.ts';
import { languageOf } from '../../platform/http/language.ts';
import type { WriteContext } from '../resources/resource-hooks.ts';
import { getExpectedVersion, getTimeZone } from '../resources/routes.ts';
import type { StoredResponse } from '../resources/transaction.ts';
import { runWorkflow } from '../resources/workflow.ts';
import type { Write } from '../resources/write-services.ts';
import { readWrittenRecord, readWrittenRecords } from '../resources/write.ts';
import { parseRoute } from './call-paths.ts';
import { parseBody, parsePath, parseQuery } from './parse-request.ts';

interface Services {
  readonly db: Db;
  readonly clock: () => Date;
}

/** The request of a call, validated by its definition. */
export interface CallInput<C extends CallDefinition> {
  readonly actor: Actor;
  readonly path: PathOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  readonly language: Language;
  readonly now: Date;
  /** IANA zone of local times. Reading it throws a 422 if the requested zone does not exist. */
  readonly timeZone: string;
  readonly request: FastifyRequest;
}

/** The input of a writing call, which runs in a transaction. */
export type WriteCall<C extends CallDefinition> = CallInput<C> & {
  readonly context: WriteContext;
  /** The body as received, for calls whose definition does not validate its fields. */
  readonly rawBody: Body;
  /** The version of the record that the caller has read. */
  readonly version: number | undefined;
};

/** A response that is already serialized JSON. */
export class JsonText {
  readonly text: string;
  /** Defaults to the call's own status. */
  readonly status: number | undefined;
  constructor(text: string, status?: number) {
    this.text = text;
    this.status = status;
  }
}

/** The record changed by a call, in the format of the resource's own calls. */
export const recordResponse = async (write: Write, id: number): Promise<JsonText> =>
  new JsonText(`{"data":${await readWrittenRecord(write, id)}}`);

/** Several records changed by a call, in the given order. */
export async function recordsResponse(write: Write, ids: readonly number[]): Promise<JsonText> {
  const recordById = await readWrittenRecords(write, ids);
  return new JsonText(`{"data":[${ids.map((id) => recordById.get(id)).join(',')}]}`);
}

export type CallHandler<C extends CallDefinition> = (
  callInput: C extends { readonly write: string } ? WriteCall<C> : CallInput<C>,
) => Promise<ResponseOf<C> | JsonText>;

/** The handler of a call whose own statements check the actor's permissions version. */
export interface VersionCheckedHandler<C extends CallDefinition> {
  readonly versionChecked: CallHandler<C>;
}

/** The handler of each call; a missing one is a compile error. */
export type Handlers<C extends Calls> = {
  readonly [K in keyof C & keyof Calls]: CallHandler<C[K]> | VersionCheckedHandler<C[K]>;
};

/** The handler of any call, without its types. Its definition validates the request first. */
export type AnyHandler = (callInput: CallInput<CallDefinition>) => Promise<unknown>;

const JSON_TYPE = 'application/json; charset=utf-8';
/** A response as JSON text. */
export const toJsonText = (response: unknown): string =>
  response instanceof JsonText ? response.text : JSON.stringify(response);

/**
 * Registers calls by their definitions. Permissions are checked before the body is read, and again for the actor of the
 * call's own statements. Then path, query and body are validated, each with all errors in one response.
 */
export function registerCalls<C extends Calls>(
  app: FastifyInstance,
  services: Services,
  calls: C,
  handlers: Handlers<C>,
): void {
  for (const [name, call] of Object.entries<CallDefinition>(calls)) {
    const handler = handlers[name as keyof C & keyof Calls]; // `Handlers` has the keys of the calls
    const isVersionChecked = 'versionChecked' in handler;
    const work = (isVersionChecked ? handler.versionChecked : handler) as AnyHandler;
    const { method, url } = parseRoute(name);
    app.route({
      method,
      url,
      config: {
        ...(method !== 'GET' && call.rights.length > 0 && withPermission(...call.rights).config),
        ...(call.names !== undefined && { names: call.names }),
      },
      handler: call.write
        ? (request, reply) => handleWrite(services, call, work, request, reply)
        : (request, reply) =>
            handleRead(services, call, work, isVersionChecked ? withActor : withCurrentActor, request, reply),
    });
  }
}

async function handleRead(
  { clock }: Services,
  call: CallDefinition,
  work: AnyHandler,
  runWithActor: typeof withActor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = call.body && (await readPlainBody(request));
  const text = await runWithActor(request, async (actor) => {
    if (call.rights.length > 0) requirePermission(actor, ...call.rights);
    return toJsonText(await work(parseRequest(call, request, actor, clock(), body)));
  });
  return reply
    .code(call.status ?? 200)
    .type(JSON_TYPE)
    .send(text);
}

const handleWrite = (
  services: Services,
  call: CallDefinition,
  work: AnyHandler,
  request: FastifyRequest,
  reply: FastifyReply,
) =>
  runWorkflow(
    services,
    request,
    reply,
    call.rights,
    async ({ context, body }) => {
      const callInput = parseRequest(call, request, context.actor, context.now, body);
      const version = call.write === 'version' ? getExpectedVersion(request) : undefined;
      return toResponse(call, await work(Object.assign(callInput, { context, rawBody: body, version })));
    },
    {
      hasDryRun: call.body !== undefined && 'dry_run' in call.body.shape,
      reusesPlans: call.reusesPlans === true,
    },
  );

const toResponse = (call: CallDefinition, response: unknown): StoredResponse => ({
  status: (response instanceof JsonText ? response.status : undefined) ?? call.status ?? 200,
  body: toJsonText(response),
});

function parseRequest(
  call: CallDefinition,
  request: FastifyRequest,
  actor: Actor,
  now: Date,
  body: Body | undefined,
): CallInput<CallDefinition> {
  return {
    actor,
    path: parsePath(call, request),
    query: parseQuery(call, request),
    body: parseBody(call, body),
    language: languageOf(request),
    now,
    get timeZone() {
      return getTimeZone(request);
    },
    request,
  };
}
