import type { AuditCheckKey } from '@innkeeper/contract';
import { CARDS } from './cards.ts';
import { KEPT } from './kept.ts';
import { MONEY } from './money.ts';
import { NUMBERS } from './numbers.ts';
import { STANDINGS } from './standings.ts';
import { VOUCHERS } from './vouchers.ts';

/** Rules over the log of one table, which `log.ts` finds piece by piece. */
export type LogCheck = 'log-state' | 'log-chain' | 'log-complete' | 'log-of-records';

/**
 * How what breaks a rule is found: a question to the whole database whose rows are `id` and `note`, and `resource` where the rule is
 * none of one resource. Nothing in them calls what keeps the books: a mistake there would hide itself.
 */
export const RULES: Readonly<Record<Exclude<AuditCheckKey, LogCheck>, string>> = {
  ...MONEY,
  ...CARDS,
  ...VOUCHERS,
  ...STANDINGS,
  ...KEPT,
  ...NUMBERS,
};
