import { describe, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { openConsole } from '../testing/open-console.tsx';
import { type ShellPart, waitForAnimations, getPart, waitForPage } from '../testing/shell-parts.ts';

const backgroundOf = (part: ShellPart) => getComputedStyle(getPart(part)).backgroundColor;
const themeOf = (locator: Locator) => locator.element().closest('[data-theme]')?.getAttribute('data-theme');

describe('a theme for each area', () => {
  test('is chosen separately for main, navbar, toolbar and footer', async () => {
    await openConsole('/dashboard');
    await waitForPage();
    await page.getByRole('button', { name: 'Settings' }).click();
    const panel = page.getByRole('dialog', { name: 'Settings' });
    const chooseAreaTheme = async (area: string, theme: string) => {
      const radio = panel
        .getByRole('radiogroup', { name: area, exact: true })
        .getByRole('radio', { name: theme, exact: true });
      await radio.click();
      await expect.element(radio).toBeChecked();
      await waitForAnimations();
    };
    const originalBackground = backgroundOf('toolbar');
    await chooseAreaTheme('Navbar', 'Night');
    await chooseAreaTheme('Footer', 'Teak');
    expect(backgroundOf('toolbar')).toBe(originalBackground);
    await chooseAreaTheme('Main', 'Sand');
    await expect.element(getPart('navbar')).toHaveAttribute('data-theme', 'night');
    await expect.element(getPart('footer')).toHaveAttribute('data-theme', 'teak');
    await expect.element(document.documentElement).toHaveAttribute('data-theme', 'sand');
    // An area without its own theme follows the main one.
    expect(getPart('toolbar').dataset['theme']).toBeUndefined();
    expect(backgroundOf('toolbar')).not.toBe(originalBackground);
    expect(new Set([backgroundOf('navbar'), backgroundOf('toolbar'), backgroundOf('footer')]).size).toBe(3);
    await chooseAreaTheme('Toolbar', 'Forest');
    await expect.element(getPart('toolbar')).toHaveAttribute('data-theme', 'forest');
    await chooseAreaTheme('Navbar', 'Same as main area');
    await expect.element(getPart('navbar')).not.toHaveAttribute('data-theme');
  });

  test('applies to popups within its area, but not to menus over the page', async () => {
    const themes = { main: 'ink', toolbar: 'sand', navbar: 'sand' };
    await openConsole('/dashboard', { settings: { layout: { style: 'layout2' }, themes } });
    await waitForPage();
    await page.getByRole('button', { name: /^User menu/ }).click();
    // A menu over the page has the theme of the page. A list within the toolbar has the theme of the toolbar.
    const profileItem = page.getByRole('menuitem', { name: 'My Profile' });
    await expect.element(profileItem).toBeVisible();
    expect(themeOf(profileItem)).toBe('ink');
    await userEvent.keyboard('{Escape}');
    await expect.element(profileItem).not.toBeInTheDocument();
    await page.getByRole('combobox', { name: 'Search the menu' }).fill('me');
    const option = page.getByRole('listbox').getByRole('option').first();
    await expect.element(option).toBeVisible();
    expect(themeOf(option)).toBe('sand');
    await waitForAnimations();
    await expectAllAccessible();
  });

  test('colours its thin scrollbars, unless the user prefers the system scrollbars', async () => {
    await openConsole('/dashboard', { settings: { themes: { navbar: 'night' } } });
    await waitForPage();
    const scrollbars = () =>
      [getPart('scroller'), getPart('navbar').querySelector(':scope > div:last-child') ?? getPart('navbar')].map(
        (part) => {
          const { scrollbarWidth, scrollbarColor } = getComputedStyle(part);
          return { scrollbarWidth, scrollbarColor };
        },
      );
    const [content, navigation] = scrollbars();
    expect([content?.scrollbarWidth, navigation?.scrollbarWidth]).toEqual(['thin', 'thin']);
    expect(navigation?.scrollbarColor).not.toBe(content?.scrollbarColor);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('dialog').getByRole('checkbox', { name: 'Thin scrollbars in theme colours' }).click();
    const systemScrollbar = { scrollbarWidth: 'auto', scrollbarColor: 'auto' };
    await expect.poll(scrollbars).toEqual([systemScrollbar, systemScrollbar]);
  });
});
