import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { ApiError, invalid } from '../../platform/http/fail.ts';
import type { Behaviour, Row, Values, WriteContext } from '../../engine/resources/behaviour.ts';
import type { Outbox } from '../../platform/mail/outbox.ts';
import { judgeDue } from './levels.ts';

/**
 * Memberships. No two that are open in one region have the same rank, but for 0 (see membership_rank_excl). Fewer visits that one
 * asks for, and a rung that comes or goes, lift the members who have the visits by now: the database knows them (refresh_holders).
 */
export const membership = (outbox: Outbox): Behaviour => ({
  beforeWrite: (context, values, before) => (context.check ? refuseTakenRank(context, values, before) : undefined),
  many: {
    before: async (context, memberships) => (context.check ? ranksAmong(context, memberships) : memberships),
    after: async (context) => void (await judgeDue(context, outbox)),
  },
  afterCreate: async (context) => void (await judgeDue(context, outbox)),
  afterUpdate: async (context) => void (await judgeDue(context, outbox)),
  afterDelete: async (context) => void (await judgeDue(context, outbox)),
  afterRestore: async (context) => void (await judgeDue(context, outbox)),
});

/** Many memberships at once are checked one after the other, so that each knows those before it. */
async function ranksAmong(context: WriteContext, memberships: readonly Values[]): Promise<(Values | ApiError)[]> {
  const answers: (Values | ApiError)[] = [];
  for (const values of memberships)
    answers.push(
      await refuseTakenRank(context, values, null).catch((error: unknown) => {
        if (error instanceof ApiError) return error;
        throw error;
      }),
    );
  return answers;
}

/** Checks the rule of membership_rank_excl for a membership that is not written. */
async function refuseTakenRank({ tx, check }: WriteContext, values: Values, before: Row | null): Promise<Values> {
  const { rank = 0, restrict_region_id: region = null }: Values = { ...before, ...values };
  if (Number(rank) === 0) return values;
  const others = check?.get(`rank ${String(rank)}`) ?? [];
  const { rows } = await sql`
    select from membership m
    where m.rank = ${rank} and m.deleted_at is null and m.id <> all(${[before, ...others].flatMap((one) => one?.id ?? [])}::bigint[])
      and (m.restrict_region_id is null or ${region}::bigint is null or m.restrict_region_id = ${region})`.execute(tx);
  const isGiven = others.some((one) => region === null || one.region === null || one.region === region);
  if (rows.length > 0 || isGiven) throw invalid({ rank: [message('rank_taken')] });
  check?.set(`rank ${String(rank)}`, [...others, { id: before?.id, region }]);
  return values;
}
