import type { Page } from '@playwright/test';
import { requestSession, createStorageState } from '../src/session.ts';
import { ACCOUNTS, expect, expectSettingsSaved, createTag, test } from '../src/test.ts';

const toolbarButton = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });
const menuItem = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });

async function saveSharedView(page: Page, name: string): Promise<void> {
  await menuItem(page, 'Save as new view…').click();
  const dialog = page.getByRole('dialog', { name: 'Save as new view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  await dialog.getByRole('radio', { name: 'Everyone' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

test('a view of head office is shared, renamed, opened by the front desk, and deleted', async ({
  page,
  client,
  openSignedIn,
  browser,
  baseURL,
  getSession,
}) => {
  const tag = createTag();
  await openSignedIn('/company/member?deleted=1');
  await toolbarButton(page, 'Views').click();
  await saveSharedView(page, `Dibagi ${tag}`);
  await page.reload();
  await toolbarButton(page, `Dibagi ${tag}`).click();
  await menuItem(page, 'Rename or share…').click();
  const dialog = page.getByRole('dialog', { name: 'Rename or share' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Bersama ${tag}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(toolbarButton(page, `Bersama ${tag}`)).toBeVisible();

  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    storageState: createStorageState(baseURL ?? '', await getSession(ACCOUNTS.frontDesk), {
      language: 'en',
      theme: 'light',
    }),
  });
  const otherPage = await context.newPage();
  await otherPage.goto('/company/member');
  await toolbarButton(otherPage, 'Views').click();
  await otherPage.getByRole('group', { name: 'Shared with everyone' }).getByText(`Bersama ${tag}`).click();
  await expect(otherPage).toHaveURL(/deleted=1/);
  await toolbarButton(otherPage, `Bersama ${tag}`).click();
  await expect(menuItem(otherPage, 'Save as new view…')).toBeVisible();
  await expect(menuItem(otherPage, 'Delete view')).toHaveCount(0);
  await context.close();

  await toolbarButton(page, `Bersama ${tag}`).click();
  await menuItem(page, 'Delete view').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(`View Bersama ${tag} deleted.`)).toBeVisible();
  const { data } = await client.get<{ data: { name: string }[] }>('/api/saved_view?resource=member');
  expect(data.filter(({ name }) => name.endsWith(tag))).toEqual([]);
});

test('columns and row height persist after a reload and in another browser', async ({
  page,
  openSignedIn,
  browser,
  baseURL,
  request,
  user,
}) => {
  await openSignedIn('/system/hotel');
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await panel.getByRole('button', { name: 'Compact' }).click();
  await panel.getByRole('checkbox', { name: 'Code', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: /^Code/ })).toHaveCount(0);
  await panel.getByRole('button', { name: 'Move Name up' }).click();
  await expectSettingsSaved(page);
  const readColumnTitles = (page: Page) => page.getByRole('columnheader').locator('.list-title').allTextContents();
  const arrangedTitles = await readColumnTitles(page);
  await page.evaluate(() => localStorage.removeItem('innkeeper.settings'));
  await page.reload();
  await expect(page.getByRole('columnheader', { name: /^Name/ })).toBeVisible();
  expect(await readColumnTitles(page)).toEqual(arrangedTitles);

  const session = await requestSession(request, user.username, user.password);
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    storageState: createStorageState(baseURL ?? '', session, { language: 'en', theme: 'light' }),
  });
  const otherPage = await context.newPage();
  await otherPage.goto('/system/hotel');
  await expect(otherPage.getByRole('columnheader', { name: /^Name/ })).toBeVisible();
  expect(await readColumnTitles(otherPage)).toEqual(arrangedTitles);
  await otherPage.getByRole('button', { name: 'Columns' }).click();
  await expect(
    otherPage.getByRole('dialog', { name: 'Columns' }).getByRole('button', { name: 'Compact' }),
  ).toHaveAttribute('aria-pressed', 'true');
  await context.close();
});
