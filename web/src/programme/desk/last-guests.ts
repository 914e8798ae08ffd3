import { useEffect } from 'react';
import { onSessionEnd } from '../../session/session-end.ts';
import { createStore, useStore } from '../../ui/store.ts';

/** A guest who was served here. */
export interface LastGuest {
  readonly id: number;
  readonly name: string;
  /** What tells them from others of the name: a card, a membership. */
  readonly detail: string | null;
}

const MOST = 6;
/** Names of guests stay in memory alone: nothing of them is left on a device when the tab or the session ends. */
const guests = createStore<readonly LastGuest[]>([]);
onSessionEnd(() => guests.set([]));

/** The guests whom this desk served last, the latest first. */
export const useLastGuests = (): readonly LastGuest[] => useStore(guests);

/** Remembers whom a page is about. */
export function useRememberGuest(guest: LastGuest | null): void {
  const { id, name = '', detail = null } = guest ?? {};
  useEffect(() => {
    if (id === undefined) return;
    guests.set([{ id, name, detail }, ...guests.get().filter((other) => other.id !== id)].slice(0, MOST));
  }, [id, name, detail]);
}
