import type { ReconciliationCheckKey } from '@innkeeper/contract';
import { CARDS } from './cards.ts';
import { CHAIN } from './log-chain.ts';
import { MONTH_CLOSES } from './month-closes.ts';
import { DECISIONS } from './decisions.ts';
import { ROLLUP_TABLES } from './rollups.ts';
import { LIABILITY } from './liability.ts';
import { LOGGED_DECISIONS } from './logged-decisions.ts';
import { MESSAGES } from './messages.ts';
import { MONEY } from './money.ts';
import { NUMBERS } from './numbers.ts';
import { STANDINGS } from './standings.ts';
import { VOUCHERS } from './vouchers.ts';

/** Rules over the log, which audit-log.ts and log-chain.ts check in parts. */
export type LogCheck = 'log-lines' | 'log-state' | 'log-chain' | 'log-complete' | 'log-of-records';

/**
 * The query that finds the records which break each rule: its rows are `id` and `note`, and `resource` if the rule is
 * not about one resource. None of them calls the functions that maintain the data, because a mistake there would hide
 * itself.
 */
export const RULES: Readonly<Record<Exclude<ReconciliationCheckKey, LogCheck>, string>> = {
  ...MONEY,
  ...CARDS,
  ...VOUCHERS,
  ...STANDINGS,
  ...ROLLUP_TABLES,
  ...LIABILITY,
  ...NUMBERS,
  ...MONTH_CLOSES,
  ...DECISIONS,
  ...MESSAGES,
  ...CHAIN,
  ...LOGGED_DECISIONS,
};
