import { VOUCHER_KINDS } from './voucher-kinds.ts';
import { DEMO_PICTURES } from './pictures.ts';

type Kind = keyof typeof VOUCHER_KINDS;

/** An entry in a membership's voucher list: kind, value in rupiah, number, and special conditions. */
interface Entry {
  readonly kind: Kind;
  readonly nominal: number;
  readonly quantity: number;
  /** Number in its name. */
  readonly n?: number;
  /** Only valid where the card was sold. */
  readonly isRestricted?: true;
  /** Code of the hotel that adds it. */
  readonly hotel?: string;
  /** Discontinued; only cards sold earlier have it. */
  readonly isRetired?: true;
}

const entry = (
  kind: Kind,
  thousands: number,
  quantity: number,
  special: Omit<Entry, 'kind' | 'nominal' | 'quantity'> = {},
): Entry => ({ kind, nominal: thousands * 1000, quantity, ...special });

/** Vouchers included in the memberships, by membership code. */
const VOUCHER_LISTS: Readonly<Record<string, readonly Entry[]>> = {
  SHB: [
    entry('drink', 90, 1),
    entry('coffee', 120, 1),
    entry('dinner', 100, 1, { n: 10 }),
    entry('cake', 250, 1),
    entry('rate', 150, 1, { n: 10 }),
    entry('pool', 150, 1, { isRestricted: true }),
    entry('late', 100, 1, { n: 13 }),
    entry('meeting', 200, 1, { n: 10, isRetired: true }),
    entry('sunset', 180, 1, { hotel: 'SMK', isRestricted: true }),
  ],
  SHP: [
    entry('drink', 90, 1),
    entry('coffee', 120, 1),
    entry('meal', 250, 1),
    entry('dinner', 200, 1, { n: 20 }),
    entry('cake', 250, 1),
    entry('breakfast', 300, 1),
    entry('rate', 250, 1, { n: 15 }),
    entry('late', 150, 1, { n: 14 }),
    entry('pool', 150, 1, { isRestricted: true }),
    entry('meeting', 300, 1, { n: 15, isRetired: true }),
  ],
  SHU: [
    entry('drink', 90, 2),
    entry('tea', 350, 1),
    entry('meal', 250, 2),
    entry('dinner', 250, 1, { n: 25 }),
    entry('cake', 350, 1),
    entry('breakfast', 300, 1),
    entry('weekdayNight', 950, 1, { isRestricted: true }),
    entry('rate', 300, 1, { n: 20 }),
    entry('upgrade', 350, 1),
    entry('late', 150, 1, { n: 15 }),
    entry('businessLunch', 275, 1, { hotel: 'JKS', isRestricted: true }),
  ],
  SLV: [
    entry('drink', 90, 1),
    entry('coffee', 120, 1),
    entry('tea', 350, 1),
    entry('meal', 250, 1),
    entry('dinner', 250, 1, { n: 25 }),
    entry('cake', 350, 1),
    entry('night', 1_400, 1),
    entry('rate', 300, 1, { n: 15 }),
    entry('massage', 450, 1, { n: 60, isRestricted: true }),
    entry('late', 150, 1, { n: 14 }),
    entry('laksa', 320, 1, { hotel: 'SGK', isRestricted: true }),
  ],
  GLD: [
    entry('drink', 90, 2),
    entry('tea', 350, 1),
    entry('brunch', 480, 1),
    entry('meal', 500, 2),
    entry('dinner', 400, 2, { n: 30 }),
    entry('birthdayDinner', 900, 1),
    entry('night', 1_400, 2),
    entry('rate', 450, 1, { n: 20 }),
    entry('upgrade', 400, 1),
    entry('massage', 450, 1, { n: 60 }),
    entry('breakfast', 300, 1),
    entry('late', 200, 1, { n: 16 }),
    entry('riceField', 250, 1, { hotel: 'UBD', isRestricted: true }),
  ],
  PLT: [
    entry('drink', 90, 2),
    entry('tea', 350, 2),
    entry('brunch', 480, 2),
    entry('meal', 1_000, 2),
    entry('dinner', 500, 2, { n: 35 }),
    entry('birthdayDinner', 900, 1),
    entry('night', 1_400, 3),
    entry('suiteNight', 2_800, 1, { isRestricted: true }),
    entry('rate', 600, 1, { n: 25 }),
    entry('upgrade', 500, 2),
    entry('massage', 675, 2, { n: 90 }),
    entry('breakfast', 300, 1),
    entry('transfer', 350, 1),
    entry('late', 250, 2, { n: 18 }),
  ],
};

const COMMON_TERMS = 'Not exchangeable for cash. One voucher for each bill.';
const COMMON_TERMS_ID = 'Tidak dapat ditukar dengan uang tunai. Satu voucher untuk setiap tagihan.';

/** The demonstration's vouchers, in the order of these lists. */
export const DEMO_VOUCHERS = Object.entries(VOUCHER_LISTS).flatMap(([membership, entries]) =>
  entries.map(({ kind, n, nominal, quantity, isRestricted, hotel, isRetired }, i) => {
    const { type, picture, name, name_id, description, description_id, terms, terms_id } = VOUCHER_KINDS[kind];
    const numbered = (text: string): string => text.replace('{n}', String(n));
    return {
      membership,
      type,
      hotel: hotel ?? null,
      row: {
        name: numbered(name),
        name_id: numbered(name_id),
        description,
        description_id,
        terms_condition: `${terms} ${COMMON_TERMS}`,
        terms_condition_id: `${terms_id} ${COMMON_TERMS_ID}`,
        file_url: DEMO_PICTURES[picture],
        nominal: String(nominal),
        quantity,
        sort_no: 10 * (i + 1),
        is_restricted: isRestricted ?? false,
        is_active: !isRetired,
      },
    };
  }),
);
