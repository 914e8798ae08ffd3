import { expect, firstOf, tag, test } from '../src/test.ts';

test.describe('head office', () => {
  test.use({ expectedErrors: [/409/] });

  test('creates, edits, deletes and restores a region and an option; cannot delete a region in use', async ({
    page,
    client,
  }) => {
    const word = tag();
    const dialog = page.getByRole('dialog');
    const confirmation = page.getByRole('alertdialog');
    // Wait until the list stops changing: a row that moves would make the click miss.
    const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select (?!all)/ }) });
    const rowOf = (name: string) => rows.filter({ hasText: name });
    const deleteRow = async (name: string) => {
      await expect(rows).toHaveCount(1);
      await rowOf(name).hover();
      await rowOf(name)
        .getByRole('button', { name: /^Delete/ })
        .click();
      await confirmation.getByRole('button', { name: 'Delete' }).click();
    };

    await page.goto('/system/region');
    await page.getByRole('button', { name: 'New region' }).click();
    await dialog.getByRole('textbox', { name: 'Code' }).fill(`r-${word}`);
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`Wilayah ${word}`);
    await page.keyboard.press('Control+Enter');
    await expect(dialog).toBeHidden();
    await page.getByRole('searchbox', { name: 'Search this list' }).fill(word);
    await expect(rows).toHaveCount(1);
    await rowOf(`R-${word.toUpperCase()}`).getByRole('link').click();
    await page.getByRole('textbox', { name: 'Name' }).fill(`Kawasan ${word}`);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('No changes')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: `Kawasan ${word}` })).toBeVisible();
    await page.getByRole('tab', { name: 'History' }).click();
    await expect(page.getByRole('tabpanel').getByText('changed 1 field')).toBeVisible();

    await page.goto(`/system/region?search=${word}`);
    await deleteRow(`Kawasan ${word}`);
    await expect(page.getByText(`Region Kawasan ${word} deleted.`)).toBeVisible();
    await expect(rowOf(`Kawasan ${word}`)).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(`Kawasan ${word}`)).toHaveCount(1);

    const { region } = await firstOf<{ region: { name: string } }>(client, '/api/country?per_page=1');
    await page.goto(`/system/region?filter[name][exact]=${region.name}`);
    await deleteRow(region.name);
    await expect(page.getByRole('alert').filter({ hasText: /countr/i })).toBeVisible();
    await expect(rowOf(region.name)).toHaveCount(1);

    await page.goto('/others/option');
    await page.getByRole('button', { name: 'New option' }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill(`Pilihan ${word}`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('searchbox', { name: 'Search this list' }).fill(word);
    await deleteRow(`Pilihan ${word}`);
    await expect(rows).toHaveCount(0);
    await page.getByRole('button', { name: 'Trash' }).click();
    await rowOf(`Pilihan ${word}`).hover();
    await rowOf(`Pilihan ${word}`)
      .getByRole('button', { name: /^Restore/ })
      .click();
    await expect(page.getByText(`Option Pilihan ${word} restored.`)).toBeVisible();
  });
});
