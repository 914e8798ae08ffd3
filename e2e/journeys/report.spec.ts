import { readFile } from 'node:fs/promises';
import { expect, createTag, test } from '../src/test.ts';

test("a regional director views the year's sales, opens a bar, saves the view and exports it", async ({
  page,
  openSignedIn,
}) => {
  const tag = createTag();
  await openSignedIn('/dashboard');
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Sales report', exact: true })
    .click();
  const filters = page.getByRole('list', { name: 'Active filters' });
  await expect(filters.getByText('Transaction date this month')).toBeVisible();

  // Changes the period.
  await filters.getByRole('button', { name: 'Transaction date this month', exact: true }).click();
  await page.getByRole('button', { name: 'this year', exact: true }).click();
  await expect(filters.getByText('Transaction date this year')).toBeVisible();
  await page.keyboard.press('Escape');

  // Groups the rows, with sums.
  await page.getByText('Groups', { exact: true }).click();
  await expect(page).toHaveURL(/group=hotel\.code/);
  const groups = page.getByRole('rowheader').getByRole('button');
  await expect(groups.first()).toBeVisible();

  // The number of rows behind a bar matches its value.
  await page.getByText('Pivot', { exact: true }).click();
  const firstBar = page.getByRole('group', { name: 'Chart', exact: true }).getByRole('link').first();
  const barValue = ((await firstBar.getAttribute('aria-label')) ?? '').split(' · ').at(-1);
  await firstBar.click();
  await expect(page).not.toHaveURL(/as=pivot/);
  await expect(
    page
      .getByRole('grid')
      .getByRole('row')
      .filter({ hasText: /T\d{6}/ }),
  ).toHaveCount(Number(barValue));

  // Saves the settings as a view with its own name and address.
  await page.getByRole('main').getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as new view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Bar ${tag}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/report/plus/bar-${tag}`);
  await expect(page.getByRole('main').getByRole('button', { name: `Bar ${tag}` })).toBeVisible();
  await expect(
    page
      .getByRole('grid')
      .getByRole('row')
      .filter({ hasText: /T\d{6}/ }),
  ).toHaveCount(Number(barValue));

  // The file has the same rows, each amount with its currency.
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).first().click();
  const file = await readFile(await (await download).path(), 'utf8');
  const lines = file.trimEnd().split(/\r?\n/);
  expect(lines[0]).toMatch(/Currency/);
  expect(lines).toHaveLength(Number(barValue) + 1);
});
