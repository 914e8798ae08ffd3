import type { Page } from '@playwright/test';
import { expect, test } from '../src/test.ts';

/** Holds back every answer to such requests until it is told to go on. */
async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return goOn;
}

test('somebody on a slow line reads Loading... after 300 ms of waiting for the start, and not before', async ({
  page,
}) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const goOn = await holdBack(page, '**/api/user');
  const asked = page.waitForRequest('**/api/user');
  await page.goto('/company/dashboard');
  await asked;
  await page.clock.runFor(290);
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(page.getByRole('status').getByText('Loading...')).toBeVisible();
  await page.clock.resume();
  goOn();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

test('somebody on a slow line keeps the page they leave in sight for 300 ms', async ({ page }) => {
  await page.clock.install();
  await page.goto('/company/dashboard');
  const heading = page.getByRole('heading', { level: 1, name: /^Welcome/ });
  await expect(heading).toBeVisible();
  const goOn = await holdBack(page, /profile-page/);
  const asked = page.waitForRequest(/profile-page/);
  // The menu is a part that comes late too: it has come before time stands still.
  await page.getByRole('button', { name: /^User menu/ }).click();
  const profile = page.getByRole('menuitem', { name: 'My Profile' });
  await expect(profile).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await profile.click();
  await asked;
  await page.clock.runFor(280);
  await expect(heading).toBeVisible();
  await page.clock.runFor(50);
  await expect(heading).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
  await page.clock.resume();
  goOn();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
