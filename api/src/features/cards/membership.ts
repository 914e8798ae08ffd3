import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { type ApiError, validationError } from '../../platform/http/api-error.ts';
import {
  type ResourceHooks,
  type Row,
  type Values,
  type WriteContext,
  checkEach,
} from '../../engine/resources/resource-hooks.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { evaluateDueMembers } from '../../domain/tier-changes.ts';

/**
 * Memberships. Two that are open in one region cannot have the same rank, except 0 (see membership_rank_excl). A lower
 * required number of visits, or an added or removed tier, upgrades members who now have enough; the database finds them
 * (queue_status_recount_on_update).
 */
export const membership = (outbox: Outbox): ResourceHooks => ({
  check: checkEach((context, { action, before, values }) =>
    action === 'delete' ? undefined : findTakenRank(context, values, before),
  ),
  after: async (context) => void (await evaluateDueMembers(context, outbox)),
});

/** Checks the rule of membership_rank_excl, also among the memberships of this write. */
async function findTakenRank(
  { tx, acceptedRows }: WriteContext,
  values: Values,
  before: Row | null,
): Promise<ApiError | undefined> {
  const { rank = 0, restrict_region_id: region = null }: Values = { ...before, ...values };
  if (Number(rank) === 0) return undefined;
  const key = `rank ${String(rank)}`;
  const accepted = acceptedRows?.get(key) ?? [];
  const { rows } = await sql`
    select from membership m
    where m.rank = ${rank} and m.deleted_at is null
      and m.id <> all(${[before, ...accepted].flatMap((candidate) => candidate?.id ?? [])}::bigint[])
      and (m.restrict_region_id is null or ${region}::bigint is null or m.restrict_region_id = ${region})`.execute(tx);
  const isRankTaken = accepted.some(
    (candidate) => region === null || candidate.region === null || candidate.region === region,
  );
  if (rows.length > 0 || isRankTaken) return validationError({ rank: [message('rank_taken')] });
  acceptedRows?.set(key, [...accepted, { id: before?.id, region }]);
  return undefined;
}
