import { createMember, expect, expectSettingsSaved, signIn, test } from '../src/test.ts';

test.use({ account: null });

test('the console speaks Indonesian without a reload, and so do the refusals of the server', async ({
  page,
  client,
  enter,
}) => {
  const member = await createMember(client);
  await enter('/company/dashboard');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'Bahasa Indonesia' }).click();
  await expect(page.getByRole('link', { name: 'Anggota', exact: true }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  await page.getByRole('link', { name: 'Anggota', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Anggota', exact: true })).toBeVisible();
  await page.goto(`/company/member/${member.id}?tab=data`);
  await page.getByRole('textbox', { name: 'Nama depan' }).fill('');
  await page.getByRole('button', { name: /^Simpan/ }).click();
  await expect(page.getByText('Mohon diisi.')).toBeVisible();
});

test('language and theme stay, also on the next device', async ({ page, enter, browser, user }) => {
  await enter('/company/dashboard');
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'Bahasa Indonesia' }).click();
  await expectSettingsSaved(page);
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');

  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, user.username, '/login', user.password);
  await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'id');
  await expect(elsewhere.locator('html')).toHaveAttribute('data-theme', 'dark');
  await elsewhere.context().close();
});
