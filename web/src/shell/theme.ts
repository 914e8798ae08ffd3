import { settings, useSettings } from '../session/settings.ts';
import type { Area, MainTheme } from '../session/settings-shape.ts';
import type { Theme } from '@innkeeper/contract';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** The theme behind a choice: the system's own is looked up. */
export const themeOf = (choice: MainTheme): Theme => (choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice);

/** Keeps the theme of the whole page, and its scrollbars, as the user or their system has chosen. */
export function followTheme(): void {
  const { dataset } = document.documentElement;
  const apply = () => {
    const { themes, customScrollbars } = settings.get();
    dataset['theme'] = themeOf(themes.main);
    dataset['scrollbars'] = customScrollbars ? 'custom' : 'system';
  };
  apply();
  settings.subscribe(apply);
  dark.addEventListener('change', apply);
}

/** `data-theme` of an area that may have a theme of its own; nothing where it has the page's. */
export function useAreaTheme(area: Exclude<Area, 'main'>): Theme | undefined {
  const choice = useSettings().themes[area];
  return choice === 'main' ? undefined : choice;
}
