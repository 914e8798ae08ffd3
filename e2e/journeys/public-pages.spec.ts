import { expect, test } from '../src/test.ts';

test.use({ account: null });

test('a signed-out user at an unknown URL sees an error page, without loading console code', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
  });
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/error-404$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  scripts.length = 0;
  await page.goto('/error-404');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(scripts.filter((path) => /\/(?:console|popups|form|definitions)-/.test(path))).toEqual([]);
  expect(scripts.length).toBeGreaterThan(1);
});
