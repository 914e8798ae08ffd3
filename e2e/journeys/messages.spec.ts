import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { expect, test } from '../src/test.ts';

/** Raises a message as any script of the page can. */
const raise = (page: Page, detail: unknown) =>
  page.evaluate((said) => void dispatchEvent(new CustomEvent('showMessage', { detail: said })), detail);

async function openWithClock(page: Page) {
  await page.clock.install();
  await page.goto('/company/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
}

test('messages raised through a showMessage event are displayed, as errors unless they say otherwise', async ({
  page,
}) => {
  await openWithClock(page);
  await raise(page, { message: 'The kitchen is closed.' });
  const error = page.getByRole('alert').filter({ hasText: 'The kitchen is closed.' });
  await expect(error).toBeVisible();
  await expect(error).toHaveAttribute('data-variant', 'error');
  for (const variant of ['success', 'warning', 'info']) {
    await raise(page, { message: `The kitchen: ${variant}`, variant });
    const line = page.getByRole('status').locator(`[data-variant=${variant}]`);
    await expect(line).toContainText(`The kitchen: ${variant}`);
  }
  for (const nonsense of [null, 'text', {}, { message: 7 }, { message: ' ' }]) await raise(page, nonsense);
  await raise(page, { message: 'Of no known kind', variant: 'shout' });
  await expect(page.getByRole('alert').filter({ hasText: 'Of no known kind' })).toBeVisible();
  await expect(page.locator('[data-variant]')).toHaveCount(4);
  await page.clock.resume();
  await expectAccessible(page);
});

test('messages display at top center', async ({ page }) => {
  await page.goto('/company/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await raise(page, { message: 'The kitchen is closed.' });
  const box = () => page.getByRole('alert').boundingBox();
  await expect.poll(async () => (await box())?.y).toBeLessThan(20);
  const { x, width } = (await box()) ?? { x: 0, width: 0 };
  expect(x + width / 2).toBeCloseTo(720, -1);
});

test('an error, the default variant, hides itself after 5000 ms', async ({ page }) => {
  await openWithClock(page);
  await raise(page, { message: 'The kitchen is closed.' });
  const message = page.getByRole('alert');
  await expect(message).toBeVisible();
  await page.clock.runFor(4990);
  await expect(message).toBeVisible();
  await page.clock.runFor(20);
  await expect(message).toHaveCount(0);
});

for (const variant of ['success', 'info', 'warning']) {
  test(`a message of variant ${variant} hides itself after 6000 ms`, async ({ page }) => {
    await openWithClock(page);
    await raise(page, { message: 'The kitchen speaks.', variant });
    const message = page.locator(`[data-variant=${variant}]`);
    await expect(message).toBeVisible();
    await page.clock.runFor(5990);
    await expect(message).toBeVisible();
    await page.clock.runFor(20);
    await expect(message).toHaveCount(0);
  });
}

test('the warning of a request hides itself after 5000 ms', async ({ page }) => {
  await openWithClock(page);
  await page.route('**/api/member', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as object;
    await route.fulfill({ response: answer, json: { ...body, error: 'The kitchen is slow today.' } });
  });
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Members', exact: true })
    .click();
  const message = page.locator('[data-variant=warning]').filter({ hasText: 'The kitchen is slow today.' });
  // What React and the query cache put off is put off with this clock.
  await expect(async () => {
    await page.clock.runFor(10);
    await expect(message).toBeVisible({ timeout: 100 });
  }).toPass();
  await page.clock.runFor(4800);
  await expect(message).toBeVisible();
  await page.clock.runFor(300);
  await expect(message).toHaveCount(0);
});

test('the time of a message stands still while it is hovered or focused', async ({ page }) => {
  await openWithClock(page);
  await raise(page, { message: 'The kitchen is closed.' });
  const message = page.getByRole('alert');
  await expect(message).toBeVisible();
  await page.clock.runFor(4000);
  await message.hover();
  await page.clock.runFor(20_000);
  await expect(message).toBeVisible();
  await message.getByRole('button', { name: 'Close' }).focus();
  await page.mouse.move(10, 500);
  await page.clock.runFor(20_000);
  await expect(message).toBeVisible();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.clock.runFor(900);
  await expect(message).toBeVisible();
  await page.clock.runFor(200);
  await expect(message).toHaveCount(0);
});

test('at most four stand at a time, the same words once, and each can be closed', async ({ page }) => {
  await page.goto('/company/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const n of [1, 2, 3, 4, 5, 5]) await raise(page, { message: `Message ${n}` });
  await expect(page.getByRole('alert')).toHaveText(['Message 2', 'Message 3', 'Message 4', 'Message 5']);
  await page.getByRole('alert').first().getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('alert')).toHaveText(['Message 3', 'Message 4', 'Message 5']);
});
