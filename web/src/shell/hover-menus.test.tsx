import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { menu, menuWidth, moveAway, openMenu } from '../testing/menu.ts';
import { freezeTimers } from '../testing/frozen-timers.ts';

const outerMenu = menu.getByRole('button', { name: 'House' });
const handbook = menu.getByRole('link', { name: 'Handbook' });
const inns = menu.getByRole('link', { name: 'Inns' });

/** Waits for the page, moves the pointer to its middle and freezes the timers. Returns a function to advance them. */
async function freezeTime(): Promise<(milliseconds: number) => void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await moveAway();
  return freezeTimers();
}

describe('a hovered menu of the bar', () => {
  test('opens after exactly 150 ms and closes after exactly 150 ms', async () => {
    await openMenu('/dashboard', { style: 'layout2' });
    const pass = await freezeTime();
    await outerMenu.hover();
    pass(149);
    await expect.element(outerMenu).toHaveAttribute('aria-expanded', 'false');
    pass(1);
    await expect.element(handbook).toBeVisible();
    await moveAway();
    pass(149);
    await expect.element(handbook).toBeVisible();
    pass(1);
    await expect.element(handbook).not.toBeInTheDocument();
  });

  test('does not open if the pointer leaves before, nor close if the pointer returns', async () => {
    await openMenu('/dashboard', { style: 'layout2' });
    const pass = await freezeTime();
    await outerMenu.hover();
    pass(100);
    await moveAway();
    pass(1_000);
    await expect.element(outerMenu).toHaveAttribute('aria-expanded', 'false');
    await outerMenu.hover();
    pass(150);
    await expect.element(handbook).toBeVisible();
    await moveAway();
    pass(100);
    await handbook.hover();
    pass(1_000);
    await expect.element(handbook).toBeVisible();
  });

  test('opens beside the menu that contains it, and closes when the pointer is on another entry', async () => {
    await openMenu('/dashboard', { style: 'layout2' });
    const pass = await freezeTime();
    await outerMenu.hover();
    pass(150);
    const rooms = menu.getByRole('button', { name: 'Rooms' });
    await rooms.hover();
    pass(150);
    await expect.element(inns).toBeVisible();
    const [left, right] = [rooms, inns].map((entry) => entry.element().getBoundingClientRect());
    expect(right?.left).toBeGreaterThanOrEqual(left?.right ?? Infinity);
    await inns.hover();
    pass(1_000);
    await expect.element(inns).toBeVisible();
    await handbook.hover();
    pass(150);
    await expect.element(inns).not.toBeInTheDocument();
    await expect.element(handbook).toBeVisible();
  });
});

test('the folded navigation opens over the page after 150 ms, and the page does not move', async () => {
  await openMenu('/dashboard', { folded: true });
  const pass = await freezeTime();
  const mainRect = () => page.getByRole('main').element().getBoundingClientRect().toJSON() as unknown;
  await expect.poll(menuWidth).toBe(64);
  const before = mainRect();
  await menu.hover();
  pass(149);
  expect(menuWidth()).toBe(64);
  pass(1);
  await expect.poll(menuWidth).toBe(280);
  expect(mainRect()).toEqual(before);
  await moveAway();
  pass(150);
  await expect.poll(menuWidth).toBe(64);
});
