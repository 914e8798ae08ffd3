import type { CurrentUser } from '@innkeeper/contract';
import { createStore, useStore } from '../ui/store.ts';
import { api, sendOnUnload } from './api.ts';
import { createSaving } from './settings-saving.ts';
import { DEFAULT_APPEARANCE, type MainTheme, type Settings, mergeSettings, toSettings } from './settings-shape.ts';
import { currentUser } from './user.ts';

const KEY = 'innkeeper.settings';
/** The entry with the id of the user whose changes have not been saved on the server. */
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

/** The user whose settings are saved on the server; null for the role guest, whose settings are only on this device. */
function syncedUser(): CurrentUser | null {
  const user = currentUser();
  return user && user.role !== 'guest' ? user : null;
}

/**
 * Changes settings immediately. They are stored on this device now and on the server a second later. Those of a guest
 * are sent once the guest has a role.
 */
export function changeSettings(change: Partial<Settings>): void {
  storeSettings({ ...settings.get(), ...change });
  const user = currentUser();
  if (!user) return;
  localStorage.setItem(UNSAVED_KEY, String(user.id));
  if (syncedUser()) saving.changed();
}

/** Sets the theme of the main area, and of every area without its own theme. */
export const chooseTheme = (main: MainTheme): void => changeSettings({ themes: { ...settings.get().themes, main } });

/**
 * Applies the user's saved settings. If the user's last changes on this device were never saved, it saves those
 * instead. For the role guest, the settings of this device still apply.
 */
export function applyUserSettings(user: CurrentUser): void {
  if (user.role === 'guest') return;
  if (localStorage.getItem(UNSAVED_KEY) === String(user.id)) return saving.changed();
  storeSettings(mergeSettings(settings.get(), user.data.settings));
}

/** Resets to the defaults, because the user has signed out. */
export function resetSettings(): void {
  saving.forget();
  localStorage.removeItem(KEY);
  localStorage.removeItem(UNSAVED_KEY);
  settings.set(DEFAULT_APPEARANCE);
}

/** Handles events that concern settings: the network is back, the page closes, another tab has changed them. */
export function followSettings(): void {
  addEventListener('online', saving.saveNow);
  // A browser gives a closing page half a second, and a busy page may miss `pagehide`. So settings are already sent at
  // `beforeunload`, which phones do not fire.
  for (const end of ['beforeunload', 'pagehide'])
    addEventListener(end, () => {
      if (saving.isWaiting() && syncedUser()) sendOnUnload(PATH, asForm());
    });
  addEventListener('storage', ({ key }) => {
    if (key === KEY) settings.set(readLocal());
  });
}
