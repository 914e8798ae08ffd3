import { member_call } from './member_call.ts';

/** Call lists: members whom staff should call, and the outcomes of the calls. */

export const CALL_LISTS = member_call.fields.work_list.choices.map(({ value }) => value);
export type CallListKey = (typeof CALL_LISTS)[number];
export const isCallList = (key: string): key is CallListKey => CALL_LISTS.some((callList) => callList === key);

export type CallOutcome = (typeof member_call.fields.outcome.choices)[number]['value'];

/** Outcomes after which a member need not be called again for the same reason. */
export const RESOLVED_OUTCOMES: readonly CallOutcome[] = ['reached', 'declined', 'renewed', 'wrong_number'];
/** Days for which such an outcome removes a member from its list. */
export const RESOLVED_DAYS = 90;

/** The orders of a list: the soonest deadline, the renewal with the highest price, the most valuable vouchers. */
export const CALL_LIST_SORTS = ['urgency', 'price', 'vouchers'] as const;
export type CallListSort = (typeof CALL_LIST_SORTS)[number];

/**
 * Days after which the owner of a call lapses, as a resolved call does. See
 * docs/decisions/0115-assign-calls-without-making-a-record.md.
 */
export const OWNER_DAYS = 90;

/** The periods that `expiring` offers, in days until a card expires, most common first. */
export const EXPIRING_DAYS = [30, 60, 90] as const;
/** Days without a visit or redemption after which a card counts as unused. */
export const UNUSED_DAYS = 90;
/** Maximum number of visits missing to the next tier. */
export const NEAR_VISITS = 2;
/** Maximum number of members that a list shows and counts. If there are more, the list only says so. */
export const MAX_CALL_LIST_ROWS = 1000;
