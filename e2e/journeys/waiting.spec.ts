import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
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

test('the loading screen shows ‘Loading...’ after 300 ms and not before', async ({ page }) => {
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

test('a page that is slow to come leaves the one before it in sight for 300 ms', async ({ page }) => {
  await page.clock.install();
  await page.goto('/company/dashboard');
  const heading = page.getByRole('heading', { level: 1, name: /^Welcome/ });
  await expect(heading).toBeVisible();
  const goOn = await holdBack(page, /profile-page/);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('button', { name: /^User menu/ }).click();
  await page.clock.runFor(500);
  const asked = page.waitForRequest(/profile-page/);
  await page.getByRole('menuitem', { name: 'My Profile' }).click();
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

test.describe('the countdown', () => {
  test.use({ account: null });

  /** Opens the page with its clock standing still, moved on only as far as the page needs to appear. */
  async function openStill(page: Page) {
    await page.clock.install({ time: '2026-11-21T07:00:00Z' });
    await page.clock.pauseAt('2026-11-21T08:00:00Z');
    await page.goto('/under-maintenance');
    await expect(async () => {
      await page.clock.runFor(10);
      await expect(page.getByRole('timer')).toBeVisible({ timeout: 100 });
    }).toPass();
  }
  const left = (page: Page) => page.getByRole('timer').getByRole('definition');

  test('shows days, hours, minutes and seconds, ticks every second, and by default ends 15 days ahead', async ({
    page,
  }) => {
    await openStill(page);
    await expect(left(page)).toHaveText(['15', '0', '0', '0']);
    await page.clock.runFor(1000);
    await expect(left(page)).toHaveText(['14', '23', '59', '59']);
    await page.clock.runFor(1000);
    await expect(left(page)).toHaveText(['14', '23', '59', '58']);
  });

  test('jumps to the right time when the page has slept', async ({ page }) => {
    await openStill(page);
    await expect(left(page)).toHaveText(['15', '0', '0', '0']);
    // Timers that came due meanwhile fire once at most, as after a laptop was closed.
    await page.clock.fastForward('30:00:30');
    await expect(left(page)).toHaveText(['13', '17', '59', '30']);
  });

  for (const look of [
    { language: 'en', theme: 'light' },
    { language: 'id', theme: 'dark' },
  ] as const) {
    test.describe(look.language, () => {
      test.use({ look });

      test('says that it is over, and leads back', async ({ page }) => {
        await openStill(page);
        await page.clock.fastForward(15 * 86_400_000);
        await expect(page.getByRole('timer')).toHaveCount(0);
        const said =
          look.language === 'en' ? 'The console should be open again.' : 'Konsol semestinya sudah dibuka kembali.';
        await expect(page.getByRole('status').getByText(said)).toBeVisible();
        await page.clock.resume();
        await expectAccessible(page);
        await page.getByRole('main').getByRole('link').last().click();
        await expect(page).toHaveURL(/\/login$/);
      });
    });
  }
});
