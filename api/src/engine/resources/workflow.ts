import type { Db } from '@innkeeper/db';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { requirePermission } from '../../access/actor.ts';
import { withActor } from '../../access/authenticate.ts';
import { type Body, readPlainBody } from '../../platform/http/body.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import type { WriteContext } from './resource-hooks.ts';
import { keyOf, timeZoneOf, prefersConfirmation } from './routes.ts';
import { isDryRunBody } from './bulk.ts';
import type { Batcher } from './write-batcher.ts';
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

/** Aborts the transaction of a dry run, carrying its response. */
class RolledBack extends Error {
  readonly response: StoredResponse;
  constructor(response: StoredResponse) {
    super('taken back');
    this.response = response;
  }
}

/** Ends a dry run. Deferred constraints are checked first. */
async function rollBack({ tx }: WriteContext, response: StoredResponse): Promise<never> {
  await sql`set constraints all immediate`.execute(tx);
  throw new RolledBack(response);
}

/**
 * Handles a call that does more than write one record: one transaction, idempotent by its Idempotency-Key. A dry run,
 * if the call has one, only checks. Any one of `codes` is required, if there are any. `lockTimeout` and `reusesPlans`:
 * see WriteRequest. `batcher` batches writes of the hotels' own systems.
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
    batcher,
  }: Pick<WriteRequest, 'lockTimeout' | 'reusesPlans'> & {
    readonly hasDryRun?: boolean;
    readonly batcher?: Batcher;
  } = {},
): Promise<FastifyReply> {
  const body = await readPlainBody(request);
  const key = keyOf(request, body);
  const timeZone = timeZoneOf(request);
  const response = await withActor(request, (actor) => {
    if (codes.length > 0) requirePermission(actor, ...codes);
    const wantsConfirmation = prefersConfirmation(request);
    const system = actor.integration;
    const from = {
      actor,
      now: clock(),
      ip: request.ip,
      requestId: request.id,
      timeZone,
      wantsConfirmation,
      lockTimeout,
      reusesPlans,
    };
    if (hasDryRun && isDryRunBody(body)) return runDryRun(db, from, (context) => work({ context, timeZone, body }));
    const single = () =>
      runIdempotent(db, from, key, async (context) => {
        const response = await work({ context, timeZone, body });
        if (system?.isTest) await rollBack(context, response);
        return response;
      }).catch((error: unknown) => {
        if (error instanceof RolledBack) return error.response;
        throw error;
      });
    if (!batcher || !key || !system || system.isTest || wantsConfirmation) return single();
    const kind = JSON.stringify([actor.userId, actor.stamp, request.ip, request.url, timeZone]);
    return batcher(kind, { from, key, timeZone, body, request }, single);
  });
  if (response.loggedAs !== undefined) reply.header('x-request-id', response.loggedAs);
  return reply.code(response.status).type('application/json; charset=utf-8').send(response.body);
}
