import { createMember, createUser, expect, signIn, test } from '../src/test.ts';

test('the console speaks Indonesian without a reload, and so do the refusals of the server', async ({ page, client }) => {
  const member = await createMember(client);
  const user = await createUser(client);
  await signIn(page, user.username, '/login', user.password);
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitemradio', { name: 'Bahasa Indonesia' }).click();
  await expect(page.getByRole('link', { name: 'Anggota' }).first()).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'id');
  await page.getByRole('link', { name: 'Anggota' }).first().click();
  await expect(page.getByRole('heading', { name: 'Anggota' })).toBeVisible();
  await page.goto(`/company/member/${member.id}`);
  await page.getByRole('textbox', { name: 'Nama depan' }).fill('');
  await page.getByRole('button', { name: /^Simpan/ }).click();
  await expect(page.getByText('Mohon diisi.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Nama depan' }).fill(member.first_name);
});
