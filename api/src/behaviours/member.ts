import type { Behaviour, Ref } from '../resources/behaviour.ts';

/**
 * Members. A member's standing follows from the card's last day, in the days of the hotel that serves the member:
 * `none` without a card, `active` up to and with that day, `lapsed` after it.
 */
export const member: Behaviour = {
  computed: { standing: standingSql },
  chosen: {
    standing: (ref, value) => {
      const until = ref('valid_until_date');
      const today = `(now() at time zone 'UTC')::date`;
      // No zone is further than a day from UTC: only cards that end around today need a look at their own.
      const here = `(select ${todayAt('h.time_zone', 'c.time_zone')} from hotel h join country c on c.id = h.country_id where h.id = ${ref('hotel_id')})`;
      const around = `${until} between ${today} - 1 and ${today} + 1 and ${until} ${value === 'active' ? '>=' : '<'} ${here}`;
      if (value === 'none') return `${until} is null`;
      if (value === 'active') return `(${until} > ${today} + 1 or ${around})`;
      if (value === 'lapsed') return `(${until} < ${today} - 1 or ${around})`;
      return 'false';
    },
  },
  beforeWrite: (_context, values, before) =>
    before === null && (values.register_hotel_id ?? null) === null
      ? { ...values, register_hotel_id: values.hotel_id }
      : values,
};

function standingSql(ref: Ref): string {
  const until = ref('valid_until_date');
  const today = todayAt(ref('hotel.time_zone'), ref('hotel.country.time_zone'));
  return `case when ${until} is null then 'none' when ${until} >= ${today} then 'active' else 'lapsed' end`;
}

const todayAt = (...zones: readonly string[]): string =>
  `(now() at time zone coalesce(${zones.join(', ')}, 'UTC'))::date`;
