// Core test: sign-in and sessions.
import { ACCOUNTS, expect, signIn, test } from '../src/test.ts';

test.use({ account: null, expectedErrors: [/status of 4\d\d/] });

test('a user mistypes the password, sees an error, signs in and reaches the dashboard', async ({ page }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByRole('heading', { name: 'LOGIN TO YOUR ACCOUNT', exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: /^Email\/username/ }).fill(ACCOUNTS.frontDesk);
  await page.locator('input[name=password]').fill('not-the-password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert').filter({ hasText: 'Oops! Invalid Username or Password' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'LOGIN' })).toBeEnabled();
  await signIn(page);
  await expect(page).toHaveURL(/\/company\/dashboard$/);
});
