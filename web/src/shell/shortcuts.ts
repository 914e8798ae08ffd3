import type { CurrentUser, NavigationItem } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { isApiError } from '../session/api-error.ts';
import { api } from '../session/api.ts';
import { onSessionEnd } from '../session/session-end.ts';
import { currentUser, useUser } from '../session/user.ts';
import { showMessage } from '../ui/message-store.ts';
import { createStore, useStore } from '../ui/store.ts';
import { listPages, useNavigation } from '../session/navigation-tree.ts';
import { readStored, writeStored } from '../ui/stored-json.ts';

/** The ids as last changed in this tab; null before the first change, when the stored ids of the user apply. */
const changedIds = createStore<readonly string[] | null>(null);
/** The ids that this tab last saved on the server; null before the first save. */
let savedIds: readonly string[] | null = null;
let isSaving = false;

onSessionEnd(() => {
  savedIds = null;
  changedIds.set(null);
});

const NO_IDS: readonly string[] = [];
const guestStorageKey = (user: CurrentUser): string => `innkeeper.shortcuts.${user.id}`;

/** Shortcuts of users with the role guest are stored on this device only. */
function loadShortcuts(user: CurrentUser): readonly string[] {
  if (user.role !== 'guest') return user.data.shortcuts;
  const stored = readStored(localStorage, guestStorageKey(user));
  return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : NO_IDS;
}

/** The ids of the starred pages in their order, including those that the menu does not show. */
export function useShortcuts(): readonly string[] {
  const user = useUser();
  return useStore(changedIds) ?? (user ? loadShortcuts(user) : NO_IDS);
}

/** The starred pages that the menu shows, in their order. */
export function useStarredPages(): readonly NavigationItem[] {
  const pages = new Map(listPages(useNavigation()).map((page) => [page.id, page]));
  return useShortcuts().flatMap((id) => pages.get(id) ?? []);
}

/** Changes the shortcuts immediately and saves them for the user. A failed save reverts the change with a message. */
export function changeShortcuts(ids: readonly string[]): void {
  const user = currentUser();
  if (!user) return;
  changedIds.set(ids);
  if (user.role === 'guest') writeStored(localStorage, guestStorageKey(user), ids);
  else void saveShortcuts();
}

/** Sends one request at a time, so that the last change is saved last; skips changes in between. */
async function saveShortcuts(): Promise<void> {
  if (isSaving) return;
  isSaving = true;
  try {
    for (let ids = changedIds.get(); ids !== null && ids !== savedIds; ids = changedIds.get()) {
      const form = new FormData();
      form.append('bookmark', JSON.stringify(ids));
      await api('/api/user/bookmark', { form, announce: false });
      if (changedIds.get() === null) return;
      savedIds = ids;
      console.info('Bookmark Updated');
    }
  } catch (error) {
    if (!isApiError(error)) throw error;
    // The end of the session has its own message.
    if (error.status === 401) return;
    changedIds.set(savedIds);
    const message = t`Couldn’t save your shortcuts. ${error.message}`;
    showMessage({ message, variant: error.status === 0 ? 'warning' : 'error' });
  } finally {
    isSaving = false;
  }
}
