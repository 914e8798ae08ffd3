import type { ErrorCode } from './errors.ts';
import type { MemberMay } from './member-may.ts';
import type { Nested } from './resource.ts';

/** What is asked of a member by a day: how many visits in all, and how many are still missing. */
export interface VisitGoal {
  readonly required: number;
  readonly missing: number;
  /** The last day on which a visit counts, `YYYY-MM-DD`. */
  readonly by: string;
}

/** Why a visit does not count towards the present card. */
export type NotCounted = 'before_card' | 'after_card' | 'same_day' | 'deleted' | 'no_card';

export interface StandingVisit {
  readonly id: number;
  readonly visit_no: string;
  /** Day of the visit where it was made, `YYYY-MM-DD`. */
  readonly day: string;
  readonly hotel: Nested;
  readonly reference_no: string;
  /** Local amount, 3 decimals. */
  readonly grand_total: string;
  readonly currency: string;
}

/** A voucher that is not used up, and why it cannot be redeemed today where that is so. */
export interface StandingVoucher {
  readonly id: number;
  readonly voucher_no: string;
  /** In English and in Indonesian. */
  readonly name: string;
  readonly name_id: string;
  readonly nominal: string;
  readonly currency: string;
  readonly redeem_date: string;
  readonly valid_until_date: string;
  /** A hotel at which alone it is good. */
  readonly restrict_hotel: Nested | null;
  readonly refusal: ErrorCode | null;
  /** The refusal in words to read to the guest, in the language of the request. */
  readonly reason: string | null;
}

/** `data` of `GET /api/member/{id}/standing`. Days are those of the hotel that serves the member. */
export interface Standing {
  readonly member: Nested;
  /** Today there. */
  readonly day: string;
  /** One of the choices of `member.standing`. */
  readonly standing: string;
  readonly membership: Nested;
  /** The card at hand, or the last one; null without any. */
  readonly card: {
    readonly id: number;
    readonly sbec_no: string;
    readonly membership: Nested;
    readonly start_date: string;
    readonly end_date: string;
    readonly is_running: boolean;
    /** Signed address of its picture. */
    readonly file_url: string;
  } | null;
  /** The card that follows, once this one was renewed early. */
  readonly next_card: {
    readonly id: number;
    readonly membership: Nested;
    readonly start_date: string;
    readonly end_date: string;
  } | null;
  /** A level that staff set holds until the next renewal, whatever the visits. */
  readonly by_hand: { readonly at: string; readonly by: Nested | null; readonly remark: string | null } | null;
  readonly visits: {
    readonly counting: 'per-bill' | 'per-day';
    readonly counted: number;
    readonly complimentary: number;
    readonly total: number;
  };
  /** Null where the rule is off. */
  readonly maintain: VisitGoal | null;
  readonly upgrade: (VisitGoal & { readonly to: Nested | null }) | null;
  /** The newest first, at most 200 of each. */
  readonly counted: readonly StandingVisit[];
  readonly not_counted: readonly (StandingVisit & { readonly why: NotCounted; readonly reason: string })[];
  /** Open ones, what can be redeemed today at the hotel in question first. */
  readonly vouchers: readonly StandingVoucher[];
  /** When a renewal is taken, both days included; null without a card. */
  readonly renewal: { readonly from: string; readonly until: string; readonly is_open: boolean } | null;
  readonly may: MemberMay;
}
