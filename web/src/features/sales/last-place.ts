/** Hotel and seller of the user's last sale, which most sales of a day share. */
export interface LastPlace {
  readonly hotelId: number | null;
  readonly seller: string | null;
}

const NO_PLACE: LastPlace = { hotelId: null, seller: null };
const keyOf = (user: number): string => `innkeeper.sale-place.${user}`;

export function readPlace(store: Pick<Storage, 'getItem'>, user: number): LastPlace {
  try {
    const stored: unknown = JSON.parse(store.getItem(keyOf(user)) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return NO_PLACE;
    const hotelId = 'hotelId' in stored && Number.isSafeInteger(stored.hotelId) ? Number(stored.hotelId) : null;
    return { hotelId, seller: 'seller' in stored && typeof stored.seller === 'string' ? stored.seller : null };
  } catch {
    return NO_PLACE;
  }
}

export function rememberPlace(store: Pick<Storage, 'setItem'>, user: number, place: LastPlace): void {
  try {
    store.setItem(keyOf(user), JSON.stringify(place));
  } catch {
    // Without storage, each sale starts without these defaults.
  }
}
