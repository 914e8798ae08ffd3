import { expect, firstOf, tag, test } from '../src/test.ts';

test('integrations are one screen: a row opens over it, with its history, and no address leads to a record', async ({
  page,
  client,
}) => {
  const name = `PMS ${tag()}`;
  const hotel = await firstOf(client, '/api/hotel?per_page=1');
  const { data } = await client.post<{ data: { id: number } }>('/api/integration', {
    name,
    hotel_id: hotel.id,
    is_active: 1,
  });
  await client.post(`/api/integration/${data.id}`, { description: 'Front office system' });
  await page.goto(`/system/integration?search=${encodeURIComponent(name)}`);
  const row = page.getByRole('row').filter({ hasText: name });
  await row.getByRole('link', { name }).click();
  const dialog = page.getByRole('dialog', { name: `Edit ${name}` });
  await expect(dialog.getByRole('textbox', { name: 'Description' })).toHaveValue('Front office system');
  await expect(page).toHaveURL(/\/system\/integration\?/);

  await dialog.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: `History of ${name}` });
  await expect(history.getByText('Front office system')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(history).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await row.hover();
  await page.getByRole('button', { name: `Peek at ${name}` }).click();
  const peek = page.getByRole('complementary', { name });
  await expect(peek.getByRole('button', { name: 'Open' })).toHaveCount(0);
  await peek.getByRole('button', { name: 'History' }).click();
  await expect(history).toBeVisible();

  for (const path of [`/system/integration/${data.id}`, '/system/integration/new']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/error-404$/);
  }
});
