import { expectAccessible } from '../src/accessibility.ts';
import { expect, firstOf, test } from '../src/test.ts';

test('a column of a report is picked from the tables that the report may draw upon', async ({ page, client }) => {
  const report = await firstOf(client, '/api/report?filter[key][exact]=visit-report');
  await page.goto(`/others/report-column/new?report_id=${report.id}`);
  const table = page.getByRole('combobox', { name: 'Table' });
  const column = page.getByRole('combobox', { name: 'Column' });
  await expect(column).toHaveText('Choose a table first');
  await table.click();
  await expect(page.getByRole('option')).toHaveText(['Visit', 'Member', 'Membership', 'Hotel', 'Country', 'Region']);
  await page.getByRole('option', { name: 'Visit' }).click();
  await column.click();
  await page.getByRole('option', { name: 'Rooms' }).click();
  await expect(page.getByRole('option')).toHaveCount(0);
  await table.click();
  await page.getByRole('option', { name: 'Hotel' }).click();
  await expect(column).toHaveText('Choose…');
  await column.click();
  await page.getByRole('option', { name: 'ZIP code' }).click();
  await page.getByRole('textbox', { name: 'Sort number' }).fill('900');
  await expectAccessible(page);
  await page.getByRole('button', { name: /^Save/ }).click();
  await expect(page).toHaveURL(/\/others\/report-column\/\d+/);
  await expect(table).toHaveText('Hotel');
  await expect(column).toHaveText('ZIP code');
});
