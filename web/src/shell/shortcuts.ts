import type { CurrentUser, NavigationItem } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { isApiError } from '../session/api-error.ts';
import { api } from '../session/api.ts';
import { onSessionEnd } from '../session/session-end.ts';
import { currentUser, useUser } from '../session/user.ts';
import { showMessage } from '../ui/message-store.ts';
import { createStore, useStore } from '../ui/store.ts';
import { pagesOf, useNavigation } from '../session/navigation-tree.ts';

/** The ids as they were last changed here; null: those that came with the user still stand. */
const changed = createStore<readonly string[] | null>(null);
/** The server's shortcuts, as far as they were changed from here. */
let stored: readonly string[] | null = null;
let saving = false;

onSessionEnd(() => {
  stored = null;
  changed.set(null);
});

const NO_PATHS: readonly string[] = [];
const guestKey = (user: CurrentUser): string => `innkeeper.shortcuts.${user.id}`;

/** Guests keep theirs on this device alone. */
function shortcutsOf(user: CurrentUser): readonly string[] {
  if (user.role !== 'guest') return user.data.shortcuts;
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(guestKey(user)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : NO_PATHS;
  } catch {
    return NO_PATHS;
  }
}

/** The ids of the starred pages in their order, with those that the menu does not show at present. */
export function useShortcuts(): readonly string[] {
  const user = useUser();
  return useStore(changed) ?? (user ? shortcutsOf(user) : NO_PATHS);
}

/** The starred pages that the menu shows, in their order. */
export function useStarredPages(): readonly NavigationItem[] {
  const pages = new Map(pagesOf(useNavigation()).map((page) => [page.id, page]));
  return useShortcuts().flatMap((id) => pages.get(id) ?? []);
}

/** Changes the shortcuts at once, and keeps them with the user; a change that cannot be stored is undone, and a message says so. */
export function changeShortcuts(ids: readonly string[]): void {
  const user = currentUser();
  if (!user) return;
  changed.set(ids);
  if (user.role === 'guest') localStorage.setItem(guestKey(user), JSON.stringify(ids));
  else void save();
}

/** Saves one after the other, so that the last change stays; those in between need not be saved. */
async function save(): Promise<void> {
  if (saving) return;
  saving = true;
  try {
    for (let ids = changed.get(); ids !== null && ids !== stored; ids = changed.get()) {
      const form = new FormData();
      form.append('bookmark', JSON.stringify(ids));
      await api('/api/user/bookmark', { form, announce: false });
      if (changed.get() === null) return;
      stored = ids;
      console.info('Bookmark Updated');
    }
  } catch (error) {
    if (!isApiError(error)) throw error;
    // The session's own end is said elsewhere.
    if (error.status === 401) return;
    changed.set(stored);
    const message = t`Couldn’t save your shortcuts. ${error.message}`;
    showMessage({ message, variant: error.status === 0 ? 'warning' : 'error' });
  } finally {
    saving = false;
  }
}
