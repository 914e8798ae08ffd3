import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Expects axe to find no violations on the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  // The page has a single frame; axe is twice as fast without opening a second, blank page.
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG_22_AA).setLegacyMode().analyze();
  const found = violations.flatMap((v) =>
    v.nodes.map((n) => `${v.id} at ${n.target.join(' ')}: ${n.failureSummary ?? ''}`),
  );
  expect(found, `axe at ${page.url()}`).toEqual([]);
}
