import type { MemberMay, VoucherMay } from './member-may.ts';

/** A member as `GET /api/search` finds them. */
export interface MemberFound {
  readonly id: number;
  readonly name: string;
  /** Out of the caller's sight: found by an exact number, phone or email, so that vouchers can be redeemed at any hotel. */
  readonly is_elsewhere: boolean;
  /** The card at hand, or the last one there was. */
  readonly card: { readonly sbec_no: string; readonly end_date: string; readonly membership: string } | null;
  /** One of the choices of `member.standing`. */
  readonly standing: string;
  readonly hotel: { readonly id: number; readonly code: string; readonly name: string };
  /** Vouchers that are good today; null for who may neither see nor redeem them. */
  readonly available_vouchers: number | null;
  /** Null for who may not view the member. */
  readonly email: string | null;
  readonly phone_no: string | null;
  readonly may: MemberMay;
}

/** A voucher in a member's hands as `GET /api/search` finds it. */
export interface VoucherFound {
  readonly id: number;
  readonly voucher_no: string;
  readonly name: string;
  readonly name_id: string;
  readonly is_elsewhere: boolean;
  readonly member: { readonly id: number; readonly name: string };
  /** `YYYY-MM-DD` */
  readonly valid_until_date: string;
  /** One of the choices of `member_voucher.state`. */
  readonly state: string;
  readonly may: VoucherMay;
}

/** `data` of `GET /api/search?q=`: at most ten of each kind, the best first. */
export interface SearchAnswer {
  readonly members: readonly MemberFound[];
  readonly vouchers: readonly VoucherFound[];
}
