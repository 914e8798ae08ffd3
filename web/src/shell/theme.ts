import { settings, useSettings } from '../session/settings.ts';
import type { Area, MainTheme } from '../session/settings-shape.ts';
import type { Theme } from '@innkeeper/contract';

const dark = matchMedia('(prefers-color-scheme: dark)');

/** The theme of a choice; `system` is light or dark, as the system currently is. */
export const themeOf = (choice: MainTheme): Theme => (choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice);

/** Applies theme and scrollbars of the whole page, now and whenever the settings or the system's mode change. */
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

/** `data-theme` of an area; undefined if the area has the theme of the page. */
export function useAreaTheme(area: Exclude<Area, 'main'>): Theme | undefined {
  const choice = useSettings().themes[area];
  return choice === 'main' ? undefined : choice;
}
