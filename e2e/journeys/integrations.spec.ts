import { expectAccessible } from '../src/accessibility.ts';
import { expect, firstOf, tag, test } from '../src/test.ts';

test('a token is shown once when an integration is made, and once more when it is replaced', async ({
  page,
  client,
}) => {
  const name = `Kasir ${tag()}`;
  const hotel = await firstOf<{ code: string; name: string }>(client, '/api/hotel?per_page=1');
  await page.goto('/system/integration');
  await page.getByRole('button', { name: /^New/ }).first().click();
  const form = page.getByRole('dialog', { name: 'New integration' });
  await form.getByRole('combobox', { name: 'Hotel' }).fill(hotel.name);
  await page.getByRole('option', { name: hotel.name }).first().click();
  await form.getByRole('textbox', { name: 'Property name' }).fill(name);
  await form.getByRole('button', { name: 'Save' }).click();

  const shown = page.getByRole('dialog', { name: 'Access token' });
  const token = shown.getByRole('group', { name: 'Access token' });
  await expect(token).toHaveText(/^ink_it_[\w-]{43}$/);
  const first = (await token.textContent()) ?? '';
  await expectAccessible(page);
  // It asks before the only sight of the token goes.
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Have you kept the token?' });
  await question.getByRole('button', { name: 'Back to the token' }).click();
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  await expect(shown).toBeHidden();
  await expect(page.getByText(first)).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Search this list' }).fill(name);
  await page.getByText(name, { exact: true }).first().click();
  const edit = page.getByRole('dialog', { name: `Edit ${name}` });
  await expect(edit.getByRole('textbox', { name: 'Access token' })).toHaveValue('');
  await edit.getByRole('button', { name: 'Replace the token' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Replace the token' }).click();
  await expect(token).toHaveText(/^ink_it_/);
  expect(await token.textContent()).not.toBe(first);
  await shown.getByRole('button', { name: 'I have kept it' }).click();
  // The form goes on from the version that the replacement made.
  await edit.getByRole('textbox', { name: 'Property name' }).fill(`${name} 2`);
  await edit.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${name} 2`, { exact: true }).first()).toBeVisible();
  await expect(shown).toBeHidden();
});
