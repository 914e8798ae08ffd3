import { SALE_CODES } from '@innkeeper/contract';
import { useOptionDetails } from './reference-data.ts';

/** The ids of the transaction types that are sales of memberships; empty until loaded. */
export const useSaleTypes = (): readonly number[] =>
  useOptionDetails('transaction-type').flatMap(({ id, code }) => (SALE_CODES.includes(String(code)) ? [id] : []));
