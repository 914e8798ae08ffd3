import { addAmounts, addDecimals } from '../fields/decimal.ts';

/** A total of a month: records of one kind at one hotel, in one currency. */
interface MonthTotal {
  readonly hotel: { readonly id: number };
  readonly resource: string;
  readonly part: string | null;
  readonly currency: string;
  readonly number: number;
  readonly amount: string;
  readonly amount_usd: string | null;
  readonly without_rate: number;
}

/** The totals of all hotels together, by kind and currency; none if there is only one hotel. */
export function addHotels<T extends MonthTotal>(totals: readonly T[]): readonly Omit<T, 'hotel'>[] {
  if (new Set(totals.map(({ hotel }) => hotel.id)).size < 2) return [];
  const groups = Map.groupBy(totals, ({ resource, part, currency }) => `${resource} ${part} ${currency}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const rated = group.flatMap(({ amount_usd: usd }) => (usd === null ? [] : [usd]));
    const { hotel: _, ...kind } = first;
    return [
      {
        ...kind,
        number: group.reduce<number>((sum, total) => sum + total.number, 0),
        amount: addAmounts(group.map(({ amount }) => amount)),
        amount_usd: rated.length === 0 ? null : addDecimals(rated, 2),
        without_rate: group.reduce<number>((sum, total) => sum + total.without_rate, 0),
      },
    ];
  });
}
