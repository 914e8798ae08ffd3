import { expect, loadFirst, createTag, test } from '../src/test.ts';

test.describe('head office', () => {
  test.use({ expectedErrors: [/409/] });

  test('creates, edits, deletes and restores a region and an option; cannot delete a region in use', async ({
    page,
    client,
  }) => {
    const tag = createTag();
    const dialog = page.getByRole('dialog');
    const confirmation = page.getByRole('alertdialog');
    // Waits until the list stops changing, because the click would miss a row that moves.
    const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select (?!all)/ }) });
    const findRow = (name: string) => rows.filter({ hasText: name });
    const deleteRow = async (name: string) => {
      await expect(rows).toHaveCount(1);
      await findRow(name).hover();
      await findRow(name)
        .getByRole('button', { name: /^Delete/ })
        .click();
      await confirmation.getByRole('button', { name: 'Delete' }).click();
    };

    await page.goto('/system/region');
    await page.getByRole('button', { name: 'New region' }).click();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(`r-${tag}`);
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`Wilayah ${tag}`);
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toBeHidden();
    await page.getByRole('searchbox', { name: 'Search this list' }).fill(tag);
    await expect(rows).toHaveCount(1);
    await findRow(`R-${tag.toUpperCase()}`).getByRole('link').click();
    await page.getByRole('textbox', { name: 'Name' }).fill(`Kawasan ${tag}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('No changes')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: `Kawasan ${tag}` })).toBeVisible();
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.getByRole('tabpanel').getByText('changed 1 field')).toBeVisible();

    await page.goto(`/system/region?search=${tag}`);
    await deleteRow(`Kawasan ${tag}`);
    await expect(page.getByText(`Region Kawasan ${tag} deleted.`)).toBeVisible();
    await expect(findRow(`Kawasan ${tag}`)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(findRow(`Kawasan ${tag}`)).toHaveCount(1);

    const { region } = await loadFirst<{ region: { name: string } }>(client, '/api/country?per_page=1');
    await page.goto(`/system/region?filter[name][exact]=${region.name}`);
    await deleteRow(region.name);
    await expect(page.getByRole('alert').filter({ hasText: /countr/i })).toBeVisible();
    await expect(findRow(region.name)).toHaveCount(1);

    await page.goto('/others/option');
    await page.getByRole('button', { name: 'New option' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`Pilihan ${tag}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('searchbox', { name: 'Search this list' }).fill(tag);
    await deleteRow(`Pilihan ${tag}`);
    await expect(rows).toHaveCount(0);
    await page.getByRole('button', { name: 'Trash' }).click();
    await findRow(`Pilihan ${tag}`).hover();
    await findRow(`Pilihan ${tag}`)
      .getByRole('button', { name: /^Restore/ })
      .click();
    await expect(page.getByText(`Option Pilihan ${tag} restored.`)).toBeVisible();
  });
});
