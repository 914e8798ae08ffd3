/** The hotel and staff name last used on this device, which stay the same for a shift. */
export interface LastDesk {
  /** Hotels used on this device, most recent first. */
  readonly recent: readonly number[];
  readonly hotelId: number | null;
  readonly staff: string | null;
}

const MAX_RECENT = 5;
const NO_DESK: LastDesk = { recent: [], hotelId: null, staff: null };
const keyOf = (user: number): string => `innkeeper.counter.${user}`;

export function readLastDesk(store: Pick<Storage, 'getItem'>, user: number): LastDesk {
  try {
    const stored: unknown = JSON.parse(store.getItem(keyOf(user)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return NO_DESK;
    return {
      recent: 'recent' in stored && Array.isArray(stored.recent) ? stored.recent.filter(Number.isSafeInteger) : [],
      hotelId: 'hotelId' in stored && typeof stored.hotelId === 'number' ? stored.hotelId : null,
      staff: 'staff' in stored && typeof stored.staff === 'string' && stored.staff !== '' ? stored.staff : null,
    };
  } catch {
    return NO_DESK;
  }
}

/** The same at another hotel. */
export const withHotel = (last: LastDesk, hotelId: number | null): LastDesk => ({
  ...last,
  hotelId,
  recent: hotelId === null ? last.recent : [...new Set([hotelId, ...last.recent])].slice(0, MAX_RECENT),
});

export function rememberDesk(store: Pick<Storage, 'setItem'>, user: number, counter: LastDesk): void {
  try {
    store.setItem(keyOf(user), JSON.stringify(counter));
  } catch {
    // Without storage space, the user has to choose again.
  }
}
