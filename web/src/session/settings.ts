import { api } from './api.ts';
import { currentUser } from './user.ts';
import { createStore, useStore } from '../ui/store.ts';

export const THEME_CHOICES = ['light', 'dark', 'system'] as const;
export type ThemeChoice = (typeof THEME_CHOICES)[number];

/** How a user wants the console to look. Keys that are not known here are kept as they are. */
export interface Settings {
  readonly theme: ThemeChoice;
  readonly language?: string;
  /** The navigation column is folded to its icons. */
  readonly folded: boolean;
  readonly [other: string]: unknown;
}

const KEY = 'innkeeper.settings';
const DEFAULTS: Settings = { theme: 'light', folded: false };
/** Changes of one moment are saved together. */
const SAVE_DELAY = 1000;

/** Settings of any origin: what has the wrong type falls back to the default. */
function toSettings(value: unknown): Settings {
  const fields =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Partial<Settings>) : {}; // checked key by key
  return {
    ...fields,
    theme: THEME_CHOICES.find((theme) => theme === fields.theme) ?? DEFAULTS.theme,
    folded: fields.folded === true,
  };
}

function readLocal(): Settings {
  try {
    return toSettings(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return DEFAULTS;
  }
}

export const settings = createStore<Settings>(readLocal());
export const useSettings = (): Settings => useStore(settings);

let saving: ReturnType<typeof setTimeout> | undefined;

/** Changes settings at once; they are kept on this device, and a second later with the user (guests: on this device alone). */
export function changeSettings(change: Partial<Settings>): void {
  settings.set({ ...settings.get(), ...change });
  localStorage.setItem(KEY, JSON.stringify(settings.get()));
  clearTimeout(saving);
  const user = currentUser();
  if (!user || user.role === 'guest') return;
  saving = setTimeout(() => {
    const form = new FormData();
    form.append('settings', JSON.stringify(settings.get()));
    // It is kept on this device all the same; the failure has been shown.
    api('/api/user/settings', { form }).catch(() => undefined);
  }, SAVE_DELAY);
}

/** Takes over what the user had saved; what was only chosen on this device stays where the user has said nothing. */
export function takeUserSettings(saved: unknown): void {
  if (typeof saved !== 'object' || saved === null || Object.keys(saved).length === 0) return;
  settings.set(toSettings({ ...settings.get(), ...saved }));
  localStorage.setItem(KEY, JSON.stringify(settings.get()));
}

/** Back to the defaults: the user has gone. */
export function resetSettings(): void {
  clearTimeout(saving);
  localStorage.removeItem(KEY);
  settings.set(DEFAULTS);
}
