import { type Field, type ResourceDefinition, integer } from '@innkeeper/contract';
import type { ResourceHooks } from '../../engine/resources/resource-hooks.ts';

/*
 * The number of records that a sum in US dollars excludes because their country had no rate yet. It is summed like an
 * amount, so it is available wherever its sum is. See
 * docs/decisions/0090-show-how-many-records-a-dollar-total-leaves-out.md.
 */

/** The count that belongs to `grand_total_usd`. */
export const GRAND_TOTAL_WITHOUT_RATE = 'grand_total_without_rate';
const RATE_FIELD = 'usd_rate';

export const withoutRateField: Field = integer('Without a rate', 'Tanpa kurs');

/** Extends a definition of records that store their rate by the count of records without one. */
export const addRateField = <D extends ResourceDefinition>(definition: D): D => ({
  ...definition,
  fields: { ...definition.fields, [GRAND_TOTAL_WITHOUT_RATE]: withoutRateField },
});

/** Extends the hooks of a definition's records by that count, if they store their rate. */
export const addRateCount = ({ fields }: ResourceDefinition, hooks: ResourceHooks | undefined): ResourceHooks => ({
  ...hooks,
  ...(Object.hasOwn(fields, RATE_FIELD) && {
    computed: {
      ...hooks?.computed,
      [GRAND_TOTAL_WITHOUT_RATE]: (ref) => `(${ref(RATE_FIELD)} is null)::integer`,
    },
  }),
});
