import type { Behaviour } from '../resources/behaviour.ts';

/**
 * Members. A member's standing follows from the card's last day, in the days of the hotel that serves the member:
 * `none` without a card, `active` up to and with that day, `lapsed` after it.
 */
export const member: Behaviour = {
  computed: {
    standing: (ref) => {
      const until = ref('valid_until_date');
      const zone = `coalesce(${ref('hotel.time_zone')}, ${ref('hotel.country.time_zone')}, 'UTC')`;
      return `case when ${until} is null then 'none' when ${until} >= (now() at time zone ${zone})::date then 'active' else 'lapsed' end`;
    },
  },
  beforeWrite: (_context, values, before) =>
    before === null && (values.register_hotel_id ?? null) === null
      ? { ...values, register_hotel_id: values.hotel_id }
      : values,
};
