import { text } from './field.ts';

/** The zone by whose clocks moments of a record are told: that of the hotel where they lie. Its behaviour has the SQL. */
export const hotelZone = text('Time zone', 'Zona waktu', {
  computed: true,
  derived: true,
  generated: true,
  unsearched: true,
  width: 150,
});
