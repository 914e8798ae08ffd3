/** A member as `GET /api/search` finds them. */
export interface MemberFound {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone_no: string;
  readonly hotel: { readonly id: number; readonly code: string; readonly name: string };
  /** One of the choices of `member.standing`. */
  readonly standing: string;
}

/** A voucher in a member's hands as `GET /api/search` finds it. */
export interface VoucherFound {
  readonly id: number;
  readonly voucher_no: string;
  readonly name: string;
  readonly member: { readonly id: number; readonly name: string };
  /** `YYYY-MM-DD` */
  readonly valid_until_date: string;
  /** One of the choices of `member_voucher.state`. */
  readonly state: string;
}

/** `data` of `GET /api/search?q=`: at most ten of each kind, the best first. */
export interface SearchAnswer {
  readonly members: readonly MemberFound[];
  readonly vouchers: readonly VoucherFound[];
}
