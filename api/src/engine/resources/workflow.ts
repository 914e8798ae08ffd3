import type { Db } from '@innkeeper/db';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { requirePermission } from '../../access/actor.ts';
import { withActor } from '../../access/authenticate.ts';
import { type Body, readPlainBody } from '../../platform/http/body.ts';
import { ApiError } from '../../platform/http/fail.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { WriteContext } from './behaviour.ts';
import { keyOf, timeZoneOf, wantsQuestions } from './routes.ts';
import { isAsking } from './bulk.ts';
import { createGroupCommit } from './group-commit.ts';
import { type Answer, type OnceKey, type WriteRequest, inCheck, manyOnce, onceInTransaction } from './transaction.ts';
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

/** A write that is gathered, before it has a transaction. */
export interface GatheredRequest extends Omit<Workflow, 'context'> {
  readonly request: FastifyRequest;
}

interface Waiting extends GatheredRequest {
  readonly from: WriteRequest;
  readonly key: OnceKey;
}

/** Writes several by one transaction. It answers each in the order in which they were asked, and leaves nothing of those that it refuses. */
export type WorkTogether = (
  context: WriteContext,
  asked: readonly GatheredRequest[],
) => Promise<readonly (Answer | ApiError)[]>;

/** Gathers the writes of a call of the hotels' own systems. The log has those that were written together under the request of the first. */
export const gather = (db: Db, work: WorkTogether) =>
  createGroupCommit<Waiting, Answer>(async (writes) => {
    const [first] = writes;
    if (!first) return [];
    try {
      const keys = writes.map(({ key }) => key);
      const answers = await manyOnce(db, { ...first.from, patience: 'together' }, keys, (context, news) =>
        work(
          context,
          news.flatMap((place) => writes[place] ?? []),
        ),
      );
      return answers.map((answer) =>
        answer === undefined || answer instanceof ApiError ? answer : { ...answer, loggedAs: first.from.requestId },
      );
    } catch (error) {
      first.request.log.info({ err: error }, 'writes that came together are written alone');
      return [];
    }
  });

export type Gathered = ReturnType<typeof gather>;

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
