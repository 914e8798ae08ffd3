import type { Page } from '@playwright/test';
import { expect, test } from '../src/test.ts';

/** Delays every request to this URL until the returned function is called. */
async function delayRequests(page: Page, url: string | RegExp): Promise<() => void> {
  let release: () => void = () => undefined;
  const releasePromise = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(url, async (route) => {
    await releasePromise;
    await route.continue();
  });
  return release;
}

test('a slow start shows Loading... after 300 ms, and not before', async ({ page }) => {
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const release = await delayRequests(page, '**/api/user');
  const requestSent = page.waitForRequest('**/api/user');
  await page.goto('/company/dashboard');
  await requestSent;
  await page.clock.runFor(290);
  await expect(page.getByText('Loading...')).toHaveCount(0);
  await page.clock.runFor(20);
  await expect(page.getByRole('status').getByText('Loading...')).toBeVisible();
  await page.clock.resume();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Loading...')).toHaveCount(0);
});

test('a slow navigation shows the previous page for 300 ms', async ({ page }) => {
  await page.clock.install();
  await page.goto('/company/dashboard');
  const heading = page.getByRole('heading', { level: 1, name: /^Welcome/ });
  await expect(heading).toBeVisible();
  const release = await delayRequests(page, /profile-page/);
  const requestSent = page.waitForRequest(/profile-page/);
  // The menu is loaded on demand too, so it is opened before the clock is paused.
  await page.getByRole('button', { name: /^User menu/ }).click();
  const profile = page.getByRole('menuitem', { name: 'My Profile' });
  await expect(profile).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await profile.click();
  await requestSent;
  await page.clock.runFor(280);
  await expect(heading).toBeVisible();
  await page.clock.runFor(50);
  await expect(heading).toHaveCount(0);
  await expect(page.getByRole('main').getByText('Loading...')).toBeVisible();
  await page.clock.resume();
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
