import type { Db } from '@innkeeper/db';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { requirePermission } from '../../access/actor.ts';
import { withActor } from '../../access/authenticate.ts';
import { type Body, readPlainBody } from '../../platform/http/body.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { WriteContext } from './resource-hooks.ts';
import { getIdempotencyKey, getTimeZone, prefersConfirmation } from './routes.ts';
import { isDryRunBody } from './bulk.ts';
import { type StoredResponse, type WriteRequest, runDryRun, runIdempotent } from './transaction.ts';
import type { WriteServices } from './write-services.ts';

/** The services of a call that does more than write one record, and may send account mails. */
export interface WorkflowServices extends WriteServices {
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

/** Aborts the transaction of an integration in test mode and carries its response. */
class RolledBack extends Error {
  readonly response: StoredResponse;
  constructor(response: StoredResponse) {
    super('taken back');
    this.response = response;
  }
}

/** Rolls back the write of an integration in test mode, after checking the deferred constraints. */
async function rollBack({ tx }: WriteContext, response: StoredResponse): Promise<never> {
  await sql`set constraints all immediate`.execute(tx);
  throw new RolledBack(response);
}

/**
 * Handles a call that does more than write one record: one transaction, idempotent by its Idempotency-Key. A dry run,
 * if the call has one, only checks. Any one of `codes` is required, if there are any. `lockTimeout` and `reusesPlans`:
 * see WriteRequest.
 */
export async function runWorkflow(
  { db, clock }: { readonly db: Db; readonly clock: () => Date },
  request: FastifyRequest,
  reply: FastifyReply,
  codes: readonly string[],
  work: (workflow: Workflow) => Promise<StoredResponse>,
  {
    lockTimeout,
    hasDryRun,
    reusesPlans,
  }: Pick<WriteRequest, 'lockTimeout' | 'reusesPlans'> & { readonly hasDryRun?: boolean } = {},
): Promise<FastifyReply> {
  const body = await readPlainBody(request);
  const key = getIdempotencyKey(request, body);
  const timeZone = getTimeZone(request);
  const response = await withActor(request, (actor) => {
    if (codes.length > 0) requirePermission(actor, ...codes);
    const wantsConfirmation = prefersConfirmation(request);
    const writeRequest = {
      actor,
      now: clock(),
      ip: request.ip,
      requestId: request.id,
      timeZone,
      wantsConfirmation,
      lockTimeout,
      reusesPlans,
    };
    if (hasDryRun && isDryRunBody(body))
      return runDryRun(db, writeRequest, (context) => work({ context, timeZone, body }));
    return runIdempotent(db, writeRequest, key, async (context) => {
      const response = await work({ context, timeZone, body });
      if (actor.integration?.isTest) await rollBack(context, response);
      return response;
    }).catch((error: unknown) => {
      if (error instanceof RolledBack) return error.response;
      throw error;
    });
  });
  return reply.code(response.status).type('application/json; charset=utf-8').send(response.body);
}
