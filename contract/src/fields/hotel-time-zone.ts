import { text } from './kinds.ts';

/** The time zone in which a record's moments are shown: that of its hotel. The resource's hooks have the SQL. */
export const hotelZone = text('Time zone', 'Zona waktu', {
  computed: true,
  derived: true,
  generated: true,
  excludedFromSearch: true,
  width: 150,
});
