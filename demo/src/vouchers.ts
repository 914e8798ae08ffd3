import { VOUCHER_KINDS } from './voucher-kinds.ts';
import { DEMO_PICTURES } from './pictures.ts';

type VoucherKindKey = keyof typeof VOUCHER_KINDS;

/** An entry in a membership's voucher list: kind, value in rupiah, number, and special conditions. */
interface VoucherEntry {
  readonly kind: VoucherKindKey;
  readonly nominal: number;
  readonly quantity: number;
  /** The number in its name. */
  readonly n?: number;
  /** Whether it is only valid where the card was sold. */
  readonly isRestricted?: true;
  /** The code of the hotel that adds it. */
  readonly hotel?: string;
  /** Whether it is discontinued: only cards sold earlier have it. */
  readonly isRetired?: true;
}

const defineVoucher = (
  kind: VoucherKindKey,
  thousands: number,
  quantity: number,
  overrides: Omit<VoucherEntry, 'kind' | 'nominal' | 'quantity'> = {},
): VoucherEntry => ({ kind, nominal: thousands * 1000, quantity, ...overrides });

/** The vouchers that the memberships include, by membership code. */
const VOUCHER_LISTS: Readonly<Record<string, readonly VoucherEntry[]>> = {
  SHB: [
    defineVoucher('drink', 90, 1),
    defineVoucher('coffee', 120, 1),
    defineVoucher('dinner', 100, 1, { n: 10 }),
    defineVoucher('cake', 250, 1),
    defineVoucher('rate', 150, 1, { n: 10 }),
    defineVoucher('pool', 150, 1, { isRestricted: true }),
    defineVoucher('late', 100, 1, { n: 13 }),
    defineVoucher('meeting', 200, 1, { n: 10, isRetired: true }),
    defineVoucher('sunset', 180, 1, { hotel: 'SMK', isRestricted: true }),
  ],
  SHP: [
    defineVoucher('drink', 90, 1),
    defineVoucher('coffee', 120, 1),
    defineVoucher('meal', 250, 1),
    defineVoucher('dinner', 200, 1, { n: 20 }),
    defineVoucher('cake', 250, 1),
    defineVoucher('breakfast', 300, 1),
    defineVoucher('rate', 250, 1, { n: 15 }),
    defineVoucher('late', 150, 1, { n: 14 }),
    defineVoucher('pool', 150, 1, { isRestricted: true }),
    defineVoucher('meeting', 300, 1, { n: 15, isRetired: true }),
  ],
  SHU: [
    defineVoucher('drink', 90, 2),
    defineVoucher('tea', 350, 1),
    defineVoucher('meal', 250, 2),
    defineVoucher('dinner', 250, 1, { n: 25 }),
    defineVoucher('cake', 350, 1),
    defineVoucher('breakfast', 300, 1),
    defineVoucher('weekdayNight', 950, 1, { isRestricted: true }),
    defineVoucher('rate', 300, 1, { n: 20 }),
    defineVoucher('upgrade', 350, 1),
    defineVoucher('late', 150, 1, { n: 15 }),
    defineVoucher('businessLunch', 275, 1, { hotel: 'JKS', isRestricted: true }),
  ],
  SLV: [
    defineVoucher('drink', 90, 1),
    defineVoucher('coffee', 120, 1),
    defineVoucher('tea', 350, 1),
    defineVoucher('meal', 250, 1),
    defineVoucher('dinner', 250, 1, { n: 25 }),
    defineVoucher('cake', 350, 1),
    defineVoucher('night', 1_400, 1),
    defineVoucher('rate', 300, 1, { n: 15 }),
    defineVoucher('massage', 450, 1, { n: 60, isRestricted: true }),
    defineVoucher('late', 150, 1, { n: 14 }),
    defineVoucher('laksa', 320, 1, { hotel: 'SGK', isRestricted: true }),
  ],
  GLD: [
    defineVoucher('drink', 90, 2),
    defineVoucher('tea', 350, 1),
    defineVoucher('brunch', 480, 1),
    defineVoucher('meal', 500, 2),
    defineVoucher('dinner', 400, 2, { n: 30 }),
    defineVoucher('birthdayDinner', 900, 1),
    defineVoucher('night', 1_400, 2),
    defineVoucher('rate', 450, 1, { n: 20 }),
    defineVoucher('upgrade', 400, 1),
    defineVoucher('massage', 450, 1, { n: 60 }),
    defineVoucher('breakfast', 300, 1),
    defineVoucher('late', 200, 1, { n: 16 }),
    defineVoucher('riceField', 250, 1, { hotel: 'UBD', isRestricted: true }),
  ],
  PLT: [
    defineVoucher('drink', 90, 2),
    defineVoucher('tea', 350, 2),
    defineVoucher('brunch', 480, 2),
    defineVoucher('meal', 1_000, 2),
    defineVoucher('dinner', 500, 2, { n: 35 }),
    defineVoucher('birthdayDinner', 900, 1),
    defineVoucher('night', 1_400, 3),
    defineVoucher('suiteNight', 2_800, 1, { isRestricted: true }),
    defineVoucher('rate', 600, 1, { n: 25 }),
    defineVoucher('upgrade', 500, 2),
    defineVoucher('massage', 675, 2, { n: 90 }),
    defineVoucher('breakfast', 300, 1),
    defineVoucher('transfer', 350, 1),
    defineVoucher('late', 250, 2, { n: 18 }),
  ],
};

const COMMON_TERMS = 'Not exchangeable for cash. One voucher for each bill.';
const COMMON_TERMS_ID = 'Tidak dapat ditukar dengan uang tunai. Satu voucher untuk setiap tagihan.';

/** The demonstration's vouchers, in the order of these lists. */
export const DEMO_VOUCHERS = Object.entries(VOUCHER_LISTS).flatMap(([membership, entries]) =>
  entries.map(({ kind, n, nominal, quantity, isRestricted, hotel, isRetired }, i) => {
    const { type, picture, name, name_id, description, description_id, terms, terms_id } = VOUCHER_KINDS[kind];
    const insertNumber = (text: string): string => text.replace('{n}', String(n));
    return {
      membership,
      type,
      hotel: hotel ?? null,
      row: {
        name: insertNumber(name),
        name_id: insertNumber(name_id),
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
