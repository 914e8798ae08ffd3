import { permission, relationName, resources } from '@innkeeper/contract';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { recordQuery } from '../../engine/data/queries.ts';
import { type ResourceRecord, displayName, nestedAt } from '../../engine/data/record.ts';
import { onSessionEnd } from '../../session/session-end.ts';
import { can, currentUser, useUser } from '../../session/user.ts';
import { createStore, useStore } from '../../ui/store.ts';

/** A guest who was served in this tab. */
export interface RecentGuest {
  readonly id: number;
  readonly name: string;
  /** Distinguishes guests of the same name: a card, a membership. */
  readonly detail: string | null;
}

const MAX_LAST_GUESTS = 6;
const { member } = resources;
/**
 * Guests' names are stored in memory only. The tab stores their ids, so the list survives a reload. Nothing is left on
 * the device when the tab or the session ends.
 */
const guests = createStore<readonly RecentGuest[]>([]);
const KEY = 'innkeeper.last-guests';
onSessionEnd(() => {
  guests.set([]);
  sessionStorage.removeItem(KEY);
});

/** The ids of a user's last guests stored in this tab, most recent first. */
function storedIds(userId: number | undefined): readonly number[] {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('user' in stored) || stored.user !== userId) return [];
    return 'ids' in stored && Array.isArray(stored.ids) ? stored.ids.filter(Number.isSafeInteger) : [];
  } catch {
    return [];
  }
}

function storeIds(): void {
  const user = currentUser()?.id;
  const ids = [...new Set([...guests.get().map(({ id }) => id), ...storedIds(user)])].slice(0, MAX_LAST_GUESTS);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ user, ids }));
  } catch {
    // A browser without storage space loses them with the page.
  }
}

const toGuest = (record: ResourceRecord): RecentGuest => ({
  id: record.id,
  name: displayName(member, record),
  detail: nestedAt(record, relationName('membership_id'))?.name ?? null,
});

/** The last guests of this front desk, most recent first. */
export function useRecentGuests(): readonly RecentGuest[] {
  const served = useStore(guests);
  const user = useUser();
  // After a reload only the ids are known. The records are loaded with the query their pages use, so the next step
  // opens immediately.
  const before = storedIds(user?.id).filter((id) => !served.some((guest) => guest.id === id));
  const enabled = can(permission('VIEW', member.permission));
  const records = useQueries({
    queries: before.map((id) => ({ ...recordQuery(member, id), enabled, retry: false })),
    combine: (responses) => responses.flatMap(({ data }) => (data && data.deleted_at === null ? [toGuest(data)] : [])),
  });
  return [...served, ...records].slice(0, MAX_LAST_GUESTS);
}

/** Adds the page's guest to the last guests. */
export function useRememberGuest(guest: RecentGuest | null): void {
  const { id, name = '', detail = null } = guest ?? {};
  useEffect(() => {
    if (id === undefined) return;
    guests.set([{ id, name, detail }, ...guests.get().filter((other) => other.id !== id)].slice(0, MAX_LAST_GUESTS));
    storeIds();
  }, [id, name, detail]);
}
