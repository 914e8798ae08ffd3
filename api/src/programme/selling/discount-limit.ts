import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { discountLimitOf } from '../../access/own-rights.ts';
import type { WriteContext } from '../../engine/resources/behaviour.ts';
import { invalid } from '../../platform/http/fail.ts';

/** How a discount stands to an amount, and to how much of it the role group of the actor may take off: `limit`, in percent. */
export async function weighDiscount({ tx, actor }: WriteContext, discount: unknown, amount: string) {
  if (discount === undefined || discount === null || Number(discount) === 0) return NONE;
  const limit = await discountLimitOf(tx, actor);
  // Sums are compared where they are exact.
  const { rows } = await sql<{ isMore: boolean; isBeyond: boolean }>`
    select ${discount}::numeric > ${amount}::numeric as "isMore",
           ${discount}::numeric * 100 > ${amount}::numeric * ${limit} as "isBeyond"`.execute(tx);
  return { ...(rows[0] ?? NONE), limit };
}

const NONE = { isMore: false, isBeyond: false, limit: 0 };

/** Refuses a discount that is more than the amount, or more than the actor may take off it. Throws a 422 that says how many percent that is. */
export async function refuseDiscount(context: WriteContext, discount: unknown, amount: string): Promise<void> {
  const { isMore, isBeyond, limit } = await weighDiscount(context, discount, amount);
  if (isMore) throw invalid({ discount: [message('max', amount)] });
  if (isBeyond) throw invalid({ discount: [message('discount_limit', limit)] });
}
