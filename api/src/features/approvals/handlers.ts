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
import { type StoredCall, runStored } from '../../engine/calls/stored-call.ts';
import type { ApprovedRequest, WriteContext } from '../../engine/resources/resource-hooks.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { ApiError, fail } from '../../platform/http/api-error.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { upgradeApproved } from '../../domain/tier-changes.ts';
import {
  type WaitingApproval,
  closeApproval,
  getApproval,
  lockWaiting,
  isWaiting,
  readApprovals,
} from './approvals.ts';
import { type CallLocation, readFacts, hasSameAmounts } from './approval-facts.ts';
import { approvalTexts } from '../../texts/approvals.ts';

/** The implementations of the calls that can be requested, each provided by its own feature. */
type WorkByCall = Readonly<Record<ApprovableCall, unknown>>;

interface ApprovalContext {
  readonly context: WriteContext;
  readonly language: Language;
  readonly request: FastifyRequest;
}

/**
 * Approvals. A call that needs one is tried as requested, rolled back and stored: call and body, with its facts. On
 * approval the same implementation runs once, in the requester's name and with the requester's current permissions. If
 * the price differs or the call fails, nothing is changed and the approval states the reason.
 */
export const approvalHandlers = (
  services: WorkflowServices,
  workByCall: WorkByCall,
): Handlers<typeof approvalCalls> => ({
  'GET /api/approval': async ({ actor, now, language, query: { state, page, per_page } }) => {
    const where = state === 'all' ? sql`true` : isWaiting(now);
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
    const stored = { path: body.path, body: withMoment(body.call, body.body, now), timeZone };
    const requestContext = { context, language, request };
    const tried = await attempt(tx, () => runStored(call, workByCall[body.call], stored, requestContext), 'always');
    if (tried.done !== undefined) throw fail('conflict', { message: approvalTexts.notNeeded });
    if (tried.rejection.code !== 'approval_needed') throw tried.rejection;
    const kind = APPROVABLE_CALLS[body.call];
    const { facts, place } = await previewRequest(workByCall, body.call, stored, requestContext);
    await limitRate(tx, { key: `approval ${actor.userId}`, rateLimit: APPROVAL_RATE_LIMIT }, now, (minutes) =>
      approvalTexts.tooManyRequests({ minutes }),
    );
    const { rows } = await sql<{ id: number }>`
      insert into approval (kind, requested_at, requested_by_id, expires_at, reason, needs, hotel_id, country_id, call,
          path, body, time_zone, facts)
      values (${kind}, ${now}, ${actor.userId}, ${now}::timestamptz + make_interval(days => ${APPROVAL_DAYS}),
              ${body.reason}, ${APPROVALS[kind].needs},
              ${place.hotel}, ${place.country}, ${body.call}, ${JSON.stringify(stored.path)}::jsonb,
              ${JSON.stringify(stored.body)}::jsonb, ${timeZone}, ${JSON.stringify(facts)}::jsonb)
      returning id`.execute(tx);
    const id = rows[0]?.id ?? 0;
    await mailApprovers(tx, services.outbox, id);
    return { data: await getApproval(tx, actor, now, id, language) };
  },

  'POST /api/approval/{id}/approve': async ({ context, language, request, path: { id }, body: { decision } }) => {
    const { tx, actor, now } = context;
    const waiting = await lockWaiting(tx, actor, now, id, false);
    const { requested_by_id, member_card_id } = waiting;
    if (member_card_id !== null) {
      await approveUpgrade(services.outbox, context, { id, cardId: member_card_id, decision });
    } else {
      const requester = requested_by_id === null ? undefined : await loadActorByUserId(tx, requested_by_id);
      const failure = requester
        ? await executeRequest(
            workByCall,
            waiting,
            { context: { ...context, actor: requester }, language, request },
            actor,
          )
        : approvalTexts.requesterInactive;
      await closeApproval(tx, actor, now, id, { outcome: failure ? 'failed' : 'approved', decision, failure });
    }
    await notifyRequester(services.outbox, tx, waiting);
    return { data: await getApproval(tx, actor, now, id, language) };
  },

  'POST /api/approval/{id}/reject': async ({
    context: { tx, actor, now },
    language,
    path: { id },
    body: { decision },
  }) => {
    const waiting = await lockWaiting(tx, actor, now, id, false);
    await closeApproval(tx, actor, now, id, { outcome: 'rejected', decision });
    await notifyRequester(services.outbox, tx, waiting);
    return { data: await getApproval(tx, actor, now, id, language) };
  },

  'POST /api/approval/{id}/withdraw': async ({ context: { tx, actor, now }, language, path: { id } }) => {
    await lockWaiting(tx, actor, now, id, true);
    await closeApproval(tx, actor, now, id, { outcome: 'withdrawn' });
    return { data: await getApproval(tx, actor, now, id, language) };
  },
});

/**
 * Notifies the requester of the decision by mail. Not for upgrades: the user who posted the visit did not request one.
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
  const tried = await attempt(
    tx,
    async () => {
      // A tier upgrade requires a recorded approval.
      await closeApproval(tx, actor, now, id, { outcome: 'approved', decision });
      if (!(await upgradeApproved({ tx }, outbox, cardId))) throw fail('conflict', { message: approvalTexts.notDue });
    },
    'on rejection',
  );
  if (tried.rejection)
    await closeApproval(tx, actor, now, id, { outcome: 'failed', decision, failure: tried.rejection.label });
}

/** A sale is dated on the day of its request. */
const SALES = new Set<ApprovableCall>(['POST /api/transaction/wizard', 'POST /api/transaction/free_membership']);
const withMoment = (call: ApprovableCall, body: StoredCall['body'], now: Date): StoredCall['body'] =>
  SALES.has(call) && (body.transaction_date ?? '') === '' ? { ...body, transaction_date: now.toISOString() } : body;

/** The response that the call would give once approved; everything is rolled back. Throws its rejection. */
async function previewRequest(
  workByCall: WorkByCall,
  name: ApprovableCall,
  stored: StoredCall,
  { context, ...rest }: ApprovalContext,
): Promise<{ facts: ApprovalFacts; place: CallLocation }> {
  const approved: ApprovedRequest = { kind: APPROVABLE_CALLS[name], by: null };
  const tried = await attempt(
    context.tx,
    async () =>
      readFacts(
        context.tx,
        name,
        stored,
        await runStored(getDefinition(name), workByCall[name], stored, { ...rest, context: { ...context, approved } }),
      ),
    'always',
  );
  if (tried.rejection) throw tried.rejection;
  return tried.done;
}

/** Executes the call in the requester's name. Returns why it failed, in which case everything is rolled back. */
async function executeRequest(
  workByCall: WorkByCall,
  { call: name, path, body, time_zone, kind, facts }: Awaited<ReturnType<typeof lockWaiting>>,
  { context, ...rest }: ApprovalContext,
  approver: Actor,
): Promise<Label | null> {
  const { tx, actor: requester } = context;
  if (name === null || !isApprovableCall(name)) return approvalTexts.requesterInactive;
  const stored = { path, body, timeZone: time_zone };
  const approved: ApprovedRequest = { kind, by: approver.userId };
  await actAs(tx, requester);
  const tried = await attempt(
    tx,
    async () => {
      requirePermission(requester, ...getDefinition(name).rights);
      const response = await runStored(getDefinition(name), workByCall[name], stored, {
        ...rest,
        context: { ...context, approved },
      });
      const { facts: now } = await readFacts(tx, name, stored, response);
      if (!hasSameAmounts(facts, now)) throw fail('conflict', { message: priceChanged(facts, now) });
    },
    'on rejection',
  );
  await actAs(tx, approver);
  return tried.rejection?.label ?? null;
}

const getDefinition = (name: ApprovableCall): CallDefinition => ({ ...calls, ...APPROVABLE_RECORD_CALLS })[name];
const isApprovableCall = (name: string): name is ApprovableCall => Object.hasOwn(APPROVABLE_CALLS, name);
const actAs = (tx: Tx, { userId }: Actor) =>
  sql`select set_config('innkeeper.actor', ${String(userId)}, true)`.execute(tx);

type Attempt<T> =
  | { readonly done: T; readonly rejection?: never }
  | { readonly done?: never; readonly rejection: ApiError };

/** Runs work within the transaction and rolls it back, either always or only if it was rejected. */
async function attempt<T>(tx: Tx, work: () => Promise<T>, back: 'always' | 'on rejection'): Promise<Attempt<T>> {
  await sql`savepoint attempt`.execute(tx);
  try {
    const done = await work();
    await sql.raw(back === 'always' ? 'rollback to savepoint attempt' : 'release savepoint attempt').execute(tx);
    return { done };
  } catch (error) {
    const rejection = error instanceof ApiError ? error : undefined;
    if (!rejection) throw error;
    await sql`rollback to savepoint attempt`.execute(tx);
    return { rejection };
  }
}

const priceChanged = (requestedFacts: ApprovalFacts, currentFacts: ApprovalFacts): Label => {
  const [before = '', after = ''] = [requestedFacts, currentFacts].map(({ currency, grand_total }) =>
    `${currency ?? ''} ${grand_total ?? ''}`.trim(),
  );
  return approvalTexts.amountChanged({ before, after });
};
