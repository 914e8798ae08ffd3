import { type Page, expect } from '@playwright/test';
import { createMember, createMembers, expectSettingsSaved, firstOf, tag, test } from '../src/test.ts';

const rows = (page: Page) =>
  page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: /^Select (?!all)/ }) });
const row = (page: Page, text: string) => rows(page).filter({ hasText: text });

test.describe('filters', () => {
  test('of a text: contains, starts with, is exactly, is empty', async ({ page, client }) => {
    const name = `Filter${tag()}`;
    const [first, second] = await Promise.all([
      createMember(client, { last_name: name, hobby: 'Berkuda' }),
      createMember(client, { last_name: `Van ${name}` }),
    ]);
    await page.goto(`/company/member?search=${name}`);
    await expect(rows(page)).toHaveCount(2);
    await page.getByRole('button', { name: 'Filter Last name: contains' }).click();
    const popup = page.getByRole('dialog', { name: 'Filter Last name' });
    await popup.getByRole('button', { name: 'starts with' }).click();
    await popup.getByRole('textbox', { name: 'Value' }).fill('Van');
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, second.email)).toBeVisible();
    await popup.getByRole('textbox', { name: 'Value' }).fill(name);
    await expect(row(page, first.email)).toBeVisible();
    await expect(rows(page)).toHaveCount(1);
    await popup.getByRole('button', { name: 'is not empty' }).click();
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByText('Last name is not empty')).toBeVisible();
  });

  test('of a number: at least, less than', async ({ page }) => {
    await page.goto('/system/membership');
    await expect(rows(page).first()).toBeVisible();
    const all = await rows(page).count();
    await page.getByRole('button', { name: /^Filter Price: / }).click();
    const popup = page.getByRole('dialog', { name: 'Filter Price' });
    const value = popup.getByRole('textbox', { name: 'Value' });
    await popup.getByRole('button', { name: 'at least' }).click();
    await value.fill('1');
    await expect(page.getByText(/Price is at least 1$/)).toBeVisible();
    await expect.poll(() => rows(page).count()).toBeLessThan(all);
    const paid = await rows(page).count();
    await popup.getByRole('button', { name: 'less than' }).click();
    await expect(page.getByText(/Price is less than 1$/)).toBeVisible();
    await expect(rows(page)).toHaveCount(all - paid);
  });

  test('of a day by a preset, of yes and no, and of a record', async ({ page, client }) => {
    const name = `Saring${tag()}`;
    const hotel = await firstOf<{ id: number; name: string }>(client, '/api/hotel?filter[code][exact]=SGR');
    const [idle, guest] = await Promise.all([
      createMember(client, { last_name: name, is_active: 0 }),
      createMember(client, { last_name: name, hotel_id: hotel.id }),
    ]);
    await page.goto(`/company/member?search=${name}`);
    await expect(rows(page)).toHaveCount(2);

    await page.getByRole('combobox', { name: 'Filter Active' }).selectOption('0');
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, idle.email)).toBeVisible();
    await page.getByRole('combobox', { name: 'Filter Active' }).selectOption('');
    await expect(rows(page)).toHaveCount(2);

    const columns = 'first_name,email,hotel.code,valid_until_date,updated_at';
    await page.goto(`/company/member?search=${name}&columns=${columns}`);
    await page.getByRole('button', { name: 'Filter Updated at: any' }).click();
    const days = page.getByRole('dialog', { name: 'Filter Updated at' });
    await days.getByRole('button', { name: 'period' }).click();
    await days.getByRole('button', { name: 'today', exact: true }).click();
    await expect(page.getByText('Updated at today')).toBeVisible();
    await expect(rows(page)).toHaveCount(2);
    await days.getByRole('button', { name: 'is empty' }).click();
    await expect(rows(page)).toHaveCount(0);
    await page.getByRole('button', { name: /^Remove .*Updated at/ }).click();
    await expect(rows(page)).toHaveCount(2);

    await page.getByRole('button', { name: /^Filter Hotel.*: any/ }).click();
    const hotels = page.getByRole('dialog', { name: /^Filter Hotel/ });
    await hotels.getByRole('searchbox', { name: 'Search' }).fill(hotel.name);
    await hotels.getByRole('checkbox', { name: hotel.name }).click();
    await expect(rows(page)).toHaveCount(1);
    await expect(row(page, guest.email)).toBeVisible();
  });
});

test('columns that are hidden and moved stay so after a reload', async ({ page, enter }) => {
  await enter('/system/region');
  const heads = () => page.getByRole('columnheader').locator('.list-title').allTextContents();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible();
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  const panel = page.getByRole('dialog', { name: 'Columns' });
  await panel.getByRole('checkbox', { name: 'Code' }).click();
  await panel.getByRole('button', { name: 'Move Name up' }).click();
  await panel.getByRole('button', { name: 'Move Name up' }).click();
  await expectSettingsSaved(page);
  const before = await heads();
  expect(before.slice(0, 2)).toEqual(['Name', 'ID']);
  expect(before).not.toContain('Code');
  await page.evaluate(() => localStorage.removeItem('innkeeper.settings'));
  await page.reload();
  await expect(page.getByRole('columnheader', { name: 'Name' })).toBeVisible();
  expect(await heads()).toEqual(before);
});

test('Shift selects from the row clicked before to this one', async ({ page, client }) => {
  const name = `Deret${tag()}`;
  await createMembers(client, name, 5);
  await page.goto(`/company/member?search=${name}`);
  await expect(rows(page)).toHaveCount(5);
  await rows(page).nth(1).getByRole('checkbox').click();
  await rows(page)
    .nth(3)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] });
  await expect(page.getByText('3 selected')).toBeVisible();
  await expect(rows(page).nth(2)).toHaveAttribute('aria-selected', 'true');
  await expect(rows(page).nth(4)).toHaveAttribute('aria-selected', 'false');
});

test('nothing is selected of rows that answered another question', async ({ page, client }) => {
  const name = `Lama${tag()}`;
  const others = await createMembers(client, name, 2);
  const member = await createMember(client);
  await page.goto(`/company/member?search=${name}`);
  await expect(rows(page)).toHaveCount(others.length);
  const answered = Promise.withResolvers<void>();
  await page.route(new RegExp(`/api/member\\?.*${member.first_name}`), async (route) => {
    await answered.promise;
    await route.continue();
  });
  const asked = page.waitForRequest(new RegExp(`/api/member\\?.*${member.first_name}`));
  await page.getByRole('searchbox', { name: 'Search this list' }).fill(member.first_name);
  await asked;
  const all = page.getByRole('checkbox', { name: 'Select all on this page' });
  await all.click();
  await rows(page).first().getByRole('checkbox').click();
  answered.resolve();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(member.email);
  await expect(page.getByRole('region', { name: 'Selected records' })).toBeHidden();
  await all.click();
  await expect(page.getByText('1 selected')).toBeVisible();
});

test('all that match are deleted at once, but for the ones left out, after the dialog has counted them', async ({
  page,
  client,
}) => {
  const name = `Serentak${tag()}`;
  await createMembers(client, name, 12);
  await page.goto(`/company/member?search=${name}&per_page=10`);
  await expect(rows(page)).toHaveCount(10);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
  const bar = page.getByRole('region', { name: 'Selected records' });
  await bar.getByRole('button', { name: 'Select all 12' }).click();
  await rows(page).first().getByRole('checkbox').click();
  await expect(bar.getByText('11 selected')).toBeVisible();
  await bar.getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText(/^11 records will be deleted/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete 11' }).click();
  await expect(dialog).toBeHidden();
  await expect(rows(page)).toHaveCount(1);
});

test.describe('a record that others need', () => {
  test.use({ expectedErrors: [/409/] });

  test('is not deleted, and the refusal says by what it is needed', async ({ page }) => {
    await page.goto('/system/region');
    await rows(page).first().hover();
    await rows(page)
      .first()
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('alert').filter({ hasText: /countr|in use|used/i })).toBeVisible();
    await expect(rows(page).first()).toBeVisible();
  });
});

test.describe('a list that cannot be loaded', () => {
  test.use({ expectedErrors: [/500/] });

  test('says so, and is there after another try', async ({ page }) => {
    const list = /\/api\/region(\?|$)/;
    await page.route(list, (route) =>
      route.fulfill({ status: 500, json: { error: 'internal_error', message: 'Internal Server Error' } }),
    );
    await page.goto('/system/region');
    const again = page.getByRole('main').getByRole('button', { name: 'Try again' });
    await expect(again).toBeVisible();
    await expect(page.getByRole('main').getByText('Internal Server Error')).toBeVisible();
    await page.unroute(list);
    await again.click();
    await expect(rows(page).first()).toBeVisible();
  });
});
