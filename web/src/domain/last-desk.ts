import { readStored, writeStored } from '../ui/stored-json.ts';

/** The hotel and staff name last used on this device, which stay the same for a shift. */
export interface LastDesk {
  /** Hotels used on this device, most recent first. */
  readonly recent: readonly number[];
  readonly hotelId: number | null;
  readonly staff: string | null;
}

const MAX_RECENT_HOTELS = 5;
const NO_DESK: LastDesk = { recent: [], hotelId: null, staff: null };
const storageKey = (user: number): string => `innkeeper.counter.${user}`;

export function readLastDesk(storage: Pick<Storage, 'getItem'>, user: number): LastDesk {
  const stored = readStored(storage, storageKey(user));
  if (typeof stored !== 'object' || stored === null) return NO_DESK;
  return {
    recent: 'recent' in stored && Array.isArray(stored.recent) ? stored.recent.filter(Number.isSafeInteger) : [],
    hotelId: 'hotelId' in stored && typeof stored.hotelId === 'number' ? stored.hotelId : null,
    staff: 'staff' in stored && typeof stored.staff === 'string' && stored.staff !== '' ? stored.staff : null,
  };
}

/** The same at another hotel. */
export const withHotel = (lastDesk: LastDesk, hotelId: number | null): LastDesk => ({
  ...lastDesk,
  hotelId,
  recent: hotelId === null ? lastDesk.recent : [...new Set([hotelId, ...lastDesk.recent])].slice(0, MAX_RECENT_HOTELS),
});

/** Without storage space, the user has to choose again. */
export const saveLastDesk = (storage: Storage, user: number, lastDesk: LastDesk): boolean =>
  writeStored(storage, storageKey(user), lastDesk);
