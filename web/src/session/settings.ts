import type { CurrentUser } from '@innkeeper/contract';
import { createStore, useStore } from '../ui/store.ts';
import { api, sendOnUnload } from './api.ts';
import { createSettingsSaver } from './settings-saving.ts';
import { DEFAULT_APPEARANCE, type MainTheme, type Settings, mergeSettings, toSettings } from './settings-shape.ts';
import { currentUser } from './user.ts';

const STORAGE_KEY = 'innkeeper.settings';
/** Key of the id of the user whose changes have not been saved on the server. */
const UNSAVED_USER_KEY = 'innkeeper.settings.unsaved';

function readLocalSettings(): Settings {
  try {
    return toSettings(JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'));
  } catch {
    return DEFAULT_APPEARANCE;
  }
}

export const settings = createStore<Settings>(readLocalSettings());
export const useSettings = (): Settings => useStore(settings);

function storeSettings(next: Settings): void {
  settings.set(next);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(next));
}

const SETTINGS_PATH = '/api/user/settings';

function toFormData(): FormData {
  const form = new FormData();
  form.append('settings', JSON.stringify(settings.get()));
  return form;
}

const saver = createSettingsSaver({
  async send(announce) {
    if (findSyncedUser()) await api(SETTINGS_PATH, { form: toFormData(), announce });
  },
  onSaved: () => localStorage.removeItem(UNSAVED_USER_KEY),
});

/**
 * The user if their settings are saved on the server; null for the role guest, whose settings are only on this device.
 */
function findSyncedUser(): CurrentUser | null {
  const user = currentUser();
  return user && user.role !== 'guest' ? user : null;
}

/**
 * Changes settings immediately. They are stored on this device now and on the server a second later. Those of a user
 * without a role group are sent once the user has one.
 */
export function changeSettings(change: Partial<Settings>): void {
  storeSettings({ ...settings.get(), ...change });
  const user = currentUser();
  if (!user) return;
  localStorage.setItem(UNSAVED_USER_KEY, String(user.id));
  if (findSyncedUser()) saver.scheduleSave();
}

/** Sets the theme of the main area, and of every area without its own theme. */
export const chooseTheme = (main: MainTheme): void => changeSettings({ themes: { ...settings.get().themes, main } });

/**
 * Applies the user's saved settings. If the user's last changes on this device were never saved, it saves those
 * instead. For the role guest, the settings of this device still apply.
 */
export function applyUserSettings(user: CurrentUser): void {
  if (user.role === 'guest') return;
  if (localStorage.getItem(UNSAVED_USER_KEY) === String(user.id)) return saver.scheduleSave();
  storeSettings(mergeSettings(settings.get(), user.data.settings));
}

/** Resets to the defaults, because the user has signed out. */
export function resetSettings(): void {
  saver.discard();
  localStorage.removeItem(STORAGE_KEY);
  localStorage.removeItem(UNSAVED_USER_KEY);
  settings.set(DEFAULT_APPEARANCE);
}

/** Handles events that concern settings: the network is back, the page closes, another tab has changed them. */
export function watchSettings(): void {
  addEventListener('online', saver.saveNow);
  // A browser gives a closing page half a second, and a busy page may miss `pagehide`. So settings are also sent at
  // `beforeunload`, which phones do not fire.
  for (const eventName of ['beforeunload', 'pagehide'])
    addEventListener(eventName, () => {
      if (saver.hasUnsavedChanges() && findSyncedUser()) sendOnUnload(SETTINGS_PATH, toFormData());
    });
  addEventListener('storage', ({ key }) => {
    if (key === STORAGE_KEY) settings.set(readLocalSettings());
  });
}
