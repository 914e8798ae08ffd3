import { type Condition, type ResourceDefinition, attributedHotel, includes } from '@innkeeper/contract';
import { currentUser } from '../../session/user.ts';
import { nestedAt } from './record.ts';

/*
 * Records that a user sees because their member belongs to one of the user's hotels, but that count at another hotel,
 * such as a sale made there or a member served there. Totals of the user's hotels exclude them. See
 * docs/decisions/0085-count-each-record-at-exactly-one-hotel-in-sums.md.
 */

/** Whether a hotel is not one of the user's. */
export function isOtherHotel(id: number): boolean {
  const hotels = currentUser()?.hotels ?? null;
  return hotels !== null && !hotels.some((hotel) => hotel.id === id);
}

/** Whether a record counts at a hotel that is not one of the user's. */
export function isElsewhere(d: ResourceDefinition, record: Readonly<Record<string, unknown>>): boolean {
  const hotelRelation = attributedHotel(d);
  const hotel = hotelRelation && nestedAt(record, hotelRelation.name);
  return hotel ? isOtherHotel(hotel.id) : false;
}

/** The condition that limits a list to records that count at the user's hotels; null if the list has no others. */
export function ownHotelsCondition(d: ResourceDefinition): Condition | null {
  const hotelRelation = attributedHotel(d);
  const hotels = currentUser()?.hotels ?? [];
  if (!hotelRelation || hotels.length === 0) return null;
  return includes(
    hotelRelation.column,
    hotels.map(({ id }) => id),
  );
}
