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
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

type Size = Pick<Look, 'width' | 'height'>;
const DESK: Size = { width: 1440, height: 900 };
const PHONE: Size = { width: 390, height: 844 };

/** English and light on a desktop, and its opposite. */
export const PAGE_VARIANTS: readonly Look[] = [
  { language: 'en', theme: 'light', ...DESK },
  { language: 'id', theme: 'dark', ...PHONE },
];

/** The same with the two sizes swapped: Indonesian and dark on a desktop. */
export const OTHER_PAGE_VARIANTS: readonly Look[] = [
  { language: 'id', theme: 'dark', ...DESK },
  { language: 'en', theme: 'light', ...PHONE },
];

/** Pairs of variants without a common value. Together they combine each language, theme and width with each other. */
const PAIRS: readonly (readonly Look[])[] = [
  PAGE_VARIANTS,
  OTHER_PAGE_VARIANTS,
  [
    { language: 'en', theme: 'dark', ...DESK },
    { language: 'id', theme: 'light', ...PHONE },
  ],
];

/**
 * The variants of a story: a pair in a whole run, and one otherwise. Consecutive stories of a page then differ in
 * language and theme, and in eight turns each story has every combination of language, theme and width.
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
 * Defines a test of each story in its variants: it shows its text, axe finds no violation, nothing is wider than the
 * window or left in English, and every text has room in all layouts and at all widths.
 */
export function testInEveryVariant(stories: Stories): void {
  for (const [index, [name, { at, opening, server, expectedText }]] of Object.entries(stories).entries())
    for (const { language, theme, width, height } of variantsOf(index))
      test(`shows “${name}” in ${language}, ${theme}, ${width} px`, async () => {
        await page.viewport(width, height);
        server?.();
        await openConsole(at, { ...opening, language, theme });
        // A closed menu may contain the same text.
        const found = page.getByText(expectedText[language]);
        await expect.poll(() => found.elements().some((element) => element.checkVisibility())).toBe(true);
        await expectAccessible();
        expect(document.documentElement.scrollWidth, 'width of the page').toBeLessThanOrEqual(width);
        await expectTextsToFit([language], ROTATED_WIDTHS);
      });
}
