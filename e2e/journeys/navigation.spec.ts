import type { NavigationItem } from '@innkeeper/contract';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { expect, test } from '../src/test.ts';
import { answerUser, settingsOf } from '../src/user-answer.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Main navigation' });
const page1 = (id: string, title: string, url: string, more: Partial<NavigationItem> = {}): NavigationItem => ({
  id,
  type: 'item',
  title,
  url,
  ...more,
});

/** A menu with every kind of entry, and some that nobody would want to see. */
const ODD: readonly NavigationItem[] = [
  page1('dashboard', 'Dashboard', '/company/dashboard'),
  page1('inbox', 'Inbox', '/company/member', { badge: { title: '12', bg: 'warning-soft', fg: 'warning-text' } }),
  { id: 'empty-group', type: 'group', title: 'Empty group', children: [] },
  {
    id: 'hollow',
    type: 'group',
    title: 'Hollow',
    children: [{ id: 'empty-section', type: 'collapse', title: 'Empty section', children: [] }],
  },
  {
    id: 'house',
    type: 'group',
    title: 'House',
    children: [
      {
        id: 'rooms',
        type: 'collapse',
        title: 'Rooms',
        children: [
          page1('hotels', 'Hotels', '/system/hotel'),
          page1('exact', 'Exactly', '/system/region', { exact: true }),
        ],
      },
      { id: 'line', type: 'divider', title: '' },
      { id: 'out', type: 'link', title: 'Elsewhere', url: '/docs', target: '_blank' },
    ],
  },
];

async function openOdd(page: Page, path: string, style: 'layout1' | 'layout2' = 'layout1', navigation = ODD) {
  await answerUser(page, { navigation, settings: settingsOf({ style }) });
  await page.goto(path);
  await expect(menuOf(page).getByRole('listitem').first()).toBeVisible();
}

test.describe('items are groups, collapsible sections, items, external links and dividers', () => {
  for (const style of ['layout1', 'layout2'] as const)
    test(`in ${style}; groups and sections without children vanish`, async ({ page }) => {
      await openOdd(page, '/company/dashboard', style);
      const menu = menuOf(page);
      for (const gone of ['Empty group', 'Hollow', 'Empty section']) await expect(menu.getByText(gone)).toHaveCount(0);
      await expect(menu.getByRole('link', { name: 'Inbox' })).toContainText('12');
      if (style === 'layout2') await menu.getByRole('button', { name: 'House' }).click();
      else await expect(menu.getByRole('group', { name: 'House' })).toBeVisible();
      const outside = menu.getByRole('link', { name: 'Elsewhere' });
      await expect(outside).toHaveAttribute('target', '_blank');
      await expect(outside).toHaveAttribute('rel', 'noreferrer');
      await expect(menu.locator('hr')).toHaveCount(1);
      await menu.getByRole('button', { name: 'Rooms' }).click();
      await expect(menu.getByRole('link', { name: 'Hotels' })).toBeVisible();
      await expectAccessible(page);
    });
});

test('a collapse section opens on click, and opens automatically if the current path is within its children', async ({
  page,
}) => {
  await openOdd(page, '/company/dashboard');
  const section = menuOf(page).getByRole('button', { name: 'Rooms' });
  const hotels = menuOf(page).getByRole('link', { name: 'Hotels' });
  await expect(section).toHaveAttribute('aria-expanded', 'false');
  await section.click();
  await expect(hotels).toBeVisible();
  await section.click();
  await expect(hotels).toHaveCount(0);
  await page.goto('/system/hotel');
  await expect(section).toHaveAttribute('aria-expanded', 'true');
  await expect(hotels).toHaveAttribute('aria-current', 'page');
});

test('the active item is highlighted: by the beginning of the path, unless it is exact', async ({ page }) => {
  await openOdd(page, '/system/hotel/new');
  await expect(menuOf(page).getByRole('link', { name: 'Hotels' })).toHaveAttribute('aria-current', 'page');
  await page.goto('/system/region/new');
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeVisible();
  await menuOf(page).getByRole('button', { name: 'Rooms' }).click();
  await expect(menuOf(page).getByRole('link', { name: 'Exactly' })).not.toHaveAttribute('aria-current', 'page');
  await menuOf(page).getByRole('link', { name: 'Exactly' }).click();
  await expect(menuOf(page).getByRole('link', { name: 'Exactly' })).toHaveAttribute('aria-current', 'page');
});

test('indentation is capped at level 80', async ({ page }) => {
  const nest = (level: number): NavigationItem =>
    level === 100
      ? page1('deepest', 'Deepest', '/company/member')
      : { id: `level-${level}`, type: 'collapse', title: `Level ${level}`, children: [nest(level + 1)] };
  await openOdd(page, '/company/member', 'layout1', [nest(0)]);
  const indents = await menuOf(page)
    .locator('button[aria-expanded], a[aria-current]')
    .evaluateAll((entries) => entries.map((e) => Number.parseFloat(getComputedStyle(e).paddingLeft)));
  // The way to the page is open by itself, all of it.
  const levels = indents.slice(-101);
  expect(levels).toHaveLength(101);
  for (let level = 1; level <= 80; level++)
    expect(levels[level], `level ${level}`).toBeGreaterThan(levels[level - 1] ?? 0);
  for (let level = 81; level <= 100; level++) expect(levels[level], `level ${level}`).toBe(levels[80]);
  // Even there the text has room, and nothing makes the column wider.
  const text = menuOf(page).getByRole('link', { name: 'Deepest' }).getByText('Deepest');
  expect((await text.boundingBox())?.width).toBeGreaterThan(30);
});

test.describe('hover menus open and close with a 150 ms delay', () => {
  /** Time stands still from here on, but for `runFor`. */
  async function openBar(page: Page) {
    await page.clock.install();
    await openOdd(page, '/company/dashboard', 'layout2');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.mouse.move(700, 600);
    await page.clock.pauseAt(new Date(Date.now() + 10_000));
    const house = menuOf(page).getByRole('button', { name: 'House' });
    return { house, inside: menuOf(page).getByRole('link', { name: 'Elsewhere' }) };
  }
  async function moveTo(page: Page, target: Locator) {
    const box = await target.boundingBox();
    if (!box) throw new Error('The target is not on screen');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  }

  test('each way, to the millisecond', async ({ page }) => {
    const { house, inside } = await openBar(page);
    await moveTo(page, house);
    await page.clock.runFor(149);
    await expect(house).toHaveAttribute('aria-expanded', 'false');
    await page.clock.runFor(1);
    await expect(inside).toBeVisible();
    await page.mouse.move(700, 600);
    await page.clock.runFor(149);
    await expect(inside).toBeVisible();
    await page.clock.runFor(1);
    await expect(inside).toHaveCount(0);
  });

  test('leaving before it opens, or coming back before it closes, cancels it', async ({ page }) => {
    const { house, inside } = await openBar(page);
    await moveTo(page, house);
    await page.clock.runFor(100);
    await page.mouse.move(700, 600);
    await page.clock.runFor(1_000);
    await expect(house).toHaveAttribute('aria-expanded', 'false');
    await moveTo(page, house);
    await page.clock.runFor(150);
    await expect(inside).toBeVisible();
    await page.mouse.move(700, 600);
    await page.clock.runFor(100);
    await moveTo(page, inside);
    await page.clock.runFor(1_000);
    await expect(inside).toBeVisible();
  });

  test('a menu within a menu opens beside it, and closes when the pointer rests elsewhere in it', async ({ page }) => {
    const { house, inside } = await openBar(page);
    await moveTo(page, house);
    await page.clock.runFor(150);
    await moveTo(page, menuOf(page).getByRole('button', { name: 'Rooms' }));
    await page.clock.runFor(150);
    const hotels = menuOf(page).getByRole('link', { name: 'Hotels' });
    await expect(hotels).toBeVisible();
    await moveTo(page, hotels);
    await page.clock.runFor(1_000);
    await expect(hotels).toBeVisible();
    await moveTo(page, inside);
    await page.clock.runFor(150);
    await expect(hotels).toHaveCount(0);
    await expect(inside).toBeVisible();
  });

  test('the folded rail opens over the content, which does not move', async ({ page }) => {
    await page.clock.install();
    await answerUser(page, { settings: settingsOf({ config: { folded: true } }) });
    await page.goto('/company/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.mouse.move(700, 600);
    await page.clock.pauseAt(new Date(Date.now() + 10_000));
    const width = async () => (await menuOf(page).boundingBox())?.width;
    // How high it is follows from what has come by then.
    const content = async () => ({ ...(await page.getByRole('main').boundingBox()), height: null });
    const place = await content();
    expect(await width()).toBe(64);
    await page.mouse.move(30, 300);
    await page.clock.runFor(149);
    expect(await width()).toBe(64);
    await page.clock.runFor(1);
    await expect.poll(width).toBe(280);
    expect(await content()).toEqual(place);
    await page.mouse.move(700, 600);
    await page.clock.runFor(150);
    await expect.poll(width).toBe(64);
  });
});

test.describe('the bar by keyboard', () => {
  test('Enter and Space open and close, the arrows walk, Escape goes back to the button', async ({ page }) => {
    await openOdd(page, '/company/dashboard', 'layout2');
    const menu = menuOf(page);
    const house = menu.getByRole('button', { name: 'House' });
    const rooms = menu.getByRole('button', { name: 'Rooms' });
    await menu.getByRole('link', { name: 'Dashboard' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(menu.getByRole('link', { name: 'Inbox' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(house).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(rooms).toBeVisible();
    await page.keyboard.press('Space');
    await expect(rooms).toHaveCount(0);
    await page.keyboard.press('ArrowDown');
    await expect(rooms).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(menu.getByRole('link', { name: 'Hotels' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(menu.getByRole('link', { name: 'Exactly' })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(rooms).toBeFocused();
    await expect(menu.getByRole('link', { name: 'Hotels' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(house).toBeFocused();
    await expect(rooms).toHaveCount(0);
  });

  test('Tab walks through what is open, and leaving the bar closes it', async ({ page }) => {
    await openOdd(page, '/company/dashboard', 'layout2');
    const menu = menuOf(page);
    await menu.getByRole('button', { name: 'House' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('button', { name: 'Rooms' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link', { name: 'Elsewhere' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(menu.getByRole('link', { name: 'Elsewhere' })).toHaveCount(0);
  });
});

test.describe('the bar by touch', () => {
  test.use({ hasTouch: true });
  test('a tap opens a menu, a second one closes it, and so does a tap beside it', async ({ page }) => {
    await openOdd(page, '/company/dashboard', 'layout2');
    const menu = menuOf(page);
    const house = menu.getByRole('button', { name: 'House' });
    await house.tap();
    await expect(menu.getByRole('link', { name: 'Elsewhere' })).toBeVisible();
    await house.tap();
    await expect(menu.getByRole('link', { name: 'Elsewhere' })).toHaveCount(0);
    await house.tap();
    await menu.getByRole('button', { name: 'Rooms' }).tap();
    await menu.getByRole('link', { name: 'Hotels' }).tap();
    await expect(page).toHaveURL(/\/system\/hotel$/);
    await expect(menu.getByRole('link', { name: 'Hotels' })).toHaveCount(0);
    await house.tap();
    await page.getByRole('heading', { level: 1 }).tap();
    await expect(menu.getByRole('link', { name: 'Elsewhere' })).toHaveCount(0);
  });
});

test('what does not fit into the bar goes into More, and menus stay within the window', async ({ page }) => {
  const many = Array.from({ length: 12 }, (_, n): NavigationItem => ({
    id: `part-${n}`,
    type: 'collapse',
    title: `Part number ${n}`,
    children: [
      {
        id: `inner-${n}`,
        type: 'collapse',
        title: `Within part number ${n}, with a rather long name`,
        children: [page1(`leaf-${n}`, `Leaf of part number ${n}`, '/company/member')],
      },
    ],
  }));
  await openOdd(page, '/company/dashboard', 'layout2', many);
  const menu = menuOf(page);
  await expect(menu.getByRole('button', { name: 'More' })).toBeVisible();
  const bar = await menu.locator('ul').first().boundingBox();
  const last = await menu.getByRole('button', { name: 'More' }).boundingBox();
  expect((last?.x ?? 0) + (last?.width ?? 0)).toBeLessThanOrEqual((bar?.x ?? 0) + (bar?.width ?? 0));
  for (const name of ['More', 'Part number 11', /^Within part number 11/])
    await menu.getByRole('button', { name }).click();
  for (const box of await menu
    .locator('ul ul')
    .evaluateAll((lists) => lists.map((list) => list.getBoundingClientRect().toJSON() as DOMRect))) {
    expect(box.left).toBeGreaterThanOrEqual(0);
    expect(box.right).toBeLessThanOrEqual(1440);
    expect(box.bottom).toBeLessThanOrEqual(900);
  }
  await expect(menu.getByRole('link', { name: 'Leaf of part number 11' })).toBeInViewport();
  const before = await menu.locator(':scope > div > ul > li').count();
  await page.setViewportSize({ width: 1060, height: 700 });
  await expect.poll(() => menu.locator(':scope > div > ul > li').count()).toBeLessThan(before);
});

test('the rail by keyboard: focus opens it, Escape folds it again', async ({ page }) => {
  await answerUser(page, { settings: settingsOf({ config: { folded: true } }) });
  await page.goto('/company/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const width = async () => (await menuOf(page).boundingBox())?.width;
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect.poll(width).toBe(280);
  await page.keyboard.press('Escape');
  await expect.poll(width).toBe(64);
});

test.describe('the rail by touch', () => {
  test.use({ hasTouch: true });
  test('the first tap opens it, the second one goes', async ({ page }) => {
    await answerUser(page, { settings: settingsOf({ config: { folded: true } }) });
    await page.goto('/company/dashboard');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const width = async () => (await menuOf(page).boundingBox())?.width;
    // The browser's mouse begins at the corner, over the rail, and may open it.
    await page.mouse.move(700, 450);
    await expect.poll(width).toBe(64);
    const members = menuOf(page).getByRole('link', { name: 'Members', exact: true });
    await members.tap();
    await expect.poll(width).toBe(280);
    await expect(page).toHaveURL(/\/company\/dashboard$/);
    await members.tap();
    await expect(page).toHaveURL(/\/company\/member$/);
  });
});
