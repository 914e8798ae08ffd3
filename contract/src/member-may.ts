/** A kind of sale: a new membership, the renewal of a paid one, one that is given free of charge, the upgrade of a running one. */
export type SaleKind = 'sell' | 'renew' | 'give' | 'upgrade';

/** Kinds of sale to a member: null where it can be made now, otherwise why not, in the language of the request. */
export interface MaySell {
  /**
   * The next kind of sale to the member: a free membership is given again, a paid one renewed, or upgraded while it cannot be renewed, and a new
   * one sold where none runs.
   */
  readonly next: SaleKind;
  readonly sell: string | null;
  readonly renew: string | null;
  readonly give: string | null;
  readonly upgrade: string | null;
}

/** The sales and redemption that a member may have now. The server judges them, by the same rule that it sells and redeems by. */
export interface MemberMay {
  /** Null for a user who sells nothing, or not to this member. */
  readonly sale: MaySell | null;
  /** Null where something can be redeemed, or where the caller may not know; otherwise the refusal. */
  readonly redeem: string | null;
}

/** The sale that a member is asked for, and why it cannot be made now; null where it can. */
export const nextSale = (sale: MaySell): { readonly kind: SaleKind; readonly reason: string | null } => ({
  kind: sale.next,
  reason: sale[sale.next],
});
