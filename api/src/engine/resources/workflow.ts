import type { Db, Patience } from '@innkeeper/db';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { requirePermission } from '../../access/actor.ts';
import { withActor } from '../../access/authenticate.ts';
import { type Body, readPlainBody } from '../../platform/http/body.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { WriteContext } from './behaviour.ts';
import { keyOf, timeZoneOf } from './routes.ts';
import { type Answer, inTransaction, once } from './transaction.ts';
import type { WriteServices } from './write-services.ts';

/** What a call needs that does more than write one record, and may have somebody written to. */
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

/**
 * Answers a call that does more than write one record: one transaction, once for its Idempotency-Key. `codes`: any one is needed, where there are any.
 * `patience`: how long its statements may take.
 */
export async function runWorkflow(
  { db, clock }: { readonly db: Db; readonly clock: () => Date },
  request: FastifyRequest,
  reply: FastifyReply,
  codes: readonly string[],
  work: (workflow: Workflow) => Promise<Answer>,
  patience?: Patience,
): Promise<FastifyReply> {
  const body = await readPlainBody(request);
  const key = keyOf(request, body);
  const timeZone = timeZoneOf(request);
  const answer = await withActor(request, (actor) => {
    if (codes.length > 0) requirePermission(actor, ...codes);
    const from = { actor, now: clock(), ip: request.ip, requestId: request.id, timeZone, patience };
    return inTransaction(db, from, (context) => once(context, key, () => work({ context, timeZone, body })));
  });
  return reply.code(answer.status).type('application/json; charset=utf-8').send(answer.body);
}
