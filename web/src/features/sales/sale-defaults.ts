import { readStored, writeStored } from '../../ui/stored-json.ts';

/** Hotel and seller of the user's last sale, which most sales of a day share. */
export interface SaleDefaults {
  readonly hotelId: number | null;
  readonly seller: string | null;
}

const NO_DEFAULTS: SaleDefaults = { hotelId: null, seller: null };
const storageKey = (user: number): string => `innkeeper.sale-place.${user}`;

export function readSaleDefaults(storage: Pick<Storage, 'getItem'>, user: number): SaleDefaults {
  const stored = readStored(storage, storageKey(user));
  if (typeof stored !== 'object' || stored === null) return NO_DEFAULTS;
  const hotelId = 'hotelId' in stored && Number.isSafeInteger(stored.hotelId) ? Number(stored.hotelId) : null;
  return { hotelId, seller: 'seller' in stored && typeof stored.seller === 'string' ? stored.seller : null };
}

/** Without storage, each sale starts without these defaults. */
export const saveSaleDefaults = (storage: Storage, user: number, defaults: SaleDefaults): boolean =>
  writeStored(storage, storageKey(user), defaults);
