import { settings, useSettings } from '../session/settings.ts';
import type { ThemeArea, MainTheme } from '../session/settings-shape.ts';
import type { Theme } from '@innkeeper/contract';

const darkQuery = matchMedia('(prefers-color-scheme: dark)');

/** Resolves a choice to a theme: `system` is light or dark, as the system currently is. */
export const resolveTheme = (choice: MainTheme): Theme =>
  choice === 'system' ? (darkQuery.matches ? 'dark' : 'light') : choice;

/** Applies theme and scrollbars of the whole page, now and whenever the settings or the system's mode change. */
export function watchTheme(): void {
  const { dataset } = document.documentElement;
  const apply = () => {
    const { themes, customScrollbars } = settings.get();
    dataset['theme'] = resolveTheme(themes.main);
    dataset['scrollbars'] = customScrollbars ? 'custom' : 'system';
  };
  apply();
  settings.subscribe(apply);
  darkQuery.addEventListener('change', apply);
}

/** `data-theme` of an area; undefined if the area has the theme of the page. */
export function useAreaTheme(area: Exclude<ThemeArea, 'main'>): Theme | undefined {
  const choice = useSettings().themes[area];
  return choice === 'main' ? undefined : choice;
}
