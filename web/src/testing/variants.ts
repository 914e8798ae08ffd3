import type { Language, Theme } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from './accessibility.ts';
import { openConsole } from './open-console.tsx';
import { ROTATED_WIDTHS, expectTextsToFit } from './text-fit.ts';
import type { Stories } from './stories.ts';
import { rotation } from './rotation.ts';

export interface Variant {
  readonly language: Language;
  readonly theme: Theme;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

type Size = Pick<Variant, 'width' | 'height'>;
const DESKTOP: Size = { width: 1440, height: 900 };
const PHONE: Size = { width: 390, height: 844 };

/** English and light on a desktop; Indonesian and dark on a phone. */
export const PAGE_VARIANTS: readonly Variant[] = [
  { language: 'en', theme: 'light', ...DESKTOP },
  { language: 'id', theme: 'dark', ...PHONE },
];

/** The same with the sizes swapped: Indonesian and dark on a desktop; English and light on a phone. */
export const SWAPPED_PAGE_VARIANTS: readonly Variant[] = [
  { language: 'id', theme: 'dark', ...DESKTOP },
  { language: 'en', theme: 'light', ...PHONE },
];

/** Pairs of variants without a common value. Together they combine each language, theme and width with each other. */
const VARIANT_PAIRS: readonly (readonly Variant[])[] = [
  PAGE_VARIANTS,
  SWAPPED_PAGE_VARIANTS,
  [
    { language: 'en', theme: 'dark', ...DESKTOP },
    { language: 'id', theme: 'light', ...PHONE },
  ],
];

/**
 * The variants of a story: a pair in a whole run, and one otherwise. Consecutive stories of a page then differ in
 * language and theme, and in eight turns each story has every combination of language, theme and width.
 */
function selectStoryVariants(index: number): readonly Variant[] {
  if (rotation === null) return VARIANT_PAIRS[index % VARIANT_PAIRS.length] ?? PAGE_VARIANTS;
  const isOdd = (number: number): boolean => number % 2 === 1;
  const isIndonesian = isOdd(index + rotation);
  const isDark = isOdd(Number(isIndonesian) + Math.floor(rotation / 2));
  const isPhone = isOdd(Math.floor(index / 2) + Math.floor(rotation / 4));
  return [
    {
      language: isIndonesian ? 'id' : 'en',
      theme: isDark ? 'dark' : 'light',
      ...(isPhone ? PHONE : DESKTOP),
    },
  ];
}

/**
 * Defines a test of each story in its variants: it shows its text, axe finds no violation, nothing is wider than the
 * window or left in English, and every text has room in all layouts and at all widths.
 */
export function testInEveryVariant(stories: Stories): void {
  for (const [index, [name, { at, options, mockResponses, expectedText }]] of Object.entries(stories).entries())
    for (const { language, theme, width, height } of selectStoryVariants(index))
      test(`shows “${name}” in ${language}, ${theme}, ${width} px`, async () => {
        await page.viewport(width, height);
        mockResponses?.();
        await openConsole(at, { ...options, language, theme });
        // A closed menu may contain the same text.
        const expectedTexts = page.getByText(expectedText[language]);
        await expect.poll(() => expectedTexts.elements().some((element) => element.checkVisibility())).toBe(true);
        await expectAccessible();
        expect(document.documentElement.scrollWidth, 'width of the page').toBeLessThanOrEqual(width);
        await expectTextsToFit([language], ROTATED_WIDTHS);
      });
}
