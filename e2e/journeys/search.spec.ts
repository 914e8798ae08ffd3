import type { Page } from '@playwright/test';
import { expectAccessible } from '../src/accessibility.ts';
import { expect, test } from '../src/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const LANGUAGES = [
  {
    look: { language: 'en', theme: 'light' },
    field: 'Search the menu',
    typed: 'REGION',
    found: ['Regions', 'Region users'],
  },
  {
    look: { language: 'id', theme: 'dark' },
    field: 'Cari di menu',
    typed: 'WILAYAH',
    found: ['Wilayah', 'Pengguna wilayah'],
  },
] as const;

const manyPages = (page: Page) =>
  page.route('**/api/user', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { data: object };
    const children = Array.from({ length: 30 }, (_, n) => ({
      id: `page-${n}`,
      type: 'item',
      title: `Ledger ${n}`,
      url: `/company/ledger-${n}`,
    }));
    const navigation = [{ id: 'ledgers', type: 'group', title: 'Books', children }];
    await route.fulfill({ response: answer, json: { data: { ...body.data, navigation } } });
  });

for (const { look, field, typed, found } of LANGUAGES) {
  test.describe(look.language, () => {
    test.use({ look });

    test('the basic menu search lists items whose title contains the typed text', async ({ page }) => {
      await page.goto('/company/dashboard');
      const search = page.getByRole('combobox', { name: field });
      await search.click();
      await page.keyboard.type(typed);
      const options = page.getByRole('listbox').getByRole('option');
      await expect(options).toHaveText([...found]);
      await expectAccessible(page);
      await page.keyboard.type(' zzz');
      await expect(page.getByText(look.language === 'en' ? 'No results..' : 'Tidak ada hasil..')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(search).toHaveValue('');
      await page.keyboard.type(typed);
      await page.keyboard.press('ArrowDown');
      await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(/\/system\/region-users$/);
      await expect(page.getByRole('listbox')).toBeHidden();
    });

    test.describe('on a phone', () => {
      test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

      test('the full menu search covers the toolbar and gives it back', async ({ page }) => {
        await page.goto('/company/dashboard');
        const button = page.getByRole('button', { name: field });
        const bar = await page.getByRole('banner').boundingBox();
        await button.tap();
        const search = page.getByRole('combobox', { name: field });
        await expect(search).toBeFocused();
        const box = await search.boundingBox();
        expect(box?.width).toBeGreaterThan((bar?.width ?? 0) * 0.8);
        await page.keyboard.type(typed);
        await expect(page.getByRole('listbox').getByRole('option')).toHaveText([...found]);
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await expect(search).toBeHidden();
        await expect(button).toBeFocused();
        await button.tap();
        await page.keyboard.type(typed);
        await page.getByRole('option', { name: found[0], exact: true }).tap();
        await expect(page).toHaveURL(/\/system\/region$/);
        await expect(search).toBeHidden();
      });
    });
  });
}

test('menu search lists at most 10 items', async ({ page }) => {
  await manyPages(page);
  await page.goto('/pages/profile');
  await page.getByRole('combobox', { name: 'Search the menu' }).fill('ledger');
  await expect(page.getByRole('option')).toHaveCount(10);
  await expect(page.getByRole('option').last()).toHaveText('Ledger 9');
});

test('menu search says ‘No results..’ when none match', async ({ page }) => {
  await page.goto('/pages/profile');
  await page.getByRole('combobox', { name: 'Search the menu' }).fill('nothing of the kind');
  await expect(page.getByRole('status').getByText('No results..', { exact: true })).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(0);
});
