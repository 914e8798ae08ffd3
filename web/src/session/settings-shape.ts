import { THEMES, type Theme } from '@innkeeper/contract';

export const LAYOUT_STYLES = ['layout1', 'layout2', 'layout3'] as const;
export type LayoutStyle = (typeof LAYOUT_STYLES)[number];

/** The parts of the shell that can have their own theme. */
export const THEME_AREAS = ['main', 'navbar', 'toolbar', 'footer'] as const;
export type ThemeArea = (typeof THEME_AREAS)[number];

/** `system`: light or dark, as the operating system prefers. */
export type MainTheme = Theme | 'system';
/** `main`: the theme of the main area. */
export type AreaTheme = Theme | 'main';

export interface Themes extends Readonly<Record<Exclude<ThemeArea, 'main'>, AreaTheme>> {
  readonly main: MainTheme;
}

/** A user's choices for the appearance and language of the console. Unknown keys are retained unchanged. */
export interface Settings {
  readonly layout: {
    readonly style: LayoutStyle;
    /** The options that the user chose. Each layout reads only those that it offers, see shell/layouts. */
    readonly config: Readonly<Record<string, unknown>>;
  };
  readonly themes: Themes;
  readonly customScrollbars: boolean;
  readonly language?: string;
  readonly [other: string]: unknown;
}

/** The appearance of the console until the user changes it. */
export const DEFAULT_APPEARANCE = {
  layout: { style: 'layout1', config: {} },
  themes: { main: 'light', navbar: 'main', toolbar: 'main', footer: 'main' },
  customScrollbars: true,
} as const satisfies Settings;

// Any object can be read by key.
const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const pickOption = <T extends string>(options: readonly T[], value: unknown, fallback: T): T =>
  options.find((option) => option === value) ?? fallback;

/**
 * Parses settings of any origin. A value of the wrong type is replaced with its default. Settings in the older format,
 * with one `theme` for everything and `folded` at the top level, are converted.
 */
export function toSettings(value: unknown): Settings {
  const { theme, folded, ...fields } = asRecord(value);
  const layout = asRecord(fields['layout']);
  const themes = asRecord(fields['themes']);
  const toAreaTheme = (area: Exclude<ThemeArea, 'main'>): AreaTheme =>
    pickOption([...THEMES, 'main'], themes[area], 'main');
  return {
    ...fields,
    layout: {
      style: pickOption(LAYOUT_STYLES, layout['style'], DEFAULT_APPEARANCE.layout.style),
      config: { ...(typeof folded === 'boolean' && { folded }), ...asRecord(layout['config']) },
    },
    themes: {
      main: pickOption([...THEMES, 'system'], themes['main'] ?? theme, DEFAULT_APPEARANCE.themes.main),
      navbar: toAreaTheme('navbar'),
      toolbar: toAreaTheme('toolbar'),
      footer: toAreaTheme('footer'),
    },
    customScrollbars: fields['customScrollbars'] !== false,
  };
}

/** Merges the user's saved settings over those of this device, which apply where the user has none. */
export function mergeSettings(local: Settings, saved: unknown): Settings {
  const { theme, folded, ...otherSettings } = asRecord(saved);
  const { layout, themes } = toSettings(saved);
  return toSettings({
    ...local,
    ...otherSettings,
    ...((theme !== undefined || 'themes' in otherSettings) && { themes }),
    ...((folded !== undefined || 'layout' in otherSettings) && { layout }),
  });
}
