import { THEMES, type Theme } from '@innkeeper/contract';

export const LAYOUT_STYLES = ['layout1', 'layout2', 'layout3'] as const;
export type LayoutStyle = (typeof LAYOUT_STYLES)[number];

/** The parts of the shell that can have their own theme. */
export const AREAS = ['main', 'navbar', 'toolbar', 'footer'] as const;
export type Area = (typeof AREAS)[number];

/** `system`: light or dark, by the preference of the operating system. */
export type MainTheme = Theme | 'system';
/** `main`: the theme of the main area. */
export type PartTheme = Theme | 'main';

export interface Themes extends Readonly<Record<Exclude<Area, 'main'>, PartTheme>> {
  readonly main: MainTheme;
}

/** A user's choices for the appearance and language of the console. Unknown keys are retained unchanged. */
export interface Settings {
  readonly layout: {
    readonly style: LayoutStyle;
    /** The chosen options. Each layout reads only those that it offers, see shell/layouts. */
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
const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};

const oneOf = <T extends string>(all: readonly T[], value: unknown, otherwise: T): T =>
  all.find((one) => one === value) ?? otherwise;

/**
 * Parses settings of any origin. A value of the wrong type is replaced with its default. Settings in the older format,
 * with one `theme` for everything and `folded` at the top level, are converted.
 */
export function toSettings(value: unknown): Settings {
  const { theme, folded, ...fields } = record(value);
  const layout = record(fields['layout']);
  const themes = record(fields['themes']);
  const part = (area: Exclude<Area, 'main'>): PartTheme => oneOf([...THEMES, 'main'], themes[area], 'main');
  return {
    ...fields,
    layout: {
      style: oneOf(LAYOUT_STYLES, layout['style'], DEFAULT_APPEARANCE.layout.style),
      config: { ...(typeof folded === 'boolean' && { folded }), ...record(layout['config']) },
    },
    themes: {
      main: oneOf([...THEMES, 'system'], themes['main'] ?? theme, DEFAULT_APPEARANCE.themes.main),
      navbar: part('navbar'),
      toolbar: part('toolbar'),
      footer: part('footer'),
    },
    customScrollbars: fields['customScrollbars'] !== false,
  };
}

/** Merges the user's saved settings over those of this device, which apply where the user has none. */
export function mergeSettings(local: Settings, saved: unknown): Settings {
  const { theme, folded, ...rest } = record(saved);
  const { layout, themes } = toSettings(saved);
  return toSettings({
    ...local,
    ...rest,
    ...((theme !== undefined || 'themes' in rest) && { themes }),
    ...((folded !== undefined || 'layout' in rest) && { layout }),
  });
}
