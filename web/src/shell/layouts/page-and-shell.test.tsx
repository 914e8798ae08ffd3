import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { findPart } from '../../testing/shell-parts.ts';

describe('the page and the shell around it', () => {
  test('a change of layout preserves the state of the page, including unsaved input', async () => {
    await openConsole('/system/country/new');
    const nameInput = page.getByRole('textbox', { name: /^Name/ });
    await nameInput.fill('Kepulauan Tengah');
    const inputBefore = nameInput.element();
    await page.getByRole('button', { name: 'Settings' }).click();
    for (const option of ['Horizontal', 'Horizontal container', 'Vertical', 'Boxed', 'Full width', 'Right']) {
      const radio = page.getByRole('radio', { name: option, exact: true }).first();
      await radio.click();
      await expect.element(radio).toBeChecked();
      await expect.element(nameInput).toHaveValue('Kepulauan Tengah');
      expect(inputBefore.isConnected, option).toBe(true);
    }
  });

  test.each(['/error-404', '/error-500', '/under-maintenance', '/auth/forgot-password'])(
    '%s shows no shell to a signed-in user',
    async (path) => {
      await openConsole(path, { settings: { layout: { style: 'layout2', config: {} } } });
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const part of ['navbar', 'scroller', 'footer'] as const) expect(findPart(part), part).toBeNull();
    },
  );

  test.each(['/login', '/register', '/auth/forgot-password'])(
    '%s shows no shell to a signed-out user',
    async (path) => {
      await openConsole(path, { user: null });
      await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
      for (const part of ['navbar', 'scroller', 'footer'] as const) expect(findPart(part), part).toBeNull();
    },
  );
});
