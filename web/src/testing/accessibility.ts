import axe from 'axe-core';
import { expect } from 'vitest';
import { findPart } from './shell-parts.ts';
import { findUntranslatedTexts } from './untranslated.ts';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Expects that axe finds no violation on the page, or in `part` if the rest has already been checked, and that no text
 * is left in English. Without `part`, navigation and toolbar are excluded, because the tests of the shell check them.
 */
export async function expectAccessible(part?: Element): Promise<void> {
  const shellParts = [findPart('navbar'), findPart('toolbar')].filter((element) => element !== null);
  await checkAccessibility(part ?? { include: document, exclude: shellParts });
}

/** Like `expectAccessible`, but includes the shell. */
export const expectAllAccessible = (): Promise<void> => checkAccessibility(document);

async function checkAccessibility(context: axe.ElementContext): Promise<void> {
  await waitForFiniteAnimations();
  const { violations } = await axe.run(context, { runOnly: WCAG_22_AA, resultTypes: ['violations'] });
  const violationTexts = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
  expect(violationTexts, `axe at ${location.pathname}`).toEqual([]);
  expectTranslated();
}

/**
 * Expects that an Indonesian page shows no English text of the console. It finds only whole texts of the catalogue and
 * labels of definitions, without values or markup: a text with values differs on each page, and a text of the mock
 * server may be data in any language. Texts that are in no catalogue are found in the sources by
 * locales/hard-coded-texts.test.ts.
 */
export function expectTranslated(): void {
  if (document.documentElement.lang === 'id') expect(findUntranslatedTexts(), 'texts left in English').toEqual([]);
}

/** Waits for finite animations, so that elements are checked after they have faded in. */
async function waitForFiniteAnimations(): Promise<void> {
  const finiteAnimations = document
    .getAnimations()
    .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(finiteAnimations.map(({ finished }) => finished));
}
