import type { Language, Theme } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './accessibility.ts';
import { openConsole } from './open-console.tsx';
import { ROTATED_WIDTHS, expectTextsToFit } from './text-fit.ts';
import type { Stories } from './stories.ts';
import { turn } from './turn.ts';

export interface Look {
  readonly language: Language;
  readonly theme: Theme;
  /** Pixels: a desk, a phone. */
  readonly width: number;
  readonly height: number;
}

type Place = Pick<Look, 'width' | 'height'>;
const DESK: Place = { width: 1440, height: 900 };
const PHONE: Place = { width: 390, height: 844 };

/** A desk by day, and all that can differ from it. */
export const PAGE_VARIANTS: readonly Look[] = [
  { language: 'en', theme: 'light', ...DESK },
  { language: 'id', theme: 'dark', ...PHONE },
];

/** The languages the other way round: Indonesian at a desk, by night. */
export const OTHER_PAGE_VARIANTS: readonly Look[] = [
  { language: 'id', theme: 'dark', ...DESK },
  { language: 'en', theme: 'light', ...PHONE },
];

/** Pairs of looks that have nothing in common; between them each language, theme and width meets each other one. */
const PAIRS: readonly (readonly Look[])[] = [
  PAGE_VARIANTS,
  OTHER_PAGE_VARIANTS,
  [
    { language: 'en', theme: 'dark', ...DESK },
    { language: 'id', theme: 'light', ...PHONE },
  ],
];

/**
 * The looks of a state: two in a whole run; otherwise one, so that the states of a page that follow each other differ in language and
 * theme, and in eight turns each state has every language, theme and width with each other.
 */
function variantsOf(index: number): readonly Look[] {
  if (turn === null) return PAIRS[index % PAIRS.length] ?? PAGE_VARIANTS;
  const bit = (n: number): boolean => n % 2 === 1;
  const isIndonesian = bit(index + turn);
  const isDark = bit(Number(isIndonesian) + Math.floor(turn / 2));
  const isPhone = bit(Math.floor(index / 2) + Math.floor(turn / 4));
  return [
    {
      language: isIndonesian ? 'id' : 'en',
      theme: isDark ? 'dark' : 'light',
      ...(isPhone ? PHONE : DESK),
    },
  ];
}

/**
 * Every state in two looks that have nothing in common, the states of a page in turns: it shows its text, axe finds nothing,
 * nothing is wider than the screen or left in English, and no text is without room in any layout and at any width.
 */
export function testInEveryVariant(stories: Stories): void {
  for (const [index, [name, { at, opening, server, expectedText }]] of Object.entries(stories).entries())
    for (const { language, theme, width, height } of variantsOf(index))
      test(`${name}: ${language}, ${theme}, ${width} px`, async () => {
        await page.viewport(width, height);
        server?.();
        await openConsole(at, { ...opening, language, theme });
        // A menu that is closed may hold the same words.
        const found = page.getByText(expectedText[language]);
        await expect.poll(() => found.elements().some((element) => element.checkVisibility())).toBe(true);
        await expectAccessible();
        expect(document.documentElement.scrollWidth, 'width of the page').toBeLessThanOrEqual(width);
        await expectTextsToFit([language], ROTATED_WIDTHS);
      });
}
