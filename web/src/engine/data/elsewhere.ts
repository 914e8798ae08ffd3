import { type Condition, type ResourceDefinition, findAttributedHotel, includesCondition } from '@innkeeper/contract';
import { currentUser } from '../../session/user.ts';
import { nestedAt } from './record.ts';

/*
 * Records that count at a hotel that is not one of the user's, such as a sale made there or a member served there. The
 * user sees them because their member belongs to one of the user's hotels; totals of the user's hotels exclude them.
 * See docs/decisions/0085-count-each-record-at-exactly-one-hotel-in-sums.md.
 */

/** Whether a hotel is not one of the user's. */
export function isOtherHotel(id: number): boolean {
  const hotels = currentUser()?.hotels ?? null;
  return hotels !== null && !hotels.some((hotel) => hotel.id === id);
}

/** Whether a record counts at a hotel that is not one of the user's. */
export function isElsewhere(definition: ResourceDefinition, record: Readonly<Record<string, unknown>>): boolean {
  const hotelRelation = findAttributedHotel(definition);
  const hotel = hotelRelation && nestedAt(record, hotelRelation.name);
  return hotel ? isOtherHotel(hotel.id) : false;
}

/**
 * The condition that limits a list to records that count at the user's hotels. Null if the list has no other records.
 */
export function ownHotelsCondition(definition: ResourceDefinition): Condition | null {
  const hotelRelation = findAttributedHotel(definition);
  const hotels = currentUser()?.hotels ?? [];
  if (!hotelRelation || hotels.length === 0) return null;
  return includesCondition(
    hotelRelation.column,
    hotels.map(({ id }) => id),
  );
}
