import { type ResourceDefinition, getResource, resourceKeys } from '@innkeeper/contract';
import type { Page } from '@playwright/test';
import { expect, test } from '../src/test.ts';

/** All resources except `roles`: permission codes are edited on the page of a role group. */
const ALL_RESOURCES: readonly ResourceDefinition[] = resourceKeys.filter((key) => key !== 'roles').map(getResource);

/** Navigates as a link of the console does, without a reload. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

// The `page` fixture fails the test on console errors: those of a broken page, and of requests unknown to the server.
for (const half of [0, 1])
  test(`an administrator opens every list, a new form and a record of each (${half + 1} of 2)`, async ({ page }) => {
    await page.goto('/dashboard');
    for (const d of ALL_RESOURCES.filter((_, n) => n % 2 === half)) {
      await go(page, d.path);
      const list = page.getByRole('grid', { name: d.labels.en, exact: true });
      await expect(list).toHaveAttribute('aria-busy', 'false');
      const make = page.getByRole('button', { name: `New ${d.label.en.toLocaleLowerCase()}` }).first();
      if ((await make.count()) > 0) {
        await make.click();
        await expect(page.getByRole('dialog').getByRole('button', { name: 'Save' })).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toHaveCount(0);
      }
      const record = list.locator(`a[href^="${d.path}/"]`).first();
      // A `single` resource opens its records over the list; they have no page of their own.
      if (d.single || (await record.count()) === 0) continue;
      await record.click();
      await expect(page.getByRole('tab').first()).toBeVisible();
    }
  });
