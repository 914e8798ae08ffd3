import type { ChoiceItem } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hotelsQuery } from '../../session/reference-data.ts';
import { useUser } from '../../session/user.ts';
import { type LastCounter, movedTo, readCounter, rememberCounter } from './last-counter.ts';

const NONE: readonly ChoiceItem[] = [];

export interface CounterPlace {
  /** The hotels at which this user may serve guests, those of late first. */
  readonly hotels: readonly ChoiceItem[];
  readonly hotel: ChoiceItem | null;
  readonly staff: string;
  readonly chooseHotel: (id: number | null) => void;
  readonly nameStaff: (name: string) => void;
}

/** There are several hotels, and none is chosen. */
export const isNowhere = ({ hotels, hotel }: CounterPlace): boolean => hotel === null && hotels.length > 1;

/**
 * The hotel of this counter and the staff member at it, as they were last on this device; at first the user, at their only hotel.
 */
export function useCounterPlace(): CounterPlace {
  const user = useUser();
  const { data: hotels = NONE } = useQuery(hotelsQuery);
  const [last, setLast] = useState(() => readCounter(localStorage, user?.id ?? 0));
  const remember = (next: LastCounter) => {
    setLast(next);
    rememberCounter(localStorage, user?.id ?? 0, next);
  };
  return {
    hotels: inOrder(hotels, last.recent),
    hotel: hotels.find(({ id }) => id === last.hotelId) ?? (hotels.length === 1 ? (hotels[0] ?? null) : null),
    staff: last.staff ?? user?.displayName ?? '',
    chooseHotel: (hotelId) => remember(movedTo(last, hotelId)),
    nameStaff: (staff) => remember({ ...last, staff }),
  };
}

function inOrder(hotels: readonly ChoiceItem[], recent: readonly number[]): readonly ChoiceItem[] {
  const place = ({ id }: ChoiceItem) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return hotels.toSorted((a, b) => place(a) - place(b));
}
