/** The value that the browser stores under a key; null if there is none or it is damaged. */
export function readStored(storage: Pick<Storage, 'getItem'>, key: string): unknown {
  try {
    return JSON.parse(storage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** Stores a value, or removes it if it is null. False if storage fails, as in private windows and on full disks. */
export function writeStored(storage: Pick<Storage, 'setItem' | 'removeItem'>, key: string, value: unknown): boolean {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
