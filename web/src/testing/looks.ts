import type { Language } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Theme } from '../ui/themes.ts';
import { expectAccessible } from './accessibility.ts';
import { openConsole } from './open-console.tsx';
import type { Stories } from './stories.ts';
import { untranslated } from './untranslated.ts';

export interface Look {
  readonly language: Language;
  readonly theme: Theme;
  /** Pixels: a desk, a phone. */
  readonly width: number;
  readonly height: number;
}

/** Each language, theme and width with each other one at least once. */
export const LOOKS: readonly Look[] = [
  { language: 'en', theme: 'light', width: 1440, height: 900 },
  { language: 'id', theme: 'dark', width: 1440, height: 900 },
  { language: 'en', theme: 'dark', width: 390, height: 844 },
  { language: 'id', theme: 'light', width: 390, height: 844 },
];

/** Every state in every look: it shows what it should, axe finds nothing, nothing is wider than the screen or left in English. */
export function testInEveryLook(stories: Stories): void {
  for (const [name, { at, opening, server, shows }] of Object.entries(stories))
    for (const { language, theme, width, height } of LOOKS)
      test(`${name}: ${language}, ${theme}, ${width} px`, async () => {
        await page.viewport(width, height);
        server?.();
        await openConsole(at, { ...opening, language, theme });
        // A menu that is closed may hold the same words.
        const found = page.getByText(shows[language]);
        await expect.poll(() => found.elements().some((element) => element.checkVisibility())).toBe(true);
        await expectAccessible();
        expect(document.documentElement.scrollWidth, 'width of the page').toBeLessThanOrEqual(width);
        if (language === 'id') expect(untranslated(), 'texts left in English').toEqual([]);
      });
}
