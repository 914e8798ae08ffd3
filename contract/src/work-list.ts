import { member_call } from './resources/member_call.ts';

/** Lists of members whom somebody should call, and the outcomes of the calls. */

export const WORK_LISTS = member_call.fields.work_list.choices.map(({ value }) => value);
export type WorkListKey = (typeof WORK_LISTS)[number];
export const isWorkList = (key: string): key is WorkListKey => WORK_LISTS.some((known) => known === key);

export type CallOutcome = (typeof member_call.fields.outcome.choices)[number]['value'];

/** Outcomes after which a member need not be called again for the same reason. */
export const SETTLED: readonly CallOutcome[] = ['reached', 'declined', 'renewed', 'wrong_number'];
/** Days for which such an outcome keeps a member off its list. */
export const SETTLED_DAYS = 90;

/** Days in which a card expires that `expiring` can be asked for, the usual ones first. */
export const EXPIRING_DAYS = [30, 60, 90] as const;
/** Days without a visit or a redemption after which a card counts as not used. */
export const UNUSED_DAYS = 90;
/** Visits that may be missing to the next level. */
export const NEAR_VISITS = 2;
/** Members of a list that are told and counted; of more it says that there are more. */
export const WORK_LIST_MAX = 1000;
