import { type CurrencySums, type ReportRow, decimalOf, decimalPlaces, decimalUnits } from '@innkeeper/contract';

type Value = ReportRow[string] | undefined;

/** Rows of a report are added up as text: no digit passes through a float. Null and nothing add nothing. */
export function plus(a: Value, b: Value, sign: 1 | -1 = 1): string | number {
  if (typeof a !== 'string' && typeof b !== 'string') return (a ?? 0) + sign * (b ?? 0);
  const scale = Math.max(decimalPlaces(a), decimalPlaces(b));
  const [left = 0n, right = 0n] = [decimalUnits(a, scale), decimalUnits(b, scale)];
  return decimalOf(left + BigInt(sign) * right, scale);
}

/** The total of several sums, apart for each currency, in the order of their names. */
export function addUp(parts: readonly CurrencySums[]): readonly CurrencySums[] {
  const added = new Map<string | null, CurrencySums>();
  for (const part of parts) {
    const before = added.get(part.currency);
    added.set(part.currency, before ? combined(before, part, 1) : part);
  }
  return [...added.values()].toSorted((a, b) => ((a.currency ?? '') < (b.currency ?? '') ? -1 : 1));
}

/** Takes sums away from others; a currency of which no record is left goes. */
export function takeAway(from: readonly CurrencySums[], parts: readonly CurrencySums[]): readonly CurrencySums[] {
  const taken = new Map(addUp(parts).map((part) => [part.currency, part]));
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

/** How many records these are. */
export const rowsIn = (parts: readonly CurrencySums[]): number => parts.reduce((sum, { rows }) => sum + rows, 0);

/** One column over all currencies: for counts and amounts in US dollars alone. */
export const totalOf = (parts: readonly CurrencySums[], key: string): string | number =>
  parts.reduce<string | number>((sum, { totals }) => plus(sum, totals[key]), 0);

/** The column that has an amount in US dollars. */
export const inDollars = (key: string): string => `${key}_usd`;

/** Whether the records behind these sums keep an amount in US dollars, too. */
export const hasDollars = (parts: readonly CurrencySums[], key: string): boolean =>
  parts.some(({ totals }) => Object.hasOwn(totals, inDollars(key)));
