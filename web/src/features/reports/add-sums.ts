import { type CurrencySums, type ReportRow, decimalOf, decimalPlaces, decimalUnits } from '@innkeeper/contract';

type Value = ReportRow[string] | undefined;

/** Adds values of report rows as text, so that no digit passes through a float. Null and undefined add nothing. */
export function plus(a: Value, b: Value, sign: 1 | -1 = 1): string | number {
  if (typeof a !== 'string' && typeof b !== 'string') return (a ?? 0) + sign * (b ?? 0);
  const scale = Math.max(decimalPlaces(a), decimalPlaces(b));
  const [left = 0n, right = 0n] = [decimalUnits(a, scale), decimalUnits(b, scale)];
  return decimalOf(left + BigInt(sign) * right, scale);
}

/** Adds up several sums, separately per currency, ordered by currency name. */
export function addSums(parts: readonly CurrencySums[]): readonly CurrencySums[] {
  const added = new Map<string | null, CurrencySums>();
  for (const part of parts) {
    const before = added.get(part.currency);
    added.set(part.currency, before ? combined(before, part, 1) : part);
  }
  return [...added.values()].toSorted((a, b) => ((a.currency ?? '') < (b.currency ?? '') ? -1 : 1));
}

/** Subtracts sums from others; a currency without remaining records is removed. */
export function subtractSums(from: readonly CurrencySums[], parts: readonly CurrencySums[]): readonly CurrencySums[] {
  const taken = new Map(addSums(parts).map((part) => [part.currency, part]));
  return from
    .map((part) => {
      const less = taken.get(part.currency);
      return less ? combined(part, less, -1) : part;
    })
    .filter(({ rows }) => rows > 0);
}

const combined = (a: CurrencySums, b: CurrencySums, sign: 1 | -1): CurrencySums => ({
  currency: a.currency,
  rows: a.rows + sign * b.rows,
  totals: Object.fromEntries(
    Object.keys({ ...a.totals, ...b.totals }).map((key) => [key, plus(a.totals[key], b.totals[key], sign)]),
  ),
});

/** Number of records in these sums. */
export const rowsIn = (parts: readonly CurrencySums[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);

/** Total of one column over all currencies; only for counts and amounts in US dollars. */
export const totalOf = (parts: readonly CurrencySums[], key: string): string | number =>
  parts.reduce<string | number>((sum, { totals }) => plus(sum, totals[key]), 0);

/** The column that contains the amount in US dollars. */
export const usdKey = (key: string): string => `${key}_usd`;

/** Whether the records behind these sums also store an amount in US dollars. */
export const hasUsd = (parts: readonly CurrencySums[], key: string): boolean =>
  parts.some(({ totals }) => Object.hasOwn(totals, usdKey(key)));
