import type { CurrentUser } from '@innkeeper/contract';
import { createStore, useStore } from '../ui/store.ts';
import { api, sendOnUnload } from './api.ts';
import { createSaving } from './settings-saving.ts';
import { DEFAULT_APPEARANCE, type MainTheme, type Settings, mergeSettings, toSettings } from './settings-shape.ts';
import { currentUser } from './user.ts';

const KEY = 'innkeeper.settings';
/** The id of the user whose changes have not arrived at the server. */
const UNSAVED_KEY = 'innkeeper.settings.unsaved';

function readLocal(): Settings {
  try {
    return toSettings(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return DEFAULT_APPEARANCE;
  }
}

export const settings = createStore<Settings>(readLocal());
export const useSettings = (): Settings => useStore(settings);

function storeSettings(next: Settings): void {
  settings.set(next);
  localStorage.setItem(KEY, JSON.stringify(next));
}

const PATH = '/api/user/settings';

function asForm(): FormData {
  const form = new FormData();
  form.append('settings', JSON.stringify(settings.get()));
  return form;
}

const saving = createSaving({
  async send(announce) {
    if (syncedUser()) await api(PATH, { form: asForm(), announce });
  },
  onSaved: () => localStorage.removeItem(UNSAVED_KEY),
});

/** The user with whom settings are kept; users of the role guest keep theirs on this device alone. */
function syncedUser(): CurrentUser | null {
  const user = currentUser();
  return user && user.role !== 'guest' ? user : null;
}

/**
 * Changes settings at once; they are kept on this device, and a second later with the user. Those of a guest wait on the
 * device until the guest has a role.
 */
export function changeSettings(change: Partial<Settings>): void {
  storeSettings({ ...settings.get(), ...change });
  const user = currentUser();
  if (!user) return;
  localStorage.setItem(UNSAVED_KEY, String(user.id));
  if (syncedUser()) saving.changed();
}

/** Chooses the theme of the main area, and of every other one that has none of its own. */
export const chooseTheme = (main: MainTheme): void => changeSettings({ themes: { ...settings.get().themes, main } });

/**
 * Takes over the user's saved settings, unless their last changes have never arrived: then those are saved now. Users of the role
 * guest keep those of this device.
 */
export function applyUserSettings(user: CurrentUser): void {
  if (user.role === 'guest') return;
  if (localStorage.getItem(UNSAVED_KEY) === String(user.id)) return saving.changed();
  storeSettings(mergeSettings(settings.get(), user.data.settings));
}

/** Back to the defaults: the user has gone. */
export function resetSettings(): void {
  saving.forget();
  localStorage.removeItem(KEY);
  localStorage.removeItem(UNSAVED_KEY);
  settings.set(DEFAULT_APPEARANCE);
}

/** Follows events outside of this page that concern settings: the network, the page's end, other tabs. */
export function followSettings(): void {
  addEventListener('online', saving.saveNow);
  // Once the page is on its way out a browser gives it half a second, and a busy one may not get to it: it is asked before.
  // Phones ask nothing before.
  for (const end of ['beforeunload', 'pagehide'])
    addEventListener(end, () => {
      if (saving.isWaiting() && syncedUser()) sendOnUnload(PATH, asForm());
    });
  addEventListener('storage', ({ key }) => {
    if (key === KEY) settings.set(readLocal());
  });
}
