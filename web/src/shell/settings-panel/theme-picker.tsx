import { useLingui } from '@lingui/react/macro';
import Link2 from 'lucide-react/icons/link-2';
import { useId } from 'react';
import { changeSettings, useSettings } from '../../session/settings.ts';
import type { ThemeArea, Themes } from '../../session/settings-shape.ts';
import { RadioCard, RadioGroup } from '../../ui/radio-group.tsx';
import { THEMES, type Theme } from '@innkeeper/contract';
import { resolveTheme } from '../theme.ts';
import { AREA_NAMES, THEME_NAMES } from './theme-names.ts';

/** A choice of the theme of one area, each theme shown as a miniature. */
export function ThemePicker({ area }: { area: ThemeArea }) {
  const { i18n } = useLingui();
  const id = useId();
  const { themes } = useSettings();
  const selectedTheme: Themes[ThemeArea] = themes[area];
  const followOption = area === 'main' ? 'system' : 'main';
  return (
    <div>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <h4 id={id} className="font-medium">
          {i18n._(AREA_NAMES[area])}
        </h4>
        <span aria-hidden="true" className="truncate text-sm text-muted">
          {i18n._(THEME_NAMES[selectedTheme])}
        </span>
      </div>
      <RadioGroup aria-labelledby={id} className="grid grid-cols-6 gap-2">
        {([followOption, ...THEMES] as const).map((theme) => {
          const name = i18n._(THEME_NAMES[theme]);
          return (
            <RadioCard
              key={theme}
              checked={theme === selectedTheme}
              onChoose={() => changeSettings({ themes: { ...themes, [area]: theme } })}
              aria-label={name}
              data-tooltip={name}
              className="flex h-10 overflow-hidden rounded-md border border-strong-border outline-offset-2 forced-color-adjust-none has-checked:outline-2 has-checked:outline-text has-focus-visible:outline-focus"
            >
              {theme === 'system' ? (
                <>
                  <Swatch theme="light" />
                  <Swatch theme="dark" />
                </>
              ) : (
                <Swatch theme={theme === 'main' ? resolveTheme(themes.main) : theme} isLinked={theme === 'main'} />
              )}
            </RadioCard>
          );
        })}
      </RadioGroup>
    </div>
  );
}

/** A miniature of the console in a theme: navigation, page, accent. A linked theme follows the main area. */
function Swatch({ theme, isLinked = false }: { theme: Theme; isLinked?: boolean }) {
  return (
    <span data-theme={theme} className="flex flex-1 bg-canvas">
      <span className="w-1/4 border-r border-border bg-sunken" />
      <span className="flex flex-1 flex-col justify-center gap-1 px-1">
        {isLinked ? (
          <Link2 size={16} className="mx-auto text-muted" />
        ) : (
          <>
            <span className="h-1.5 w-full rounded-full bg-accent" />
            <span className="h-1 w-2/3 rounded-full bg-faint" />
          </>
        )}
      </span>
    </span>
  );
}
