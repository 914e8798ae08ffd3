import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** The parts of the shell by their roles on the page, in either language. */
const PART_SELECTORS = {
  navbar: 'nav:is([aria-label="Main navigation"], [aria-label="Navigasi utama"]):not([role=dialog] *)',
  toolbar: 'header:has(nav ol)',
  footer: 'footer:not([role=dialog] *)',
  main: 'main',
  scroller: '#page-scroller',
} as const;
export type ShellPart = keyof typeof PART_SELECTORS;

export const findPart = (part: ShellPart): HTMLElement | null =>
  document.querySelector<HTMLElement>(PART_SELECTORS[part]);

/** A part of the shell. Throws if the page does not have it. */
export function getPart(part: ShellPart): HTMLElement {
  const element = findPart(part);
  if (!element) throw new Error(`The page has no ${part}`);
  return element;
}

export const isShown = (part: ShellPart): boolean => findPart(part)?.checkVisibility() ?? false;

/** The box of a part in the window, in pixels; with `inner`, the box of its content. */
export function getPartRect(part: ShellPart, box?: 'inner') {
  const element = getPart(part);
  const { x, y, width, height, right, bottom } = (box ? (element.firstElementChild ?? element) : element)
    .getBoundingClientRect()
    .toJSON() as DOMRect; // the standard defines this type
  return { x, y, width, height, right, bottom };
}

/** Expects that neither window nor scroller scrolls sideways, and that the toolbar does not overflow. */
export function expectNoOverflow(): void {
  const overflowingParts = [document.documentElement, getPart('scroller'), getPart('toolbar')].filter(
    (element) => element.scrollWidth > element.clientWidth,
  );
  expect(overflowingParts.map(({ tagName, id }) => `${tagName} ${id}`)).toEqual([]);
}

/** Waits until no animation or transition is running. */
export const waitForAnimations = (): Promise<void> =>
  expect.poll(() => document.getAnimations().filter((animation) => animation.playState === 'running')).toEqual([]);

/** Waits until the page has its heading and is at rest. */
export async function waitForPage(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitForAnimations();
}
