import type { ChoiceItem } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hotelsQuery } from '../session/reference-data.ts';
import { useUser } from '../session/user.ts';
import { type LastDesk, withHotel, readLastDesk, saveLastDesk } from './last-desk.ts';

const NO_HOTELS: readonly ChoiceItem[] = [];

export interface SaleContext {
  /** The hotels where this user may serve guests, most recent first. */
  readonly hotels: readonly ChoiceItem[];
  readonly hotel: ChoiceItem | null;
  /** The hotels are loaded, and there is none. */
  readonly hasNoHotel: boolean;
  readonly staff: string;
  readonly chooseHotel: (id: number | null) => void;
  readonly setStaffName: (name: string) => void;
}

/** There are several hotels, and none is chosen. */
export const needsHotelChoice = ({ hotels, hotel }: SaleContext): boolean => hotel === null && hotels.length > 1;

/**
 * The hotel and staff name of this front desk, as last used on this device. Defaults to the user's own name and, if
 * they have only one, their hotel.
 */
export function useSaleContext(): SaleContext {
  const user = useUser();
  const { data: hotels = NO_HOTELS, isSuccess } = useQuery(hotelsQuery);
  const [lastDesk, setLastDesk] = useState(() => readLastDesk(localStorage, user?.id ?? 0));
  const updateDesk = (nextDesk: LastDesk) => {
    setLastDesk(nextDesk);
    saveLastDesk(localStorage, user?.id ?? 0, nextDesk);
  };
  return {
    hotels: sortByRecency(hotels, lastDesk.recent),
    hotel: hotels.find(({ id }) => id === lastDesk.hotelId) ?? (hotels.length === 1 ? (hotels[0] ?? null) : null),
    hasNoHotel: isSuccess && hotels.length === 0,
    staff: lastDesk.staff ?? user?.displayName ?? '',
    chooseHotel: (hotelId) => updateDesk(withHotel(lastDesk, hotelId)),
    setStaffName: (staff) => updateDesk({ ...lastDesk, staff }),
  };
}

function sortByRecency(hotels: readonly ChoiceItem[], recent: readonly number[]): readonly ChoiceItem[] {
  const positionOf = ({ id }: ChoiceItem) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return hotels.toSorted((a, b) => positionOf(a) - positionOf(b));
}
