import { APPROVALS, APPROVAL_DAYS, type Label, type Language } from '@innkeeper/contract';
import {
  APPROVABLE_CALLS,
  APPROVABLE_RECORD_CALLS,
  type ApprovalFacts,
  type ApprovableCall,
  type CallDefinition,
  type approvalCalls,
  calls,
} from '@innkeeper/contract/calls';
import type { Tx } from '@innkeeper/db';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { type Actor, loadActorByUserId, requirePermission } from '../../access/actor.ts';
import { mailApprovers } from '../../access/decision-rights.ts';
import { APPROVAL_RATE_LIMIT, limitRate } from '../../access/throttle.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import { type StoredCall, runStoredCall } from '../../engine/calls/stored-call.ts';
import type { ApprovedRequest, WriteContext } from '../../engine/resources/resource-hooks.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { ApiError, apiError } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { upgradeApproved } from '../../domain/tier-changes.ts';
import {
  type WaitingApproval,
  closeApproval,
  getApproval,
  lockWaitingApproval,
  isWaitingSql,
  readApprovals,
} from './approvals.ts';
import { type CallLocation, readApprovalFacts, hasSameAmounts } from './approval-facts.ts';
import { approvalTexts } from '../../texts/approvals.ts';

/** The implementations of the calls that can be requested, each provided by its own feature. */
type HandlerByCall = Readonly<Record<ApprovableCall, unknown>>;

interface ApprovalContext {
  readonly context: WriteContext;
  readonly language: Language;
  readonly request: FastifyRequest;
}

/**
 * Approvals. A call that needs one is executed and rolled back, then stored with its body and facts. On approval, the
 * same implementation runs once, in the requester's name and with the requester's current permissions. If the price
 * differs or the call fails, nothing changes and the approval states the reason.
 */
export const approvalHandlers = (
  services: WorkflowServices,
  handlerByCall: HandlerByCall,
): Handlers<typeof approvalCalls> => ({
  'GET /api/approval': async ({ actor, now, language, query: { state, page, per_page } }) => {
    const where = state === 'all' ? sql`true` : isWaitingSql(now);
    const { data, total } = await readApprovals(services.db.kysely, actor, now, {
      where,
      page,
      perPage: per_page,
      language,
    });
    return { data, meta: { page, per_page, total } };
  },

  'POST /api/approval': async ({ context, timeZone, language, request, body }) => {
    const { tx, actor, now } = context;
    const call = getDefinition(body.call);
    requirePermission(actor, ...call.rights);
    const storedCall = { path: body.path, body: withTransactionDate(body.call, body.body, now), timeZone };
    const requestContext = { context, language, request };
    const result = await attempt(
      tx,
      () => runStoredCall(call, handlerByCall[body.call], storedCall, requestContext),
      'always',
    );
    if (result.value !== undefined) throw apiError('conflict', { message: approvalTexts.notNeeded });
    if (result.rejection.code !== 'approval_needed') throw result.rejection;
    const kind = APPROVABLE_CALLS[body.call];
    const { facts, location } = await previewRequest(handlerByCall, body.call, storedCall, requestContext);
    await limitRate(tx, { key: `approval ${actor.userId}`, rateLimit: APPROVAL_RATE_LIMIT }, now, (minutes) =>
      approvalTexts.tooManyRequests({ minutes }),
    );
    const { rows } = await sql<{ id: number }>`
      insert into approval (kind, requested_at, requested_by_id, expires_at, reason, needs, hotel_id, country_id, call,
          path, body, time_zone, facts)
      values (${kind}, ${now}, ${actor.userId}, ${now}::timestamptz + make_interval(days => ${APPROVAL_DAYS}),
              ${body.reason}, ${APPROVALS[kind].needs},
              ${location.hotel}, ${location.country}, ${body.call}, ${JSON.stringify(storedCall.path)}::jsonb,
              ${JSON.stringify(storedCall.body)}::jsonb, ${timeZone}, ${JSON.stringify(facts)}::jsonb)
      returning id`.execute(tx);
    const id = rows[0]?.id ?? 0;
    await mailApprovers(tx, services.outbox, id);
    return { data: await getApproval(tx, actor, now, id, language) };
  },

  'POST /api/approval/{id}/approve': async ({ context, language, request, path: { id }, body: { decision } }) => {
    const { tx, actor, now } = context;
    const approval = await lockWaitingApproval(tx, actor, now, id, false);
    const { requested_by_id, member_card_id } = approval;
    if (member_card_id !== null) {
      await approveUpgrade(services.outbox, context, { id, cardId: member_card_id, decision });
    } else {
      const requester = requested_by_id === null ? undefined : await loadActorByUserId(tx, requested_by_id);
      const failure = requester
        ? await executeRequest(
            handlerByCall,
            approval,
            { context: { ...context, actor: requester }, language, request },
            actor,
          )
        : approvalTexts.requesterInactive;
      await closeApproval(tx, actor, now, id, { outcome: failure ? 'failed' : 'approved', decision, failure });
    }
    await notifyRequester(services.outbox, tx, approval);
    return { data: await getApproval(tx, actor, now, id, language) };
  },

  'POST /api/approval/{id}/reject': async ({
    context: { tx, actor, now },
    language,
    path: { id },
    body: { decision },
  }) => {
    const approval = await lockWaitingApproval(tx, actor, now, id, false);
    await closeApproval(tx, actor, now, id, { outcome: 'rejected', decision });
    await notifyRequester(services.outbox, tx, approval);
    return { data: await getApproval(tx, actor, now, id, language) };
  },

  'POST /api/approval/{id}/withdraw': async ({ context: { tx, actor, now }, language, path: { id } }) => {
    await lockWaitingApproval(tx, actor, now, id, true);
    await closeApproval(tx, actor, now, id, { outcome: 'withdrawn' });
    return { data: await getApproval(tx, actor, now, id, language) };
  },
});

/**
 * Notifies the requester of the decision by mail. Upgrades send none: the user who posted the visit did not request
 * one.
 */
const notifyRequester = async (outbox: Outbox, tx: Tx, { kind, requested_by_id }: WaitingApproval): Promise<void> => {
  if (kind !== 'upgrade' && requested_by_id !== null)
    await outbox(tx, { letter: 'approval_decided', userId: requested_by_id });
};

/** Approves and executes an upgrade, or records why it failed. */
async function approveUpgrade(
  outbox: Outbox,
  { tx, actor, now }: WriteContext,
  { id, cardId, decision }: { readonly id: number; readonly cardId: number; readonly decision: string | null },
): Promise<void> {
  const result = await attempt(
    tx,
    async () => {
      // A tier upgrade requires a recorded approval.
      await closeApproval(tx, actor, now, id, { outcome: 'approved', decision });
      if (!(await upgradeApproved({ tx }, outbox, cardId)))
        throw apiError('conflict', { message: approvalTexts.notDue });
    },
    'on rejection',
  );
  if (result.rejection)
    await closeApproval(tx, actor, now, id, { outcome: 'failed', decision, failure: result.rejection.label });
}

/** A sale is dated on the day of its request. */
const SALE_CALLS = new Set<ApprovableCall>(['POST /api/transaction/wizard', 'POST /api/transaction/free_membership']);
const withTransactionDate = (call: ApprovableCall, body: StoredCall['body'], now: Date): StoredCall['body'] =>
  SALE_CALLS.has(call) && (body.transaction_date ?? '') === ''
    ? { ...body, transaction_date: now.toISOString() }
    : body;

/**
 * Executes the call as if it were approved and rolls everything back. Returns the facts and location of its response;
 * throws its rejection.
 */
async function previewRequest(
  handlerByCall: HandlerByCall,
  name: ApprovableCall,
  storedCall: StoredCall,
  { context, ...callContext }: ApprovalContext,
): Promise<{ facts: ApprovalFacts; location: CallLocation }> {
  const approved: ApprovedRequest = { kind: APPROVABLE_CALLS[name], by: null };
  const result = await attempt(
    context.tx,
    async () =>
      readApprovalFacts(
        context.tx,
        name,
        storedCall,
        await runStoredCall(getDefinition(name), handlerByCall[name], storedCall, {
          ...callContext,
          context: { ...context, approved },
        }),
      ),
    'always',
  );
  if (result.rejection) throw result.rejection;
  return result.value;
}

/** Executes the call in the requester's name. If it fails, rolls everything back and returns the reason. */
async function executeRequest(
  handlerByCall: HandlerByCall,
  { call: name, path, body, time_zone, kind, facts }: Awaited<ReturnType<typeof lockWaitingApproval>>,
  { context, ...callContext }: ApprovalContext,
  approver: Actor,
): Promise<Label | null> {
  const { tx, actor: requester } = context;
  if (name === null || !isApprovableCall(name)) return approvalTexts.requesterInactive;
  const storedCall = { path, body, timeZone: time_zone };
  const approved: ApprovedRequest = { kind, by: approver.userId };
  await actAs(tx, requester);
  const result = await attempt(
    tx,
    async () => {
      requirePermission(requester, ...getDefinition(name).rights);
      const response = await runStoredCall(getDefinition(name), handlerByCall[name], storedCall, {
        ...callContext,
        context: { ...context, approved },
      });
      const { facts: currentFacts } = await readApprovalFacts(tx, name, storedCall, response);
      if (!hasSameAmounts(facts, currentFacts))
        throw apiError('conflict', { message: createPriceChangeMessage(facts, currentFacts) });
    },
    'on rejection',
  );
  await actAs(tx, approver);
  return result.rejection?.label ?? null;
}

const getDefinition = (name: ApprovableCall): CallDefinition => ({ ...calls, ...APPROVABLE_RECORD_CALLS })[name];
const isApprovableCall = (name: string): name is ApprovableCall => Object.hasOwn(APPROVABLE_CALLS, name);
const actAs = (tx: Tx, { userId }: Actor) =>
  sql`select set_config('innkeeper.actor', ${String(userId)}, true)`.execute(tx);

type Attempt<T> =
  | { readonly value: T; readonly rejection?: never }
  | { readonly value?: never; readonly rejection: ApiError };

/** Runs work within the transaction. Rolls it back always, or only if it was rejected. */
async function attempt<T>(tx: Tx, work: () => Promise<T>, rollback: 'always' | 'on rejection'): Promise<Attempt<T>> {
  await sql`savepoint attempt`.execute(tx);
  try {
    const value = await work();
    await sql.raw(rollback === 'always' ? 'rollback to savepoint attempt' : 'release savepoint attempt').execute(tx);
    return { value };
  } catch (error) {
    const rejection = error instanceof ApiError ? error : undefined;
    if (!rejection) throw error;
    await sql`rollback to savepoint attempt`.execute(tx);
    return { rejection };
  }
}

const createPriceChangeMessage = (requestedFacts: ApprovalFacts, currentFacts: ApprovalFacts): Label => {
  const [before = '', after = ''] = [requestedFacts, currentFacts].map(({ currency, grand_total }) =>
    `${currency ?? ''} ${grand_total ?? ''}`.trim(),
  );
  return approvalTexts.amountChanged({ before, after });
};
