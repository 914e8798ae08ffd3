import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { ApiError, validationError } from '../../platform/http/api-error.ts';
import type { ResourceHooks, Row, Values, WriteContext } from '../../engine/resources/resource-hooks.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { evaluateDueMembers } from '../../domain/tier-changes.ts';

/**
 * Memberships. Two that are open in one region cannot have the same rank, except 0 (see membership_rank_excl). A lower
 * required number of visits, or an added or removed tier, upgrades members who now have enough; the database finds them
 * (queue_status_recount_on_update).
 */
export const membership = (outbox: Outbox): ResourceHooks => ({
  beforeWrite: (context, values, before) => (context.dryRun ? assertRankFree(context, values, before) : undefined),
  batchCreate: {
    before: async (context, memberships) => (context.dryRun ? checkRanks(context, memberships) : memberships),
    after: async (context) => void (await evaluateDueMembers(context, outbox)),
  },
  afterCreate: async (context) => void (await evaluateDueMembers(context, outbox)),
  afterUpdate: async (context) => void (await evaluateDueMembers(context, outbox)),
  afterDelete: async (context) => void (await evaluateDueMembers(context, outbox)),
  afterRestore: async (context) => void (await evaluateDueMembers(context, outbox)),
});

/** A batch of memberships is checked one after the other, so that each check includes those before it. */
async function checkRanks(context: WriteContext, memberships: readonly Values[]): Promise<(Values | ApiError)[]> {
  const results: (Values | ApiError)[] = [];
  for (const values of memberships)
    results.push(
      await assertRankFree(context, values, null).catch((error: unknown) => {
        if (error instanceof ApiError) return error;
        throw error;
      }),
    );
  return results;
}

/** Checks the rule of membership_rank_excl in a dry run, where the membership is not written. */
async function assertRankFree({ tx, dryRun }: WriteContext, values: Values, before: Row | null): Promise<Values> {
  const { rank = 0, restrict_region_id: region = null }: Values = { ...before, ...values };
  if (Number(rank) === 0) return values;
  const checkedMemberships = dryRun?.get(`rank ${String(rank)}`) ?? [];
  const { rows } = await sql`
    select from membership m
    where m.rank = ${rank} and m.deleted_at is null and m.id <> all(${[before, ...checkedMemberships].flatMap((candidate) => candidate?.id ?? [])}::bigint[])
      and (m.restrict_region_id is null or ${region}::bigint is null or m.restrict_region_id = ${region})`.execute(tx);
  const isRankTaken = checkedMemberships.some(
    (candidate) => region === null || candidate.region === null || candidate.region === region,
  );
  if (rows.length > 0 || isRankTaken) throw validationError({ rank: [message('rank_taken')] });
  dryRun?.set(`rank ${String(rank)}`, [...checkedMemberships, { id: before?.id, region }]);
  return values;
}
