import { readStored, writeStored } from '../../ui/stored-json.ts';

const STORAGE_KEY = 'innkeeper.lists-with-views';

/** The keys of the lists that had views when this browser last showed them. */
function readKeys(storage: Pick<Storage, 'getItem'>): readonly string[] {
  const keys: unknown = readStored(storage, STORAGE_KEY);
  return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
}

/** Whether a list had tabs for its views at the last visit. */
export const hadTabs = (storage: Pick<Storage, 'getItem'>, key: string): boolean => readKeys(storage).includes(key);

/** Stores whether a list has tabs. Without storage, their space is not reserved at the next visit. */
export function rememberTabs(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  key: string,
  hasTabs: boolean,
): void {
  const keys = readKeys(storage);
  if (keys.includes(key) === hasTabs) return;
  writeStored(storage, STORAGE_KEY, hasTabs ? [...keys, key] : keys.filter((other) => other !== key));
}
