import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { ApiError, invalid } from '../../platform/http/api-error.ts';
import type { ResourceHooks, Row, Values, WriteContext } from '../../engine/resources/resource-hooks.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { evaluateDue } from '../../domain/tier-changes.ts';

/**
 * Memberships. Two that are open in one region cannot have the same rank, except 0 (see membership_rank_excl). A lower
 * required number of visits, or an added or removed tier, upgrades members who now have enough; the database finds them
 * (queue_status_recount_on_update).
 */
export const membership = (outbox: Outbox): ResourceHooks => ({
  beforeWrite: (context, values, before) => (context.check ? assertRankFree(context, values, before) : undefined),
  many: {
    before: async (context, memberships) => (context.check ? checkRanks(context, memberships) : memberships),
    after: async (context) => void (await evaluateDue(context, outbox)),
  },
  afterCreate: async (context) => void (await evaluateDue(context, outbox)),
  afterUpdate: async (context) => void (await evaluateDue(context, outbox)),
  afterDelete: async (context) => void (await evaluateDue(context, outbox)),
  afterRestore: async (context) => void (await evaluateDue(context, outbox)),
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
async function assertRankFree({ tx, check }: WriteContext, values: Values, before: Row | null): Promise<Values> {
  const { rank = 0, restrict_region_id: region = null }: Values = { ...before, ...values };
  if (Number(rank) === 0) return values;
  const others = check?.get(`rank ${String(rank)}`) ?? [];
  const { rows } = await sql`
    select from membership m
    where m.rank = ${rank} and m.deleted_at is null and m.id <> all(${[before, ...others].flatMap((neighbour) => neighbour?.id ?? [])}::bigint[])
      and (m.restrict_region_id is null or ${region}::bigint is null or m.restrict_region_id = ${region})`.execute(tx);
  const isRankTaken = others.some(
    (neighbour) => region === null || neighbour.region === null || neighbour.region === region,
  );
  if (rows.length > 0 || isRankTaken) throw invalid({ rank: [message('rank_taken')] });
  check?.set(`rank ${String(rank)}`, [...others, { id: before?.id, region }]);
  return values;
}
