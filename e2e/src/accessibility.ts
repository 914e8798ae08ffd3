import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Expects axe to find no violations on the current page. */
export async function expectAccessible(page: Page): Promise<void> {
  // The page has a single frame. Without opening a second, blank page, axe is twice as fast.
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG_22_AA).setLegacyMode().analyze();
  const messages = violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
  expect(messages, `axe at ${page.url()}`).toEqual([]);
}
