/** Kinds of sale to a member: null where it can be made now, otherwise why not, in the language of the request. */
export interface MaySell {
  readonly sell: string | null;
  readonly renew: string | null;
  readonly give: string | null;
}

/** What a member may have now. The server judges it, by the same rule that it sells and redeems by. */
export interface MemberMay {
  /** Null for whoever sells nothing, or not to this member. */
  readonly sale: MaySell | null;
  /** Null where something can be redeemed, or whether is not for the caller to know; otherwise why not. */
  readonly redeem: string | null;
}

/** The sale that a member is asked for: a renewal as soon as it is taken, a new membership where none runs. */
export interface NextSale {
  readonly kind: 'sell' | 'renew';
  /** Why it cannot be made now; null where it can. */
  readonly reason: string | null;
}

export function nextSale({ sell, renew }: MaySell): NextSale {
  if (renew !== null && sell === null) return { kind: 'sell', reason: null };
  return { kind: 'renew', reason: renew };
}
