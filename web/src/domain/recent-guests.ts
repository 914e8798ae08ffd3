import { permission, relationName, resources } from '@innkeeper/contract';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { recordQuery } from '../engine/data/queries.ts';
import { type ResourceRecord, displayName, nestedAt } from '../engine/data/record.ts';
import { onSessionEnd } from '../session/session-end.ts';
import { can, currentUser, useUser } from '../session/user.ts';
import { createStore, useStore } from '../ui/store.ts';
import { readStored, writeStored } from '../ui/stored-json.ts';

/** A guest who was served in this tab. */
export interface RecentGuest {
  readonly id: number;
  readonly name: string;
  /** Distinguishes guests of the same name: a card, a membership. */
  readonly detail: string | null;
}

const MAX_RECENT_GUESTS = 6;
const { member } = resources;
/**
 * Guests' names are stored in memory only. The tab stores their ids, so the list survives a reload. Nothing is left on
 * the device when the tab or the session ends.
 */
const guestStore = createStore<readonly RecentGuest[]>([]);
const STORAGE_KEY = 'innkeeper.last-guests';
onSessionEnd(() => {
  guestStore.set([]);
  sessionStorage.removeItem(STORAGE_KEY);
});

/** The ids of a user's last guests stored in this tab, most recent first. */
function readStoredIds(userId: number | undefined): readonly number[] {
  const stored = readStored(sessionStorage, STORAGE_KEY);
  if (typeof stored !== 'object' || stored === null || !('user' in stored) || stored.user !== userId) return [];
  return 'ids' in stored && Array.isArray(stored.ids) ? stored.ids.filter(Number.isSafeInteger) : [];
}

function storeIds(): void {
  const user = currentUser()?.id;
  const ids = [...new Set([...guestStore.get().map(({ id }) => id), ...readStoredIds(user)])].slice(
    0,
    MAX_RECENT_GUESTS,
  );
  // A browser without storage space loses them with the page.
  writeStored(sessionStorage, STORAGE_KEY, { user, ids });
}

const toGuest = (record: ResourceRecord): RecentGuest => ({
  id: record.id,
  name: displayName(member, record),
  detail: nestedAt(record, relationName('membership_id'))?.name ?? null,
});

/** The last guests of this front desk, most recent first, of whom some are still loading at first. */
export function useRecentGuests(): { readonly guests: readonly RecentGuest[]; readonly isLoading: boolean } {
  const servedGuests = useStore(guestStore);
  const user = useUser();
  // After a reload only the ids are known. The records are loaded with the query their pages use, so the next step
  // opens immediately.
  const olderIds = readStoredIds(user?.id).filter((id) => !servedGuests.some((guest) => guest.id === id));
  const enabled = can(permission('VIEW', member.permission));
  const olderGuests = useQueries({
    queries: olderIds.map((id) => ({ ...recordQuery(member, id), enabled, retry: false })),
    combine: (responses) => ({
      guests: responses.flatMap(({ data }) => (data && data.deleted_at === null ? [toGuest(data)] : [])),
      isLoading: responses.some((response) => response.isLoading),
    }),
  });
  return {
    guests: [...servedGuests, ...olderGuests.guests].slice(0, MAX_RECENT_GUESTS),
    isLoading: olderGuests.isLoading,
  };
}

/** Adds the page's guest to the last guests. */
export function useRememberGuest(guest: RecentGuest | null): void {
  const { id, name = '', detail = null } = guest ?? {};
  useEffect(() => {
    if (id === undefined) return;
    guestStore.set(
      [{ id, name, detail }, ...guestStore.get().filter((entry) => entry.id !== id)].slice(0, MAX_RECENT_GUESTS),
    );
    storeIds();
  }, [id, name, detail]);
}
