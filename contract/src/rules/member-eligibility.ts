/** A kind of sale: a new membership, the renewal of a paid one, a free one, or the upgrade of a running one. */
export type SaleKind = 'sell' | 'renew' | 'give' | 'upgrade';

/**
 * Kinds of sale to a member: null if it can be made now, otherwise the reason why not, in the language of the request.
 */
export interface SaleEligibility {
  /**
   * The next kind of sale to the member. A member with a free membership gets another free one. A paid membership is
   * renewed, or upgraded while it cannot be renewed. Without a running membership, a new one is sold.
   */
  readonly next: SaleKind;
  readonly sell: string | null;
  readonly renew: string | null;
  readonly give: string | null;
  readonly upgrade: string | null;
}

/**
 * The sales and redemption that a member is eligible for now, by the rules that the server applies to sales and
 * redemptions.
 */
export interface MemberEligibility {
  /** Null for a user who may not sell anything, or not to this member. */
  readonly sale: SaleEligibility | null;
  /** Null if something can be redeemed, or if the caller may not know; otherwise the reason why not. */
  readonly redeem: string | null;
}

/** The sale to offer the member next, and why it cannot be made now; null if it can. */
export const nextSale = (sale: SaleEligibility): { readonly kind: SaleKind; readonly reason: string | null } => ({
  kind: sale.next,
  reason: sale[sale.next],
});
