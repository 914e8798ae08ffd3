import { settings, type ThemeChoice } from '../session/settings.ts';

const dark = matchMedia('(prefers-color-scheme: dark)');

const themeOf = (choice: ThemeChoice): 'light' | 'dark' =>
  choice === 'system' ? (dark.matches ? 'dark' : 'light') : choice;

/** Keeps the theme of the whole page at what the user, or their system, has chosen. Areas may carry another one. */
export function followTheme(): void {
  const apply = () => {
    document.documentElement.dataset['theme'] = themeOf(settings.get().theme);
  };
  apply();
  settings.subscribe(apply);
  dark.addEventListener('change', apply);
}
