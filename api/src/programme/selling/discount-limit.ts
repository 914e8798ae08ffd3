import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import { discountLimitOf } from '../../access/own-rights.ts';
import type { WriteContext } from '../../engine/resources/behaviour.ts';
import { invalid } from '../../platform/http/fail.ts';

/**
 * Refuses a discount that is more than the amount, or more than the role group of the actor may take off it. Throws a 422 that
 * names how many percent that is.
 */
export async function refuseDiscount({ tx, actor }: WriteContext, discount: unknown, amount: string): Promise<void> {
  if (discount === undefined || discount === null || Number(discount) === 0) return;
  const limit = await discountLimitOf(tx, actor);
  // Sums are compared where they are exact.
  const { rows } = await sql<{ is_more: boolean; is_beyond: boolean }>`
    select ${discount}::numeric > ${amount}::numeric as is_more, ${discount}::numeric * 100 > ${amount}::numeric * ${limit} as is_beyond`.execute(
    tx,
  );
  if (rows[0]?.is_more) throw invalid({ discount: [message('max', amount)] });
  if (rows[0]?.is_beyond) throw invalid({ discount: [message('discount_limit', limit)] });
}
