import {
  type CurrencySums,
  type Field,
  type Language,
  type ResourceDefinition,
  integer,
  withoutRateKey,
} from '@innkeeper/contract';
import { numberInWords } from '../../engine/exchange/cells-in-words.ts';
import type { Behaviour } from '../../engine/resources/behaviour.ts';

/*
 * How many records a sum in US dollars leaves out, as their country had no rate yet. It is added up like an amount, so that it comes with its sum
 * wherever that is made. See docs/decisions/0090-without-a-rate.md.
 */

/** The field beside `grand_total_usd`. */
export const GRAND_TOTAL_WITHOUT_RATE = 'grand_total_without_rate';
const RATE = 'usd_rate';

export const withoutRateField: Field = integer('Without a rate', 'Tanpa kurs');

/** A definition of records that keep their rate, which can be counted where they have none. */
export const countingRates = <D extends ResourceDefinition>(definition: D): D => ({
  ...definition,
  fields: { ...definition.fields, [GRAND_TOTAL_WITHOUT_RATE]: withoutRateField },
});

/** The behaviour of records of a definition, with that count where they keep their rate. */
export const withRateCount = ({ fields }: ResourceDefinition, behaviour: Behaviour | undefined): Behaviour => ({
  ...behaviour,
  ...(Object.hasOwn(fields, RATE) && {
    computed: { ...behaviour?.computed, [GRAND_TOTAL_WITHOUT_RATE]: (ref) => `(${ref(RATE)} is null)::integer` },
  }),
});

const WITHOUT_RATE = { en: 'without a rate', id: 'tanpa kurs' } as const;

/** The count beside a sum in a file: "3 without a rate". Nothing where the sum leaves none out, and beside other sums. */
export function withoutRateInWords(
  key: string,
  sums: readonly Pick<CurrencySums, 'totals'>[],
  language: Language,
): readonly string[] {
  const name = withoutRateKey(key);
  const count = name === undefined ? 0 : sums.reduce((all, { totals }) => all + Number(totals[name] ?? 0), 0);
  return count > 0 ? [`${numberInWords(String(count))} ${WITHOUT_RATE[language]}`] : [];
}
