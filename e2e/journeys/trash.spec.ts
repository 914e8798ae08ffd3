import { createMember, expect, test } from '../src/test.ts';

test('deletes several members at once, finds them in the trash and restores them', async ({ page, client }) => {
  const name = `Rombongan${Math.random().toString(36).slice(2, 8)}`;
  await Promise.all([1, 2, 3].map(() => createMember(client, { last_name: name })));
  await page.goto(`/company/member?search=${name}`);
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(3);

  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
  await expect(dialog.getByText(/3/).first()).toBeVisible();
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(0);

  await page.getByRole('button', { name: 'Trash' }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toHaveCount(3);
  await expect(page.getByRole('columnheader', { name: /Deleted at/ })).toBeVisible();
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  await page
    .getByRole('button', { name: /^Restore/ })
    .first()
    .click();
  await dialog.getByRole('button', { name: /^Restore/ }).click();
  await expect(dialog).toBeHidden();
  const { meta } = await client.get<{ meta: { total: number } }>(`/api/member?search=${name}`);
  expect(meta.total).toBe(3);
});
