import { readFile } from 'node:fs/promises';
import { expect, tag, test } from '../src/test.ts';

test('a regional director reads the sales of the year, opens a bar, keeps the set-up and takes a file', async ({
  page,
  enter,
}) => {
  const word = tag();
  await enter('/dashboard');
  await page
    .getByRole('navigation', { name: 'Main navigation' })
    .getByRole('link', { name: 'Sales report', exact: true })
    .click();
  const filters = page.getByRole('list', { name: 'Filters in force' });
  await expect(filters.getByText('Transaction date this month')).toBeVisible();

  // Another period.
  await filters.getByRole('button', { name: 'Transaction date this month', exact: true }).click();
  await page.getByRole('button', { name: 'this year', exact: true }).click();
  await expect(filters.getByText('Transaction date this year')).toBeVisible();
  await page.keyboard.press('Escape');

  // Groups with their sums.
  await page.getByText('Groups', { exact: true }).click();
  await expect(page).toHaveURL(/group=hotel\.code/);
  const groups = page.getByRole('rowheader').getByRole('button');
  await expect(groups.first()).toBeVisible();

  // The rows behind a bar are as many as it says.
  await page.getByText('Pivot', { exact: true }).click();
  const bar = page.getByRole('group', { name: 'Chart', exact: true }).getByRole('link').first();
  const figure = ((await bar.getAttribute('aria-label')) ?? '').split(' · ').at(-1);
  await bar.click();
  await expect(page).not.toHaveURL(/as=pivot/);
  await expect(
    page
      .getByRole('grid')
      .getByRole('row')
      .filter({ hasText: /T\d{6}/ }),
  ).toHaveCount(Number(figure));

  // The set-up, under a name and at an address of its own.
  await page.getByRole('main').getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a new view…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Save as a new view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Bar ${word}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await page.goto(`/report/plus/bar-${word}`);
  await expect(page.getByRole('main').getByRole('button', { name: `Bar ${word}` })).toBeVisible();
  await expect(
    page
      .getByRole('grid')
      .getByRole('row')
      .filter({ hasText: /T\d{6}/ }),
  ).toHaveCount(Number(figure));

  // The file has the same rows, each amount with its currency.
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Text table (CSV)' }).click();
  const file = await readFile(await (await download).path(), 'utf8');
  const lines = file.trimEnd().split(/\r?\n/);
  expect(lines[0]).toMatch(/Currency/);
  expect(lines).toHaveLength(Number(figure) + 1);
});
