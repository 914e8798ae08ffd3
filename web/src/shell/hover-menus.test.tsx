import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { menu, menuWidth, movePointerAway, openMenu } from '../testing/menu.ts';
import { freezeTimers } from '../testing/frozen-timers.ts';

const outerMenuButton = menu.getByRole('button', { name: 'House' });
const handbookLink = menu.getByRole('link', { name: 'Handbook' });
const innsLink = menu.getByRole('link', { name: 'Inns' });

/** Waits for the page, moves the pointer to its middle and freezes the timers. Returns a function to advance them. */
async function freezeTime(): Promise<(milliseconds: number) => void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await movePointerAway();
  return freezeTimers();
}

describe('a hovered menu of the bar', () => {
  test('opens after exactly 150 ms and closes after exactly 150 ms', async () => {
    await openMenu('/dashboard', { style: 'layout2' });
    const advance = await freezeTime();
    await outerMenuButton.hover();
    advance(149);
    await expect.element(outerMenuButton).toHaveAttribute('aria-expanded', 'false');
    advance(1);
    await expect.element(handbookLink).toBeVisible();
    await movePointerAway();
    advance(149);
    await expect.element(handbookLink).toBeVisible();
    advance(1);
    await expect.element(handbookLink).not.toBeInTheDocument();
  });

  test('does not open if the pointer leaves in time, and does not close if it returns in time', async () => {
    await openMenu('/dashboard', { style: 'layout2' });
    const advance = await freezeTime();
    await outerMenuButton.hover();
    advance(100);
    await movePointerAway();
    advance(1_000);
    await expect.element(outerMenuButton).toHaveAttribute('aria-expanded', 'false');
    await outerMenuButton.hover();
    advance(150);
    await expect.element(handbookLink).toBeVisible();
    await movePointerAway();
    advance(100);
    await handbookLink.hover();
    advance(1_000);
    await expect.element(handbookLink).toBeVisible();
  });

  test('opens beside the menu that contains it, and closes when the pointer is on another entry', async () => {
    await openMenu('/dashboard', { style: 'layout2' });
    const advance = await freezeTime();
    await outerMenuButton.hover();
    advance(150);
    const roomsButton = menu.getByRole('button', { name: 'Rooms' });
    await roomsButton.hover();
    advance(150);
    await expect.element(innsLink).toBeVisible();
    const [roomsRect, innsRect] = [roomsButton, innsLink].map((entry) => entry.element().getBoundingClientRect());
    expect(innsRect?.left).toBeGreaterThanOrEqual(roomsRect?.right ?? Infinity);
    await innsLink.hover();
    advance(1_000);
    await expect.element(innsLink).toBeVisible();
    await handbookLink.hover();
    advance(150);
    await expect.element(innsLink).not.toBeInTheDocument();
    await expect.element(handbookLink).toBeVisible();
  });
});

test('the folded navigation opens over the page after 150 ms, and the page does not move', async () => {
  await openMenu('/dashboard', { isFolded: true });
  const advance = await freezeTime();
  const mainRect = () => page.getByRole('main').element().getBoundingClientRect().toJSON() as unknown;
  await expect.poll(menuWidth).toBe(64);
  const originalRect = mainRect();
  await menu.hover();
  advance(149);
  expect(menuWidth()).toBe(64);
  advance(1);
  await expect.poll(menuWidth).toBe(280);
  expect(mainRect()).toEqual(originalRect);
  await movePointerAway();
  advance(150);
  await expect.poll(menuWidth).toBe(64);
});
