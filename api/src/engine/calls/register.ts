import type { Language } from '@innkeeper/contract';
import type { AnswerOf, BodyOf, CallDefinition, Calls, PathOf, QueryOf } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, requirePermission } from '../../access/actor.ts';
import { needs, withActor, withCurrentActor } from '../../access/authenticate.ts';
import { type Body, readPlainBody } from '../../platform/http/body.ts';
import { ApiError } from '../../platform/http/fail.ts';
import { languageOf } from '../../platform/http/language.ts';
import type { WriteContext } from '../resources/behaviour.ts';
import { type Gathered, type GatheredRequest, gather } from '../resources/gather.ts';
import { expectedVersion, timeZoneOf } from '../resources/routes.ts';
import type { Answer } from '../resources/transaction.ts';
import { runWorkflow } from '../resources/workflow.ts';
import type { Write } from '../resources/write-services.ts';
import { readWritten } from '../resources/write.ts';
import { routeOf } from './describe.ts';
import { readBodyOf, readPathOf, readQueryOf } from './read.ts';

interface Services {
  readonly db: Db;
  readonly clock: () => Date;
}

/** The request of a call, checked by its definition. */
export interface Asked<C extends CallDefinition> {
  readonly actor: Actor;
  readonly path: PathOf<C>;
  readonly query: QueryOf<C>;
  readonly body: BodyOf<C>;
  readonly language: Language;
  readonly now: Date;
  /** IANA zone of local times. Reading it throws a 422 where the request names none that there is. */
  readonly timeZone: string;
  readonly request: FastifyRequest;
}

/** A call that writes runs in a transaction. */
export type Written<C extends CallDefinition> = Asked<C> & {
  readonly context: WriteContext;
  /** The body as it came, for calls whose definition does not check its fields. */
  readonly sent: Body;
  /** The version that the write expects to change. */
  readonly version: number | undefined;
};

/** An answer that is JSON already, and not taken apart. */
export class JsonText {
  readonly text: string;
  /** The call's own where nothing is said. */
  readonly status: number | undefined;
  constructor(text: string, status?: number) {
    this.text = text;
    this.status = status;
  }
}

/** The record that a call has changed, as its own calls answer it. */
export const recordAnswer = async (write: Write, id: number): Promise<JsonText> =>
  new JsonText(`{"data":${await readWritten(write, id)}}`);

/** The work of a call. */
export type Work<C extends CallDefinition> = (
  asked: C extends { readonly write: string } ? Written<C> : Asked<C>,
) => Promise<AnswerOf<C> | JsonText>;

/** The work of a call whose own statements check the actor's stamp. */
export interface StampedWork<C extends CallDefinition> {
  readonly stamped: Work<C>;
}

/** The work of a call of which a hotel's own system makes many at the same moment, for one or several. */
export interface GatheredWork<C extends CallDefinition> {
  /** Answers each in its order, and leaves nothing of those that it refuses, or does not answer: these are asked again, alone. */
  readonly together: (
    context: WriteContext,
    asked: readonly [Gatherable<C>, ...Gatherable<C>[]],
  ) => Promise<readonly (AnswerOf<C> | JsonText | ApiError | undefined)[]>;
}
type Gatherable<C extends CallDefinition> = Asked<C> & Pick<Written<C>, 'sent'>;

/** The work of each call; the compiler names a call without. */
export type Handlers<C extends Calls> = {
  readonly [K in keyof C & keyof Calls]: Work<C[K]> | StampedWork<C[K]> | GatheredWork<C[K]>;
};

/** The work of any call, once its definition has checked the request. */
export type AnyWork = (asked: Asked<CallDefinition>) => Promise<unknown>;
type AnyWorkTogether = (context: WriteContext, asked: readonly Asked<CallDefinition>[]) => Promise<readonly unknown[]>;
const alone =
  (together: AnyWorkTogether): Work<CallDefinition & { readonly write: string }> =>
  async (asked) => {
    const [answer] = await together(asked.context, [asked]);
    if (answer instanceof ApiError) throw answer;
    return answer;
  };

const JSON_TYPE = 'application/json; charset=utf-8';
/** An answer as JSON text. */
export const textOf = (answer: unknown): string => (answer instanceof JsonText ? answer.text : JSON.stringify(answer));

/**
 * Serves calls as they are defined: rights are asked before a byte of a body is read, and again for the actor of the call's own
 * statements; then path, query and body are checked, each with everything that is wrong at once.
 */
export function registerCalls<C extends Calls>(
  app: FastifyInstance,
  services: Services,
  calls: C,
  handlers: Handlers<C>,
): void {
  for (const [name, call] of Object.entries<CallDefinition>(calls)) {
    const handler = handlers[name as keyof C & keyof Calls]; // the handlers have the names of the calls
    const isStamped = 'stamped' in handler;
    const together = 'together' in handler ? (handler.together as AnyWorkTogether) : undefined; // of this call, whose definition checks the request
    const work = (isStamped ? handler.stamped : together ? alone(together) : handler) as AnyWork; // so is this
    const gathered = together && gather(services.db, (context, asked) => answerEach(call, together, context, asked));
    const { method, url } = routeOf(name);
    app.route({
      method,
      url,
      config: {
        ...(method !== 'GET' && call.rights.length > 0 && needs(...call.rights).config),
        ...(call.names !== undefined && { names: call.names }),
      },
      handler: call.write
        ? (request, reply) => write(services, call, work, gathered, request, reply)
        : (request, reply) => read(services, call, work, isStamped ? withActor : withCurrentActor, request, reply),
    });
  }
}

async function read(
  { clock }: Services,
  call: CallDefinition,
  work: AnyWork,
  withThe: typeof withActor,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = call.body && (await readPlainBody(request));
  const text = await withThe(request, async (actor) => {
    if (call.rights.length > 0) requirePermission(actor, ...call.rights);
    return textOf(await work(askedOf(call, request, actor, clock(), body)));
  });
  return reply
    .code(call.status ?? 200)
    .type(JSON_TYPE)
    .send(text);
}

const write = (
  services: Services,
  call: CallDefinition,
  work: AnyWork,
  gathered: Gathered | undefined,
  request: FastifyRequest,
  reply: FastifyReply,
) =>
  runWorkflow(
    services,
    request,
    reply,
    call.rights,
    async ({ context, body }) => {
      const asked = askedOf(call, request, context.actor, context.now, body);
      const version = call.write === 'version' ? expectedVersion(request) : undefined;
      return answerOf(call, await work(Object.assign(asked, { context, sent: body, version })));
    },
    {
      hasDryRun: call.body !== undefined && 'dry_run' in call.body.shape,
      keepsPlans: call.keepsPlans === true,
      ...(gathered && { gathered }),
    },
  );

const answerOf = (call: CallDefinition, answer: unknown): Answer => ({
  status: (answer instanceof JsonText ? answer.status : undefined) ?? call.status ?? 200,
  body: textOf(answer),
});

/** The answers of several requests of a call, in their order; one that its definition refuses is not asked. */
async function answerEach(
  call: CallDefinition,
  together: AnyWorkTogether,
  context: WriteContext,
  requests: readonly GatheredRequest[],
): Promise<readonly (Answer | ApiError | undefined)[]> {
  const read = requests.map(({ request, body }) => {
    try {
      return Object.assign(askedOf(call, request, context.actor, context.now, body), { sent: body });
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  });
  const asked = read.flatMap((one) => (one instanceof ApiError ? [] : [one]));
  const answers = asked.length > 0 ? await together(context, asked) : [];
  const answered = new Map(asked.map((one, i) => [one, answers[i]]));
  return read.map((one) => {
    const answer = one instanceof ApiError ? one : answered.get(one);
    return answer === undefined || answer instanceof ApiError ? answer : answerOf(call, answer);
  });
}

function askedOf(
  call: CallDefinition,
  request: FastifyRequest,
  actor: Actor,
  now: Date,
  body: Body | undefined,
): Asked<CallDefinition> {
  return {
    actor,
    path: readPathOf(call, request),
    query: readQueryOf(call, request),
    body: readBodyOf(call, body),
    language: languageOf(request),
    now,
    get timeZone() {
      return timeZoneOf(request);
    },
    request,
  };
}
