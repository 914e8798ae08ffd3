import type { Db } from '@innkeeper/db';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { requirePermission } from '../../access/actor.ts';
import { withActor } from '../../access/authenticate.ts';
import { type Body, readPlainBody } from '../../platform/http/body.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { WriteContext } from './behaviour.ts';
import { keyOf, timeZoneOf, wantsQuestions } from './routes.ts';
import { isAsking } from './bulk.ts';
import type { Gathered } from './gather.ts';
import { type Answer, type WriteRequest, inCheck, onceInTransaction } from './transaction.ts';
import type { WriteServices } from './write-services.ts';

/** The services of a call that does more than write one record, and may order letters. */
export interface FlowServices extends WriteServices {
  readonly db: Db;
  readonly clock: () => Date;
  readonly outbox: Outbox;
}

export interface Workflow {
  readonly context: WriteContext;
  /** IANA zone of local times in the body. */
  readonly timeZone: string;
  readonly body: Body;
}

/** Leaves a transaction that was only a trial, with the answer that it would have given. */
class TakenBack extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('taken back');
    this.answer = answer;
  }
}

/** Ends a trial. Constraints that are checked at the end of a transaction are checked before. */
async function takeBack({ tx }: WriteContext, answer: Answer): Promise<never> {
  await sql`set constraints all immediate`.execute(tx);
  throw new TakenBack(answer);
}

/**
 * Answers a call that does more than write one record: one transaction, once for its Idempotency-Key; a dry run, where the call has one, only asks.
 * `codes`: any one is needed, where there are any. `patience` and `keepsPlans`: see WriteRequest. `gathered`: writes of the
 * hotels' own systems may be written together.
 */
export async function runWorkflow(
  { db, clock }: { readonly db: Db; readonly clock: () => Date },
  request: FastifyRequest,
  reply: FastifyReply,
  codes: readonly string[],
  work: (workflow: Workflow) => Promise<Answer>,
  {
    patience,
    hasDryRun,
    keepsPlans,
    gathered,
  }: Pick<WriteRequest, 'patience' | 'keepsPlans'> & {
    readonly hasDryRun?: boolean;
    readonly gathered?: Gathered;
  } = {},
): Promise<FastifyReply> {
  const body = await readPlainBody(request);
  const key = keyOf(request, body);
  const timeZone = timeZoneOf(request);
  const answer = await withActor(request, (actor) => {
    if (codes.length > 0) requirePermission(actor, ...codes);
    const asks = wantsQuestions(request);
    const system = actor.integration;
    const from = {
      actor,
      now: clock(),
      ip: request.ip,
      requestId: request.id,
      timeZone,
      asks,
      patience,
      keepsPlans,
    };
    if (hasDryRun && isAsking(body)) return inCheck(db, from, (context) => work({ context, timeZone, body }));
    const alone = () =>
      onceInTransaction(db, from, key, async (context) => {
        const answer = await work({ context, timeZone, body });
        if (system?.isTest) await takeBack(context, answer);
        return answer;
      }).catch((error: unknown) => {
        if (error instanceof TakenBack) return error.answer;
        throw error;
      });
    if (!gathered || !key || !system || system.isTest || asks) return alone();
    const kind = JSON.stringify([actor.userId, actor.stamp, request.ip, request.url, timeZone]);
    return gathered(kind, { from, key, timeZone, body, request }, alone);
  });
  if (answer.loggedAs !== undefined) reply.header('x-request-id', answer.loggedAs);
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
}
