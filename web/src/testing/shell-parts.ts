import { expect } from 'vitest';
import { page } from 'vitest/browser';

/** The parts of the shell by their roles on the page, in either language. */
const PARTS = {
  navbar: 'nav:is([aria-label="Main navigation"], [aria-label="Navigasi utama"]):not([role=dialog] *)',
  toolbar: 'header:has(nav ol)',
  footer: 'footer:not([role=dialog] *)',
  main: 'main',
  scroller: '#page-scroller',
} as const;
export type ShellPart = keyof typeof PARTS;

export const findPart = (part: ShellPart): HTMLElement | null => document.querySelector<HTMLElement>(PARTS[part]);

/** A part of the shell. Throws if the page does not have it. */
export function partOf(part: ShellPart): HTMLElement {
  const element = findPart(part);
  if (!element) throw new Error(`The page has no ${part}`);
  return element;
}

export const isShown = (part: ShellPart): boolean => findPart(part)?.checkVisibility() ?? false;

/** The box of a part in the window, in pixels; with `inner`, the box of its content. */
export function boxOf(part: ShellPart, inner?: 'inner') {
  const element = partOf(part);
  const { x, y, width, height, right, bottom } = (inner ? (element.firstElementChild ?? element) : element)
    .getBoundingClientRect()
    .toJSON() as DOMRect; // the standard defines this type
  return { x, y, width, height, right, bottom };
}

/** Expects that neither window nor scroller scrolls sideways, and that the toolbar does not overflow. */
export function expectNoOverflow(): void {
  const overflowing = [document.documentElement, partOf('scroller'), partOf('toolbar')].filter(
    (element) => element.scrollWidth > element.clientWidth,
  );
  expect(overflowing.map(({ tagName, id }) => `${tagName} ${id}`)).toEqual([]);
}

/** Waits until no animation or transition is running. */
export const waitForAnimations = (): Promise<void> =>
  expect.poll(() => document.getAnimations().filter((one) => one.playState === 'running')).toEqual([]);

/** Waits until the page has its heading and is at rest. */
export async function waitForPage(): Promise<void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitForAnimations();
}
