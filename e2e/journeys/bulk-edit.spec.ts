import type { Page } from '@playwright/test';
import { createMember, createMembers, expect, createTag, test } from '../src/test.ts';

const rows = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const selectAllOnPage = (page: Page) => page.getByRole('checkbox', { name: 'Select all on this page' }).click();
const selectionBar = (page: Page) => page.getByRole('region', { name: 'Selected records' });
const actionField = (page: Page, label: string) => page.getByRole('radiogroup', { name: `Action for ${label}` });

test('a clerk edits 12 members in one step, deletes all but one, and restores them from the trash', async ({
  page,
  client,
}) => {
  const name = `Serentak${createTag()}`;
  const members = await createMembers(client, name, 12);
  const outsider = await createMember(client, { hobby: 'Renang', remark: 'Keep me' });
  const [first] = members;
  await client.post(`/api/member/${first?.id}`, { remark: 'Old', hobby: 'Golf' });
  await page.goto(`/company/member?search=${name}&per_page=10`);
  await expect(rows(page, name)).toHaveCount(10);
  await selectAllOnPage(page);
  await selectionBar(page).getByRole('button', { name: 'Select all 12' }).click();
  await selectionBar(page).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await actionField(page, 'Remark').getByRole('radio', { name: 'Clear' }).click();
  await actionField(page, 'Hobby').getByRole('radio', { name: 'Change' }).click();
  await dialog.getByRole('textbox', { name: 'Hobby' }).fill('Berkuda');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('12 records will be changed.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change 12' }).click();
  await expect(page.getByText('12 changed.')).toBeVisible();
  const { data } = await client.get<{ data: Record<string, unknown>[] }>(`/api/member?search=${name}`);
  for (const member of data) expect(member).toMatchObject({ hobby: 'Berkuda', remark: null, last_name: name });
  expect(data).toHaveLength(12);
  const { data: unchangedMember } = await client.get<{ data: Record<string, unknown> }>(`/api/member/${outsider.id}`);
  expect(unchangedMember).toMatchObject({ hobby: 'Renang', remark: 'Keep me' });

  await selectAllOnPage(page);
  await selectionBar(page).getByRole('button', { name: 'Select all 12' }).click();
  await rows(page, name).first().getByRole('checkbox').click();
  await selectionBar(page).getByRole('button', { name: 'Delete' }).click();
  const confirmation = page.getByRole('alertdialog');
  await confirmation.getByRole('button', { name: 'Delete 11' }).click();
  await expect(rows(page, name)).toHaveCount(1);

  await page.getByRole('button', { name: 'Trash' }).click();
  await expect(page.getByRole('heading', { level: 1 }).locator('..')).toContainText('11');
  await selectAllOnPage(page);
  await selectionBar(page).getByRole('button', { name: 'Select all 11' }).click();
  await selectionBar(page).getByRole('button', { name: 'Restore' }).click();
  await confirmation.getByRole('button', { name: 'Restore 11' }).click();
  await expect(page.getByText('11 restored.')).toBeVisible();
  const { meta } = await client.get<{ meta: { total: number } }>(`/api/member?search=${name}`);
  expect(meta.total).toBe(12);
});

test('a clerk sets a unique code on one option detail in a bulk edit, and skips the others', async ({
  page,
  client,
}) => {
  const tag = createTag();
  const option = await client.post<{ data: { id: number } }>('/api/option', {
    name: `Pilihan ${tag}`,
    is_active: 1,
  });
  for (const n of [1, 2, 3])
    await client.post('/api/option_detail', { option_id: option.data.id, name: `Rincian ${tag} ${n}` });
  await page.goto(`/others/option-detail?search=${tag}`);
  await expect(rows(page, tag)).toHaveCount(3);
  await selectAllOnPage(page);
  await selectionBar(page).getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await actionField(page, 'Code').getByRole('radio', { name: 'Change' }).click();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(`C-${tag}`);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByText('1 record will be changed.')).toBeVisible();
  await expect(dialog.getByText('2 selected items can’t be changed:')).toBeVisible();
  await expect(dialog.getByText('Code: Already in use.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Change 1' }).click();
  await expect(page.getByText('1 changed.')).toBeVisible();
  const countCodeHolders = async () =>
    (await client.get<{ meta: { total: number } }>(`/api/option_detail?filter[code][exact]=C-${tag}`)).meta.total;
  expect(await countCodeHolders()).toBe(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Undone: 1 restored to previous values.')).toBeVisible();
  expect(await countCodeHolders()).toBe(0);
});
