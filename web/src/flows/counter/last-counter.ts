/** At which counter somebody stands on this device, and under which name: the same for a shift. */
export interface LastCounter {
  readonly hotelId: number | null;
  readonly staff: string | null;
}

const keyOf = (user: number): string => `innkeeper.counter.${user}`;

export function readCounter(store: Pick<Storage, 'getItem'>, user: number): LastCounter {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(user)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return { hotelId: null, staff: null };
    return {
      hotelId: 'hotelId' in kept && typeof kept.hotelId === 'number' ? kept.hotelId : null,
      staff: 'staff' in kept && typeof kept.staff === 'string' && kept.staff !== '' ? kept.staff : null,
    };
  } catch {
    return { hotelId: null, staff: null };
  }
}

export function rememberCounter(store: Pick<Storage, 'setItem'>, user: number, counter: LastCounter): void {
  try {
    store.setItem(keyOf(user), JSON.stringify(counter));
  } catch {
    // A browser without room asks again.
  }
}
