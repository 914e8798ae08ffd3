import type { Page } from '@playwright/test';
import { expect, test } from '../src/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const form = (page: Page) => page.getByRole('dialog', { name: 'New region' });
const question = (page: Page) => page.getByRole('alertdialog');

/** A form with something typed, and the question whether to leave it above it. */
async function openBoth(page: Page) {
  await page.goto('/system/region');
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible();
  await page.getByRole('button', { name: 'New region' }).click();
  await form(page).getByRole('textbox', { name: 'Name' }).fill('Nusa Tenggara');
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeVisible();
}

test('a question begins at its safe answer, and Enter there loses nothing', async ({ page }) => {
  await openBoth(page);
  const safe = question(page).locator('[data-first-focus]');
  await expect(safe).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question(page)).toBeHidden();
  await expect(form(page).getByRole('textbox', { name: 'Name' })).toHaveValue('Nusa Tenggara');
});

test('dialogs stack: Escape closes the upper one alone, and the focus returns to where it was', async ({ page }) => {
  await openBoth(page);
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeHidden();
  await expect(form(page)).toBeVisible();
  await expect(form(page).getByRole('textbox', { name: 'Name' })).toBeFocused();
});

test('the focus stays within the uppermost dialog', async ({ page }) => {
  await openBoth(page);
  const inside = () => page.evaluate(() => document.activeElement?.closest('[role]:is([role=alertdialog])') !== null);
  for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    await expect.poll(inside).toBe(true);
  }
});

test('a message above a dialog can be closed without closing the dialog', async ({ page }) => {
  await page.goto('/system/region');
  await expect(page.getByRole('grid').getByRole('row').nth(2)).toBeVisible();
  await page.getByRole('button', { name: 'New region' }).click();
  await expect(form(page)).toBeVisible();
  await page.evaluate(
    () => void dispatchEvent(new CustomEvent('showMessage', { detail: { message: 'The kitchen is closed.' } })),
  );
  await page.getByRole('alert').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(form(page)).toBeVisible();
});

test('the end of the session closes every dialog', async ({ page, enter, context }) => {
  await enter('/system/region');
  await openBoth(page);
  const other = await context.newPage();
  await other.goto('/logout');
  await expect(other).toHaveURL(/\/login/);
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(question(page)).toHaveCount(0);
});
