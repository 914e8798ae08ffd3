import type { AuditCheckKey } from '@innkeeper/contract';
import { CARDS } from './cards.ts';
import { CHAIN } from './chain.ts';
import { CLOSINGS } from './closings.ts';
import { DECISIONS } from './decisions.ts';
import { KEPT } from './kept.ts';
import { LIABILITY } from './liability.ts';
import { LOGGED_DECISIONS } from './logged-decisions.ts';
import { MESSAGES } from './messages.ts';
import { MONEY } from './money.ts';
import { NUMBERS } from './numbers.ts';
import { STANDINGS } from './standings.ts';
import { VOUCHERS } from './vouchers.ts';

/** Rules over the log, which `log.ts` and `chain.ts` find piece by piece. */
export type LogCheck = 'log-lines' | 'log-state' | 'log-chain' | 'log-complete' | 'log-of-records';

/**
 * The question that finds the records which break each rule: its rows are `id` and `note`, and `resource` where the rule is
 * none of one resource. Nothing in them calls the functions that keep the books: a mistake there would hide itself.
 */
export const RULES: Readonly<Record<Exclude<AuditCheckKey, LogCheck>, string>> = {
  ...MONEY,
  ...CARDS,
  ...VOUCHERS,
  ...STANDINGS,
  ...KEPT,
  ...LIABILITY,
  ...NUMBERS,
  ...CLOSINGS,
  ...DECISIONS,
  ...MESSAGES,
  ...CHAIN,
  ...LOGGED_DECISIONS,
};
