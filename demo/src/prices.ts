import type { Day } from './days.ts';
import type { Random } from './random.ts';

/**
 * The prices of a country, in its currency. Amounts are multiples of the step, which floating point represents exactly.
 */
interface Prices {
  readonly dinner: number;
  readonly night: number;
  readonly treatment: number;
  /** Bills are multiples of this amount, at least 0.5 in every currency. */
  readonly step: number;
  /** The local price for 1,000 rupiah, and the step to which such prices are rounded. */
  readonly perThousandRupiah: number;
  readonly roundingStep: number;
}

const PRICES: Readonly<Record<string, Prices>> = {
  ID: {
    dinner: 520_000,
    night: 1_380_000,
    treatment: 390_000,
    step: 1_000,
    perThousandRupiah: 1_000,
    roundingStep: 1_000,
  },
  SG: { dinner: 92, night: 285, treatment: 78, step: 0.5, perThousandRupiah: 0.08, roundingStep: 5 },
  MY: { dinner: 165, night: 460, treatment: 130, step: 0.5, perThousandRupiah: 0.26, roundingStep: 10 },
  PH: { dinner: 2_300, night: 6_900, treatment: 1_700, step: 5, perThousandRupiah: 3.5, roundingStep: 100 },
  TH: { dinner: 1_350, night: 4_100, treatment: 1_150, step: 5, perThousandRupiah: 2, roundingStep: 50 },
  VN: {
    dinner: 940_000,
    night: 3_100_000,
    treatment: 720_000,
    step: 1_000,
    perThousandRupiah: 1_600,
    roundingStep: 10_000,
  },
};

export function getPrices(cca2: string): Prices {
  const prices = PRICES[cca2];
  if (!prices) throw new Error(`No prices are defined for ${cca2}`);
  return prices;
}

/** Converts a price in rupiah to another country: the same value, rounded. */
export function localPrice(rupiah: number, cca2: string): number {
  const { perThousandRupiah, roundingStep } = getPrices(cca2);
  return Math.round(((rupiah / 1000) * perThousandRupiah) / roundingStep) * roundingStep;
}

/** An amount around a typical one: usually a little less, sometimes several times as much. */
export function drawAmount(random: Random, typical: number, step: number): number {
  const deviation = random.fraction() + random.fraction() + random.fraction() - 1.5;
  return Math.max(step, Math.round((typical * Math.exp(deviation * 1.15)) / step) * step);
}

/** Rates by number of months ago, cached for each current rate. */
const ratesByMonth = new Map<number, string[]>();

/**
 * Currency units per dollar on a day, with the column's six decimals. The rate fluctuates and rises by about two
 * percent a year, ending at today's rate. It changes every 30 days.
 */
export function getRateOfDay(day: Day, today: Day, rateToday: number): string {
  const months = Math.max(Math.floor((today - day) / 30), 0);
  const cached = ratesByMonth.get(rateToday)?.[months];
  if (cached !== undefined) return cached;
  const drift = months === 0 ? 1 : 1 - months * 0.0016 + Math.sin(months * 0.9) * 0.008;
  const rate = (rateToday * drift).toFixed(6);
  const monthlyRates = ratesByMonth.get(rateToday) ?? [];
  monthlyRates[months] = rate;
  ratesByMonth.set(rateToday, monthlyRates);
  return rate;
}

/**
 * The values of lines in dollars, with two decimals. Each is the difference of rounded running totals, as in the
 * database.
 */
export function convertLinesToUsd(amounts: readonly number[], rate: string): readonly string[] {
  let [totalAmount, totalCents] = [0, 0n];
  return amounts.map((lineAmount) => {
    totalAmount += lineAmount;
    const addedCents = toUsdCents(totalAmount, rate) - totalCents;
    totalCents += addedCents;
    return toUsd(addedCents);
  });
}

/** Rounds half away from zero, as the database does. */
function toUsdCents(amount: number, rate: string): bigint {
  const thousandths = BigInt(Math.round(amount * 1000));
  const millionths = BigInt(rate.replace('.', ''));
  return (2n * thousandths * 100_000n + millionths) / (2n * millionths);
}

const toUsd = (cents: bigint): string => `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
