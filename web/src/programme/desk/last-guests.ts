import { permission, relationName, resources } from '@innkeeper/contract';
import { useQueries } from '@tanstack/react-query';
import { useEffect } from 'react';
import { recordQuery } from '../../engine/data/queries.ts';
import { type ResourceRecord, displayName, nestedAt } from '../../engine/data/record.ts';
import { onSessionEnd } from '../../session/session-end.ts';
import { can, currentUser, useUser } from '../../session/user.ts';
import { createStore, useStore } from '../../ui/store.ts';

/** A guest who was served here. */
export interface LastGuest {
  readonly id: number;
  readonly name: string;
  /** Tells them from others of the name: a card, a membership. */
  readonly detail: string | null;
}

const MOST = 6;
const { member } = resources;
/**
 * Names of guests stay in memory alone. The tab keeps their numbers, so that they are still there after a reload; nothing of them
 * is left on a device when the tab or the session ends.
 */
const guests = createStore<readonly LastGuest[]>([]);
const KEY = 'innkeeper.last-guests';
onSessionEnd(() => {
  guests.set([]);
  sessionStorage.removeItem(KEY);
});

/** The numbers that this tab keeps of a user's last guests, the latest first. */
function keptIds(userId: number | undefined): readonly number[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof kept !== 'object' || kept === null || !('user' in kept) || kept.user !== userId) return [];
    return 'ids' in kept && Array.isArray(kept.ids) ? kept.ids.filter(Number.isSafeInteger) : [];
  } catch {
    return [];
  }
}

function keepIds(): void {
  const user = currentUser()?.id;
  const ids = [...new Set([...guests.get().map(({ id }) => id), ...keptIds(user)])].slice(0, MOST);
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ user, ids }));
  } catch {
    // A browser without room forgets them with the page.
  }
}

const asGuest = (record: ResourceRecord): LastGuest => ({
  id: record.id,
  name: displayName(member, record),
  detail: nestedAt(record, relationName('membership_id'))?.name ?? null,
});

/** The last guests of this desk, the latest first. */
export function useLastGuests(): readonly LastGuest[] {
  const served = useStore(guests);
  const user = useUser();
  // Of those before a reload only the numbers are known. Their records are what their pages show: the next step is there at once.
  const before = keptIds(user?.id).filter((id) => !served.some((guest) => guest.id === id));
  const enabled = can(permission('VIEW', member.permission));
  const records = useQueries({
    queries: before.map((id) => ({ ...recordQuery(member, id), enabled, retry: false })),
    combine: (answers) => answers.flatMap(({ data }) => (data && data.deleted_at === null ? [asGuest(data)] : [])),
  });
  return [...served, ...records].slice(0, MOST);
}

/** Remembers the guest of a page. */
export function useRememberGuest(guest: LastGuest | null): void {
  const { id, name = '', detail = null } = guest ?? {};
  useEffect(() => {
    if (id === undefined) return;
    guests.set([{ id, name, detail }, ...guests.get().filter((other) => other.id !== id)].slice(0, MOST));
    keepIds();
  }, [id, name, detail]);
}
