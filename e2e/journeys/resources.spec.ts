import { type ResourceDefinition, getResource, resourceKeys } from '@innkeeper/contract';
import { expectAccessible } from '../src/accessibility.ts';
import { expect, firstOf, test } from '../src/test.ts';

const LOOKS = [
  { language: 'en', theme: 'light', words: { make: 'New', trash: 'Trash', tabs: 'Parts of this record' } },
  { language: 'id', theme: 'dark', words: { make: 'Tambah', trash: 'Tempat sampah', tabs: 'Bagian catatan ini' } },
] as const;

/** Rights are no page of their own: they are chosen within a role group. */
const PAGES = resourceKeys.filter((key) => key !== 'roles');

test.use({ contextOptions: { reducedMotion: 'reduce' } });

for (const { language, theme, words } of LOOKS) {
  test.describe(`${language}, ${theme}`, () => {
    test.use({ look: { language, theme } });

    for (const key of PAGES) {
      const d: ResourceDefinition = getResource(key);
      test(`${key}: list, new form, record and trash open, and axe finds nothing`, async ({ page, client }) => {
        const name = d.labels[language];
        await page.goto(d.path);
        const grid = page.getByRole('grid', { name, exact: true });
        await expect(grid.getByRole('row').nth(2)).toBeVisible();
        await expectAccessible(page);

        // What the server alone writes is not made here.
        if (!d.readOnly) {
          await page.getByRole('button', { name: `${words.make} ${d.label[language].toLocaleLowerCase()}` }).click();
          const dialog = page.getByRole('dialog');
          await expect(dialog.getByRole('button', { name: /^(Save|Simpan)$/ })).toBeVisible();
          await expect(dialog.locator('[aria-busy=true]')).toHaveCount(0);
          await expectAccessible(page);
          await page.keyboard.press('Escape');
          await expect(dialog).toBeHidden();
        }

        await page.getByRole('button', { name: words.trash }).click();
        await expect(page).toHaveURL(/deleted=1/);
        await expect(grid.getByRole('row').nth(2)).toBeVisible();
        await expectAccessible(page);

        // A resource that is a single screen has no page for a record.
        if (d.single) return;
        const { id } = await firstOf(client, `/api/${key}?per_page=1`);
        await page.goto(`${d.path}/${id}`);
        const tabs = page.getByRole('tablist', { name: words.tabs }).getByRole('tab');
        await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
        await expectAccessible(page);
        for (const tab of (await tabs.all()).slice(1)) {
          await tab.click();
          await expect(tab).toHaveAttribute('aria-selected', 'true');
          await page.waitForLoadState('networkidle');
          await expectAccessible(page);
        }
      });
    }
  });
}
