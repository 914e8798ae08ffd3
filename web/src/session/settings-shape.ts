import { THEMES, type Theme } from '@innkeeper/contract';

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
    /** The chosen options; each layout takes those that it offers, see shell/layouts. */
    readonly config: Readonly<Record<string, unknown>>;
  };
  readonly themes: Themes;
  readonly customScrollbars: boolean;
  readonly language?: string;
  readonly [other: string]: unknown;
}

/** How the console looks until somebody says otherwise. */
export const DEFAULT_APPEARANCE = {
  layout: { style: 'layout1', config: {} },
  themes: { main: 'light', navbar: 'main', toolbar: 'main', footer: 'main' },
  customScrollbars: true,
} as const satisfies Settings;

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}; // any object may be read by key

const oneOf = <T extends string>(all: readonly T[], value: unknown, otherwise: T): T =>
  all.find((one) => one === value) ?? otherwise;

/**
 * Settings of any origin: a value of the wrong type falls back to the default. Older settings, one `theme` for everything and
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

/** The settings of this device with those that the user had saved over them: where the user has said nothing, the device has. */
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
