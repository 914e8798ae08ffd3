/** A kind of sale: a new membership, the renewal of a paid one, a free one, or the upgrade of the current one. */
export type SaleKind = 'sell' | 'renew' | 'give' | 'upgrade';

/** For each kind of sale, why it cannot be made to the member now, in the language of the request; null if it can. */
export interface SaleEligibility {
  /**
   * The next kind of sale to the member. A member with a free membership gets another free one. A paid one is renewed,
   * or upgraded while it cannot be renewed. Without a current membership, a new one is sold.
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
  /** Null if the user may not sell anything, or not to this member. */
  readonly sale: SaleEligibility | null;
  /** Why nothing can be redeemed; null if something can, or if the caller may not know. */
  readonly redeem: string | null;
}

/** The next sale to offer the member, and why it cannot be made now; null if it can. */
export const nextSale = (sale: SaleEligibility): { readonly kind: SaleKind; readonly reason: string | null } => ({
  kind: sale.next,
  reason: sale[sale.next],
});
