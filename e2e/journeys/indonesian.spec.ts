import { createMember, expect, expectSettingsSaved, signIn, test } from '../src/test.ts';

test.use({ account: null, expectedErrors: [/status of 422/] });

test('a clerk switches to Indonesian and dark mode, and sees both on another device', async ({
  page,
  client,
  openSignedIn,
  browser,
  user,
}) => {
  const [member, otherMember] = [await createMember(client), await createMember(client)];
  await openSignedIn('/company/dashboard');
  await page.evaluate(() => Object.assign(window, { isSame: true }));
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'Bahasa Indonesia' }).click();
  await page.getByRole('link', { name: 'Anggota', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Anggota', exact: true })).toBeVisible();
  expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  await expectSettingsSaved(page);

  await page.goto(`/company/member/${member.id}?tab=data`);
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // The server's messages are in Indonesian too.
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(otherMember.email);
  await page.getByRole('button', { name: /^Simpan/ }).click();
  await expect(page.getByText('Email ini sudah dipakai anggota lain', { exact: false })).toBeVisible();

  const otherDevice = await (await browser.newContext()).newPage();
  await signIn(otherDevice, user.username, '/login', user.password);
  await expect(otherDevice.locator('html')).toHaveAttribute('lang', 'id');
  await expect(otherDevice.locator('html')).toHaveAttribute('data-theme', 'dark');
  await otherDevice.context().close();
});
