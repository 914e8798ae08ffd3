import { DRAFT_DAYS } from '../engine/form/draft.ts';
import { isObject } from '../ui/is-object.ts';
import { readStored } from '../ui/stored-json.ts';

/** What is known of an unfinished sale without opening it. */
export interface UnfinishedSale {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The name of the guest, if known. */
  readonly name: string;
  readonly sale: Readonly<Record<string, unknown>> & { readonly key: string; readonly isFree: boolean };
}

const DAY_MS = 86_400_000;
export const unfinishedSalesKey = (user: number): string => `innkeeper.sales.${user}`;

/** The sales that this user started on this device and did not finish, newest first. Expired ones are omitted. */
export function readUnfinishedSales(
  storage: Pick<Storage, 'getItem'>,
  user: number,
  now: number,
): readonly UnfinishedSale[] {
  const stored = readStored(storage, unfinishedSalesKey(user));
  return Array.isArray(stored)
    ? stored.filter(isUnfinishedSale).filter(({ at }) => now - at <= DRAFT_DAYS * DAY_MS)
    : [];
}

function isUnfinishedSale(value: unknown): value is UnfinishedSale {
  if (!isObject(value) || typeof value['at'] !== 'number' || typeof value['name'] !== 'string') return false;
  const sale = value['sale'];
  return isObject(sale) && typeof sale['key'] === 'string' && typeof sale['isFree'] === 'boolean';
}
