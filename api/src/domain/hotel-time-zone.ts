import type { Ref } from '../engine/resources/resource-hooks.ts';

/**
 * SQL for the zone of the hotel that a field refers to: `hotel`, `member.hotel`. Uses joined columns, because
 * `effective_time_zone(id)` would run a query per row.
 */
export const zoneSql = (ref: Ref, hotel: string): string =>
  `effective_time_zone(${ref(`${hotel}.time_zone`)}, ${ref(`${hotel}.country.time_zone`)})`;
