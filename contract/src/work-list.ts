import type { MemberMay } from './member-may.ts';
import type { Nested } from './resource.ts';
import { member_call } from './resources/member_call.ts';

/** Lists of members whom somebody should call, and what became of it. */

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

/** `data` of `GET /api/work_list`: how many wait in each list. */
export interface WorkListCount {
  readonly key: WorkListKey;
  readonly total: number;
  /** There are more than `total`. */
  readonly is_more: boolean;
}

export interface MemberCall {
  readonly id: number;
  readonly at: string;
  readonly by: Nested | null;
  readonly work_list: WorkListKey | null;
  readonly outcome: CallOutcome;
  readonly note: string | null;
  readonly call_back_on: string | null;
}

/** A row of `GET /api/work_list/{key}`. Days are those of the hotel that serves the member. */
export interface WorkListRow {
  readonly member: Nested & { readonly phone_no: string; readonly email: string };
  readonly hotel: Nested;
  readonly membership: Nested;
  /** The card at hand; null where a member never had one. */
  readonly card: { readonly id: number; readonly sbec_no: string; readonly end_date: string } | null;
  /** What the list is about: the card's last day, the last day of use or the first of the card, or the birthday. */
  readonly due_on: string;
  /** Whether the card was used at all; null in other lists. */
  readonly was_used: boolean | null;
  /** Visits that are missing to the next level; null in other lists. */
  readonly to_upgrade: number | null;
  /** The age on the birthday; null in other lists. */
  readonly turns: number | null;
  readonly last_call: MemberCall | null;
  readonly may: Pick<MemberMay, 'sale'>;
}

/** `meta` of a work list. */
export interface WorkListMeta {
  readonly page: number;
  readonly per_page: number;
  readonly total: number;
  readonly is_more: boolean;
}
