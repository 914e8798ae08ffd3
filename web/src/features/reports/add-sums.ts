import {
  type CurrencySums,
  type ReportRow,
  formatDecimal,
  decimalPlaces,
  parseDecimalUnits,
} from '@innkeeper/contract';

type Value = ReportRow[string] | undefined;

/** Adds values of report rows as text, so that no digit passes through a float. Null and undefined add nothing. */
export function addValues(a: Value, b: Value, sign: 1 | -1 = 1): string | number {
  if (typeof a !== 'string' && typeof b !== 'string') return (a ?? 0) + sign * (b ?? 0);
  const scale = Math.max(decimalPlaces(a), decimalPlaces(b));
  const [left = 0n, right = 0n] = [parseDecimalUnits(a, scale), parseDecimalUnits(b, scale)];
  return formatDecimal(left + BigInt(sign) * right, scale);
}

/** Adds up several sums, separately per currency, ordered by currency name. */
export function addSums(sums: readonly CurrencySums[]): readonly CurrencySums[] {
  const sumsByCurrency = new Map<string | null, CurrencySums>();
  for (const currencySums of sums) {
    const earlier = sumsByCurrency.get(currencySums.currency);
    sumsByCurrency.set(currencySums.currency, earlier ? combineSums(earlier, currencySums, 1) : currencySums);
  }
  return [...sumsByCurrency.values()].toSorted((a, b) => ((a.currency ?? '') < (b.currency ?? '') ? -1 : 1));
}

/** Subtracts sums from others; a currency without remaining records is removed. */
export function subtractSums(minuend: readonly CurrencySums[], sums: readonly CurrencySums[]): readonly CurrencySums[] {
  const subtracted = new Map(addSums(sums).map((currencySums) => [currencySums.currency, currencySums]));
  return minuend
    .map((currencySums) => {
      const subtrahend = subtracted.get(currencySums.currency);
      return subtrahend ? combineSums(currencySums, subtrahend, -1) : currencySums;
    })
    .filter(({ rows }) => rows > 0);
}

const combineSums = (a: CurrencySums, b: CurrencySums, sign: 1 | -1): CurrencySums => ({
  currency: a.currency,
  rows: a.rows + sign * b.rows,
  totals: Object.fromEntries(
    Object.keys({ ...a.totals, ...b.totals }).map((key) => [key, addValues(a.totals[key], b.totals[key], sign)]),
  ),
});

/** Number of records in these sums. */
export const countRows = (sums: readonly CurrencySums[]): number => sums.reduce((sum, { rows }) => sum + rows, 0);

/** Total of one column over all currencies; only for counts and amounts in US dollars. */
export const totalOf = (sums: readonly CurrencySums[], key: string): string | number =>
  sums.reduce<string | number>((sum, { totals }) => addValues(sum, totals[key]), 0);

/** The column that contains the amount in US dollars. */
export const usdKey = (key: string): string => `${key}_usd`;

/** Whether the records behind these sums also store an amount in US dollars. */
export const hasUsd = (sums: readonly CurrencySums[], key: string): boolean =>
  sums.some(({ totals }) => Object.hasOwn(totals, usdKey(key)));
