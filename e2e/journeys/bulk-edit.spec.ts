import type { Page } from '@playwright/test';
import { createMember, createMembers, expect, tag, test } from '../src/test.ts';

const rows = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const selectPage = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' }).click();
const bar = (page: Page) => page.getByRole('region', { name: 'Selected records' });
const field = (page: Page, label: string) => page.getByRole('radiogroup', { name: `Action for ${label}` });

test('a clerk edits 12 members in one step, deletes all but one, and restores them from the trash', async ({
  page,
  client,
}) => {
  const name = `Serentak${tag()}`;
  const members = await createMembers(client, name, 12);
  const outsider = await createMember(client, { hobby: 'Renang', remark: 'Keep me' });
  const [first] = members;
  await client.post(`/api/member/${first?.id}`, { remark: 'Old', hobby: 'Golf' });
  await page.goto(`/company/member?search=${name}&per_page=10`);
  await expect(rows(page, name)).toHaveCount(10);
  await selectPage(page);
  await bar(page).getByRole('button', { name: 'Select all 12' }).click();
  await bar(page).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await field(page, 'Remark').getByRole('radio', { name: 'Clear' }).click();
  await field(page, 'Hobby').getByRole('radio', { name: 'Change' }).click();
  await dialog.getByRole('textbox', { name: 'Hobby' }).fill('Berkuda');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('12 records will be changed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change 12' }).click();
  await expect(page.getByText('12 changed.')).toBeVisible();
  const { data } = await client.get<{ data: Record<string, unknown>[] }>(`/api/member?search=${name}`);
  for (const one of data) expect(one).toMatchObject({ hobby: 'Berkuda', remark: null, last_name: name });
  expect(data).toHaveLength(12);
  const { data: other } = await client.get<{ data: Record<string, unknown> }>(`/api/member/${outsider.id}`);
  expect(other).toMatchObject({ hobby: 'Renang', remark: 'Keep me' });

  await selectPage(page);
  await bar(page).getByRole('button', { name: 'Select all 12' }).click();
  await rows(page, name).first().getByRole('checkbox').click();
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  const confirmation = page.getByRole('alertdialog');
  await confirmation.getByRole('button', { name: 'Delete 11' }).click();
  await expect(rows(page, name)).toHaveCount(1);

  await page.getByRole('button', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('11');
  await selectPage(page);
  await bar(page).getByRole('button', { name: 'Select all 11' }).click();
  await bar(page).getByRole('button', { name: 'Restore' }).click();
  await confirmation.getByRole('button', { name: 'Restore 11' }).click();
  await expect(page.getByText('11 restored.')).toBeVisible();
  const { meta } = await client.get<{ meta: { total: number } }>(`/api/member?search=${name}`);
  expect(meta.total).toBe(12);
});

test('a clerk sets a unique code on one option detail in a bulk edit, and skips the others', async ({
  page,
  client,
}) => {
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
  await expect(dialog.getByText('2 selected items can’t be changed:')).toBeVisible();
  await expect(dialog.getByText('Code: Already in use.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change 1' }).click();
  await expect(page.getByText('1 changed.')).toBeVisible();
  const taken = async () =>
    (await client.get<{ meta: { total: number } }>(`/api/option_detail?filter[code][exact]=C-${word}`)).meta.total;
  expect(await taken()).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: 1 restored to previous values.')).toBeVisible();
  expect(await taken()).toBe(0);
});
