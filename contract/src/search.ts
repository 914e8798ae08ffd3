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

/** `data` of `GET /api/search?q=`: at most ten of each kind, the best first. */
export interface SearchAnswer {
  readonly members: readonly MemberFound[];
  /** Empty as long as there are no vouchers. */
  readonly vouchers: readonly never[];
}
