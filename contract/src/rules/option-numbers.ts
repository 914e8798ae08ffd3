/** A number that the server reads from the value of an option detail. */
export interface OptionNumber {
  /** The number in a new database, and whenever the detail has none. */
  readonly otherwise: number;
  readonly min: number;
  readonly max: number;
}

/**
 * All such numbers, by option slug and detail code. Code that reads a number must list it here. Both the API and the
 * database (`option_rule`) validate them; a test compares `option_rule` with this list.
 */
export const OPTION_NUMBERS = {
  /** Days before and after the end of a card. */
  'renewal-window': {
    before: { otherwise: 90, min: 0, max: 365 },
    after: { otherwise: 180, min: 0, max: 730 },
  },
  /** Flags. */
  'visit-counting': {
    'per-bill': { otherwise: 1, min: 0, max: 1 },
    'per-day': { otherwise: 0, min: 0, max: 1 },
  },
  /** Maximum visits of a member that count per day. */
  'visits-per-day': {
    'per-member': { otherwise: 3, min: 1, max: 1000 },
  },
  /** Flag: whether visits upgrade a free member to a paid membership only with an approval. */
  'free-upgrades': {
    'by-approval': { otherwise: 1, min: 0, max: 1 },
  },
  /** Free memberships per hotel and month; further ones need an approval. */
  'free-memberships': {
    'per-month': { otherwise: 20, min: 0, max: 1000 },
  },
  /** Days after the end of its card within which a voucher may be extended manually. */
  'voucher-extension': {
    days: { otherwise: 90, min: 0, max: 365 },
  },
  /** Visits that staff may credit to a member per card term. */
  'complimentary-visits': {
    'per-term': { otherwise: 5, min: 0, max: 100 },
  },
  /**
   * Flag: whether a sold upgrade adds only the difference to the vouchers of the term, instead of all vouchers of the
   * higher tier.
   */
  'upgrade-vouchers': {
    difference: { otherwise: 1, min: 0, max: 1 },
  },
  /** Flag: whether deleting a record that stores a reason requires one. */
  'reason-required': {
    delete: { otherwise: 1, min: 0, max: 1 },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, OptionNumber>>>>;

const numbersBySlug: Readonly<Record<string, Readonly<Record<string, OptionNumber>>>> = OPTION_NUMBERS;

/** The number setting of a detail; undefined if its value is free text. */
export const findOptionNumber = (slug: string, code: string): OptionNumber | undefined =>
  Object.hasOwn(numbersBySlug, slug) && Object.hasOwn(numbersBySlug[slug] ?? {}, code)
    ? numbersBySlug[slug]?.[code]
    : undefined;
