import type { Page } from '@playwright/test';
import { requestSession, createStorageState } from '../src/session.ts';
import { ACCOUNTS, expect, expectSettingsSaved, tag, test } from '../src/test.ts';

const head = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });

async function shareAs(page: Page, name: string): Promise<void> {
  await item(page, 'Save as new view…').click();
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
  sessionOf,
}) => {
  const word = tag();
  await openSignedIn('/company/member?deleted=1');
  await head(page, 'Views').click();
  await shareAs(page, `Dibagi ${word}`);
  await page.reload();
  await head(page, `Dibagi ${word}`).click();
  await item(page, 'Rename or share…').click();
  const dialog = page.getByRole('dialog', { name: 'Rename or share' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Bersama ${word}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(head(page, `Bersama ${word}`)).toBeVisible();

  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    storageState: createStorageState(baseURL ?? '', await sessionOf(ACCOUNTS.frontDesk), {
      language: 'en',
      theme: 'light',
    }),
  });
  const other = await context.newPage();
  await other.goto('/company/member');
  await head(other, 'Views').click();
  await other.getByRole('group', { name: 'Shared with everyone' }).getByText(`Bersama ${word}`).click();
  await expect(other).toHaveURL(/deleted=1/);
  await head(other, `Bersama ${word}`).click();
  await expect(item(other, 'Save as new view…')).toBeVisible();
  await expect(item(other, 'Delete view')).toHaveCount(0);
  await context.close();

  await head(page, `Bersama ${word}`).click();
  await item(page, 'Delete view').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(`View Bersama ${word} deleted.`)).toBeVisible();
  const { data } = await client.get<{ data: { name: string }[] }>('/api/saved_view?resource=member');
  expect(data.filter(({ name }) => name.endsWith(word))).toEqual([]);
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
  const heads = (on: Page) => on.getByRole('columnheader').locator('.list-title').allTextContents();
  const arranged = await heads(page);
  await page.evaluate(() => localStorage.removeItem('innkeeper.settings'));
  await page.reload();
  await expect(page.getByRole('columnheader', { name: /^Name/ })).toBeVisible();
  expect(await heads(page)).toEqual(arranged);

  const session = await requestSession(request, user.username, user.password);
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    storageState: createStorageState(baseURL ?? '', session, { language: 'en', theme: 'light' }),
  });
  const other = await context.newPage();
  await other.goto('/system/hotel');
  await expect(other.getByRole('columnheader', { name: /^Name/ })).toBeVisible();
  expect(await heads(other)).toEqual(arranged);
  await other.getByRole('button', { name: 'Columns' }).click();
  await expect(other.getByRole('dialog', { name: 'Columns' }).getByRole('button', { name: 'Compact' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await context.close();
});
