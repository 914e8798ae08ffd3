import { message } from '@innkeeper/contract';
import { sql } from 'kysely';
import {
  type ResourceHooks,
  type Values,
  type WriteContext,
  checkEach,
} from '../../engine/resources/resource-hooks.ts';
import { validationError } from '../../platform/http/api-error.ts';

const PRICE_FIELDS = ['price', 'renewal_price'] as const;

/** Membership prices by currency, limited to the decimals of the currency. */
export const membership_price: ResourceHooks = {
  check: checkEach((context, { before, values }) =>
    [...PRICE_FIELDS, 'currency'].some((name) => values[name] !== undefined)
      ? assertPriceDecimals(context, { ...before, ...values })
      : undefined,
  ),
};

async function assertPriceDecimals({ tx }: WriteContext, { currency, price, renewal_price }: Values): Promise<void> {
  const { rows } = await sql<{ decimals: number; names: string[] }>`
    select c.decimals, array_agg(p.name) as names
    from (select max(decimals) as decimals from country where currency = ${currency} and deleted_at is null) c
    join (values ('price', ${price}::numeric), ('renewal_price', ${renewal_price}::numeric)) p (name, amount)
      on has_excess_decimals(p.amount, c.decimals)
    group by c.decimals`.execute(tx);
  const [excess] = rows;
  if (excess)
    throw validationError(
      Object.fromEntries(excess.names.map((name) => [name, [message('currency_scale', excess.decimals)]])),
    );
}
