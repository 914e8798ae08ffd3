import type { CurrentUser } from '@innkeeper/contract';
import { createStore, useStore } from '../ui/store.ts';
import { THEMES, type Theme } from '../ui/themes.ts';
import { api, sendFarewell } from './api.ts';
import { createSaving } from './settings-saving.ts';
import { currentUser } from './user.ts';

export const LAYOUT_STYLES = ['layout1', 'layout2', 'layout3'] as const;
export type LayoutStyle = (typeof LAYOUT_STYLES)[number];

/** The parts of the shell that carry a theme of their own. */
export const AREAS = ['main', 'navbar', 'toolbar', 'footer'] as const;
export type Area = (typeof AREAS)[number];

/** `system`: light or dark, as the system prefers it. */
export type MainTheme = Theme | 'system';
/** `main`: the same as the main area. */
export type PartTheme = Theme | 'main';

export interface Themes extends Readonly<Record<Exclude<Area, 'main'>, PartTheme>> {
  readonly main: MainTheme;
}

/** How a user wants the console to look. Keys that are not known here are kept as they are. */
export interface Settings {
  readonly layout: {
    readonly style: LayoutStyle;
    /** What was chosen of the options; each layout takes those that it offers, see shell/layouts. */
    readonly config: Readonly<Record<string, unknown>>;
  };
  readonly themes: Themes;
  readonly customScrollbars: boolean;
  readonly language?: string;
  readonly [other: string]: unknown;
}

const KEY = 'innkeeper.settings';
/** The id of the user whose changes have not arrived at the server. */
const UNSAVED_KEY = 'innkeeper.settings.unsaved';

/** How the console looks until somebody says otherwise. */
export const DEFAULT_LOOK = {
  layout: { style: 'layout1', config: {} },
  themes: { main: 'light', navbar: 'main', toolbar: 'main', footer: 'main' },
  customScrollbars: true,
} as const satisfies Settings;

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}; // any object may be read by key

const oneOf = <T extends string>(all: readonly T[], value: unknown, otherwise: T): T =>
  all.find((one) => one === value) ?? otherwise;

/**
 * Settings of any origin: what has the wrong type falls back to the default. Older settings, one `theme` for everything and
 * `folded` beside it, are taken over.
 */
export function toSettings(value: unknown): Settings {
  const { theme, folded, ...fields } = record(value);
  const layout = record(fields['layout']);
  const themes = record(fields['themes']);
  const part = (area: Exclude<Area, 'main'>): PartTheme => oneOf([...THEMES, 'main'], themes[area], 'main');
  return {
    ...fields,
    layout: {
      style: oneOf(LAYOUT_STYLES, layout['style'], DEFAULT_LOOK.layout.style),
      config: { ...(typeof folded === 'boolean' && { folded }), ...record(layout['config']) },
    },
    themes: {
      main: oneOf([...THEMES, 'system'], themes['main'] ?? theme, DEFAULT_LOOK.themes.main),
      navbar: part('navbar'),
      toolbar: part('toolbar'),
      footer: part('footer'),
    },
    customScrollbars: fields['customScrollbars'] !== false,
  };
}

function readLocal(): Settings {
  try {
    return toSettings(JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  } catch {
    return DEFAULT_LOOK;
  }
}

export const settings = createStore<Settings>(readLocal());
export const useSettings = (): Settings => useStore(settings);

function keep(next: Settings): void {
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
    if (keeper()) await api(PATH, { form: asForm(), announce });
  },
  arrived: () => localStorage.removeItem(UNSAVED_KEY),
});

/** The user with whom settings are kept; guests keep them on this device alone. */
function keeper(): CurrentUser | null {
  const user = currentUser();
  return user && user.role !== 'guest' ? user : null;
}

/** Changes settings at once; they are kept on this device, and a second later with the user. */
export function changeSettings(change: Partial<Settings>): void {
  keep({ ...settings.get(), ...change });
  const user = keeper();
  if (!user) return;
  localStorage.setItem(UNSAVED_KEY, String(user.id));
  saving.changed();
}

/** Chooses the theme of the main area, and of every other one that has none of its own. */
export const chooseTheme = (main: MainTheme): void =>
  changeSettings({ themes: { ...settings.get().themes, main } });

/** Takes over what the user had saved, unless their last changes have never arrived: then those are saved now. */
export function takeUserSettings(user: CurrentUser): void {
  if (localStorage.getItem(UNSAVED_KEY) === String(user.id)) return saving.changed();
  const saved = record(user.data.settings);
  // What was only chosen on this device stays where the user has said nothing.
  if (Object.keys(saved).length > 0) keep(toSettings({ ...settings.get(), ...toCurrentKeys(saved) }));
}

/** Older settings under today's keys, so that they win over those of this device; what is not said stays out. */
function toCurrentKeys(saved: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { theme, folded, ...rest } = saved;
  const { layout, themes } = toSettings(saved);
  return {
    ...rest,
    ...((theme !== undefined || 'themes' in rest) && { themes }),
    ...((folded !== undefined || 'layout' in rest) && { layout }),
  };
}

/** Back to the defaults: the user has gone. */
export function resetSettings(): void {
  saving.forget();
  localStorage.removeItem(KEY);
  localStorage.removeItem(UNSAVED_KEY);
  settings.set(DEFAULT_LOOK);
}

/** Follows what concerns settings outside of this page: the network, the page's end, other tabs. */
export function followSettings(): void {
  addEventListener('online', saving.hurry);
  addEventListener('pagehide', () => {
    if (saving.isWaiting() && keeper()) sendFarewell(PATH, asForm());
  });
  addEventListener('storage', ({ key }) => {
    if (key === KEY) settings.set(readLocal());
  });
}
