import axe from 'axe-core';
import { expect } from 'vitest';
import { findPart } from './shell-parts.ts';
import { untranslated } from './untranslated.ts';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Expects that axe finds nothing on the page as it stands, or in a part of it where the rest has been looked at before, and that
 * nothing is read out in another language than the page's. The tests of the shell look at the parts around every page.
 */
export async function expectAccessible(part?: Element): Promise<void> {
  const around = [findPart('navbar'), findPart('toolbar')].filter((one) => one !== null);
  await examine(part ?? { include: document, exclude: around });
}

/** The same of everything on the page, the shell around it too. */
export const expectAllAccessible = (): Promise<void> => examine(document);

async function examine(context: axe.ElementContext): Promise<void> {
  await waitForPage();
  const { violations } = await axe.run(context, { runOnly: WCAG_22_AA, resultTypes: ['violations'] });
  const found = violations.flatMap((v) =>
    v.nodes.map((n) => `${v.id} at ${n.target.join(' ')}: ${n.failureSummary ?? ''}`),
  );
  expect(found, `axe at ${location.pathname}`).toEqual([]);
  expectTranslated();
}

/**
 * Expects that an Indonesian page shows no text of the console in English: none that is, as a whole, a text of the catalogue or a
 * label of a definition without values or marks in it. It sees no others: a text with values is another one on each page, and one
 * that the played server sends may be data, in the language in which it was typed. Texts that are in no catalogue are
 * found in the sources, by locales/hard-coded-texts.test.ts.
 */
export function expectTranslated(): void {
  if (document.documentElement.lang === 'id') expect(untranslated(), 'texts left in English').toEqual([]);
}

/** Elements that fade in or out are looked at once they stand; endless animations are not waited for. */
async function waitForPage(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
