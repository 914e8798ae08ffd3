import { type Condition, type ResourceDefinition, countingHotel, includes } from '@innkeeper/contract';
import { currentUser } from '../../session/user.ts';
import { nestedAt } from './record.ts';

/*
 * Records that a user sees because their member belongs to one of the user's hotels, and that count at another one: a sale that was made there, a
 * member who is served there. No sum of the user's hotels has them. See docs/decisions/0085-sums-of-hotels.md.
 */

/** Whether a hotel is none of the user's. */
export function isOtherHotel(id: number): boolean {
  const hotels = currentUser()?.hotels ?? null;
  return hotels !== null && !hotels.some((hotel) => hotel.id === id);
}

/** Whether a record counts at a hotel that is none of the user's. */
export function isElsewhere(d: ResourceDefinition, record: Readonly<Record<string, unknown>>): boolean {
  const place = countingHotel(d);
  const hotel = place && nestedAt(record, place.name);
  return hotel ? isOtherHotel(hotel.id) : false;
}

/** The condition that leaves a list the records that count at the user's hotels; null where it has no others. */
export function ownHotelsCondition(d: ResourceDefinition): Condition | null {
  const place = countingHotel(d);
  const hotels = currentUser()?.hotels ?? [];
  if (!place || hotels.length === 0) return null;
  return includes(
    place.column,
    hotels.map(({ id }) => id),
  );
}
