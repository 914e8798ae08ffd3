import type { ChoiceItem } from '@innkeeper/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hotelsQuery } from '../../session/reference-data.ts';
import { useUser } from '../../session/user.ts';
import { readCounter, rememberCounter } from './last-counter.ts';

const NONE: readonly ChoiceItem[] = [];

export interface CounterPlace {
  /** Where this user may stand. */
  readonly hotels: readonly ChoiceItem[];
  readonly hotel: ChoiceItem | null;
  readonly staff: string;
  readonly chooseHotel: (id: number | null) => void;
  readonly nameStaff: (name: string) => void;
}

/** The hotel of this counter and who stands there, as they were last on this device: the user, at their only hotel. */
export function useCounterPlace(): CounterPlace {
  const user = useUser();
  const { data: hotels = NONE } = useQuery(hotelsQuery);
  const [last, setLast] = useState(() => readCounter(localStorage, user?.id ?? 0));
  const remember = (changes: Partial<typeof last>) => {
    const next = { ...last, ...changes };
    setLast(next);
    rememberCounter(localStorage, user?.id ?? 0, next);
  };
  return {
    hotels,
    hotel: hotels.find(({ id }) => id === last.hotelId) ?? (hotels.length === 1 ? (hotels[0] ?? null) : null),
    staff: last.staff ?? user?.displayName ?? '',
    chooseHotel: (hotelId) => remember({ hotelId }),
    nameStaff: (staff) => remember({ staff }),
  };
}
