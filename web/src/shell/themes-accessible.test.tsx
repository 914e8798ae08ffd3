import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAllAccessible } from '../testing/accessibility.ts';
import { openConsole } from '../testing/open-console.tsx';
import { waitForPage } from '../testing/shell-parts.ts';
import { THEMES, type Theme } from '@innkeeper/contract';

async function expectAccessibleTheme(theme: Theme): Promise<void> {
  await waitForPage();
  expect(document.documentElement.dataset['theme']).toBe(theme);
  await expectAllAccessible();
}

describe.each(THEMES)('pages in the theme %s', (theme) => {
  test('have no axe violations on a list with an open menu', async () => {
    await openConsole('/company/member', { theme, settings: { layout: { style: 'layout2' } } });
    await expect.element(page.getByRole('grid').getByRole('row').nth(3)).toBeVisible();
    await page.getByRole('button', { name: 'System' }).click();
    await expect.element(page.getByRole('link', { name: 'Memberships' })).toBeVisible();
    await expectAccessibleTheme(theme);
  });

  test('have no axe violations on a form', async () => {
    await openConsole('/company/member/new', { theme });
    await expect.element(page.getByRole('textbox', { name: 'First name' })).toBeVisible();
    await expectAccessibleTheme(theme);
  });
});
