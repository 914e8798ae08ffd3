import type { CurrentUser } from '@innkeeper/contract';

const MAX_RECENT = 5;
const storageKey = (user: CurrentUser): string => `innkeeper.recent.${user.id}`;

/**
 * Ids of the pages and actions that a user chose on this device, latest first, at most five. Guests are not stored, so
 * that their names do not remain on the device.
 */
export function readRecent(user: CurrentUser): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey(user)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export function saveRecent(user: CurrentUser, id: string): void {
  const ids = [id, ...readRecent(user).filter((other) => other !== id)].slice(0, MAX_RECENT);
  localStorage.setItem(storageKey(user), JSON.stringify(ids));
}
