import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { discountLimitOf } from '../../access/own-rights.ts';
import type { WriteContext } from '../../engine/resources/resource-hooks.ts';
import { invalid } from '../../platform/http/api-error.ts';

/**
 * Compares a discount with an amount, and with the part of it that the actor's role group may take off: `limit`, in
 * percent.
 */
export async function evaluateDiscount({ tx, actor }: WriteContext, discount: unknown, amount: string) {
  if (discount === undefined || discount === null || Number(discount) === 0) return NONE;
  const limit = await discountLimitOf(tx, actor);
  // Compared in the database, where amounts are exact.
  const { rows } = await sql<{ isMore: boolean; isBeyond: boolean }>`
    select ${discount}::numeric > ${amount}::numeric as "isMore",
           ${discount}::numeric * 100 > ${amount}::numeric * ${limit} as "isBeyond"`.execute(tx);
  return { ...(rows[0] ?? NONE), limit };
}

const NONE = { isMore: false, isBeyond: false, limit: 0 };

/**
 * Rejects a discount above the amount, or above what the actor may take off. Throws a 422 that states the limit in
 * percent.
 */
export async function assertDiscount(context: WriteContext, discount: unknown, amount: string): Promise<void> {
  const { isMore, isBeyond, limit } = await evaluateDiscount(context, discount, amount);
  if (isMore) throw invalid({ discount: [message('max', amount)] });
  if (isBeyond) throw invalid({ discount: [message('discount_limit', limit)] });
}
