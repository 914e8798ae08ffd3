import type { ResourceDefinition } from './resource.ts';

/** Codes of `transaction-type` that sell a membership. */
export const SALE_TYPE = { sale: 1, renewal: 2, free: 3 } as const;
export type SaleType = (typeof SALE_TYPE)[keyof typeof SALE_TYPE];

const SALE_CODES: ReadonlySet<unknown> = new Set(Object.values(SALE_TYPE).map(String));

/** Whether a record is a sale, or a line of one. */
export function isOfSale(d: ResourceDefinition, record: Readonly<Record<string, unknown>>): boolean {
  if (!d.sale) return false;
  let at: unknown = record;
  for (const key of [...d.sale.type.split('.'), 'code'])
    at = typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined;
  return SALE_CODES.has(at);
}

/** Whether a field of a record stands as it was made: an update that changes it is a 409 `settled`. */
export const isSettled = (d: ResourceDefinition, name: string, record: Readonly<Record<string, unknown>>): boolean =>
  d.fields[name]?.fixed === true || (isOfSale(d, record) && d.sale?.but.includes(name) === false);

/** How many days back a sale may be written down. */
export const SALE_DAYS_BACK = 31;
