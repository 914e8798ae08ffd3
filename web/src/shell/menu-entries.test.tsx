import type { NavigationItem } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { menu, openMenu } from '../testing/menu.ts';
import { pageItem } from '../testing/exceptions-menu.ts';
import { openConsole } from '../testing/open-console.tsx';

const rooms = menu.getByRole('button', { name: 'Rooms' });
const inns = menu.getByRole('link', { name: 'Inns' });
const exactly = menu.getByRole('link', { name: 'Exactly' });

describe('the menu', () => {
  test.for(['layout1', 'layout2'] as const)('shows every kind of entry in %s, and hides empty ones', async (style) => {
    await openMenu('/dashboard', { style });
    for (const missing of ['Empty group', 'Hollow', 'Empty section'])
      await expect.element(menu.getByText(missing)).not.toBeInTheDocument();
    await expect.element(menu.getByRole('link', { name: 'Inbox' })).toMatchTextContent('12');
    if (style === 'layout2') await menu.getByRole('button', { name: 'House' }).click();
    else await expect.element(menu.getByRole('group', { name: 'House' })).toBeVisible();
    const handbook = menu.getByRole('link', { name: 'Handbook' });
    await expect.element(handbook).toHaveAttribute('target', '_blank');
    await expect.element(handbook).toHaveAttribute('rel', 'noreferrer');
    await expect.element(handbook).toHaveAttribute('href', '/docs');
    expect(menu.element().querySelectorAll('hr')).toHaveLength(1);
    await rooms.click();
    await expect.element(inns).toBeVisible();
    await expectAllAccessible();
  });

  test('translates its titles to the current language, except unknown ones', async () => {
    const navigation = [pageItem('dashboard', 'Dashboard', '/dashboard'), pageItem('odd', 'Odd page', '/system/hotel')];
    await openConsole('/dashboard', { language: 'id', user: { navigation } });
    await expect.element(menu.getByRole('link', { name: 'Dasbor' })).toBeVisible();
    await expect.element(menu.getByRole('link', { name: 'Odd page' })).toBeVisible();
  });
});

describe('a section of the menu', () => {
  test('opens and closes on click', async () => {
    await openMenu('/dashboard');
    await expect.element(rooms).toHaveAttribute('aria-expanded', 'false');
    await rooms.click();
    await expect.element(rooms).toHaveAttribute('aria-expanded', 'true');
    await expect.element(inns).toBeVisible();
    await rooms.click();
    await expect.element(inns).not.toBeInTheDocument();
  });

  test('is open at first if it contains the current page', async () => {
    await openMenu('/system/hotel');
    await expect.element(rooms).toHaveAttribute('aria-expanded', 'true');
    await expect.element(inns).toHaveAttribute('aria-current', 'page');
  });
});

describe('the current entry', () => {
  test('has a path that is the beginning of the path of the page', async () => {
    await openMenu('/system/hotel/new');
    await expect.element(page.getByRole('textbox').nth(1)).toBeVisible();
    await expect.element(inns).toHaveAttribute('aria-current', 'page');
    expect(menu.element().querySelectorAll('[aria-current]')).toHaveLength(1);
  });

  test('is never an exact entry on the pages below its path', async () => {
    await openMenu('/system/region/new');
    await expect.element(page.getByRole('textbox').nth(1)).toBeVisible();
    await rooms.click();
    await expect.element(exactly).not.toHaveAttribute('aria-current');
    await exactly.click();
    await expect.element(exactly).toHaveAttribute('aria-current', 'page');
  });
});

test('entries are indented down to level 80, and have room for their texts', async () => {
  const nest = (level: number): NavigationItem =>
    level === 100
      ? pageItem('deepest', 'Deepest', '/company/member')
      : { id: `level-${level}`, type: 'collapse', title: `Level ${level}`, children: [nest(level + 1)] };
  await openMenu('/company/member', { navigation: [nest(0)] });
  const deepest = menu.getByRole('link', { name: 'Deepest' });
  await expect.element(deepest).toBeVisible();
  // All sections that contain the page are open at first.
  const levels = [...menu.element().querySelectorAll('button[aria-expanded], a[aria-current]')].map((entry) =>
    Number.parseFloat(getComputedStyle(entry).paddingLeft),
  );
  expect(levels).toHaveLength(101);
  for (let level = 1; level <= 80; level++)
    expect(levels[level], `level ${level}`).toBeGreaterThan(levels[level - 1] ?? 0);
  for (let level = 81; level <= 100; level++) expect(levels[level], `level ${level}`).toBe(levels[80]);
  expect(deepest.getByText('Deepest').element().getBoundingClientRect().width).toBeGreaterThan(30);
});
