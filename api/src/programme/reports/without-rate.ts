import { type Field, type ResourceDefinition, integer } from '@innkeeper/contract';
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
