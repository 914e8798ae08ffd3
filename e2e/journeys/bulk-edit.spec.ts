import type { Page } from '@playwright/test';
import { createMember, createMembers, expect, tag, test } from '../src/test.ts';

const rows = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const selectPage = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' }).click();
const bar = (page: Page) => page.getByRole('region', { name: 'Selected records' });
const field = (page: Page, label: string) => page.getByRole('radiogroup', { name: `What happens to ${label}` });

test('changes one field and clears another of many, counts them first, and leaves the rest alone', async ({
  page,
  client,
}) => {
  const name = `Serentak${tag()}`;
  const members = await createMembers(client, name, 3);
  const outsider = await createMember(client, { hobby: 'Renang', remark: 'Keep me' });
  for (const { id } of members) await client.post(`/api/member/${id}`, { remark: 'Old', hobby: 'Golf' });
  await page.goto(`/company/member?search=${name}`);
  await expect(rows(page, name)).toHaveCount(3);
  await selectPage(page);
  await bar(page).getByRole('button', { name: 'Edit' }).click();

  const dialog = page.getByRole('dialog', { name: 'Edit the selected members' });
  await expect(dialog.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await expect(field(page, 'Hobby').getByRole('radio', { name: 'Keep' })).toBeChecked();
  await expect(field(page, 'First name').getByRole('radio', { name: 'Clear' })).toHaveCount(0);
  await field(page, 'Remark').getByRole('radio', { name: 'Clear' }).click();
  await field(page, 'Hobby').getByRole('radio', { name: 'Change' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('Please fill this in.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Hobby' }).fill('Berkuda');
  await dialog.getByRole('button', { name: 'Continue' }).click();

  const question = page.getByRole('dialog', { name: 'Change members?' });
  await expect(question.getByText('3 records will be changed.')).toBeVisible();
  await expect(question.getByText('Berkuda')).toBeVisible();
  await question.getByRole('button', { name: 'Change 3' }).click();
  await expect(page.getByText('3 changed.')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  for (const { id } of members) {
    const { data } = await client.get<{ data: Record<string, unknown> }>(`/api/member/${id}`);
    expect(data).toMatchObject({ hobby: 'Berkuda', remark: null, last_name: name });
  }
  const { data: other } = await client.get<{ data: Record<string, unknown> }>(`/api/member/${outsider.id}`);
  expect(other).toMatchObject({ hobby: 'Renang', remark: 'Keep me' });
});

test('says how many cannot take the values and why, and changes the others', async ({ page, client }) => {
  const word = tag();
  const option = await client.post<{ data: { id: number } }>('/api/option', {
    name: `Pilihan ${word}`,
    is_active: 1,
  });
  for (const n of [1, 2, 3])
    await client.post('/api/option_detail', { option_id: option.data.id, name: `Rincian ${word} ${n}` });
  await page.goto(`/others/option-detail?search=${word}`);
  await expect(rows(page, word)).toHaveCount(3);
  await selectPage(page);
  await bar(page).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await field(page, 'Code').getByRole('radio', { name: 'Change' }).click();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(`C-${word}`);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('1 record will be changed.')).toBeVisible();
  await expect(dialog.getByText('2 more are selected but cannot take this.')).toBeVisible();
  await expect(dialog.getByText('Code: This is taken.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change 1' }).click();
  await expect(page.getByText('1 changed.')).toBeVisible();
  const { meta } = await client.get<{ meta: { total: number } }>(`/api/option_detail?filter[code][exact]=C-${word}`);
  expect(meta.total).toBe(1);
});

test('asks before the choices are thrown away', async ({ page, client }) => {
  const { first_name } = await createMember(client);
  await page.goto(`/company/member?search=${first_name}`);
  await expect(rows(page, first_name)).toHaveCount(1);
  await selectPage(page);
  await bar(page).getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Hobby').getByRole('radio', { name: 'Clear' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await expect(field(page, 'Hobby').getByRole('radio', { name: 'Clear' })).toBeChecked();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(bar(page)).toBeVisible();
});
