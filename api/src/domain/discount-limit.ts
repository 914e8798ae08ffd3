import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { readDiscountLimit } from '../access/own-rights.ts';
import type { WriteContext } from '../engine/resources/resource-hooks.ts';
import { validationError } from '../platform/http/api-error.ts';

/**
 * Compares a discount with an amount, and with the part of it that the actor's role group may take off: `limit`, in
 * percent.
 */
export async function evaluateDiscount({ tx, actor }: WriteContext, discount: unknown, amount: string) {
  if (discount === undefined || discount === null || Number(discount) === 0) return NO_DISCOUNT;
  const limit = await readDiscountLimit(tx, actor);
  // Compared in the database, where amounts are exact.
  const { rows } = await sql<{ exceedsAmount: boolean; exceedsLimit: boolean }>`
    select ${discount}::numeric > ${amount}::numeric as "exceedsAmount",
           ${discount}::numeric * 100 > ${amount}::numeric * ${limit} as "exceedsLimit"`.execute(tx);
  return { ...(rows[0] ?? NO_DISCOUNT), limit };
}

const NO_DISCOUNT = { exceedsAmount: false, exceedsLimit: false, limit: 0 };

/**
 * Rejects a discount above the amount, or above what the actor may take off. Throws a 422 that states the limit in
 * percent.
 */
export async function assertDiscount(context: WriteContext, discount: unknown, amount: string): Promise<void> {
  const { exceedsAmount, exceedsLimit, limit } = await evaluateDiscount(context, discount, amount);
  if (exceedsAmount) throw validationError({ discount: [message('max', amount)] });
  if (exceedsLimit) throw validationError({ discount: [message('discount_limit', limit)] });
}
