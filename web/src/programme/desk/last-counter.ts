/** At which counter somebody stands on this device, and under which name: the same for a shift. */
export interface LastCounter {
  /** Hotels at which they stood here, the latest first. */
  readonly recent: readonly number[];
  readonly hotelId: number | null;
  readonly staff: string | null;
}

const MOST_RECENT = 5;
const NOWHERE: LastCounter = { recent: [], hotelId: null, staff: null };
const keyOf = (user: number): string => `innkeeper.counter.${user}`;

export function readCounter(store: Pick<Storage, 'getItem'>, user: number): LastCounter {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(user)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return NOWHERE;
    return {
      recent: 'recent' in kept && Array.isArray(kept.recent) ? kept.recent.filter(Number.isSafeInteger) : [],
      hotelId: 'hotelId' in kept && typeof kept.hotelId === 'number' ? kept.hotelId : null,
      staff: 'staff' in kept && typeof kept.staff === 'string' && kept.staff !== '' ? kept.staff : null,
    };
  } catch {
    return NOWHERE;
  }
}

/** The same at another hotel. */
export const movedTo = (last: LastCounter, hotelId: number | null): LastCounter => ({
  ...last,
  hotelId,
  recent: hotelId === null ? last.recent : [...new Set([hotelId, ...last.recent])].slice(0, MOST_RECENT),
});

export function rememberCounter(store: Pick<Storage, 'setItem'>, user: number, counter: LastCounter): void {
  try {
    store.setItem(keyOf(user), JSON.stringify(counter));
  } catch {
    // A browser without room asks again.
  }
}
