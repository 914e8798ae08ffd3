import { delay } from 'msw';
import { expect } from 'vitest';

const CONTROLS = 'main :is(button, a, input, textarea, summary, h1, h2, h3, [role=tab], [role=gridcell])';

interface Place {
  readonly element: Element;
  readonly name: string;
  readonly x: number;
  readonly y: number;
}

const isVisible = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });

const findPlaces = (): readonly Place[] =>
  [...document.querySelectorAll(CONTROLS)].filter(isVisible).flatMap((element) => {
    const { x, y } = element.getBoundingClientRect();
    const name = element.getAttribute('aria-label') ?? element.textContent;
    return y < innerHeight ? [{ element, name, x, y }] : [];
  });

/** Waits until fonts and what else arrived before have their places: until nothing has moved for a tenth of a second. */
async function waitUntilStill(): Promise<void> {
  await document.fonts.ready;
  const positions = () =>
    findPlaces()
      .map(({ x, y }) => `${x} ${y}`)
      .join();
  for (let before = ''; before !== positions(); await delay(100)) before = positions();
}

/**
 * Expects that no control or heading on screen, which a person might be about to press or to read, moves while `arrive` lets
 * something late arrive and waits until it is visible. Pixels, without fractions. Scrolling counts as moving.
 */
export async function expectNothingToMove(arrive: () => Promise<unknown>): Promise<void> {
  await waitUntilStill();
  const places = findPlaces();
  expect(places).not.toEqual([]);
  await arrive();
  const movedControls = places.flatMap(({ element, name, x, y }) => {
    if (!element.isConnected || !isVisible(element)) return [];
    const now = element.getBoundingClientRect();
    const [right, down] = [Math.round(now.x - x), Math.round(now.y - y)];
    return right === 0 && down === 0 ? [] : [`${name}: ${right} right, ${down} down`];
  });
  expect(movedControls).toEqual([]);
}
