import type { ChoiceItem } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hotelsQuery } from '../../session/reference-data.ts';
import { useUser } from '../../session/user.ts';
import { type LastDesk, withHotel, readLastDesk, rememberDesk } from './last-desk.ts';

const NONE: readonly ChoiceItem[] = [];

export interface SaleContext {
  /** The hotels where this user may serve guests, most recent first. */
  readonly hotels: readonly ChoiceItem[];
  readonly hotel: ChoiceItem | null;
  readonly staff: string;
  readonly chooseHotel: (id: number | null) => void;
  readonly setStaffName: (name: string) => void;
}

/** There are several hotels, and none is chosen. */
export const hasNoHotel = ({ hotels, hotel }: SaleContext): boolean => hotel === null && hotels.length > 1;

/**
 * The hotel and staff name of this front desk, as last used on this device. Defaults to the user's own name and, if
 * they have only one, their hotel.
 */
export function useSaleContext(): SaleContext {
  const user = useUser();
  const { data: hotels = NONE } = useQuery(hotelsQuery);
  const [last, setLast] = useState(() => readLastDesk(localStorage, user?.id ?? 0));
  const remember = (next: LastDesk) => {
    setLast(next);
    rememberDesk(localStorage, user?.id ?? 0, next);
  };
  return {
    hotels: inOrder(hotels, last.recent),
    hotel: hotels.find(({ id }) => id === last.hotelId) ?? (hotels.length === 1 ? (hotels[0] ?? null) : null),
    staff: last.staff ?? user?.displayName ?? '',
    chooseHotel: (hotelId) => remember(withHotel(last, hotelId)),
    setStaffName: (staff) => remember({ ...last, staff }),
  };
}

function inOrder(hotels: readonly ChoiceItem[], recent: readonly number[]): readonly ChoiceItem[] {
  const place = ({ id }: ChoiceItem) => (recent.includes(id) ? recent.indexOf(id) : recent.length);
  return hotels.toSorted((a, b) => place(a) - place(b));
}
