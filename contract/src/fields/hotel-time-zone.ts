import { text } from './kinds.ts';

/**
 * The time zone in which a record's moments are shown: that of their hotel. The SQL is in the hooks of the resource.
 */
export const hotelZone = text('Time zone', 'Zona waktu', {
  computed: true,
  derived: true,
  generated: true,
  excludedFromSearch: true,
  width: 150,
});
