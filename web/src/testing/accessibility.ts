import axe from 'axe-core';
import { expect } from 'vitest';
import { findPart } from './shell-parts.ts';
import { untranslated } from './untranslated.ts';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Expects that axe finds no violation on the page, or in `part` if the rest has already been checked, and that no text
 * is left in English. Without `part`, navigation and toolbar are excluded, because the tests of the shell check them.
 */
export async function expectAccessible(part?: Element): Promise<void> {
  const around = [findPart('navbar'), findPart('toolbar')].filter((one) => one !== null);
  await examine(part ?? { include: document, exclude: around });
}

/** Like `expectAccessible`, but includes the shell. */
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
 * Expects that an Indonesian page shows no English text of the console. It finds only whole texts of the catalogue and
 * labels of definitions, without values or markup: a text with values differs on each page, and a text of the mock
 * server may be data in any language. Texts that are in no catalogue are found in the sources by
 * locales/hard-coded-texts.test.ts.
 */
export function expectTranslated(): void {
  if (document.documentElement.lang === 'id') expect(untranslated(), 'texts left in English').toEqual([]);
}

/** Waits for finite animations, so that elements are checked after they have faded in. */
async function waitForPage(): Promise<void> {
  const ending = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
