import { type ResourceDefinition, getResource, resourceKeys } from '@innkeeper/contract';
import type { Page } from '@playwright/test';
import { expect, test } from '../src/test.ts';

/** All resources except `roles`, whose permission codes are edited on the page of a role group. */
const ALL_RESOURCES: readonly ResourceDefinition[] = resourceKeys.filter((key) => key !== 'roles').map(getResource);

/** Navigates without a reload, as a link of the console does. */
const navigate = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

// The `page` fixture fails the test on console errors, such as those of a broken page or of requests unknown to the
// server.
for (const remainder of [0, 1])
  test(`an administrator opens every list, a new form and a record of each (${remainder + 1} of 2)`, async ({
    page,
  }) => {
    await page.goto('/dashboard');
    for (const d of ALL_RESOURCES.filter((_, n) => n % 2 === remainder)) {
      await navigate(page, d.path);
      const grid = page.getByRole('grid', { name: d.labels.en, exact: true });
      await expect(grid).toHaveAttribute('aria-busy', 'false');
      const newButton = page.getByRole('button', { name: `New ${d.label.en.toLocaleLowerCase()}` }).first();
      if ((await newButton.count()) > 0) {
        await newButton.click();
        // Users are invited, unless somebody gives them a password.
        if (d.key === 'users') await page.getByRole('button', { name: 'Set a password instead' }).click();
        await expect(page.getByRole('dialog').getByRole('button', { name: 'Save' })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      const record = grid.locator(`a[href^="${d.path}/"]`).first();
      // Resources without a page of their own open their records over the list.
      if (d.opensInDialog || (await record.count()) === 0) continue;
      await record.click();
      await expect(page.getByRole('tab').first()).toBeVisible();
    }
  });
