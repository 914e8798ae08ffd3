/** The hotel and the seller of a user's last sale: most sales of a day have both in common. */
export interface LastPlace {
  readonly hotelId: number | null;
  readonly seller: string | null;
}

const NOWHERE: LastPlace = { hotelId: null, seller: null };
const keyOf = (user: number): string => `innkeeper.sale-place.${user}`;

export function readPlace(store: Pick<Storage, 'getItem'>, user: number): LastPlace {
  try {
    const kept: unknown = JSON.parse(store.getItem(keyOf(user)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return NOWHERE;
    const hotelId = 'hotelId' in kept && Number.isSafeInteger(kept.hotelId) ? Number(kept.hotelId) : null;
    return { hotelId, seller: 'seller' in kept && typeof kept.seller === 'string' ? kept.seller : null };
  } catch {
    return NOWHERE;
  }
}

export function rememberPlace(store: Pick<Storage, 'setItem'>, user: number, place: LastPlace): void {
  try {
    store.setItem(keyOf(user), JSON.stringify(place));
  } catch {
    // A browser without room begins each sale anew.
  }
}
