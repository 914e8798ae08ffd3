import type { Ref } from '../../engine/resources/behaviour.ts';

/** SQL of the zone of the hotel that a field points to: `hotel`, `member.hotel`. Its place is joined once; `zone_of(id)` would be called for each row. */
export const zoneSql = (ref: Ref, hotel: string): string =>
  `zone_of(${ref(`${hotel}.time_zone`)}, ${ref(`${hotel}.country.time_zone`)})`;
