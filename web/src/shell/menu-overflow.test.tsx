import type { NavigationItem } from '@innkeeper/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { menu, openMenu } from '../testing/menu.ts';
import { pageItem } from '../testing/exceptions-menu.ts';

/** Twelve menus with long names, each with a submenu. */
const MANY_ITEMS = Array.from({ length: 12 }, (_, n): NavigationItem => ({
  id: `part-${n}`,
  type: 'collapse',
  title: `Part number ${n}`,
  children: [
    {
      id: `inner-${n}`,
      type: 'collapse',
      title: `Within part number ${n}, with a rather long name`,
      children: [pageItem(`leaf-${n}`, `Leaf of part number ${n}`, '/company/member')],
    },
  ],
}));

const moreButton = menu.getByRole('button', { name: 'More', exact: true });
const countBarEntries = () => menu.element().querySelectorAll(':scope > div > ul > li').length;

test('entries that do not fit into the bar move to More, and menus are within the window', async () => {
  await openMenu('/dashboard', { style: 'layout2', navigation: MANY_ITEMS });
  await expect.element(moreButton).toBeVisible();
  const barRect = menu.element().querySelector('ul')?.getBoundingClientRect();
  expect(moreButton.element().getBoundingClientRect().right).toBeLessThanOrEqual(barRect?.right ?? 0);
  for (const name of ['More', 'Part number 11', 'Within part number 11'])
    await menu.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  await expect.element(menu.getByRole('link', { name: 'Leaf of part number 11' })).toBeInViewport({ ratio: 1 });
  const submenuRects = [...menu.element().querySelectorAll('ul ul')].map((list) => list.getBoundingClientRect());
  expect(submenuRects).toHaveLength(3);
  for (const { left, right, bottom } of submenuRects) {
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(1440);
    expect(bottom).toBeLessThanOrEqual(900);
  }
});

test('the bar has fewer entries in a narrower window, and as many as before in a wide one', async () => {
  await openMenu('/dashboard', { style: 'layout2', navigation: MANY_ITEMS });
  await expect.element(moreButton).toBeVisible();
  const originalCount = countBarEntries();
  await page.viewport(1060, 700);
  await expect.poll(countBarEntries).toBeLessThan(originalCount);
  await page.viewport(1440, 900);
  await expect.poll(countBarEntries).toBe(originalCount);
});
