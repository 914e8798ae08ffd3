import type { Language } from '@innkeeper/contract';
import type { Approval, ApprovalFacts } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { hasDecisionRightSql, canDecideSql, assertIndependent } from '../../access/decision-rights.ts';
import { instantSql, personSql } from '../../access/named-records.ts';
import { visibleHotelSql } from '../../access/scope.ts';
import { apiError } from '../../platform/http/api-error.ts';
import { approvalTexts } from '../../texts/approvals.ts';

type Executor = Db['kysely'] | Tx;

/** A call that waits for approval, as it was requested. */
export interface WaitingApproval {
  readonly id: number;
  readonly kind: Approval['kind'];
  /** Null for an upgrade that was triggered by visits without a posting user. */
  readonly requested_by_id: number | null;
  /** Null for an upgrade, which visits trigger. */
  readonly call: string | null;
  /** The card of an upgrade. */
  readonly member_card_id: number | null;
  readonly path: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly time_zone: string;
  readonly facts: ApprovalFacts;
}

const stateSql = (now: Date) =>
  sql`case when a.outcome is null and a.expires_at <= ${now} then 'expired' else coalesce(a.outcome, 'waiting') end`;

/** Approvals that the actor requested, decided or can decide, newest first. */
export async function readApprovals(
  db: Executor,
  actor: Actor,
  now: Date,
  {
    where = sql`true`,
    page = 1,
    perPage = 1,
    language,
  }: { where?: RawBuilder<unknown>; page?: number; perPage?: number; language: Language },
): Promise<{ readonly data: readonly Approval[]; readonly total: number }> {
  const visibleCondition = sql`(a.requested_by_id = ${actor.userId} or a.decided_by_id = ${actor.userId}
        or ${canDecideSql(actor, now)}) and ${where}`;
  const { rows } = await sql<Approval>`
    select a.id, a.kind, ${stateSql(now)} as state, ${instantSql('a.requested_at')} as requested_at, case when u.id is not null then ${personSql('u')} end as requested_by,
           ${instantSql('a.expires_at')} as expires_at, a.reason, a.facts, ${instantSql('a.decided_at')} as decided_at,
           ${personSql('d')} as decided_by,
           a.decision, a.failure ->> ${language} as failure, ${canDecideSql(actor, now)} as may_decide,
           ${isOwnSql(actor)} as is_own
    from approval a left join users u on u.id = a.requested_by_id left join users d on d.id = a.decided_by_id
    where ${visibleCondition} order by a.id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(db);
  const countResult = await sql<{
    total: number;
  }>`select count(*)::int as total from approval a where ${visibleCondition}`.execute(db);
  return { data: rows, total: countResult.rows[0]?.total ?? 0 };
}

/** SQL: whether the actor made the request. A request triggered by visits cannot be withdrawn by anyone. */
const isOwnSql = ({ userId }: Actor) =>
  sql<boolean>`coalesce(a.requested_by_id = ${userId} and a.kind <> 'upgrade', false)`;

/** SQL: an approval that is undecided and not expired. */
export const isWaitingSql = (now: Date): RawBuilder<unknown> => sql`a.outcome is null and a.expires_at > ${now}`;

export async function getApproval(tx: Tx, actor: Actor, now: Date, id: number, language: Language): Promise<Approval> {
  const { data } = await readApprovals(tx, actor, now, { where: sql`a.id = ${id}`, language });
  const [approval] = data;
  if (!approval) throw createNotFoundError(id);
  return approval;
}

const createNotFoundError = (id: number) =>
  apiError('record_not_found', { params: { label: approvalTexts.approval, id } });

/**
 * Locks a waiting approval so that it is decided only once. Throws a 404 if the actor may not see it, and a 409
 * `already_decided`. Throws a 403 for the requester, for a user who is not independent of the requester, and for one
 * who may not make the change without approval. See
 * docs/decisions/0062-require-an-approval-for-actions-above-a-limit.md.
 */
export async function lockWaitingApproval(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: number,
  asRequester: boolean,
): Promise<WaitingApproval> {
  await sql`select pg_advisory_xact_lock(hashtextextended('approval ' || ${id}::bigint, 0))`.execute(tx);
  const { rows } = await sql<
    WaitingApproval & {
      readonly is_waiting: boolean;
      readonly can_decide: boolean;
      readonly is_own: boolean;
      readonly has_decided: boolean;
      readonly could_have_decided: boolean;
      readonly has_decision_right: boolean;
    }
  >`
    select a.id, a.kind, a.requested_by_id, a.call, a.path, a.body, a.time_zone, a.facts, a.member_card_id,
           ${isWaitingSql(now)} as is_waiting,
           ${canDecideSql(actor, now)} as can_decide, ${isOwnSql(actor)} as is_own,
           coalesce(a.decided_by_id = ${actor.userId}, false) as has_decided,
           not (${isWaitingSql(now)}) and a.needs = any(${[...actor.roles]}::text[])
             and ${visibleHotelSql(actor, sql`a.hotel_id`)} as could_have_decided,
           ${hasDecisionRightSql(actor)} as has_decision_right
    from approval a where a.id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row || !(row.can_decide || row.is_own || row.has_decided || row.could_have_decided || row.has_decision_right))
    throw createNotFoundError(id);
  if (!row.is_waiting) throw apiError('already_decided');
  if (asRequester ? row.is_own : row.can_decide) return row;
  if (!row.is_own && row.has_decision_right) {
    await assertIndependent(tx, actor, [row.requested_by_id], now);
    throw apiError('forbidden', { message: approvalTexts.aboveOwnLimit });
  }
  throw apiError('forbidden', { message: approvalTexts.notApprover });
}

export async function closeApproval(
  tx: Tx,
  actor: Actor,
  now: Date,
  id: number,
  { outcome, decision = null, failure = null }: { outcome: string; decision?: string | null; failure?: object | null },
): Promise<void> {
  await sql`update approval set outcome = ${outcome}, decided_at = ${now}, decided_by_id = ${actor.userId},
    decision = ${decision}, failure = ${failure === null ? null : JSON.stringify(failure)}::jsonb,
    request_id = nullif(current_setting('innkeeper.request_id', true), '') where id = ${id}`.execute(tx);
}
