import { type ResourceDefinition, getResource, resourceKeys } from '@innkeeper/contract';
import type { Page } from '@playwright/test';
import { expect, test } from '../src/test.ts';

/** Rights have no page of their own. */
const ALL_RESOURCES: readonly ResourceDefinition[] = resourceKeys.filter((key) => key !== 'roles').map(getResource);

/** Navigates like a link of the console, without reloading. */
const go = (page: Page, path: string) =>
  page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

// A page that breaks, or sends a request unknown to the server, fails the test through console errors.
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
      // A single-record page has no separate record page.
      if (d.single || (await record.count()) === 0) continue;
      await record.click();
      await expect(page.getByRole('tab').first()).toBeVisible();
    }
  });
