import type { NavigationItem } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { menu, openMenu } from '../testing/menu.ts';
import { pageItem } from '../testing/exceptions-menu.ts';
import { openConsole } from '../testing/open-console.tsx';

const roomsButton = menu.getByRole('button', { name: 'Rooms' });
const innsLink = menu.getByRole('link', { name: 'Inns' });
const exactLink = menu.getByRole('link', { name: 'Exactly' });

describe('the menu', () => {
  test.for(['layout1', 'layout2'] as const)('shows every kind of entry in %s, and hides empty ones', async (style) => {
    await openMenu('/dashboard', { style });
    for (const emptyTitle of ['Empty group', 'Hollow', 'Empty section'])
      await expect.element(menu.getByText(emptyTitle)).not.toBeInTheDocument();
    await expect.element(menu.getByRole('link', { name: 'Inbox' })).toMatchTextContent('12');
    if (style === 'layout2') await menu.getByRole('button', { name: 'House' }).click();
    else await expect.element(menu.getByRole('group', { name: 'House' })).toBeVisible();
    const handbookLink = menu.getByRole('link', { name: 'Handbook' });
    await expect.element(handbookLink).toHaveAttribute('target', '_blank');
    await expect.element(handbookLink).toHaveAttribute('rel', 'noreferrer');
    await expect.element(handbookLink).toHaveAttribute('href', '/docs');
    expect(menu.element().querySelectorAll('hr')).toHaveLength(1);
    await roomsButton.click();
    await expect.element(innsLink).toBeVisible();
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
    await expect.element(roomsButton).toHaveAttribute('aria-expanded', 'false');
    await roomsButton.click();
    await expect.element(roomsButton).toHaveAttribute('aria-expanded', 'true');
    await expect.element(innsLink).toBeVisible();
    await roomsButton.click();
    await expect.element(innsLink).not.toBeInTheDocument();
  });

  test('is open at first if it contains the current page', async () => {
    await openMenu('/system/hotel');
    await expect.element(roomsButton).toHaveAttribute('aria-expanded', 'true');
    await expect.element(innsLink).toHaveAttribute('aria-current', 'page');
  });
});

describe('the current entry', () => {
  test('is the entry whose path is the beginning of the path of the page', async () => {
    await openMenu('/system/hotel/new');
    await expect.element(page.getByRole('textbox').nth(1)).toBeVisible();
    await expect.element(innsLink).toHaveAttribute('aria-current', 'page');
    expect(menu.element().querySelectorAll('[aria-current]')).toHaveLength(1);
  });

  test('is not an exact entry on the pages below its path', async () => {
    await openMenu('/system/region/new');
    await expect.element(page.getByRole('textbox').nth(1)).toBeVisible();
    await roomsButton.click();
    await expect.element(exactLink).not.toHaveAttribute('aria-current');
    await exactLink.click();
    await expect.element(exactLink).toHaveAttribute('aria-current', 'page');
  });
});

test('entries are indented down to level 80, and have room for their texts', async () => {
  const createLevel = (level: number): NavigationItem =>
    level === 100
      ? pageItem('deepest', 'Deepest', '/company/member')
      : { id: `level-${level}`, type: 'collapse', title: `Level ${level}`, children: [createLevel(level + 1)] };
  await openMenu('/company/member', { navigation: [createLevel(0)] });
  const deepestLink = menu.getByRole('link', { name: 'Deepest' });
  await expect.element(deepestLink).toBeVisible();
  // All sections that contain the page are open at first.
  const indents = [...menu.element().querySelectorAll('button[aria-expanded], a[aria-current]')].map((entry) =>
    Number.parseFloat(getComputedStyle(entry).paddingLeft),
  );
  expect(indents).toHaveLength(101);
  for (let level = 1; level <= 80; level++)
    expect(indents[level], `level ${level}`).toBeGreaterThan(indents[level - 1] ?? 0);
  for (let level = 81; level <= 100; level++) expect(indents[level], `level ${level}`).toBe(indents[80]);
  expect(deepestLink.getByText('Deepest').element().getBoundingClientRect().width).toBeGreaterThan(30);
});
