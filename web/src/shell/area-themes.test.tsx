import { describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { openConsole } from '../testing/open-console.tsx';
import { type ShellPart, waitForAnimations, partOf, waitForPage } from '../testing/shell-parts.ts';

const backgroundOf = (part: ShellPart) => getComputedStyle(partOf(part)).backgroundColor;
const themeAround = (inner: Locator) => inner.element().closest('[data-theme]')?.getAttribute('data-theme');

describe('a theme for each area', () => {
  test('is chosen separately for main, navbar, toolbar and footer', async () => {
    await openConsole('/dashboard');
    await waitForPage();
    await page.getByRole('button', { name: 'Settings' }).click();
    const panel = page.getByRole('dialog', { name: 'Settings' });
    const choose = async (area: string, theme: string) => {
      const radio = panel
        .getByRole('radiogroup', { name: area, exact: true })
        .getByRole('radio', { name: theme, exact: true });
      await radio.click();
      await expect.element(radio).toBeChecked();
      await waitForAnimations();
    };
    const before = backgroundOf('toolbar');
    await choose('Navbar', 'Night');
    await choose('Footer', 'Teak');
    expect(backgroundOf('toolbar')).toBe(before);
    await choose('Main', 'Sand');
    await expect.element(partOf('navbar')).toHaveAttribute('data-theme', 'night');
    await expect.element(partOf('footer')).toHaveAttribute('data-theme', 'teak');
    await expect.element(document.documentElement).toHaveAttribute('data-theme', 'sand');
    // An area without its own theme follows the main one.
    expect(partOf('toolbar').dataset['theme']).toBeUndefined();
    expect(backgroundOf('toolbar')).not.toBe(before);
    expect(new Set([backgroundOf('navbar'), backgroundOf('toolbar'), backgroundOf('footer')]).size).toBe(3);
    await choose('Toolbar', 'Forest');
    await expect.element(partOf('toolbar')).toHaveAttribute('data-theme', 'forest');
    await choose('Navbar', 'Same as main area');
    await expect.element(partOf('navbar')).not.toHaveAttribute('data-theme');
  });

  test('applies to popups within its area, but not to menus over the page', async () => {
    const themes = { main: 'ink', toolbar: 'sand', navbar: 'sand' };
    await openConsole('/dashboard', { settings: { layout: { style: 'layout2' }, themes } });
    await waitForPage();
    await page.getByRole('button', { name: /^User menu/ }).click();
    // A menu over the page has the theme of the page, a field within the toolbar that of the toolbar.
    const profile = page.getByRole('menuitem', { name: 'My Profile' });
    await expect.element(profile).toBeVisible();
    expect(themeAround(profile)).toBe('ink');
    await userEvent.keyboard('{Escape}');
    await expect.element(profile).not.toBeInTheDocument();
    await page.getByRole('combobox', { name: 'Search the menu' }).fill('me');
    const found = page.getByRole('listbox').getByRole('option').first();
    await expect.element(found).toBeVisible();
    expect(themeAround(found)).toBe('sand');
    await waitForAnimations();
    await expectAllAccessible();
  });

  test('colours its thin scrollbars, unless the user prefers those of the system', async () => {
    await openConsole('/dashboard', { settings: { themes: { navbar: 'night' } } });
    await waitForPage();
    const bars = () =>
      [partOf('scroller'), partOf('navbar').querySelector(':scope > div:last-child') ?? partOf('navbar')].map(
        (part) => {
          const { scrollbarWidth, scrollbarColor } = getComputedStyle(part);
          return { scrollbarWidth, scrollbarColor };
        },
      );
    const [content, navigation] = bars();
    expect([content?.scrollbarWidth, navigation?.scrollbarWidth]).toEqual(['thin', 'thin']);
    expect(navigation?.scrollbarColor).not.toBe(content?.scrollbarColor);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Thin scrollbars in theme colours' }).click();
    const ofSystem = { scrollbarWidth: 'auto', scrollbarColor: 'auto' };
    await expect.poll(bars).toEqual([ofSystem, ofSystem]);
  });
});
