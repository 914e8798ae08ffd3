import type { ChoiceItem } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { hotelsQuery } from '../../session/reference-data.ts';

const NO_HOTELS: readonly ChoiceItem[] = [];

const isOpen = (hotel: ChoiceItem): boolean => !('is_active' in hotel && hotel.is_active === 0);

/** The open hotels that the user works for, as of sign-in. */
export function useHotels() {
  const { data = NO_HOTELS, isPending } = useQuery(hotelsQuery);
  const hotels = data.filter(isOpen);
  return {
    hotels,
    isReady: !isPending,
    /** The id of a hotel if the user works for it, otherwise null. */
    findVisibleId: (id: unknown): number | null => hotels.find((hotel) => hotel.id === id)?.id ?? null,
  };
}

/** The country of a hotel; null for users who only see hotel names. */
export function findCountryId(hotels: readonly ChoiceItem[], hotelId: number | null): number | null {
  const hotel = hotels.find(({ id }) => id === hotelId);
  return hotel && 'country_id' in hotel && typeof hotel.country_id === 'number' ? hotel.country_id : null;
}
