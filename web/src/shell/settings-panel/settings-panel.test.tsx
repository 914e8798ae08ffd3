import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAllAccessible } from '../../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';
import { type ConsoleOptions, openConsole } from '../../testing/open-console.tsx';
import { waitForAnimations, getPart, waitForPage } from '../../testing/shell-parts.ts';
import { openSettingsPanel } from './open-settings-panel.ts';

const rootElement = document.documentElement;
const button = page.getByRole('button', { name: 'Settings' });
const panel = page.getByRole('dialog', { name: /^(Settings|Pengaturan)$/ });

async function openPanel(options?: ConsoleOptions): Promise<void> {
  await openConsole('/dashboard', options);
  await waitForPage();
  await button.click();
  await expect.element(panel.getByRole('button', { name: 'Close' })).toHaveFocus();
}

describe('the settings panel', () => {
  test('offers layout style and options, a theme for each area, and custom scrollbars', async () => {
    await openPanel();
    const findHeadings = () => panel.getByRole('heading', { level: 3 }).elements();
    expect(findHeadings().map((heading) => heading.textContent)).toEqual([
      'Layout style',
      'Theme',
      'Custom Scrollbars',
    ]);
    const findRadios = (name: string) =>
      panel.getByRole('radiogroup', { name, exact: true }).getByRole('radio').elements();
    expect(findRadios('Layout style')).toHaveLength(3);
    for (const area of ['Main', 'Navbar', 'Toolbar', 'Footer']) expect(findRadios(area), area).toHaveLength(11);
    await expect.element(panel.getByRole('checkbox', { name: 'Thin scrollbars in theme colours' })).toBeChecked();
  });

  test.each(PAGE_VARIANTS)('passes axe in $language, $theme, $width px', async ({ language, theme, width, height }) => {
    await page.viewport(width, height);
    await openConsole('/dashboard', { language, theme });
    await waitForPage();
    openSettingsPanel();
    await expect.element(panel).toBeVisible();
    await waitForAnimations();
    await expectAllAccessible();
    expect(rootElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  test('is at the right, 380 px wide and of full height', async () => {
    await openPanel();
    await waitForAnimations();
    expect(panel.element().getBoundingClientRect()).toMatchObject({ x: 1060, y: 0, width: 380, height: 900 });
  });

  test('offers the options of the layout, and hides options without effect', async () => {
    await openPanel();
    const collapseCheckbox = panel.getByRole('checkbox', { name: 'Collapse to icons' });
    const countScrollOptions = () => panel.getByRole('radiogroup', { name: 'On scroll' }).elements().length;
    await expect.element(collapseCheckbox).toBeVisible();
    await panel.getByRole('checkbox', { name: 'Show the navigation' }).click();
    await expect.element(collapseCheckbox).not.toBeInTheDocument();
    await panel.getByRole('checkbox', { name: 'Show the navigation' }).click();
    await expect.element(collapseCheckbox).toBeVisible();
    await panel.getByRole('radio', { name: 'Horizontal container' }).click();
    await expect.element(collapseCheckbox).not.toBeInTheDocument();
    expect(countScrollOptions()).toBe(2);
    await panel.getByRole('checkbox', { name: 'Show the footer' }).click();
    await expect.poll(countScrollOptions).toBe(1);
  });

  test('closes by Esc or its button, and returns the focus', async () => {
    await openPanel();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
    await button.click();
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect.element(panel).not.toBeInTheDocument();
    await expect.element(button).toHaveFocus();
  });

  test('exists only for users with an email', async () => {
    await openConsole('/dashboard', { user: { email: '' } });
    await expect.element(page.getByRole('button', { name: /^User menu/ })).toBeVisible();
    await expect.element(button).not.toBeInTheDocument();
    openSettingsPanel();
    await page.getByRole('button', { name: /^User menu/ }).click();
    await expect.element(page.getByRole('menuitem', { name: 'My Profile' })).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('works by keyboard alone', async () => {
    await openConsole('/dashboard');
    await waitForPage();
    button.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(panel.getByRole('button', { name: 'Close' })).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await expect.element(panel.getByRole('radio', { name: 'Vertical' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(panel.getByRole('radio', { name: 'Horizontal', exact: true })).toBeChecked();
    const mainThemes = panel.getByRole('radiogroup', { name: 'Main', exact: true });
    mainThemes.getByRole('radio', { checked: true }).element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(rootElement).toHaveAttribute('data-theme', 'porcelain');
    await expect.element(mainThemes.getByRole('radio', { name: 'Porcelain' })).toHaveFocus();
    panel.getByRole('checkbox', { name: 'Thin scrollbars in theme colours' }).element().focus();
    await userEvent.keyboard(' ');
    await expect.element(rootElement).toHaveAttribute('data-scrollbars', 'system');
  });

  test('resets everything that it shows, and undoes the reset', async () => {
    await openPanel({ settings: { layout: { style: 'layout2' }, themes: { main: 'forest', navbar: 'sand' } } });
    await panel.getByRole('button', { name: 'Reset to default' }).click();
    await expect.element(panel.getByRole('radio', { name: 'Vertical' })).toBeChecked();
    await expect.element(rootElement).toHaveAttribute('data-theme', 'light');
    await expect.poll(() => getPart('navbar').dataset['theme']).toBeUndefined();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(panel.getByRole('radio', { name: 'Horizontal', exact: true })).toBeChecked();
    await expect.element(rootElement).toHaveAttribute('data-theme', 'forest');
    await expect.poll(() => getPart('navbar').dataset['theme']).toBe('sand');
  });
});
