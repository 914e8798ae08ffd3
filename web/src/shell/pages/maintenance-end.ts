import { readStored, writeStored } from '../../ui/stored-json.ts';
import { DEFAULT_DAYS } from './time-left.ts';

const STORAGE_KEY = 'innkeeper.maintenance-until';

/**
 * The end of the maintenance: that of the server's configuration, which the page has, or else 15 days after the first
 * visit of this browser. So a later visit does not promise 15 days again.
 */
export function readMaintenanceEnd(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Date {
  const configured = Date.parse(document.documentElement.dataset['maintenanceUntil'] ?? '');
  if (!Number.isNaN(configured)) return new Date(configured);
  const stored = readStored(storage, STORAGE_KEY);
  if (typeof stored === 'number') return new Date(stored);
  const end = Date.now() + DEFAULT_DAYS * 86_400_000;
  writeStored(storage, STORAGE_KEY, end);
  return new Date(end);
}

/** The next maintenance has another end. */
export const forgetMaintenanceEnd = (storage: Pick<Storage, 'setItem' | 'removeItem'>): void =>
  void writeStored(storage, STORAGE_KEY, null);
