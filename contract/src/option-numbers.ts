/** A number that the program reads from the value of an option's detail. */
export interface OptionNumber {
  /** The number of a new database, which also counts where the detail holds none. */
  readonly otherwise: number;
  readonly min: number;
  readonly max: number;
}

/**
 * Every such number, by the option's slug and the detail's code. Code that reads one names it here; the API checks them, and so does
 * the database (`option_rule`, held against this by a test).
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
  /** Visits of a member that count in a day. */
  'visits-per-day': {
    'per-member': { otherwise: 3, min: 1, max: 1000 },
  },
  /** A flag: whether visits upgrade a free member to a paid membership by an approval alone. */
  'free-upgrades': {
    'by-approval': { otherwise: 1, min: 0, max: 1 },
  },
  /** Free memberships of a hotel in a month; more need an approval. */
  'free-memberships': {
    'per-month': { otherwise: 20, min: 0, max: 1000 },
  },
  /** Days after the end of its card until which a voucher may be extended manually. */
  'voucher-extension': {
    days: { otherwise: 90, min: 0, max: 365 },
  },
  /** Visits that staff may credit to a member in a term. */
  'complimentary-visits': {
    'per-term': { otherwise: 5, min: 0, max: 100 },
  },
  /** Flag: whether an upgrade that is sold brings the difference to the vouchers that the term had, and not all of the higher tier. */
  'upgrade-vouchers': {
    difference: { otherwise: 1, min: 0, max: 1 },
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, OptionNumber>>>>;

const all: Readonly<Record<string, Readonly<Record<string, OptionNumber>>>> = OPTION_NUMBERS;

/** The number that a detail holds; undefined where its value is a free text. */
export const optionNumber = (slug: string, code: string): OptionNumber | undefined =>
  Object.hasOwn(all, slug) && Object.hasOwn(all[slug] ?? {}, code) ? all[slug]?.[code] : undefined;
