import type { Page } from '@playwright/test';
import { requestSession, storageOf } from '../src/session.ts';
import { ACCOUNTS, createMembers, expect, expectSettingsSaved, tag, test } from '../src/test.ts';

const rows = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const head = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });
const item = (page: Page, name: string | RegExp) => page.getByRole('menuitem', { name });

async function saveAs(page: Page, name: string, sharing?: string): Promise<void> {
  await item(page, 'Save as a new view…').click();
  const dialog = page.getByRole('dialog', { name: 'Save as a new view' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  if (sharing) await dialog.getByRole('radio', { name: sharing }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
}

test('a view keeps a list under a name, opens as an address, and is changed, renamed and deleted', async ({
  page,
  client,
  enter,
}) => {
  const word = tag();
  const [name, view] = [`Pandang${word}`, `Front desk ${word}`];
  await createMembers(client, name, 2);
  await enter(`/company/member?search=${name}&sort=first_name`);
  await expect(rows(page, name)).toHaveCount(2);
  await head(page, 'Views').click();
  await saveAs(page, view);
  await expect(head(page, view)).toBeVisible();
  const address = page.url();

  // The usual list and back again: by the menu, by the browser, and by the address alone.
  await head(page, view).click();
  await item(page, 'Usual list').click();
  await expect(page).toHaveURL(/\/company\/member$/);
  await expect(head(page, 'Views')).toBeVisible();
  await page.goBack();
  await expect(head(page, view)).toBeVisible();
  await page.goto('/company/member');
  await head(page, 'Views').click();
  await page.getByRole('menuitemradio', { name: view }).click();
  await expect(rows(page, name)).toHaveCount(2);
  expect(page.url()).toBe(address);
  await page.reload();
  await expect(head(page, view)).toBeVisible();

  // Changed, it still names the view, and keeps the change when asked to.
  await page.getByRole('button', { name: 'Trash' }).click();
  await expect(page).toHaveURL(/deleted=1/);
  await expect(head(page, `${view} changed`)).toBeVisible();
  await head(page, view).click();
  await item(page, `Save changes to ${view}`).click();
  await expect(page.getByText(`The view ${view} was saved.`)).toBeVisible();
  await expect(head(page, `${view} changed`)).toHaveCount(0);

  await head(page, view).click();
  await item(page, 'Rename or share…').click();
  const dialog = page.getByRole('dialog', { name: 'Rename or share' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please fill this in.')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(`Lobby ${word}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(head(page, `Lobby ${word}`)).toBeVisible();
  await head(page, `Lobby ${word}`).click();
  await item(page, 'Delete this view').click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(`The view Lobby ${word} was deleted.`)).toBeVisible();
  await expect(head(page, 'Views')).toBeVisible();
});

test('a view that is shared with everyone opens for somebody else, who may not change it', async ({
  page,
  client,
  enter,
  browser,
  baseURL,
  sessionOf,
}) => {
  const word = tag();
  await enter('/company/member?deleted=1');
  await head(page, 'Views').click();
  await saveAs(page, `Bersama ${word}`, 'Everyone');

  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    storageState: storageOf(baseURL ?? '', await sessionOf(ACCOUNTS.frontDesk), { language: 'en', theme: 'light' }),
  });
  const other = await context.newPage();
  await other.goto('/company/member');
  await head(other, 'Views').click();
  await other.getByRole('group', { name: "Everyone's" }).getByText(`Bersama ${word}`).click();
  await expect(other).toHaveURL(/deleted=1/);
  await head(other, `Bersama ${word}`).click();
  await expect(item(other, 'Save as a new view…')).toBeVisible();
  await expect(item(other, 'Delete this view')).toHaveCount(0);
  await item(other, 'Save as a new view…').click();
  await expect(other.getByRole('radio', { name: 'Everyone' })).toHaveCount(0);
  await context.close();
  const { data } = await client.get<{ data: { id: number; name: string }[] }>('/api/saved_view?resource=member');
  for (const { id, name } of data) if (name.endsWith(word)) await client.delete(`/api/saved_view/${id}`);
});

test('views are worked by keys alone', async ({ page, enter }) => {
  const word = tag();
  await enter('/system/hotel?sort=-name');
  await head(page, 'Views').focus();
  await page.keyboard.press('Enter');
  await expect(item(page, 'Usual list')).toBeVisible();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
  await page.keyboard.type(`Hotels ${word}`);
  await page.keyboard.press('Enter');
  await expect(head(page, `Hotels ${word}`)).toBeVisible();
  await head(page, `Hotels ${word}`).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitemradio', { name: `Hotels ${word}` })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(head(page, `Hotels ${word}`)).toBeFocused();
});

test('columns and density follow the user into another browser', async ({
  page,
  enter,
  browser,
  baseURL,
  request,
  user,
}) => {
  await enter('/system/hotel');
  await page.getByRole('button', { name: 'Columns' }).click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await panel.getByRole('button', { name: 'Compact' }).click();
  await panel.getByRole('checkbox', { name: 'Code', exact: true }).click();
  await expect(page.getByRole('columnheader', { name: /^Code/ })).toHaveCount(0);
  await expectSettingsSaved(page);

  const session = await requestSession(request, user.username, user.password);
  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    storageState: storageOf(baseURL ?? '', session, { language: 'en', theme: 'light' }),
  });
  const other = await context.newPage();
  await other.goto('/system/hotel');
  await expect(other.getByRole('columnheader', { name: /^Name/ })).toBeVisible();
  await expect(other.getByRole('columnheader', { name: /^Code/ })).toHaveCount(0);
  await other.getByRole('button', { name: 'Columns' }).click();
  await expect(other.getByRole('dialog', { name: 'Columns' }).getByRole('button', { name: 'Compact' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await context.close();
});
