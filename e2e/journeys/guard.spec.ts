import { ACCOUNTS, expect, signIn, test } from '../src/test.ts';

test('a page asked for before signing in is returned to after it', async ({ page }) => {
  await page.goto('/system/hotel');
  await expect(page).toHaveURL(/\/login/);
  await signIn(page, ACCOUNTS.administrator, page.url());
  await expect(page).toHaveURL(/\/system\/hotel$/);
  await expect(page.getByRole('heading', { name: 'Hotels' })).toBeVisible();
});

test('the menu shows what the role permits, and a page beyond it leads back', async ({ page }) => {
  await signIn(page, ACCOUNTS.frontDesk);
  const menu = page.getByRole('navigation', { name: 'Main navigation' });
  await expect(menu.getByRole('link', { name: 'Members' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Users' })).toHaveCount(0);
  await page.goto('/others/users');
  await expect(page).not.toHaveURL(/\/others\/users/);
});

test('a front desk sees the members of its hotel only', async ({ page, client }) => {
  const { meta } = await client.get<{ meta: { total: number } }>('/api/member?per_page=1');
  await signIn(page, ACCOUNTS.frontDesk);
  await page.getByRole('link', { name: 'Members' }).first().click();
  await expect(page.getByRole('grid', { name: 'Members' }).getByRole('row').nth(2)).toBeVisible();
  const shown = await page.getByText(/^[\d,–]+ of [\d,]+$/).textContent();
  expect(Number(shown?.split(' of ')[1]?.replaceAll(',', ''))).toBeLessThan(meta.total);
});

test('an unknown address is an error page, signing out ends at the login', async ({ page }) => {
  await signIn(page);
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/error-404$/);
  await page.goto('/logout');
  await expect(page).toHaveURL(/\/login$/);
  await page.goto('/company/member');
  await expect(page).toHaveURL(/\/login/);
});
