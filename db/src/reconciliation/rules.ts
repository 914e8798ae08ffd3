import type { ReconciliationCheckKey } from '@innkeeper/contract';
import { CARD_RULES } from './cards.ts';
import { CHAIN_RULES } from './log-chain.ts';
import { MONTH_CLOSE_RULES } from './month-closes.ts';
import { DECISION_RULES } from './decisions.ts';
import { ROLLUP_RULES } from './rollups.ts';
import { LIABILITY_RULES } from './liability.ts';
import { LOGGED_DECISION_RULES } from './logged-decisions.ts';
import { MESSAGE_RULES } from './messages.ts';
import { MONEY_RULES } from './money.ts';
import { NUMBER_RULES } from './numbers.ts';
import { STANDING_RULES } from './standings.ts';
import { VOUCHER_RULES } from './vouchers.ts';

/** Rules over the log, which audit-log.ts and log-chain.ts check in parts. */
export type LogCheck = 'log-lines' | 'log-state' | 'log-chain' | 'log-complete' | 'log-of-records';

/**
 * The query that finds the records which break each rule: its rows are `id` and `note`, and `resource` if the rule is
 * not about one resource. None of them calls the functions that maintain the data, because a mistake there would hide
 * itself.
 */
export const RULES: Readonly<Record<Exclude<ReconciliationCheckKey, LogCheck>, string>> = {
  ...MONEY_RULES,
  ...CARD_RULES,
  ...VOUCHER_RULES,
  ...STANDING_RULES,
  ...ROLLUP_RULES,
  ...LIABILITY_RULES,
  ...NUMBER_RULES,
  ...MONTH_CLOSE_RULES,
  ...DECISION_RULES,
  ...MESSAGE_RULES,
  ...CHAIN_RULES,
  ...LOGGED_DECISION_RULES,
};
