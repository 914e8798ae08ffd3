import type { Ref } from '../engine/resources/resource-hooks.ts';

/**
 * SQL for the zone of the hotel that a field refers to: `hotel`, `member.hotel`. It joins the zone once, where
 * `effective_time_zone(id)` would be called per row.
 */
export const zoneSql = (ref: Ref, hotel: string): string =>
  `effective_time_zone(${ref(`${hotel}.time_zone`)}, ${ref(`${hotel}.country.time_zone`)})`;
