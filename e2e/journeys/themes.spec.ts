import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { expect, test } from '../src/test.ts';
import { answerUser, openWith, settingsOf } from '../src/user-answer.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const THEMES = ['light', 'porcelain', 'sand', 'lagoon', 'orchid', 'dark', 'night', 'forest', 'teak', 'ink'];
/** The areas, each by what it is on the page. */
const AREAS = {
  navbar: 'nav[aria-label="Main navigation"]',
  toolbar: 'header:has(nav ol)',
  footer: 'footer:has-text("Built")',
} as const;

const groundOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => getComputedStyle(element).backgroundColor);

for (const theme of THEMES)
  test(`axe finds nothing in ${theme}, on a list with an open menu and on a form`, async ({ page }) => {
    await openWith(page, '/company/member', { style: 'layout2', themes: { main: theme } });
    await expect(page.getByRole('grid').getByRole('row').nth(3)).toBeVisible();
    await page.getByRole('button', { name: 'System' }).click();
    await expect(page.getByRole('link', { name: 'Memberships' })).toBeVisible();
    await expectAccessible(page);
    await page.goto('/company/member/new');
    await expect(page.getByRole('textbox', { name: 'First name' })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expectAccessible(page);
  });

test('themes are chosen separately for main, navbar, toolbar and footer', async ({ page, enter }) => {
  await enter('/company/dashboard');
  await page.getByRole('button', { name: 'Settings' }).click();
  const panel = page.getByRole('dialog', { name: 'Settings' });
  const choose = (area: string, theme: string) =>
    panel.getByRole('radiogroup', { name: area, exact: true }).getByRole('radio', { name: theme, exact: true }).click();
  const before = await groundOf(page, AREAS.toolbar);
  await choose('Navbar', 'Night');
  await choose('Footer', 'Teak');
  expect(await groundOf(page, AREAS.toolbar)).toBe(before);
  await choose('Main', 'Sand');
  await expect(page.locator(AREAS.navbar)).toHaveAttribute('data-theme', 'night');
  await expect(page.locator(AREAS.footer)).toHaveAttribute('data-theme', 'teak');
  // An area without a theme of its own goes with the main one.
  expect(await groundOf(page, AREAS.toolbar)).not.toBe(before);
  const grounds = await Promise.all(Object.values(AREAS).map((area) => groundOf(page, area)));
  expect(new Set(grounds).size).toBe(3);
  await choose('Navbar', 'As the main area');
  await expect(page.locator(AREAS.navbar)).not.toHaveAttribute('data-theme', /./);
});

test('what opens from an area is drawn in one theme as a whole', async ({ page }) => {
  await openWith(page, '/company/dashboard', {
    style: 'layout2',
    themes: { main: 'ink', toolbar: 'sand', navbar: 'sand' },
  });
  await page.getByRole('button', { name: /^User menu/ }).click();
  // A menu over the page has the page's theme, a field within the toolbar the toolbar's.
  const themeOf = (inner: Locator) => inner.evaluate((e) => e.closest('[data-theme]')?.getAttribute('data-theme'));
  expect(await themeOf(page.getByRole('menuitem', { name: 'My Profile' }))).toBe('ink');
  await page.keyboard.press('Escape');
  await page.getByRole('combobox', { name: 'Search the menu' }).fill('me');
  expect(await themeOf(page.getByRole('listbox').getByRole('option').first())).toBe('sand');
  await expectAccessible(page);
});

test('the theme of the system is followed while it changes', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await openWith(page, '/company/dashboard', { themes: { main: 'system' } });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('custom scrollbars are slim and in the colours of their area; otherwise they are the system’s', async ({
  page,
  enter,
}) => {
  await answerUser(page, { settings: settingsOf({ themes: { navbar: 'night' } }) });
  await enter('/company/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const bars = () =>
    page.evaluate((nav) => {
      const of = (element: Element | null) => {
        const { scrollbarWidth, scrollbarColor } = getComputedStyle(element ?? document.body);
        return { scrollbarWidth, scrollbarColor };
      };
      return [of(document.querySelector('#page-scroller')), of(document.querySelector(`${nav} > div:last-child`))];
    }, AREAS.navbar);
  const [content, navigation] = await bars();
  expect([content?.scrollbarWidth, navigation?.scrollbarWidth]).toEqual(['thin', 'thin']);
  expect(navigation?.scrollbarColor).not.toBe(content?.scrollbarColor);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Slim, in the colours of the theme' }).click();
  expect(await bars()).toEqual([
    { scrollbarWidth: 'auto', scrollbarColor: 'auto' },
    { scrollbarWidth: 'auto', scrollbarColor: 'auto' },
  ]);
});

test('forced colours: the active page and the chosen layout are told apart without backgrounds', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openWith(page, '/company/member');
  const active = page.locator(`${AREAS.navbar} [aria-current=page]`);
  await expect(active).toBeVisible();
  expect(await active.evaluate((element) => getComputedStyle(element).outlineStyle)).not.toBe('none');
  await page.getByRole('button', { name: 'Settings' }).click();
  const layouts = page.getByRole('radiogroup', { name: 'Layout style' }).getByRole('radio');
  await expect(layouts).toHaveCount(3);
  const outlines = await layouts.evaluateAll((radios) => radios.map((radio) => getComputedStyle(radio).outlineStyle));
  expect(outlines.filter((style) => style !== 'none')).toHaveLength(1);
});

test('who asks for more contrast gets it, in every theme', async ({ page }) => {
  await page.emulateMedia({ contrast: 'more' });
  for (const theme of ['light', 'night']) {
    await openWith(page, '/company/dashboard', { themes: { main: theme } });
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    const [text, muted] = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      return [style.getPropertyValue('--text'), style.getPropertyValue('--muted')];
    });
    expect(muted).toBe(text);
  }
});

test('no motion under prefers-reduced-motion', async ({ page }) => {
  await openWith(page, '/company/dashboard', { config: { folded: true } });
  const durations = await page.locator(AREAS.navbar).evaluate((nav) => getComputedStyle(nav).transitionDuration);
  for (const duration of durations.split(', ')) expect(Number.parseFloat(duration)).toBeLessThanOrEqual(0.001);
});
