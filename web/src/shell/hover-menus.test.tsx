import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { menu, menuWidth, moveAway, openMenu } from '../testing/menu.ts';
import { freezeTimers } from '../testing/frozen-timers.ts';

const hotelMenu = menu.getByRole('button', { name: 'House' });
const inside = menu.getByRole('link', { name: 'Handbook' });
const inns = menu.getByRole('link', { name: 'Inns' });

/** The page stands, the pointer is in its middle, and from here on time passes by hand alone. */
async function freezeTime(): Promise<(milliseconds: number) => void> {
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await moveAway();
  return freezeTimers();
}

describe('a menu of the bar, by pointer', () => {
  test('opens after 150 ms and closes after 150 ms, to the millisecond', async () => {
    await openMenu('/dashboard', { style: 'layout2' });
    const pass = await freezeTime();
    await hotelMenu.hover();
    pass(149);
    await expect.element(hotelMenu).toHaveAttribute('aria-expanded', 'false');
    pass(1);
    await expect.element(inside).toBeVisible();
    await moveAway();
    pass(149);
    await expect.element(inside).toBeVisible();
    pass(1);
    await expect.element(inside).not.toBeInTheDocument();
  });

  test('does not open for a pointer that goes before, nor close for one that comes back', async () => {
    await openMenu('/dashboard', { style: 'layout2' });
    const pass = await freezeTime();
    await hotelMenu.hover();
    pass(100);
    await moveAway();
    pass(1_000);
    await expect.element(hotelMenu).toHaveAttribute('aria-expanded', 'false');
    await hotelMenu.hover();
    pass(150);
    await expect.element(inside).toBeVisible();
    await moveAway();
    pass(100);
    await inside.hover();
    pass(1_000);
    await expect.element(inside).toBeVisible();
  });

  test('within a menu opens beside it, and closes when the pointer rests elsewhere in it', async () => {
    await openMenu('/dashboard', { style: 'layout2' });
    const pass = await freezeTime();
    await hotelMenu.hover();
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
    await inside.hover();
    pass(150);
    await expect.element(inns).not.toBeInTheDocument();
    await expect.element(inside).toBeVisible();
  });
});

test('the folded rail opens over the page after 150 ms, and the page does not move', async () => {
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
